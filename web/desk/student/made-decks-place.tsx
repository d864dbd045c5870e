import { Suspense } from 'react';
import { useDecks } from '../../deck/deck.queries.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { useSiteSettings } from '../../lib/pages/site-settings.tsx';
import { lazyNamed } from '../../ui/control/lazy-named.ts';
import { LoadingBlock } from '../../ui/feedback/loading-block.tsx';

// Where a school lets nobody make decks, as most do, no student loads it.
const MadeDecks = lazyNamed('MadeDecks', () => import('./made-decks.tsx'));

/** A student's own decks: where the school lets students make them, or has let them. */
export function MadeDecksPlace() {
  const { userId } = useSession();
  const { students_make_decks: mayMake } = useSiteSettings();
  const own = useDecks().data?.filter(({ user_id }) => user_id === userId);
  if (!own || (!mayMake && own.length === 0)) return null;
  return (
    <Suspense fallback={<LoadingBlock height={180} radius="lg" />}>
      <MadeDecks decks={own} mayMake={mayMake} />
    </Suspense>
  );
}
