import type { Card } from '../../core/card/card.schema.ts';
import { useDecksChanged } from '../deck/use-decks-changed.ts';
import { callApi } from '../lib/api-client.ts';
import { type AudioChoice, type CardValues, toCardChanges } from './card-rules.ts';
import { forgetDeckCards } from './use-cards.ts';

/** Resolves when the list shows the card as it is now. */
export type UpdateCard = (card: Card, values: CardValues, audio: AudioChoice) => Promise<void>;

export function useUpdateCard(): UpdateCard {
  const decksChanged = useDecksChanged();
  return async (card, values, audio) => {
    const body = toCardChanges(values, audio);
    // Also when it is refused: a card that is gone is not to come back from the cache.
    await callApi('PATCH', `/api/decks/${card.deck_id}/cards/${card.id}`, { body }).finally(forgetDeckCards);
    await decksChanged();
  };
}
