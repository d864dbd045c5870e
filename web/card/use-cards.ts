import useSWR from 'swr';
import type { Card } from '../../core/card/card.schema.ts';
import { callApi, withQuery } from '../lib/api-client.ts';

/** The address of a deck's cards, or of those that a text is found in. */
export const cardsUrl = (deckId: number, search?: string): string =>
  withQuery(`/api/decks/${deckId}/cards`, { search });

export const loadCards = async (url: string): Promise<Card[]> =>
  (await callApi<{ data: Card[] }>('GET', url)).data;

/** The cards of a deck, in deck order; only those found, if something was searched for. */
export function useCards(deckId: number, search?: string) {
  // What was found has only just been put into the cache by the search itself.
  return useSWR(cardsUrl(deckId, search), loadCards, { revalidateIfStale: search === undefined });
}
