import { lazy, Suspense } from 'react';
import { Loading } from '../ui/feedback/loading.tsx';

const TrashedDecks = lazy(() => import('./trashed-decks.tsx'));
const TrashedCards = lazy(() => import('./trashed-cards.tsx'));

/** The list is a part of its own, which teachers and the administrator share. */
export const LazyTrashedDecks = () => (
  <Suspense fallback={<Loading minHeight={120} />}>
    <TrashedDecks />
  </Suspense>
);

export const LazyTrashedCards = ({ deckId }: { deckId: number }) => (
  <Suspense fallback={<Loading minHeight={120} />}>
    <TrashedCards deckId={deckId} />
  </Suspense>
);
