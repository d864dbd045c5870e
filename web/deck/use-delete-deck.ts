import { callApi } from '../lib/api-client.ts';
import { useDecksChanged } from './use-decks-changed.ts';

export function useDeleteDeck(): (deckId: number) => Promise<void> {
  const decksChanged = useDecksChanged();
  return async (deckId) => {
    await callApi('DELETE', `/api/decks/${deckId}`);
    await decksChanged();
  };
}
