import { Stack, Text } from '@mantine/core';
import { BAR_CHART_HEIGHT_PX } from './bar-layout.ts';
import classes from './empty-chart.module.css';

/** Instead of a chart without anything in it: as high as one, quiet columns and a sentence. */
export function EmptyChart({ text, hint }: { text: string; hint?: string | undefined }) {
  return (
    <Stack className={classes.place} h={BAR_CHART_HEIGHT_PX} align="center" justify="center" gap={4}>
      <Text fw={600} ta="center">
        {text}
      </Text>
      {hint && (
        <Text size="sm" c="dimmed" ta="center">
          {hint}
        </Text>
      )}
    </Stack>
  );
}
