import { Trans, useLingui } from '@lingui/react/macro';
import { Container, Stack, Text, Title } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { StudyDeck } from '../deck/deck-groups.ts';
import { useToday } from '../learning/activity.queries.ts';
import { givenName } from '../lib/given-name.ts';
import { useSession } from '../lib/stored-session.ts';
import { usePageTitle } from '../site/page-title.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { PlacedBelow } from '../ui/placed-below.tsx';
import { ActivityBlock } from './activity-block.tsx';
import { DeckProgress } from './deck-progress.tsx';
import { MadeDecksPlace } from './made-decks-place.tsx';
import { StudentClasses } from './student-classes.tsx';
import { StudentDecks } from './student-decks.tsx';
import { TodayBand } from './today-band.tsx';
import { TodaysDecks } from './todays-decks.tsx';

const AnsweredReports = lazy(() => import('./answered-reports.tsx'));

/** Where a student chooses what to study and sees how it goes. */
export default function StudentDashboard() {
  const { t } = useLingui();
  const name = givenName(useSession().name ?? '');
  const [progressOf, setProgressOf] = useState<StudyDeck | null>(null);
  const { data: today, error } = useToday();
  const begun = useMemo(() => new Set(today?.decks.map(({ deck_id }) => deck_id)), [today]);
  usePageTitle(t`My learning`);
  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="xl">
        <div>
          <Title order={1}>{name ? t`Hello, ${name}!` : <Trans>Hello!</Trans>}</Title>
          <Text c="dimmed">
            <Trans>What would you like to learn today?</Trans>
          </Text>
        </div>
        <ErrorBoundary>
          <TodayBand />
        </ErrorBoundary>
        <ErrorBoundary>
          <TodaysDecks onShowProgress={setProgressOf} />
        </ErrorBoundary>
        <PlacedBelow gap="xl" isPlaced={Boolean(today ?? error)}>
          <ErrorBoundary>
            <Suspense>
              <AnsweredReports />
            </Suspense>
          </ErrorBoundary>
          <ErrorBoundary>
            <ActivityBlock />
          </ErrorBoundary>
          <ErrorBoundary>
            <StudentClasses />
          </ErrorBoundary>
          <ErrorBoundary>
            <MadeDecksPlace />
          </ErrorBoundary>
          <ErrorBoundary>
            <StudentDecks begun={begun} onShowProgress={setProgressOf} />
          </ErrorBoundary>
        </PlacedBelow>
      </Stack>
      <DeckProgress deck={progressOf} onClose={() => setProgressOf(null)} />
    </Container>
  );
}
