import { Trans, useLingui } from '@lingui/react/macro';
import { Container, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { useClasses } from '../../classroom/classroom.queries.ts';
import type { StudyDeck } from '../../deck/deck-groups.ts';
import { DeckProgress } from '../../learning/progress/deck-progress.tsx';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { PlacedBelow } from '../../ui/control/placed-below.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { ClassDecks } from './joined-class-decks.tsx';
import { MadeDecksPlace } from './made-decks-place.tsx';
import { AllDecksPlace, OfficialSection } from './student-decks.tsx';

/** All decks that a student may study. */
export default function StudentDecksPage() {
  const { t } = useLingui();
  const [progressOf, setProgressOf] = useState<StudyDeck | null>(null);
  const classes = useClasses();
  usePageTitle(t`Decks`);
  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="lg">
        <Title order={1}>
          <Trans>Decks</Trans>
        </Title>
        <PlacedBelow gap="lg" isPlaced={Boolean(classes.data ?? classes.error)}>
          <ErrorBoundary>
            <ClassDecks classes={classes.data ?? []} />
          </ErrorBoundary>
          <ErrorBoundary>
            <MadeDecksPlace />
          </ErrorBoundary>
          <ErrorBoundary>
            <OfficialSection />
          </ErrorBoundary>
          <AllDecksPlace onShowProgress={setProgressOf} />
        </PlacedBelow>
      </Stack>
      <DeckProgress deck={progressOf} onClose={() => setProgressOf(null)} />
    </Container>
  );
}
