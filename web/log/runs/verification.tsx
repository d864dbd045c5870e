import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Alert, Badge, Button, Checkbox, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconHistory } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SWRResponse } from 'swr';
import { addressOf } from '../../../core/address.ts';
import type { LogOverview, LogRun, LogRunKind } from '../../../core/log/log.schema.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { Dialog } from '../../ui/control/dialog.tsx';
import { TitledSection } from '../../ui/control/titled-section.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { PercentBar } from '../../ui/figure/percent-bar.tsx';
import { Pages, usePages } from '../../ui/list/pagination.tsx';
import { logFailure } from '../log-text.ts';
import { projectionMeaning, projectionName } from '../projection-text.ts';
import { Differences } from './differences.tsx';

interface RebuildProps {
  projections: readonly string[];
  onClose: () => void;
  onRebuild: (chosen: string[]) => void;
}

function RebuildForm({ projections, onClose, onRebuild }: RebuildProps) {
  const { t, i18n } = useLingui();
  const [chosen, setChosen] = useState([...projections]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onRebuild(projections.filter((name) => chosen.includes(name)));
      }}
    >
      <Stack>
        <Text size="sm">
          {t`The tables are rebuilt from the log beside the live ones, which serve meanwhile. At the end, rows that differ are replaced all at once. Cancelled before, it leaves everything as it was.`}
        </Text>
        <Checkbox.Group
          label={t`What to rebuild`}
          description={t`Projections that depend on one another are rebuilt together.`}
          value={chosen}
          onChange={setChosen}
        >
          <Stack gap="sm" pt="sm">
            {projections.map((name) => (
              <Checkbox
                key={name}
                value={name}
                label={projectionName(i18n, name)}
                description={projectionMeaning(i18n, name)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t`Cancel`}
          </Button>
          <Button type="submit" disabled={chosen.length === 0}>
            {t`Rebuild`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Asks what is to be rebuilt, and whether it really is. */
function RebuildModal({ opened, ...props }: RebuildProps & { opened: boolean }) {
  const { t } = useLingui();
  return (
    <Dialog
      opened={opened}
      onClose={props.onClose}
      title={
        <Text component="span" fw={600}>
          {t`Rebuild projections?`}
        </Text>
      }
    >
      <RebuildForm {...props} />
    </Dialog>
  );
}

const isOpen = ({ status }: Pick<LogRun, 'status'>): boolean => status === 'queued' || status === 'running';

const kindText: Record<LogRunKind, MessageDescriptor> = {
  verify: msg`Verification`,
  rebuild: msg`Rebuild`,
};

const runStatusText: Record<LogRun['status'], MessageDescriptor> = {
  queued: msg`Waiting`,
  running: msg`Running`,
  completed: msg`Finished`,
  failed: msg`Failed`,
  cancelled: msg`Cancelled`,
};

/** One that found rows that differ is finished, but nothing to be glad of. */
function statusColor({ status, kind, differences }: LogRun): string {
  if (status === 'running') return 'grape';
  if (status === 'failed') return 'red';
  if (status !== 'completed') return 'gray';
  return kind === 'verify' && differences !== 0 ? 'yellow' : 'teal';
}

/** Says in a sentence what came of a run; null while it is open, and when rows were never compared. */
function useRunResult(): (run: LogRun) => string | null {
  const { t } = useLingui();
  return ({ kind, status, differences }) => {
    if (status === 'cancelled') return t`It was cancelled; live tables are as they were.`;
    if (status !== 'completed' || differences === null) return null;
    if (kind === 'rebuild')
      return differences === 0
        ? t`Rebuilt; no row had to be changed.`
        : t`${plural(differences, {
            one: 'Rebuilt; # row differed and was put right.',
            other: 'Rebuilt; # rows differed and were put right.',
          })}`;
    return differences === 0
      ? t`No row differs.`
      : t`${plural(differences, { one: '# row differs.', other: '# rows differ.' })}`;
  };
}

/** Identifies the run: kind, status, requester, time, subject. */
function RunHead({ run }: { run: LogRun }) {
  const { t, i18n } = useLingui();
  const moment = run.finished_at ?? run.started_at ?? run.created_at;
  const when = i18n.date(new Date(moment), { dateStyle: 'medium', timeStyle: 'short' });
  const names = run.projections.map((name) => projectionName(i18n, name)).join(', ');
  return (
    <Stack gap={2} miw={0}>
      <Group gap="xs">
        <Text fw={600}>{i18n._(kindText[run.kind])}</Text>
        <Badge variant="light" color={statusColor(run)} tt="none" role="status">
          {i18n._(runStatusText[run.status])}
        </Badge>
        {run.is_nightly && (
          <Badge variant="light" color="gray" tt="none">
            {t`Nightly`}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed" className="breakable">
        {when} · {names}
      </Text>
    </Stack>
  );
}

function RunSummary({ run }: { run: LogRun }) {
  const result = useRunResult()(run);
  return (
    <Stack gap="xs">
      <RunHead run={run} />
      {result !== null && <Text fw={500}>{result}</Text>}
      {run.failure !== null && (
        <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />} className="breakable">
          {run.failure}
        </Alert>
      )}
      <Differences run={run} />
    </Stack>
  );
}

interface CurrentRunProps {
  run: LogRun;
  /** It is being ended, or is over already. */
  onChanged: () => Promise<unknown>;
  onCancelled: () => void;
}

function CurrentRun({ run, onChanged, onCancelled }: CurrentRunProps) {
  const { t } = useLingui();
  const failed = useFailure();
  // A run stops after a moment.
  const [isCancelling, setCancelling] = useState(false);

  const cancel = async () => {
    setCancelling(true);
    try {
      await callApi('POST /api/admin/log/runs/:runId/cancel', { params: { runId: run.id } });
      onCancelled();
    } catch (error) {
      setCancelling(false);
      failed(logFailure.cancel, error);
    }
    await onChanged();
  };
  const label = run.kind === 'verify' ? t`Verified` : t`Rebuilt`;
  return (
    <Paper component="article" aria-label={t`Current run`} withBorder radius="md" p="md">
      <Stack gap="sm">
        <RunHead run={run} />
        <PercentBar value={run.percent} label={label} />
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            {isCancelling
              ? t`It is being cancelled…`
              : run.status === 'queued'
                ? t`It waits for a worker.`
                : t`The log is read into tables of its own; nothing stands still meanwhile.`}
          </Text>
          <Button size="xs" variant="default" loading={isCancelling} onClick={() => void cancel()}>
            {t`Cancel`}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

const PAGE = 5;

function RunList({ runs }: { runs: SWRResponse<LogRun[]> }) {
  const { t } = useLingui();
  const ended = runs.data?.filter((run) => !isOpen(run));
  const { items, ...pages } = usePages(ended ?? [], PAGE);
  return (
    <Stack gap="sm">
      <Title order={4} size="h5">
        {t`Recent verifications and rebuilds`}
      </Title>
      {!ended && <Unread of={runs} loading={<Loading />} />}
      {ended?.length === 0 && (
        <Empty
          icon={<IconHistory size={28} aria-hidden />}
          text={t`Nothing has been verified or rebuilt yet.`}
        />
      )}
      {items.length > 0 && (
        <Stack component="ul" className="plain-list" aria-label={t`Recent verifications and rebuilds`}>
          {items.map((run) => (
            <Paper key={run.id} component="li" withBorder radius="md" p="md">
              <RunSummary run={run} />
            </Paper>
          ))}
        </Stack>
      )}
      <Pages {...pages} label={t`Pages of runs`} />
    </Stack>
  );
}

/** Notifies how a run has ended that was seen open. `reread` returns the latest runs as they are then. */
function useEndedRun(
  current: LogRun | null | undefined,
  reread: () => Promise<readonly LogRun[] | undefined>,
): void {
  const runResult = useRunResult();
  const notices = useNotices();
  const failed = useFailure();
  const seen = useRef<number>(undefined);

  const notify = (run: LogRun) => {
    const text = runResult(run);
    if (run.status === 'failed') failed(logFailure[run.kind], undefined, run.failure ?? undefined);
    else if (text === null) return;
    else if (run.status === 'cancelled') notices.info(text);
    else if (run.kind === 'verify' && run.differences !== 0) notices.warning(text);
    else notices.success(text);
  };
  const look = useEffectEvent(async (runId: number) => {
    const run = (await reread())?.find(({ id }) => id === runId);
    if (run) notify(run);
  });

  const currentId = current?.id;
  useEffect(() => {
    const before = seen.current;
    seen.current = currentId;
    if (before !== undefined && before !== currentId) void look(before);
  }, [currentId]);
}

interface VerificationProps {
  overview: LogOverview;
  onStarted: (run: LogRun) => Promise<unknown>;
  /** The state of the log is other than what was read. */
  onChanged: () => Promise<unknown>;
}

function LastVerification({ run }: { run: LogRun | null }) {
  const { t } = useLingui();
  return (
    <Paper component="article" aria-labelledby="last-verification" withBorder radius="md" p="md">
      <Stack gap="xs">
        <Title id="last-verification" order={4} size="h5">
          {t`Last verification`}
        </Title>
        {run ? (
          <RunSummary run={run} />
        ) : (
          <Text c="dimmed">{t`There has been none yet. One is made every night.`}</Text>
        )}
      </Stack>
    </Paper>
  );
}

/** Whether the projections are what the log says, and the means to make them so. */
export function Verification({ overview, onStarted, onChanged }: VerificationProps) {
  const { t } = useLingui();
  const failed = useFailure();
  const runs = useRead(addressOf('GET /api/admin/log/runs'));
  const heading = useRef<HTMLHeadingElement>(null);
  const [starting, setStarting] = useState<LogRunKind | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { current_run: current, last_verification, projections } = overview;
  useEndedRun(current, runs.mutate);

  // The button that was pressed is out of use, and what goes on is to be read below the heading.
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  const start = async (kind: LogRunKind, chosen?: string[]) => {
    setStarting(kind);
    try {
      const { data } = await callApi('POST /api/admin/log/runs', { body: { kind, projections: chosen } });
      await onStarted(data);
      focusHeading();
    } catch (error) {
      failed(logFailure.start, error);
      await onChanged();
    } finally {
      setStarting(null);
    }
  };
  const isBusy = current !== null || starting !== null;
  return (
    <TitledSection
      order={3}
      heading={heading}
      title={t`Verification`}
      text={t`The projections are rebuilt from the log, aside, and compared with the live ones row by row.`}
    >
      <LastVerification run={last_verification} />
      {current && (
        <CurrentRun key={current.id} run={current} onChanged={onChanged} onCancelled={focusHeading} />
      )}
      <Group gap="sm">
        <Button loading={starting === 'verify'} disabled={isBusy} onClick={() => void start('verify')}>
          {t`Verify now`}
        </Button>
        <Button
          variant="default"
          loading={starting === 'rebuild'}
          disabled={isBusy}
          aria-haspopup="dialog"
          onClick={() => setAsking(true)}
        >
          {t`Rebuild…`}
        </Button>
      </Group>
      <RebuildModal
        opened={isAsking}
        projections={projections.map(({ name }) => name)}
        onClose={() => setAsking(false)}
        onRebuild={(chosen) => {
          setAsking(false);
          void start('rebuild', chosen);
        }}
      />
      <RunList runs={runs} />
    </TitledSection>
  );
}
