import { useDecksChanged } from '../deck/use-decks-changed.ts';
import { callApi } from '../lib/api-client.ts';

export function useUnmarkOfficial(): (deckId: number) => Promise<void> {
  const decksChanged = useDecksChanged();
  return async (deckId) => {
    await callApi('DELETE', `/api/admin/official-decks/${deckId}`);
    await decksChanged();
  };
}
