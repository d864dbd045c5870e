import { Stack, Text, ThemeIcon } from '@mantine/core';
import { IconCards } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface EmptyProps {
  text: ReactNode;
  icon?: ReactNode;
  /** Usually a button: what to do about it. */
  action?: ReactNode;
}

/** What a region shows when there is nothing to show. */
export function Empty({ text, icon, action }: EmptyProps) {
  return (
    <Stack align="center" gap="sm" py="xl" px="md">
      <ThemeIcon size={56} radius="xl" variant="light">
        {icon ?? <IconCards size={28} aria-hidden />}
      </ThemeIcon>
      <Text c="dimmed" ta="center" maw={420}>
        {text}
      </Text>
      {action}
    </Stack>
  );
}
