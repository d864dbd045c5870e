import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Deck } from '../../core/deck/deck.schema.ts';
import type { ConfirmOptions } from '../ui/feedback/confirm-dialog.tsx';

/** Returns what is asked before a deck is deleted: it says what goes with it. */
export function useDeleteQuestion(): (
  deck: Pick<Deck, 'title' | 'card_count' | 'class_count'>,
) => ConfirmOptions {
  const { t } = useLingui();
  return ({ title, card_count, class_count }) => {
    const cards = t`${plural(card_count, {
      0: 'It stays in the trash for 30 days.',
      one: 'It stays in the trash for 30 days, with its card.',
      other: 'It stays in the trash for 30 days, with its # cards.',
    })}`;
    const inClasses = t`${plural(class_count, {
      one: '# class studies this deck. It disappears there, and the progress of its students with it, until you bring it back.',
      other:
        '# classes study this deck. It disappears there, and the progress of their students with it, until you bring it back.',
    })}`;
    return {
      title: t`Delete “${title}”?`,
      text: class_count > 0 ? `${inClasses} ${cards}` : cards,
      confirmLabel: t`Delete the deck`,
      danger: true,
    };
  };
}
