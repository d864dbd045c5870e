import { useLingui } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useDecks } from '../deck/deck.queries.ts';
import { useSession } from '../lib/stored-session.ts';
import { useSiteSettings } from '../site/site-settings.tsx';

// Where a school lets nobody make decks, as most do, no student loads it.
const MadeDecks = lazy(async () => {
  const { MadeDecks } = await import('./made-decks.tsx');
  return { default: MadeDecks };
});

/** A student's own decks: where the school lets students make them, or has let them. */
export function MadeDecksPlace() {
  const { t } = useLingui();
  const { userId } = useSession();
  const { students_make_decks: mayMake } = useSiteSettings();
  const own = useDecks().data?.filter(({ user_id }) => user_id === userId);
  if (!own || (!mayMake && own.length === 0)) return null;
  return (
    <Suspense fallback={<Skeleton height={180} radius="lg" role="status" aria-label={t`Loading…`} />}>
      <MadeDecks decks={own} mayMake={mayMake} />
    </Suspense>
  );
}
