import useSWR from 'swr';
import type { ManagedDeck } from '../../core/deck/official-deck.schema.ts';
import { getAlone } from '../lib/gathered-get.ts';

const KEY = '/api/admin/decks';

/** Every deck of everybody, for the administrator. */
export function useManagedDecks() {
  return useSWR(KEY, async () => (await getAlone<{ data: ManagedDeck[] }>(KEY)).data);
}
