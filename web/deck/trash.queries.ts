import { addressOf } from '../../core/address.ts';
import { callApi } from '../lib/call/api-client.ts';
import { useList } from '../lib/call/use-read.ts';
import { useDecksChanged } from './deck.changes.ts';

export const useTrashedDecks = () => useList(addressOf('GET /api/trash'));

export const useTrashedCards = (deckId: number) =>
  useList(addressOf('GET /api/decks/:deckId/trash', { params: { deckId } }));

/** What goes for good; resolves when the lists show it. What is refused may have changed there as well. */
export function useEmptying() {
  const decksChanged = useDecksChanged();
  const shown = async (work: Promise<unknown>): Promise<void> => {
    await work.finally(decksChanged);
  };
  return {
    deck: (deckId: number) => shown(callApi('DELETE /api/trash/:deckId', { params: { deckId } })),
    decks: () => shown(callApi('DELETE /api/trash')),
    cards: (deckId: number) => shown(callApi('DELETE /api/decks/:deckId/trash', { params: { deckId } })),
  };
}
