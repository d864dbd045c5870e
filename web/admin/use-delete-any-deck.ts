import { useDecksChanged } from '../deck/use-decks-changed.ts';
import { callApi } from '../lib/api-client.ts';

export function useDeleteAnyDeck(): (deckId: number) => Promise<void> {
  const decksChanged = useDecksChanged();
  return async (deckId) => {
    await callApi('DELETE', `/api/admin/decks/${deckId}`);
    await decksChanged();
  };
}
