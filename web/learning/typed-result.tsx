import { Trans } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { LetterMarks } from './letter-marks.tsx';

/** What was typed, once the card is revealed. */
export function TypedResult({ typed, expected }: { typed: string; expected: string }) {
  return (
    <Group gap="xs" justify="center">
      <Text size="sm" c="dimmed">
        <Trans>You typed</Trans>
      </Text>
      <LetterMarks typed={typed} expected={expected} />
    </Group>
  );
}
