import { Group, Progress, Text } from '@mantine/core';
import { percentLabel } from './percent-label.ts';

/** A bar of `value` percent; `label` is its accessible name. */
export function PercentBar({ value, label }: { value: number; label: string }) {
  const { percent, fits } = percentLabel(value);
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress.Root size="xl" radius="xl" flex={1}>
        <Progress.Section value={percent} aria-label={label}>
          {fits && <Progress.Label>{percent}%</Progress.Label>}
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
