import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import type { ExamForm } from '../form/use-exam-form.ts';

/** Says that what was not saved last time is in the form again, and how to be rid of it. */
export function RestoredDraft({ form }: { form: ExamForm }) {
  const { t } = useLingui();
  const confirm = useConfirm();
  if (!form.restored) return null;
  const needsAudio = form.restored.lostAudio && form.values.contentType === 'audio' && !form.audio;
  const discard = async () => {
    const sure = await confirm({
      title: t`Discard what was not saved?`,
      text: t`It cannot be brought back.`,
      confirmLabel: t`Discard`,
      danger: true,
    });
    if (sure) form.discard();
  };
  return (
    <Alert role="status" icon={<IconHistory aria-hidden />} title={t`Your unsaved work is back`}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          <Trans>This is what you had written here and not saved yet.</Trans>{' '}
          {needsAudio && <Trans>Only the audio file has to be chosen again.</Trans>}
        </Text>
        <Button size="xs" variant="default" onClick={() => void discard()}>
          <Trans>Discard it</Trans>
        </Button>
      </Stack>
    </Alert>
  );
}
