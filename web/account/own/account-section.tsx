import { Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, type Ref, useId } from 'react';

interface AccountSectionProps {
  title: string;
  text?: ReactNode;
  /** The heading, which can be given the focus. */
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** A part of the account's page. */
export function AccountSection({ title, text, heading, children }: AccountSectionProps) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} withBorder radius="lg" p="lg">
      <Stack>
        <Title ref={heading} tabIndex={-1} id={id} order={2} size="h3" style={{ outline: 'none' }}>
          {title}
        </Title>
        {text !== undefined && (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
        {children}
      </Stack>
    </Paper>
  );
}
