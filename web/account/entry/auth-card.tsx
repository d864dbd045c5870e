import { Alert, Container, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Logo } from '../../ui/figure/logo.tsx';

export function FormAlert({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
      {text}
    </Alert>
  );
}

interface AuthCardProps {
  title: ReactNode;
  text: ReactNode;
  /** In place of the sign of the product. */
  picture?: ReactNode;
  children: ReactNode;
}

export function AuthCard({ title, text, picture, children }: AuthCardProps) {
  return (
    <Container size={460} py={{ base: 'xl', sm: 64 }}>
      <Paper withBorder radius="lg" p={{ base: 'lg', sm: 36 }} shadow="sm">
        <Stack gap="lg">
          <Stack gap={6} align="center">
            <Group mb={6}>{picture ?? <Logo size={44} />}</Group>
            <Title order={1} size="h2" ta="center">
              {title}
            </Title>
            <Text c="dimmed" ta="center">
              {text}
            </Text>
          </Stack>
          {children}
        </Stack>
      </Paper>
    </Container>
  );
}
