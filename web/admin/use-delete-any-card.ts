import type { Card } from '../../core/card/card.schema.ts';
import { useDecksChanged } from '../deck/use-decks-changed.ts';
import { callApi } from '../lib/api-client.ts';

export function useDeleteAnyCard(): (card: Card) => Promise<void> {
  const decksChanged = useDecksChanged();
  return async (card) => {
    await callApi('DELETE', `/api/admin/cards/${card.id}`);
    await decksChanged();
  };
}
