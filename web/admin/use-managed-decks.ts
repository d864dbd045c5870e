import useSWR from 'swr';
import type { ManagedDeck } from '../../core/deck/official-deck.schema.ts';
import { getAll } from '../lib/all-pages.ts';
import { getTogether } from '../lib/gathered-get.ts';

/** Every deck of everybody, the official ones first. */
export function useManagedDecks() {
  return useSWR('/api/admin/decks', (url: string) => getAll<ManagedDeck>(url, getTogether));
}
