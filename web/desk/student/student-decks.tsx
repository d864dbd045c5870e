import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Suspense, useEffect } from 'react';
import type { StudyDeck } from '../../deck/deck-groups.ts';
import { useOfficialDecks } from '../../deck/official-deck.queries.ts';
import { lazyNamed } from '../../ui/control/lazy-named.ts';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { LoadingBlock } from '../../ui/feedback/loading-block.tsx';
import { useFailedRead } from '../../ui/feedback/use-failure.ts';
import { OFFICIAL_DECKS_ID, OfficialDecks } from './official-decks.tsx';
import { Section } from './section.tsx';

// Search and choice stand below what is seen first.
const AllDecks = lazyNamed('AllDecks', () => import('./all-decks.tsx'));

/** The official decks at one touch, but for those that stand elsewhere on the screen: `begun`. */
export function OfficialSection({ begun }: { begun?: ReadonlySet<number> }) {
  const { t } = useLingui();
  const official = useOfficialDecks();
  useFailedRead(official.error, msg({ message: 'The official decks could not be loaded: {message}' }));

  useEffect(() => {
    // A newcomer who comes by the link before the decks are on the page would stay at its top.
    if (location.hash === `#${OFFICIAL_DECKS_ID}`)
      document.getElementById(OFFICIAL_DECKS_ID)?.scrollIntoView();
  }, []);

  const offered = official.data?.filter(({ id }) => !begun?.has(id));
  if (offered?.length === 0 && official.data?.length !== 0) return null;
  return (
    <Section id={OFFICIAL_DECKS_ID} title={t`Official decks`}>
      <OfficialDecks decks={offered} error={official.error} onRetry={() => official.mutate()} />
    </Section>
  );
}

export function AllDecksPlace({ onShowProgress }: { onShowProgress: (deck: StudyDeck) => void }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<LoadingBlock height={246} radius="lg" />}>
        <AllDecks onShowProgress={onShowProgress} />
      </Suspense>
    </ErrorBoundary>
  );
}
