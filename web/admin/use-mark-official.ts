import type { NewOfficialDeckBody } from '../../core/deck/official-deck.schema.ts';
import { useDecksChanged } from '../deck/use-decks-changed.ts';
import { callApi } from '../lib/api-client.ts';

/** Resolves when the lists show the deck as official. */
export function useMarkOfficial(): (body: NewOfficialDeckBody) => Promise<void> {
  const decksChanged = useDecksChanged();
  return async (body) => {
    await callApi('POST', '/api/admin/official-decks', { body });
    await decksChanged();
  };
}
