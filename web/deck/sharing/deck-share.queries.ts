import type { ShareRight } from '../../../core/access/deck-rights-sql.ts';
import { addressOf } from '../../../core/address.ts';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { useDecksChanged } from '../deck.changes.ts';

/** The colleagues with whom an own deck is shared; nothing is read without an id. */
export const useDeckShares = (deckId: number | null) =>
  useRead(deckId === null ? null : addressOf('GET /api/decks/:deckId/shares', { params: { deckId } }));

/** What is done with the rights to a deck, and with copies of it. Each resolves when the lists show it. */
export function useShareChanges() {
  const decksChanged = useDecksChanged();
  return {
    async share(deckId: number, login: string, may: ShareRight): Promise<void> {
      await callApi('POST /api/decks/:deckId/shares', { params: { deckId }, body: { login, may } });
      await decksChanged();
    },
    async change(deckId: number, teacherId: number, may: ShareRight): Promise<void> {
      const params = { deckId, teacherId };
      await callApi('PATCH /api/decks/:deckId/shares/:teacherId', { params, body: { may } });
      await decksChanged();
    },
    async end(deckId: number, teacherId: number): Promise<void> {
      await callApi('DELETE /api/decks/:deckId/shares/:teacherId', { params: { deckId, teacherId } });
      await decksChanged();
    },
    async handOver(deckId: number, teacherId: number): Promise<void> {
      await callApi('POST /api/decks/:deckId/owner', { params: { deckId }, body: { teacher_id: teacherId } });
      await decksChanged();
    },
    async copy(deckId: number): Promise<Deck> {
      const { data } = await callApi('POST /api/decks/:deckId/copy', { params: { deckId } });
      await decksChanged();
      return data;
    },
  };
}
