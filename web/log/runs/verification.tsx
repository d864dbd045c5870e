import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { addressOf } from '../../../core/address.ts';
import type { LogOverview, LogRun, LogRunKind } from '../../../core/log/log.schema.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { Unread } from '../../ui/feedback/unread.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { pageOf } from '../../ui/list/page-of.ts';
import { Pages } from '../../ui/list/pagination.tsx';
import classes from '../log.module.css';
import { logFailure } from '../log-text.ts';
import { CurrentRun } from './current-run.tsx';
import { RebuildModal } from './rebuild.modal.tsx';
import { isOpen } from './run-status.ts';
import { RunSummary } from './run-summary.tsx';
import { useRunResult } from './use-run-result.ts';

/** The latest verifications and rebuilds, newest first. */
const useLogRuns = () => useRead(addressOf('GET /api/admin/log/runs'));

const PAGE = 5;

/** The verifications and rebuilds that have ended, newest first. */
function RunList({ runs: { data, error, mutate } }: { runs: ReturnType<typeof useLogRuns> }) {
  const { t } = useLingui();
  const [asked, setPage] = useState(1);
  const ended = data?.filter((run) => !isOpen(run));
  const { items, page, pageCount } = pageOf(ended ?? [], asked, PAGE);
  return (
    <Stack gap="sm">
      <Title order={4} size="h5">
        <Trans>Recent verifications and rebuilds</Trans>
      </Title>
      {!data && <Unread of={{ error, mutate }} loading={<Loading />} />}
      {ended?.length === 0 && (
        <Empty
          icon={<IconHistory size={28} aria-hidden />}
          text={<Trans>Nothing has been verified or rebuilt yet.</Trans>}
        />
      )}
      {items.length > 0 && (
        <ul className={classes.list} aria-label={t`Recent verifications and rebuilds`}>
          {items.map((run) => (
            <Paper key={run.id} component="li" withBorder radius="md" p="md">
              <RunSummary run={run} />
            </Paper>
          ))}
        </ul>
      )}
      <Pages total={pageCount} page={page} onChange={setPage} label={t`Pages of runs`} />
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
  /** A run was begun. */
  onStarted: (run: LogRun) => Promise<unknown>;
  /** The state of the log is other than what was read. */
  onChanged: () => Promise<unknown>;
}

function LastVerification({ run }: { run: LogRun | null }) {
  return (
    <Paper component="article" aria-labelledby="last-verification" withBorder radius="md" p="md">
      <Stack gap="xs">
        <Title id="last-verification" order={4} size="h5">
          <Trans>Last verification</Trans>
        </Title>
        {run ? (
          <RunSummary run={run} />
        ) : (
          <Text c="dimmed">
            <Trans>There has been none yet. One is made every night.</Trans>
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

/** Whether the projections are what the log says, and the means to make them so. */
export function Verification({ overview, onStarted, onChanged }: VerificationProps) {
  const failed = useFailure();
  const runs = useLogRuns();
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
      await onStarted(await startLogRun(kind, chosen));
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
    <Stack component="section" aria-labelledby="verification-title" gap="md">
      <div>
        <Title id="verification-title" ref={heading} tabIndex={-1} order={3} size="h4">
          <Trans>Verification</Trans>
        </Title>
        <Text size="sm" c="dimmed">
          <Trans>
            The projections are rebuilt from the log, aside, and compared with the live ones row by row.
          </Trans>
        </Text>
      </div>
      <LastVerification run={last_verification} />
      {current && (
        <CurrentRun key={current.id} run={current} onChanged={onChanged} onCancelled={focusHeading} />
      )}
      <Group gap="sm">
        <Button loading={starting === 'verify'} disabled={isBusy} onClick={() => void start('verify')}>
          <Trans>Verify now</Trans>
        </Button>
        <Button
          variant="default"
          loading={starting === 'rebuild'}
          disabled={isBusy}
          aria-haspopup="dialog"
          onClick={() => setAsking(true)}
        >
          <Trans>Rebuild…</Trans>
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
    </Stack>
  );
}

/** Starts to verify or rebuild these projections, or all. Returns the new run. */
async function startLogRun(kind: LogRunKind, projections?: string[]): Promise<LogRun> {
  return (await callApi('POST /api/admin/log/runs', { body: { kind, projections } })).data;
}
