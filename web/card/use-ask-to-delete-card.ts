import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Card } from '../../core/contract/card-shape.schema.ts';
import { plainText } from '../../core/text/marked-text.ts';
import { useUndoOfDeletion } from '../deck/bring-back.ts';
import { useConfirmed } from '../ui/feedback/use-confirmed.ts';

/** Deletes a card after a question; true when it is gone. */
export function useAskToDeleteCard(
  deleteCard: (card: Card) => Promise<void>,
): (card: Card) => Promise<boolean> {
  const { t } = useLingui();
  const undo = useUndoOfDeletion();
  const { ask } = useConfirmed<Card>({
    question: (card) => ({
      title: t`Delete “${plainText(card.front)}”?`,
      text: t`The card is gone for the students, too. It stays in the trash of the deck for 30 days.`,
      confirmLabel: t`Delete the card`,
      danger: true,
    }),
    run: deleteCard,
    done: msg`The card has been deleted.`,
    failed: msg({ message: 'The card could not be deleted: {message}' }),
    undo: ({ id, deck_id }) => undo.cards(deck_id, [id]),
  });
  return ask;
}
