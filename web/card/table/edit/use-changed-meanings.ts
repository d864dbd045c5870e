import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { TableCard } from '../../../../core/card/edits/card-edit.schema.ts';
import { seenCard } from '../../../../core/card/seen-card.ts';
import { callApi } from '../../../lib/call/api-client.ts';
import { useNotices } from '../../../ui/feedback/notices.tsx';
import { useFailure } from '../../../ui/feedback/use-failure.ts';
import { useAttempt } from '../../../ui/feedback/use-submit.ts';
import { hasOtherWords } from '../../meaning/other-words.ts';
import type { CardTable } from '../use-card-table.ts';
import { editActionText } from './edit-action-text.ts';

const notMeant = msg({ message: 'The meaning was not changed: {message}' });

/** A card whose sides got other words while students know it. */
interface ChangedCard {
  id: number;
  /** Of those who have learnt it; null when that could not be read. */
  learners: number | null;
}

/**
 * Cells are saved as another wording at once; which of them mean something else is asked afterwards, and may be left
 * open.
 */
export function useChangedMeanings(table: CardTable) {
  const { i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const [changed, setChanged] = useState<readonly ChangedCard[]>([]);
  const drop = (id: number) => setChanged((all) => all.filter((one) => one.id !== id));

  const [meansOther, isSending] = useAttempt(
    (error) => {
      failed(notMeant, error);
      void table.readAgain();
    },
    async (card: TableCard) => {
      await table.send({ act: 'meaning', cards: [{ id: card.id, seen: seenCard(card) }] });
      notices.success(i18n._({ ...editActionText.meaning, values: { count: 1 } }));
      drop(card.id);
    },
  );
  return {
    isSending,
    /** The latest first, without those that are gone. */
    changed: changed.flatMap(({ id, learners }) => {
      const card = table.cards?.find((one) => one.id === id);
      return card ? [{ card, learners }] : [];
    }),
    async note(before: TableCard, after: TableCard): Promise<void> {
      if (!hasOtherWords(before, after)) return;
      const { id, deck_id: deckId } = after;
      const learners = await callApi('GET /api/decks/:deckId/cards/:cardId/learners', {
        params: { deckId, cardId: id },
      }).then(
        ({ data }) => data.learners,
        () => null,
      );
      if (learners === 0) return;
      setChanged((all) => [{ id, learners }, ...all.filter((one) => one.id !== id)]);
    },
    meansOther,
    /** All of them say the same in other words. */
    dismiss: () => setChanged([]),
  };
}

export type ChangedMeanings = ReturnType<typeof useChangedMeanings>;
