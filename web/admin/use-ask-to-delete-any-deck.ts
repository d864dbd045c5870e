import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ManagedDeck } from '../../core/deck/official-deck.schema.ts';
import { useDeleteQuestion } from '../deck/use-delete-question.ts';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';
import { useManagedDeckChanges } from './managed-deck.queries.ts';

/** Deletes anybody's deck after a question that says what goes with it; `ask` answers true when it is gone. */
export function useAskToDeleteAnyDeck() {
  const { i18n } = useLingui();
  const confirm = useConfirm();
  const notices = useNotices();
  const failed = useFailure();
  const question = useDeleteQuestion();
  const { remove } = useManagedDeckChanges();
  const [deleting, setDeleting] = useState(false);

  const ask = async (deck: ManagedDeck): Promise<boolean> => {
    if (!(await confirm(question(deck)))) return false;
    setDeleting(true);
    try {
      await remove(deck.id);
      notices.success(i18n._(noticeText.deckDeleted));
      return true;
    } catch (error) {
      failed(failureText.deckDeleteFailed, error);
      return false;
    } finally {
      setDeleting(false);
    }
  };

  return { ask, deleting };
}
