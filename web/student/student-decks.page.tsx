import { Trans, useLingui } from '@lingui/react/macro';
import { Container, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import type { StudyDeck } from '../deck/deck-groups.ts';
import { usePageTitle } from '../site/page-title.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { DeckProgress } from './deck-progress.tsx';
import { MadeDecksPlace } from './made-decks-place.tsx';
import { StudentDecks } from './student-decks.tsx';

/** All decks that a student may study. */
export default function StudentDecksPage() {
  const { t } = useLingui();
  const [progressOf, setProgressOf] = useState<StudyDeck | null>(null);
  usePageTitle(t`Decks`);
  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="lg">
        <Title order={1}>
          <Trans>Decks</Trans>
        </Title>
        <ErrorBoundary>
          <MadeDecksPlace />
        </ErrorBoundary>
        <ErrorBoundary>
          <StudentDecks onShowProgress={setProgressOf} />
        </ErrorBoundary>
      </Stack>
      <DeckProgress deck={progressOf} onClose={() => setProgressOf(null)} />
    </Container>
  );
}
