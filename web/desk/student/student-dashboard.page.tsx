import { Trans, useLingui } from '@lingui/react/macro';
import { Container, Stack, Text, Title } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { StudyDeck } from '../../deck/deck-groups.ts';
import { useActivity, useToday } from '../../learning/activity.queries.ts';
import { DeckProgress } from '../../learning/progress/deck-progress.tsx';
import { useSession } from '../../lib/kept/stored-session.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { givenName } from '../../lib/text/given-name.ts';
import { PlacedBelow } from '../../ui/control/placed-below.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { StudentClasses } from '../classes/student-classes.tsx';
import { MadeDecksPlace } from './made-decks-place.tsx';
import { AllDecksPlace, OfficialSection } from './student-decks.tsx';
import { TodayBand } from './today-band.tsx';
import { isNewcomer } from './today-state.ts';
import { TodaysDecks } from './todays-decks.tsx';

const AnsweredReports = lazy(() => import('../../learning/progress/answered-reports.tsx'));

// A year of days, far below what is seen first.
const ActivityBlock = lazy(async () => {
  const { ActivityBlock } = await import('../../learning/progress/activity-block.tsx');
  return { default: ActivityBlock };
});

/** Where a student chooses what to study and sees how it goes. */
export default function StudentDashboard() {
  const { t } = useLingui();
  const name = givenName(useSession().name ?? '');
  const [progressOf, setProgressOf] = useState<StudyDeck | null>(null);
  const { data: today, error } = useToday();
  const activity = useActivity();
  const isKnown = Boolean((today ?? error) && (activity.data ?? activity.error));
  const begun = useMemo(() => new Set(today?.decks.map(({ deck_id }) => deck_id)), [today]);
  const isNew = isNewcomer(activity.data);
  usePageTitle(t`My learning`);
  const official = (
    <ErrorBoundary>
      <OfficialSection begun={begun} />
    </ErrorBoundary>
  );
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
        <PlacedBelow gap="xl" isPlaced={isKnown}>
          <ErrorBoundary>
            <Suspense>
              <AnsweredReports />
            </Suspense>
          </ErrorBoundary>
          {isNew && official}
          <ErrorBoundary>
            <StudentClasses />
          </ErrorBoundary>
          <ErrorBoundary>
            <MadeDecksPlace />
          </ErrorBoundary>
          {!isNew && (
            <>
              {official}
              <AllDecksPlace onShowProgress={setProgressOf} />
              <ErrorBoundary>
                <Suspense>
                  <ActivityBlock />
                </Suspense>
              </ErrorBoundary>
            </>
          )}
        </PlacedBelow>
      </Stack>
      <DeckProgress deck={progressOf} onClose={() => setProgressOf(null)} />
    </Container>
  );
}
