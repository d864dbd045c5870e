import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { LogOverview } from '../../core/log/log.schema.ts';
import { formatDuration } from '../ui/duration.ts';
import classes from './log.module.css';
import { PartitionCells } from './partition-cells.tsx';
import { projectionMeaning, projectionName } from './projection-text.ts';

type ProjectionState = LogOverview['projections'][number];

function ProjectionRow({ state }: { state: ProjectionState }) {
  const { t, i18n } = useLingui();
  const number = (value: number) => value.toLocaleString(i18n.locale);
  const isBehind = state.lag > 0;
  // Less than a second is not nothing.
  const seconds = isBehind ? Math.max(1, Math.round(state.lag_seconds)) : 0;
  const figures: [label: string, value: string][] = [
    [t`Events to take in`, number(state.lag)],
    [t`Behind by`, formatDuration(seconds, i18n)],
    [t`Parked events`, number(state.parked)],
  ];
  return (
    <Paper component="li" withBorder radius="md" p="md" className={classes.projection}>
      <div>
        <Group gap="xs">
          <Title order={4} size="h5">
            {projectionName(i18n, state.name)}
          </Title>
          <Badge variant="light" color={isBehind ? 'yellow' : 'teal'} tt="none">
            {isBehind ? <Trans>Catching up</Trans> : <Trans>Up to date</Trans>}
          </Badge>
          {state.parked > 0 && (
            <Badge variant="light" color="red" tt="none">
              <Trans>Parked events</Trans>
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {projectionMeaning(i18n, state.name)}
        </Text>
      </div>
      <dl className={classes.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <Text component="dt" size="xs" c="dimmed">
              {label}
            </Text>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
      <PartitionCells lags={state.partitions} />
    </Paper>
  );
}

/** What is computed from the log, and how far behind it is. */
export function ProjectionList({ states }: { states: readonly ProjectionState[] }) {
  const { t } = useLingui();
  return (
    <Stack component="section" aria-labelledby="projections-title" gap="sm">
      <div>
        <Title id="projections-title" order={3} size="h4">
          <Trans>Projections</Trans>
        </Title>
        <Text size="sm" c="dimmed">
          <Trans>Tables that are computed from the log, event by event, in 16 partitions.</Trans>
        </Text>
      </div>
      <ul className={classes.list} aria-label={t`Projections`}>
        {states.map((state) => (
          <ProjectionRow key={state.name} state={state} />
        ))}
      </ul>
    </Stack>
  );
}
