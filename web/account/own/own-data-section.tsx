import { useLingui } from '@lingui/react/macro';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { addressOf } from '../../../core/address.ts';
import type { OwnData } from '../../../core/own-data/own-data.schema.ts';
import { OWN_DATA_DAYS } from '../../../core/own-data/own-data-limits.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { readFile } from '../../lib/call/file-download.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { saveFile } from '../../lib/call/save-file.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { paths } from '../../lib/pages/paths.ts';
import { dateAndTime } from '../../lib/text/date-text.ts';
import { TitledSection } from '../../ui/control/titled-section.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { useFailedRead } from '../../ui/feedback/use-failure.ts';
import { useAttempt } from '../../ui/feedback/use-submit.ts';
import { fileSize } from '../../ui/figure/file-size.ts';
import { PercentBar } from '../../ui/figure/percent-bar.tsx';

const POLL_MS = 1_000;

const isOpen = (data: OwnData | null | undefined): boolean =>
  data?.status === 'queued' || data?.status === 'running';

export function OwnDataSection() {
  const { t } = useLingui();
  const { data, error, mutate } = useRead(addressOf('GET /api/me/data'), {
    refreshInterval: (latest) => (isOpen(latest) ? POLL_MS : 0),
  });
  useFailedRead(error, failureText.ownDataFailed);
  return (
    <TitledSection order={2} isCard title={t`My data`}>
      <Text size="sm" c="dimmed">
        {t`Everything that is kept about you, in one file: your account, classes, decks, exams and every answer. Only you can download it, for ${OWN_DATA_DAYS} days.`}{' '}
        <Anchor component={Link} to={paths.privacy()} inherit underline="always">
          {t`What is kept, and who sees it`}
        </Anchor>
      </Text>
      {data === undefined && <Unread of={{ error, mutate }} height={44} radius="md" />}
      {data !== undefined && <Latest data={data} onChange={() => mutate()} />}
    </TitledSection>
  );
}

function Latest({ data, onChange }: { data: OwnData | null; onChange: () => Promise<unknown> }) {
  const { t } = useLingui();
  const [run, isBusy] = useAttempt(
    failureText.ownDataFailed,
    (work: () => Promise<unknown>) => work(),
    onChange,
  );
  const make = () => run(() => callApi('POST /api/me/data'));
  const stop = () => run(() => callApi('POST /api/me/data/cancel'));
  const fetchFile = () =>
    run(async () => saveFile('my-data.json', await readFile(addressOf('GET /api/me/data/export'))));
  if (data && isOpen(data))
    return (
      <Stack gap="sm">
        <Text role="status">{t`Your data are being put together. You may leave this page meanwhile.`}</Text>
        <PercentBar value={data.percent} label={t`Putting your data together`} />
        <Group>
          <Button variant="default" disabled={isBusy} onClick={() => void stop()}>
            {t`Stop`}
          </Button>
        </Group>
      </Stack>
    );
  return (
    <Stack gap="sm">
      <Ended data={data} />
      <Group>
        {data?.status === 'completed' && (
          <Button
            variant="light"
            leftSection={<IconDownload size={18} aria-hidden />}
            disabled={isBusy}
            onClick={() => void fetchFile()}
          >
            {t`Download my data`}
          </Button>
        )}
        <Button variant="default" disabled={isBusy} onClick={() => void make()}>
          {data?.status === 'completed' ? t`Make a new file` : t`Make a file of my data`}
        </Button>
      </Group>
    </Stack>
  );
}

function Ended({ data }: { data: OwnData | null }) {
  const { t, i18n } = useLingui();
  if (data?.status === 'failed')
    return (
      <Text role="alert" c="red">
        {t`Your data could not be put together. Please try again.`}
      </Text>
    );
  if (data?.status === 'cancelled') return <Text role="status">{t`Stopped. No file was made.`}</Text>;
  if (data?.status !== 'completed' || data.kept_until === null) return null;
  const size = fileSize(data.bytes ?? 0, i18n.locale);
  const until = dateAndTime(i18n.locale, new Date(data.kept_until));
  return (
    <Text role="status" className="tabular">
      {t`Your file is ready (${size}), until ${until}.`}
    </Text>
  );
}
