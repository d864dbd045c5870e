import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { LogRun } from '../../../core/log/log.schema.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { PercentBar } from '../../ui/figure/percent-bar.tsx';
import { logFailure } from '../log-text.ts';
import { RunHead } from './run-summary.tsx';

interface CurrentRunProps {
  run: LogRun;
  /** It is being ended, or is over already. */
  onChanged: () => Promise<unknown>;
  onCancelled: () => void;
}

/** The run that waits or runs: how far it is, and how to end it. */
export function CurrentRun({ run, onChanged, onCancelled }: CurrentRunProps) {
  const { t } = useLingui();
  const failed = useFailure();
  // A run stops after a moment.
  const [isCancelling, setCancelling] = useState(false);

  const cancel = async () => {
    setCancelling(true);
    try {
      await cancelLogRun(run.id);
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
            {isCancelling ? (
              <Trans>It is being cancelled…</Trans>
            ) : run.status === 'queued' ? (
              <Trans>It waits for a worker.</Trans>
            ) : (
              <Trans>The log is read into tables of its own; nothing stands still meanwhile.</Trans>
            )}
          </Text>
          <Button size="xs" variant="default" loading={isCancelling} onClick={() => void cancel()}>
            <Trans>Cancel</Trans>
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

/** Cancels a run. Returns it as it is then: one that runs stops after a moment. */
async function cancelLogRun(runId: number): Promise<LogRun> {
  return (await callApi('POST /api/admin/log/runs/:runId/cancel', { params: { runId } })).data;
}
