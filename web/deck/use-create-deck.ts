import type { Deck, NewDeckBody } from '../../core/deck/deck.schema.ts';
import { callApi } from '../lib/api-client.ts';
import { useDecksChanged } from './use-decks-changed.ts';

export function useCreateDeck(): (body: NewDeckBody) => Promise<void> {
  const decksChanged = useDecksChanged();
  return async (body) => {
    await callApi<{ data: Deck }>('POST', '/api/decks', { body });
    void decksChanged();
  };
}
