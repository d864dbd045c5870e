import type { Card } from '../../core/card/card.schema.ts';
import { useDecksChanged } from '../deck/use-decks-changed.ts';
import { callApi } from '../lib/api-client.ts';
import { forgetDeckCards } from './use-cards.ts';

export function useDeleteCard(): (card: Card) => Promise<void> {
  const decksChanged = useDecksChanged();
  return async (card) => {
    // Also when it is refused: a card that is gone is not to come back from the cache.
    await callApi('DELETE', `/api/decks/${card.deck_id}/cards/${card.id}`).finally(forgetDeckCards);
    await decksChanged();
  };
}
