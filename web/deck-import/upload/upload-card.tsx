import { useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconX } from '@tabler/icons-react';
import { errorText } from '../../lib/call/error-text.ts';
import type { TransferState } from '../../lib/live/transfer.ts';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { fileSize } from '../../ui/figure/file-size.ts';
import { PercentBar } from '../../ui/figure/percent-bar.tsx';
import classes from '../deck-import.module.css';
import { type DeckUpload, deckUploads } from './deck-uploads.ts';

type UploadState = TransferState<DeckUpload, number>;

function Sending({ item, bytes, total }: Extract<UploadState, { phase: 'running' }>) {
  const { t, i18n } = useLingui();
  const confirm = useConfirm();
  const { title } = item;
  const isSent = bytes >= total;
  const soFar = fileSize(bytes, i18n.locale);
  const all = fileSize(total, i18n.locale);
  const cancel = async () => {
    const sure = await confirm({
      title: t`Stop the upload?`,
      text: t`What has been uploaded so far is thrown away.`,
      confirmLabel: t`Stop the upload`,
      cancelLabel: t`Go on uploading`,
      danger: true,
    });
    if (sure) deckUploads.cancel();
  };
  return (
    <Paper component="section" aria-labelledby="upload-title" withBorder radius="lg" p="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title id="upload-title" order={3} size="h4" className={classes.name}>
            {t`Uploading “${title}”`}
          </Title>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => void cancel()}
          >
            {t`Stop the upload`}
          </Button>
        </Group>
        <PercentBar value={total === 0 ? 0 : Math.floor((bytes / total) * 100)} label={t`Uploaded`} />
        <Text size="sm" c="dimmed" className="tabular">
          {isSent
            ? t`All ${all} are sent; the server is storing them…`
            : t`${soFar} of ${all}. You may go to other pages of the site, but keep it open.`}
        </Text>
      </Stack>
    </Paper>
  );
}

function Failed({ item, error }: Extract<UploadState, { phase: 'failed' }>) {
  const { t, i18n } = useLingui();
  const { title } = item;
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertCircle aria-hidden />}
      title={t`“${title}” was not uploaded`}
    >
      <Stack gap="sm">
        <Text size="sm">{errorText(i18n, error)}</Text>
        <Group gap="sm">
          <Button size="xs" variant="default" onClick={deckUploads.retry}>
            {t`Try again`}
          </Button>
          <Button size="xs" variant="subtle" onClick={deckUploads.dismiss}>
            {t`Dismiss`}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

export function UploadCard({ state }: { state: UploadState }) {
  if (state.phase === 'running') return <Sending {...state} />;
  if (state.phase === 'failed') return <Failed {...state} />;
  return null;
}
