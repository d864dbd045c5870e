import useSWR from 'swr';
import type { Deck } from '../../core/deck/deck.schema.ts';
import { getTogether } from '../lib/gathered-get.ts';

/** One deck; nothing is read without an id. */
export function useDeck(deckId: number | null) {
  return useSWR(
    deckId === null ? null : `/api/decks/${deckId}`,
    async (url: string) => (await getTogether<{ data: Deck }>(url)).data,
  );
}
