import { useLingui } from '@lingui/react/macro';
import { IconTrash } from '@tabler/icons-react';
import type { ManagedDeck } from '../../../core/deck/deck.schema.ts';
import { useUndoOfDeletion } from '../../deck/bring-back.ts';
import { useDeleteQuestion } from '../../deck/use-delete-question.ts';
import { failureText, noticeText } from '../../lib/call/notice-text.ts';
import { LazyTrashedCards, LazyTrashedDecks } from '../../trash/lazy-trash.tsx';
import { Disclosure } from '../../ui/control/disclosure.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { useConfirmed } from '../../ui/feedback/use-confirmed.ts';
import { useManagedDeckChanges } from '../managed-deck.queries.ts';

/** Deletes anybody's deck after a question that says what goes with it; `ask` returns true when it is gone. */
export function useAskToDeleteAnyDeck() {
  const question = useDeleteQuestion();
  const undo = useUndoOfDeletion();
  const { remove } = useManagedDeckChanges();
  const { ask, isRunning } = useConfirmed<ManagedDeck>({
    question,
    run: ({ id }) => remove(id),
    done: noticeText.deckDeleted,
    failed: failureText.deckDeleteFailed,
    undo: ({ id }) => undo.deck(id),
  });
  return { ask, deleting: isRunning };
}

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
