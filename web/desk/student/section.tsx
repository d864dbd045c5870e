import { Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

export function Section({ id, title, children }: { id?: string; title: ReactNode; children: ReactNode }) {
  const titleId = useId();
  return (
    <Stack component="section" id={id} aria-labelledby={titleId} gap="sm">
      <Title id={titleId} order={2} size="h3">
        {title}
      </Title>
      {children}
    </Stack>
  );
}
