import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Anchor, Paper, Progress, SimpleGrid, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { addressOf } from '../../../core/address.ts';
import type { PeopleChange } from '../../../core/person/person.schema.ts';
import type { AdminHome } from '../../../core/site/admin-home.schema.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { paths } from '../../lib/pages/paths.ts';
import { TitledSection } from '../../ui/control/titled-section.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { useFailedRead } from '../../ui/feedback/use-failure.ts';
import { fileSize } from '../../ui/figure/file-size.ts';

/** Seconds after which figures that are behind are worth a word; workers need some for a burst of answers. */
const BEHIND_SECONDS = 60;

type LogHealth = 'good' | 'behind' | 'unchecked' | 'differs' | 'parked';

/** Returns the worst that there is to say of the log. */
export function logHealth(log: AdminHome['log']): LogHealth {
  if (log.parked > 0) return 'parked';
  if (log.differences !== null && log.differences > 0) return 'differs';
  if (log.lag_seconds > BEHIND_SECONDS) return 'behind';
  return log.verified_at !== null && log.differences === null ? 'unchecked' : 'good';
}

const FoundPeople = lazy(async () => {
  const { FoundPeople } = await import('../../person/found-people.tsx');
  return { default: FoundPeople };
});

const REFRESH_MS = 30_000;

function Figure({ label, value }: { label: ReactNode; value: number }) {
  const { i18n } = useLingui();
  return (
    <Paper component="div" withBorder radius="md" p="md">
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} fz={28} lh={1.2} fw={700} className="tabular">
        {value.toLocaleString(i18n.locale)}
      </Text>
    </Paper>
  );
}

function LogHealthLine({ log }: Pick<AdminHome, 'log'>) {
  const { t, i18n } = useLingui();
  const health = logHealth(log);
  const isGood = health === 'good';
  const { parked, differences, verified_at } = log;
  const minutes = Math.ceil(log.lag_seconds / 60);
  const when = verified_at && i18n.date(new Date(verified_at), { dateStyle: 'medium', timeStyle: 'short' });
  const sentence = {
    good: when
      ? t`All answers are kept, and on ${when} every figure was found right.`
      : t`All answers are kept, and every figure is up to date.`,
    behind: t`All answers are kept, but figures are ${plural(minutes, { one: '# minute', other: '# minutes' })} behind.`,
    unchecked: t`All answers are kept, but the last check of the figures failed.`,
    differs: t`At the last check, ${plural(differences ?? 0, { one: '# row of figures was', other: '# rows of figures were' })} not right.`,
    parked: t`${plural(parked, { one: '# answer is', other: '# answers are' })} kept but not counted yet, for they could not be processed.`,
  }[health];
  return (
    <Alert
      role="status"
      variant="light"
      color={isGood ? 'leaf' : 'honey'}
      radius="md"
      icon={isGood ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
    >
      {sentence}{' '}
      <Anchor component={Link} to={paths.adminView('log')} inherit underline="always">
        <Trans context="the state of the log">Details</Trans>
      </Anchor>
    </Alert>
  );
}

function Storage({ storage }: Pick<AdminHome, 'storage'>) {
  const { t, i18n } = useLingui();
  const { disk_bytes, free_bytes, database_bytes, takes_uploads } = storage;
  const size = (bytes: number) => fileSize(bytes, i18n.locale);
  const used = disk_bytes - free_bytes;
  const percent = Math.round((used / Math.max(1, disk_bytes)) * 100);
  return (
    <TitledSection isCard order={3} gap="sm" title={t`Storage`}>
      <Progress.Root size="lg" radius="xl">
        <Progress.Section
          value={percent}
          color={takes_uploads ? undefined : 'rose'}
          aria-label={t`Used: ${percent} %`}
        />
      </Progress.Root>
      <Text size="sm" className="tabular">
        <Trans>
          {size(used)} used, {size(free_bytes)} free; the database has {size(database_bytes)}.
        </Trans>
      </Text>
      {!takes_uploads && (
        <Text size="sm" c="red">
          {t`Too little is free: uploads are refused so that answers can still be kept.`}
        </Text>
      )}
    </TitledSection>
  );
}

const ENTRY: PeopleChange[] = ['approve', 'refuse'];

/** Teachers who registered and may do nothing yet, the latest first. */
function WaitingTeachers() {
  const { t } = useLingui();
  return (
    <TitledSection isCard order={3} gap="sm" title={t`Teachers who wait to be let in`}>
      <Suspense fallback={<Loading />}>
        <FoundPeople filter={{ state: 'waiting', sort: 'made' }} bulk={ENTRY} />
      </Suspense>
    </TitledSection>
  );
}

/** What the administrator sees first: who is there, what there is, and whether all is well. */
export function HomeSection() {
  const { t } = useLingui();
  const { data, error, mutate } = useRead(addressOf('GET /api/admin/home'), { refreshInterval: REFRESH_MS });
  useFailedRead(error, msg({ message: 'The overview could not be loaded: {message}' }));
  return (
    <TitledSection order={2} gap="lg" title={t`Today`}>
      {!data && <Unread of={{ error, mutate }} height={360} radius="lg" />}
      {data && (
        <>
          {data.waiting > 0 && <WaitingTeachers />}
          <SimpleGrid component="dl" cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm" m={0}>
            <Figure label={t`Students active today`} value={data.active_today} />
            <Figure label={t`Students`} value={data.students} />
            <Figure label={t`Teachers`} value={data.teachers} />
            <Figure label={t`Classes`} value={data.classes} />
            <Figure label={t`Exams`} value={data.exams} />
          </SimpleGrid>
          <LogHealthLine log={data.log} />
          <Storage storage={data.storage} />
        </>
      )}
    </TitledSection>
  );
}
