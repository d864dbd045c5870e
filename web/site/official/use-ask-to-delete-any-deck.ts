import type { ManagedDeck } from '../../../core/deck/deck.schema.ts';
import { useUndoOfDeletion } from '../../deck/bring-back.ts';
import { useDeleteQuestion } from '../../deck/use-delete-question.ts';
import { failureText, noticeText } from '../../lib/call/notice-text.ts';
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
