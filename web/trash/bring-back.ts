import { useDecksChanged } from '../deck/deck.changes.ts';
import { callApi } from '../lib/api-client.ts';

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
