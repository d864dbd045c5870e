import { useLingui } from '@lingui/react/macro';
import type { Deck } from '../../core/deck/deck.schema.ts';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';
import { useDeckChanges } from './deck.changes.ts';
import { useDeleteQuestion } from './use-delete-question.ts';

/** Deletes a deck after a question that says what goes with it; true when it is gone. */
export function useAskToDelete(): (deck: Deck) => Promise<boolean> {
  const { i18n } = useLingui();
  const confirm = useConfirm();
  const notices = useNotices();
  const failed = useFailure();
  const question = useDeleteQuestion();
  const { remove } = useDeckChanges();

  return async (deck) => {
    if (!(await confirm(question(deck)))) return false;
    try {
      await remove(deck.id);
      notices.success(i18n._(noticeText.deckDeleted));
      return true;
    } catch (error) {
      failed(failureText.deckDeleteFailed, error);
      return false;
    }
  };
}
