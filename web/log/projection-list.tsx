import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { CSSProperties } from 'react';
import type { LogOverview } from '../../core/log/log.schema.ts';
import { formatDuration } from '../ui/figure/duration.ts';
import classes from './log.module.css';
import { lagHeights } from './partition-lag.ts';
import { projectionMeaning, projectionName } from './projection-text.ts';

/** The lag of each partition as a row of cells, the fuller the further behind. */
function PartitionCells({ lags }: { lags: readonly number[] }) {
  const { t } = useLingui();
  const heights = lagHeights(lags);
  const texts = lags.map(
    (lag, partition) => t`Partition ${partition}: ${plural(lag, { one: '# event', other: '# events' })}`,
  );
  const behind = texts.filter((_, partition) => (lags[partition] ?? 0) > 0);
  const count = lags.length;
  const summary = behind.length === 0 ? t`All ${count} partitions are up to date` : behind.join(', ');
  return (
    <Stack gap={4}>
      <div role="img" aria-label={summary} className={classes.cells}>
        {texts.map((text, partition) => (
          <span key={text.split(':')[0]} title={text} className={classes.cell}>
            <span className={classes.behind} style={{ '--share': heights[partition] } as CSSProperties} />
          </span>
        ))}
      </div>
      <Text size="xs" c="dimmed" aria-hidden>
        {behind.length === 0
          ? summary
          : t`${plural(behind.length, { one: '# partition is behind', other: '# partitions are behind' })}`}
      </Text>
    </Stack>
  );
}

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
