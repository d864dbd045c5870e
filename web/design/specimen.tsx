import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** A chapter of the page of components. */
export function Chapter({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Stack component="section" aria-labelledby={titleId} gap="md">
      <Title id={titleId} order={2}>
        {title}
      </Title>
      {children}
    </Stack>
  );
}

interface SpecimenProps {
  name: string;
  /** When to use it. */
  use?: string;
  children: ReactNode;
}

/** A component in its states, side by side as far as they fit. */
export function Specimen({ name, use, children }: SpecimenProps) {
  return (
    <Paper withBorder radius="lg" p="lg">
      <Stack gap="sm">
        <div>
          <Title order={3}>{name}</Title>
          {use && (
            <Text size="sm" c="dimmed">
              {use}
            </Text>
          )}
        </div>
        <Group align="flex-start" gap="md">
          {children}
        </Group>
      </Stack>
    </Paper>
  );
}
