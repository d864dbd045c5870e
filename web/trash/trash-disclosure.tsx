import { useLingui } from '@lingui/react/macro';
import { IconTrash } from '@tabler/icons-react';
import { Disclosure } from '../ui/control/disclosure.tsx';
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx';
import { LazyTrashedCards, LazyTrashedDecks } from './lazy-trash.tsx';

/** The deleted cards of a deck, or the deleted decks, once they are asked for. */
export function TrashDisclosure({ deckId }: { deckId?: number }) {
  const { t } = useLingui();
  const label = deckId === undefined ? t`Deleted decks` : t`Deleted cards`;
  return (
    <Disclosure label={label} icon={<IconTrash size={18} aria-hidden />} align="flex-start">
      <ErrorBoundary>
        {deckId === undefined ? <LazyTrashedDecks /> : <LazyTrashedCards deckId={deckId} />}
      </ErrorBoundary>
    </Disclosure>
  );
}
