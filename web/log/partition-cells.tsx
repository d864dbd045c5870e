import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import classes from './log.module.css';
import { lagHeights } from './partition-lag.ts';

/** The lag of each partition as a row of cells, the fuller the further behind. */
export function PartitionCells({ lags }: { lags: readonly number[] }) {
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
