import type { Deck } from '../../core/deck/deck.schema.ts';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { useConfirmed } from '../ui/use-confirmed.ts';
import { useDeckChanges } from './deck.changes.ts';
import { useDeleteQuestion } from './use-delete-question.ts';

/** Deletes a deck after a question that says what goes with it; true when it is gone. */
export function useAskToDelete(): (deck: Deck) => Promise<boolean> {
  const question = useDeleteQuestion();
  const { remove } = useDeckChanges();
  const { ask } = useConfirmed<Deck>({
    question,
    run: ({ id }) => remove(id),
    done: noticeText.deckDeleted,
    failed: failureText.deckDeleteFailed,
  });
  return ask;
}
