import { Stack, Text, ThemeIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { Grapes } from '../figure/grapes.tsx';
import classes from './empty.module.css';

interface EmptyProps {
  text: ReactNode;
  /** Without one it is a bunch whose grapes are still to come. */
  icon?: ReactNode;
  /** Usually a button: what to do about it. */
  action?: ReactNode;
}

/** What a region shows when there is nothing to show. */
export function Empty({ text, icon, action }: EmptyProps) {
  return (
    <Stack align="center" gap="sm" py="xl" px="md">
      {icon ? (
        <ThemeIcon size={56} radius="xl" variant="light">
          {icon}
        </ThemeIcon>
      ) : (
        <Grapes total={1} filled={0} size={64} />
      )}
      <Text c="dimmed" ta="center" maw={420} className={classes.text}>
        {text}
      </Text>
      {action}
    </Stack>
  );
}
