import useSWR from 'swr';
import { addressOf } from '../../core/address.ts';
import type { Card } from '../../core/contract/card-shape.schema.ts';
import { getAll } from '../lib/call/all-pages.ts';
import { type Get, getTogether } from '../lib/call/gathered-get.ts';
import { dropCache, readCache, sweepCache, writeCache } from '../lib/kept/expiring-cache.ts';

const CACHE = 'deck-cards:';
export const DECK_CARDS_MAX_AGE_MS = 300_000;
/** The cards of a larger deck would take the room that the browser gives to everything that is kept. */
export const CACHED_CARDS_MAX = 1_000;
/** Cards that are read at once. */
export const BLOCK_SIZE = 100;
/** Beyond every deck, and still an offset that the server takes. */
const LAST_BLOCK = 9_999;

const KEPT = { version: '1.0', maxAgeMs: DECK_CARDS_MAX_AGE_MS };

/** Some cards of a deck, or of those found in it, that lie together. */
export interface CardBlock {
  cards: Card[];
  /** Where the first of them is, from 0. */
  offset: number;
  total: number;
}

const cardsAddress = (deckId: number, search: string | undefined, block: number) =>
  addressOf('GET /api/decks/:deckId/cards', {
    params: { deckId },
    query: { search, offset: block === 0 ? undefined : block * BLOCK_SIZE, limit: BLOCK_SIZE },
  });

const blockAt = (place: number): number => Math.min(Math.floor(place / BLOCK_SIZE), LAST_BLOCK);

async function loadBlock(
  deckId: number,
  search: string | undefined,
  block: number,
  get: Get,
): Promise<CardBlock> {
  const { data: cards, total } = await get(cardsAddress(deckId, search, block));
  // There are not so many, or not any more.
  if (cards.length === 0 && total > 0 && block > 0)
    return loadBlock(deckId, search, Math.min(blockAt(total - 1), block - 1), get);
  return { cards, offset: block * BLOCK_SIZE, total };
}

let drops = 0;

/** To be called when cards may have changed; what is still on the way will not be cached any more. */
export function forgetDeckCards(): void {
  drops += 1;
  dropCache(CACHE);
}

/** The part of a deck's cards in which the one at `place` is, or the last one; from the cache for five minutes. */
export async function loadDeckCards(deckId: number, get: Get, place = 0): Promise<CardBlock> {
  const name = (block: number) => `${CACHE}${deckId}:${block}`;
  const cached = readCache<CardBlock>(name(blockAt(place)), KEPT);
  if (cached) return cached;
  const before = drops;
  const block = await loadBlock(deckId, undefined, blockAt(place), get);
  sweepCache(CACHE, KEPT);
  if (before === drops && block.total <= CACHED_CARDS_MAX)
    writeCache(name(blockAt(block.offset)), block, KEPT);
  return block;
}

/** The key under which the first cards that a text is found in are kept, and how to read them. */
export const foundCards = (deckId: number, search: string) => ({
  key: cardsAddress(deckId, search, 0),
  load: () => loadBlock(deckId, search, 0, getTogether),
});

/**
 * The cards of a deck around the one at `place` (from 0), in deck order; only those found, if something was searched for.
 * While others are on their way, those before stay. Of a deck whose cards others change as well, none come from the cache.
 */
export function useCards(
  deckId: number,
  {
    place = 0,
    search,
    isShared = false,
  }: { place?: number; search?: string | undefined; isShared?: boolean } = {},
) {
  const block = blockAt(place);
  const load = () =>
    search === undefined && !isShared
      ? loadDeckCards(deckId, getTogether, place)
      : loadBlock(deckId, search, block, getTogether);
  return useSWR(cardsAddress(deckId, search, block), load, {
    // What was found has only just been put into the cache by the search itself.
    revalidateIfStale: search === undefined,
    keepPreviousData: true,
  });
}

/** All cards of a deck, however many, for what is compared with them. */
export const useAllCards = (deckId: number) =>
  useSWR(addressOf('GET /api/decks/:deckId/cards', { params: { deckId } }), (address) => getAll(address));
