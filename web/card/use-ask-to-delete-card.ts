import { useLingui } from '@lingui/react/macro';
import type { Card } from '../../core/card/card.schema.ts';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';

/** Deletes a card after a question; true when it is gone. */
export function useAskToDeleteCard(
  deleteCard: (card: Card) => Promise<void>,
): (card: Card) => Promise<boolean> {
  const { t, i18n } = useLingui();
  const confirm = useConfirm();
  const notices = useNotices();
  const failed = useFailure();

  return async (card) => {
    const confirmed = await confirm({
      title: t`Delete “${card.front}”?`,
      text: t`The card is gone for good, for the students too.`,
      confirmLabel: t`Delete the card`,
      danger: true,
    });
    if (!confirmed) return false;
    try {
      await deleteCard(card);
      notices.success(i18n._(noticeText.cardDeleted));
      return true;
    } catch (error) {
      failed(failureText.cardDeleteFailed, error);
      return false;
    }
  };
}
