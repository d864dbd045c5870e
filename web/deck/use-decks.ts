import useSWR from 'swr';
import type { Deck } from '../../core/deck/deck.schema.ts';
import { type Get, getAlone } from '../lib/gathered-get.ts';

const KEY = '/api/decks';

/** Every deck that the user may study, official ones included. */
export function useDecks(get: Get = getAlone) {
  return useSWR(KEY, async () => (await get<{ data: Deck[] }>(KEY)).data);
}
