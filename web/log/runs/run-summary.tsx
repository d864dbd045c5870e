import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Badge, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { LogRun } from '../../../core/log/log.schema.ts';
import classes from '../log.module.css';
import { projectionName } from '../projection-text.ts';
import { Differences } from './differences.tsx';
import { kindText, runStatusText, statusColor } from './run-status.ts';
import { useRunResult } from './use-run-result.ts';

/** Identifies the run: kind, status, requester, time, subject. */
export function RunHead({ run }: { run: LogRun }) {
  const { i18n } = useLingui();
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
            <Trans>Nightly</Trans>
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed" className={classes.wrapping}>
        {when} · {names}
      </Text>
    </Stack>
  );
}

/** A run that has ended, and what came of it. */
export function RunSummary({ run }: { run: LogRun }) {
  const result = useRunResult()(run);
  return (
    <Stack gap="xs">
      <RunHead run={run} />
      {result !== null && <Text fw={500}>{result}</Text>}
      {run.failure !== null && (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertCircle aria-hidden />}
          className={classes.wrapping}
        >
          {run.failure}
        </Alert>
      )}
      <Differences run={run} />
    </Stack>
  );
}
