import useSWR from 'swr';
import type { Card } from '../../core/card/card.schema.ts';
import { withQuery } from '../lib/api-client.ts';
import { dropCache, readCache, sweepCache, writeCache } from '../lib/expiring-cache.ts';
import { type Get, getTogether } from '../lib/gathered-get.ts';

const CACHE = 'deck-cards:';
export const DECK_CARDS_MAX_AGE_MS = 300_000;
/** More would take the room that the browser gives to everything that is kept. */
export const CACHED_CARDS_MAX = 1_000;

const KEPT = { version: '1.0', maxAgeMs: DECK_CARDS_MAX_AGE_MS };

/** The address of a deck's cards, or of those that a text is found in. */
export const cardsUrl = (deckId: number, search?: string): string =>
  withQuery(`/api/decks/${deckId}/cards`, { search });

export const loadCards = async (url: string, get: Get = getTogether): Promise<Card[]> =>
  (await get<{ data: Card[] }>(url)).data;

let drops = 0;

/** To be called when cards may have changed; what is still on the way will not be cached any more. */
export function forgetDeckCards(): void {
  drops += 1;
  dropCache(CACHE);
}

/** A deck's cards, from the cache for five minutes. */
export async function loadDeckCards(deckId: number, get: Get): Promise<Card[]> {
  const name = `${CACHE}${deckId}`;
  const cached = readCache<Card[]>(name, KEPT);
  if (cached) return cached;
  const before = drops;
  const cards = await loadCards(cardsUrl(deckId), get);
  sweepCache(CACHE, KEPT);
  if (before === drops && cards.length <= CACHED_CARDS_MAX) writeCache(name, cards, KEPT);
  return cards;
}

/** The cards of a deck, in deck order; only those found, if something was searched for. */
export function useCards(deckId: number, search?: string) {
  const url = cardsUrl(deckId, search);
  const load = () => (search === undefined ? loadDeckCards(deckId, getTogether) : loadCards(url));
  // What was found has only just been put into the cache by the search itself.
  return useSWR(url, load, { revalidateIfStale: search === undefined });
}
