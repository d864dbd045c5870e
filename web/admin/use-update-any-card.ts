import { toCardChanges } from '../card/card-rules.ts';
import type { UpdateCard } from '../card/use-update-card.ts';
import { useDecksChanged } from '../deck/use-decks-changed.ts';
import { callApi } from '../lib/api-client.ts';

export function useUpdateAnyCard(): UpdateCard {
  const decksChanged = useDecksChanged();
  return async (card, values, audio) => {
    await callApi('PATCH', `/api/admin/cards/${card.id}`, { body: toCardChanges(values, audio) });
    await decksChanged();
  };
}
