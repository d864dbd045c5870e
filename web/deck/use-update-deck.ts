import type { DeckChanges } from '../../core/deck/deck.schema.ts';
import { callApi } from '../lib/api-client.ts';
import { useDecksChanged } from './use-decks-changed.ts';

export function useUpdateDeck(deckId: number): (body: DeckChanges) => Promise<void> {
  const decksChanged = useDecksChanged();
  return async (body) => {
    await callApi('PATCH', `/api/decks/${deckId}`, { body });
    void decksChanged();
  };
}
