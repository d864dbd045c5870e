import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Container, Grid, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../lib/pages/paths.ts';
import { usePageTitle } from '../site/page-title.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { useDeckChanges } from './deck.changes.ts';
import { useDecks } from './deck.queries.ts';
import { DeckForm } from './deck-form.tsx';
import { NO_DECK } from './deck-rules.ts';
import { TeacherDecks } from './teacher-decks.tsx';

/** A teacher's decks and the form for another one, which the address for creating puts the cursor into. */
export default function TeacherDecksPage() {
  const { t } = useLingui();
  const { pathname, key } = useLocation();
  const title = useRef<HTMLInputElement>(null);
  const { create } = useDeckChanges();
  const isCreating = pathname === paths.teacherCreate();
  usePageTitle(isCreating ? t`New deck` : t`Decks`);

  // biome-ignore lint/correctness/useExhaustiveDependencies: following the link a second time focuses again
  useEffect(() => {
    if (isCreating) title.current?.focus();
  }, [isCreating, key]);

  // The decks stand before the form where there is one column, and push it out of sight when they arrive.
  const isListed = useDecks().data !== undefined;
  useEffect(() => {
    if (isCreating && isListed && document.activeElement === title.current)
      title.current?.scrollIntoView({ block: 'center' });
  }, [isCreating, isListed]);

  return (
    <Container size="lg" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="xl">
        <Group justify="space-between" align="flex-end">
          <div>
            <Title order={1}>
              <Trans>Decks</Trans>
            </Title>
            <Text c="dimmed">
              <Trans>Any subject: whatever has a question on one side and an answer on the other.</Trans>
            </Text>
          </div>
          <Group gap="sm">
            <Button
              component={Link}
              to={paths.teacherImport()}
              variant="light"
              leftSection={<IconFileImport size={18} aria-hidden />}
            >
              <Trans>Import a file</Trans>
            </Button>
            <Button
              component={Link}
              to={paths.teacherCreate()}
              hiddenFrom="md"
              leftSection={<IconPlus size={18} aria-hidden />}
            >
              <Trans>New deck</Trans>
            </Button>
          </Group>
        </Group>
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, md: 8 }}>
            <ErrorBoundary>
              <TeacherDecks />
            </ErrorBoundary>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 4 }}>
            <Paper withBorder radius="lg" p="lg">
              <Stack>
                <Title order={2} size="h3">
                  <Trans>New deck</Trans>
                </Title>
                <DeckForm
                  mode="create"
                  initial={NO_DECK}
                  onSave={create}
                  submitLabel={<Trans>Create the deck</Trans>}
                  titleRef={title}
                />
              </Stack>
            </Paper>
          </Grid.Col>
        </Grid>
      </Stack>
    </Container>
  );
}
