import { Trans } from '@lingui/react/macro';
import { Button, List, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCards } from '@tabler/icons-react';
import { useId } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { NewClass } from '../classroom/new-class.tsx';
import { paths } from '../lib/pages/paths.ts';

/** What a teacher without a class does first: a class, its number, and decks. */
export function FirstSteps() {
  const titleId = useId();
  const navigate = useNavigate();
  return (
    <Paper component="section" aria-labelledby={titleId} withBorder radius="lg" p={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <Title id={titleId} order={2} size="h3">
          <Trans>Your first class in three steps</Trans>
        </Title>
        <List type="ordered" spacing="lg" withPadding={false} styles={{ itemWrapper: { width: '100%' } }}>
          <List.Item>
            <Text fw={600}>
              <Trans>Make a class</Trans>
            </Text>
            <Text c="dimmed" size="sm" mb="xs">
              <Trans>A name and a first deck are enough; an official deck will do.</Trans>
            </Text>
            <NewClass onCreated={({ id }) => navigate(paths.teacherClass(id))} />
          </List.Item>
          <List.Item>
            <Text fw={600}>
              <Trans>Tell your students the class number</Trans>
            </Text>
            <Text c="dimmed" size="sm">
              <Trans>It stands at the top of the class. They ask to join with it, and you let them in.</Trans>
            </Text>
          </List.Item>
          <List.Item>
            <Text fw={600}>
              <Trans>Add decks of your own</Trans>
            </Text>
            <Text c="dimmed" size="sm" mb="xs">
              <Trans>Write the words of your lessons, and give them to the class.</Trans>
            </Text>
            <Button
              component={Link}
              to={paths.teacherCreate()}
              variant="subtle"
              leftSection={<IconCards size={18} aria-hidden />}
            >
              <Trans>Create a deck</Trans>
            </Button>
          </List.Item>
        </List>
      </Stack>
    </Paper>
  );
}
