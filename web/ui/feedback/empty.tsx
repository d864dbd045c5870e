import { Stack, Text, ThemeIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { Grapes } from '../figure/grapes.tsx';

/** What a region shows when there is nothing to show. */
export function Empty({ text, icon, action }: { text: ReactNode; icon?: ReactNode; action?: ReactNode }) {
  return (
    <Stack align="center" gap="sm" py="xl" px="md">
      {icon ? (
        <ThemeIcon size={56} radius="xl" variant="light">
          {icon}
        </ThemeIcon>
      ) : (
        <Grapes total={1} filled={0} size={64} />
      )}
      <Text c="dimmed" ta="center" maw={420} style={{ textWrap: 'balance' }}>
        {text}
      </Text>
      {action}
    </Stack>
  );
}
