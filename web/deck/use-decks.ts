import useSWR from 'swr';
import type { Deck } from '../../core/deck/deck.schema.ts';
import { getAll } from '../lib/all-pages.ts';
import { getTogether } from '../lib/gathered-get.ts';

const KEY = '/api/decks';

/** Every deck that the user may study, official ones included. */
export function useDecks() {
  return useSWR(KEY, () => getAll<Deck>(KEY, getTogether));
}
