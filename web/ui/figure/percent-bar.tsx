import { Group, Progress, Text } from '@mantine/core';

const INSIDE_FROM = 10;

/** `value` as a whole percentage within 0 and 100, and whether its label fits inside the bar. */
export function percentLabel(value: number): { percent: number; fits: boolean } {
  const percent = Math.round(Math.min(100, Math.max(0, value)));
  return { percent, fits: value >= INSIDE_FROM };
}

/** A bar of `value` percent; `label` is its accessible name. */
export function PercentBar({ value, label }: { value: number; label: string }) {
  const { percent, fits } = percentLabel(value);
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress.Root size={20} radius="xl" flex={1}>
        <Progress.Section value={percent} aria-label={label}>
          {fits && <Progress.Label fz="sm">{percent}%</Progress.Label>}
        </Progress.Section>
      </Progress.Root>
      {!fits && (
        <Text size="sm" c="dimmed" className="tabular">
          {percent}%
        </Text>
      )}
    </Group>
  );
}
