import { Trans } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import type { LogOverview, LogRun, LogRunKind } from '../../core/log/log.schema.ts';
import { callApi } from '../lib/api-client.ts';
import { useFailure } from '../ui/use-failure.ts';
import { CurrentRun } from './current-run.tsx';
import { logFailure } from './log-text.ts';
import { RebuildModal } from './rebuild.modal.tsx';
import { RunList } from './run-list.tsx';
import { RunSummary } from './run-summary.tsx';
import { useEndedRun } from './use-ended-run.ts';
import { useLogRuns } from './use-log-runs.ts';

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
