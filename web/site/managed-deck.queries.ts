import { addressOf } from '../../core/address.ts';
import type { Body } from '../../core/api.ts';
import { useDecksChanged } from '../deck/deck.changes.ts';
import { callApi } from '../lib/call/api-client.ts';
import { useList } from '../lib/call/use-read.ts';

export const useManagedDecks = () => useList(addressOf('GET /api/admin/decks'));

/** Returns the administrator's changes to decks; each resolves when the lists show it. */
export function useManagedDeckChanges() {
  const decksChanged = useDecksChanged();
  const shown = async (call: Promise<unknown>): Promise<void> => {
    await call;
    await decksChanged();
  };
  return {
    mark: (body: Body<'POST /api/admin/official-decks'>) =>
      shown(callApi('POST /api/admin/official-decks', { body })),
    update: (deckId: number, body: Body<'PATCH /api/admin/official-decks/:deckId'>) =>
      shown(callApi('PATCH /api/admin/official-decks/:deckId', { params: { deckId }, body })),
    unmark: (deckId: number) =>
      shown(callApi('DELETE /api/admin/official-decks/:deckId', { params: { deckId } })),
    remove: (deckId: number) => shown(callApi('DELETE /api/admin/decks/:deckId', { params: { deckId } })),
  };
}
