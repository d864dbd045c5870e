import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Container, Grid, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconFileImport, IconPlus, IconTablePlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useAuthorPaths } from '../lib/pages/author-paths.ts';
import { usePageTitle } from '../site/page-title.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { useDeckChanges } from './deck.changes.ts';
import { useDecks } from './deck.queries.ts';
import { DeckForm } from './deck-form.tsx';
import { NO_DECK } from './deck-rules.ts';
import { OwnDecksNote } from './own/own-decks-note.tsx';
import { useMaking } from './own/use-making.ts';
import { TeacherDecks } from './teacher-decks.tsx';

/** A teacher's decks, or a student's own, and the form for another one, which the address for creating puts the cursor into. */
export default function TeacherDecksPage() {
  const { t } = useLingui();
  const { pathname, key } = useLocation();
  const title = useRef<HTMLInputElement>(null);
  const { create } = useDeckChanges();
  const author = useAuthorPaths();
  const { isStudent, mayMake } = useMaking();
  const isCreating = pathname === author.create();
  usePageTitle(isCreating ? t`New deck` : isStudent ? t`Decks I made` : t`Decks`);

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
            <Title order={1}>{isStudent ? <Trans>Decks I made</Trans> : <Trans>Decks</Trans>}</Title>
            <Text c="dimmed">
              <Trans>Any subject: whatever has a question on one side and an answer on the other.</Trans>
            </Text>
            {isStudent && <OwnDecksNote mayMake={mayMake} />}
          </div>
          <Group gap="sm">
            <Button
              component={Link}
              to={author.trash()}
              variant="subtle"
              leftSection={<IconTrash size={18} aria-hidden />}
            >
              <Trans>Trash</Trans>
            </Button>
            {mayMake && (
              <>
                <Button
                  component={Link}
                  to={author.paste()}
                  variant="light"
                  leftSection={<IconTablePlus size={18} aria-hidden />}
                >
                  <Trans>Paste a list</Trans>
                </Button>
                <Button
                  component={Link}
                  to={author.import()}
                  variant="light"
                  leftSection={<IconFileImport size={18} aria-hidden />}
                >
                  <Trans>Import a file</Trans>
                </Button>
                <Button
                  component={Link}
                  to={author.create()}
                  hiddenFrom="md"
                  variant="light"
                  leftSection={<IconPlus size={18} aria-hidden />}
                >
                  <Trans>New deck</Trans>
                </Button>
              </>
            )}
          </Group>
        </Group>
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, md: mayMake ? 8 : 12 }}>
            <ErrorBoundary>
              <TeacherDecks />
            </ErrorBoundary>
          </Grid.Col>
          {mayMake && (
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
          )}
        </Grid>
      </Stack>
    </Container>
  );
}
