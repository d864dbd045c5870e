import { addressOf } from '../../core/address.ts';
import type { Body } from '../../core/api.ts';
import { useDecksChanged } from '../deck/deck.changes.ts';
import { callApi } from '../lib/call/api-client.ts';
import { useList } from '../lib/call/use-read.ts';

/** Every deck of everybody, the official ones first. */
export const useManagedDecks = () => useList(addressOf('GET /api/admin/decks'));

/** Returns the administrator's changes to decks; each resolves when the lists show it. */
export function useManagedDeckChanges() {
  const decksChanged = useDecksChanged();
  return {
    async mark(body: Body<'POST /api/admin/official-decks'>): Promise<void> {
      await callApi('POST /api/admin/official-decks', { body });
      await decksChanged();
    },
    async update(deckId: number, body: Body<'PATCH /api/admin/official-decks/:deckId'>): Promise<void> {
      await callApi('PATCH /api/admin/official-decks/:deckId', { params: { deckId }, body });
      await decksChanged();
    },
    async unmark(deckId: number): Promise<void> {
      await callApi('DELETE /api/admin/official-decks/:deckId', { params: { deckId } });
      await decksChanged();
    },
    async remove(deckId: number): Promise<void> {
      await callApi('DELETE /api/admin/decks/:deckId', { params: { deckId } });
      await decksChanged();
    },
  };
}
