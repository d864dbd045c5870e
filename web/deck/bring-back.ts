import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { callApi } from '../lib/call/api-client.ts';
import { useNotices } from '../ui/feedback/notices.tsx';
import { useFailure } from '../ui/feedback/use-failure.ts';
import { useDecksChanged } from './deck.changes.ts';

export function useUndoOfDeletion() {
  const { i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const bringBack = useBringBack();
  const said = (work: Promise<void>, done: MessageDescriptor): void =>
    void work.then(
      () => notices.success(i18n._(done)),
      (reason) => failed(broughtBackText.failed, reason),
    );
  return {
    deck: (deckId: number) => said(bringBack.deck(deckId), broughtBackText.deck),
    cards: (deckId: number, ids: number[]) => said(bringBack.cards(deckId, ids), broughtBackText.cards),
  };
}

export const broughtBackText = {
  deck: msg`The deck is back.`,
  cards: msg`Brought back.`,
  failed: msg({ message: 'Nothing was brought back: {message}' }),
};

/** Brings back from the trash; each resolves when the lists show it. What is refused may have changed there as well. */
export function useBringBack() {
  const decksChanged = useDecksChanged();
  return {
    deck: async (deckId: number): Promise<void> => {
      await callApi('POST /api/trash/:deckId/restore', { params: { deckId } }).finally(decksChanged);
    },
    /** Without ids all of the deck. */
    cards: async (deckId: number, ids?: number[]): Promise<void> => {
      const body = { ...(ids && { ids }) };
      await callApi('POST /api/decks/:deckId/trash/restore', { params: { deckId }, body }).finally(
        decksChanged,
      );
    },
  };
}
