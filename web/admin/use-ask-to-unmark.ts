import { useLingui } from '@lingui/react/macro';
import type { ManagedDeck } from '../../core/deck/official-deck.schema.ts';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';
import { useManagedDeckChanges } from './managed-deck.queries.ts';

/** Makes an official deck an ordinary one again, after a question; true when it is one. */
export function useAskToUnmark(): (deck: ManagedDeck) => Promise<boolean> {
  const { t, i18n } = useLingui();
  const confirm = useConfirm();
  const notices = useNotices();
  const failed = useFailure();
  const { unmark } = useManagedDeckChanges();

  return async ({ id, title, owner }) => {
    const confirmed = await confirm({
      title: t`Remove “${title}” from the official decks?`,
      text: t`The deck stays with ${owner.name}, with all its cards. Students can then study it only in a class that has it.`,
      confirmLabel: t`Remove official`,
    });
    if (!confirmed) return false;
    try {
      await unmark(id);
      notices.success(i18n._(noticeText.deckRemoved));
      return true;
    } catch (error) {
      failed(failureText.deckRemoveFailed, error);
      return false;
    }
  };
}
