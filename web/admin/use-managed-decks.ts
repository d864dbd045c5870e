import useSWR from 'swr';
import type { ManagedDeck } from '../../core/deck/official-deck.schema.ts';
import { callApi } from '../lib/api-client.ts';

/** Every deck of everybody, the official ones first. */
export function useManagedDecks() {
  return useSWR(
    '/api/admin/decks',
    async (url: string) => (await callApi<{ data: ManagedDeck[] }>('GET', url)).data,
  );
}
