import type { OfficialDeckChanges } from '../../core/deck/official-deck.schema.ts';
import { useDecksChanged } from '../deck/use-decks-changed.ts';
import { callApi } from '../lib/api-client.ts';

/** Resolves when the lists show the deck as it is now. */
export function useUpdateOfficialDeck(): (deckId: number, body: OfficialDeckChanges) => Promise<void> {
  const decksChanged = useDecksChanged();
  return async (deckId, body) => {
    await callApi('PATCH', `/api/admin/official-decks/${deckId}`, { body });
    await decksChanged();
  };
}
