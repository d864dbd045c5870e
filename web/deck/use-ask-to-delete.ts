import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Deck } from '../../core/deck/deck.schema.ts';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';
import { useDeleteDeck } from './use-delete-deck.ts';

/** Deletes a deck after a question that says what goes with it; true when it is gone. */
export function useAskToDelete(): (deck: Deck) => Promise<boolean> {
  const { t, i18n } = useLingui();
  const confirm = useConfirm();
  const notices = useNotices();
  const failed = useFailure();
  const deleteDeck = useDeleteDeck();

  return async (deck) => {
    const { title, card_count, class_count } = deck;
    const cards = t`${plural(card_count, {
      0: 'The deck has no cards.',
      one: 'Its card is deleted as well.',
      other: 'Its # cards are deleted as well.',
    })}`;
    const inClasses = t`${plural(class_count, {
      one: '# class studies this deck. It disappears there, and the progress of its students with it.',
      other: '# classes study this deck. It disappears there, and the progress of their students with it.',
    })}`;
    const confirmed = await confirm({
      title: t`Delete “${title}”?`,
      text: class_count > 0 ? `${inClasses} ${cards}` : cards,
      confirmLabel: t`Delete the deck`,
      danger: true,
    });
    if (!confirmed) return false;
    try {
      await deleteDeck(deck.id);
      notices.success(i18n._(noticeText.deckDeleted));
      return true;
    } catch (error) {
      failed(failureText.deckDeleteFailed, error);
      return false;
    }
  };
}
