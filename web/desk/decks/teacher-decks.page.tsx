import { Trans, useLingui } from '@lingui/react/macro';
import { Container, Grid, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconFileImport, IconPlus, IconTablePlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { STUDENT_CARDS_MAX, STUDENT_DECKS_MAX } from '../../../core/access/quota-limits.ts';
import { useDeckChanges } from '../../deck/deck.changes.ts';
import { useDecks } from '../../deck/deck.queries.ts';
import { NO_DECK } from '../../deck/deck-rules.ts';
import { useMaking } from '../../deck/use-making.ts';
import { errorMessages } from '../../lib/call/error-text.ts';
import { useAuthorPaths } from '../../lib/pages/author-paths.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { DeckForm } from './deck-form.tsx';
import { TeacherDecks } from './teacher-decks.tsx';

/** What a student should know of decks of their own: who sees them, and how many there may be. */
function OwnDecksNote({ mayMake }: { mayMake: boolean }) {
  const { i18n } = useLingui();
  return (
    <Text c="dimmed" size="sm">
      {mayMake ? (
        <Trans>
          Nobody else sees them. At most {STUDENT_DECKS_MAX} decks of {STUDENT_CARDS_MAX} cards.
        </Trans>
      ) : (
        i18n._(errorMessages.own_decks_off)
      )}
    </Text>
  );
}

/** A teacher's decks, or a student's own, and the form for another one. The address for creating focuses it. */
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
            <ButtonLink to={author.trash()} variant="subtle" icon={IconTrash}>
              <Trans>Trash</Trans>
            </ButtonLink>
            {mayMake && (
              <>
                <ButtonLink to={author.paste()} variant="light" icon={IconTablePlus}>
                  <Trans>Paste a list</Trans>
                </ButtonLink>
                <ButtonLink to={author.import()} variant="light" icon={IconFileImport}>
                  <Trans>Import a file</Trans>
                </ButtonLink>
                <ButtonLink to={author.create()} hiddenFrom="md" variant="light" icon={IconPlus}>
                  <Trans>New deck</Trans>
                </ButtonLink>
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
