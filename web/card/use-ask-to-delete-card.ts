import { useLingui } from '@lingui/react/macro';
import type { Card } from '../../core/card/card.schema.ts';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { useConfirmed } from '../ui/use-confirmed.ts';

/** Deletes a card after a question; true when it is gone. */
export function useAskToDeleteCard(
  deleteCard: (card: Card) => Promise<void>,
): (card: Card) => Promise<boolean> {
  const { t } = useLingui();
  const { ask } = useConfirmed<Card>({
    question: (card) => ({
      title: t`Delete “${card.front}”?`,
      text: t`The card is gone for good, for the students too.`,
      confirmLabel: t`Delete the card`,
      danger: true,
    }),
    run: deleteCard,
    done: noticeText.cardDeleted,
    failed: failureText.cardDeleteFailed,
  });
  return ask;
}
