import useSWR from 'swr';
import { addressOf } from '../../core/address.ts';
import type { DeckStats } from '../../core/learning/learning.schema.ts';
import { type Get, getTogether } from '../lib/call/gathered-get.ts';
import { afterPosition } from '../lib/call/read-position.ts';
import { dropCache, readCache, writeCache } from '../lib/kept/expiring-cache.ts';

const CACHE = 'deck-stats';
export const DECK_STATS_MAX_AGE_MS = 300_000;

const statsAddress = (deckId: number) => addressOf('GET /api/decks/:deckId/stats', { params: { deckId } });

const cacheName = (deckId: number) => `${CACHE}:${deckId}`;

/**
 * The student's progress in a deck, from the cache for five minutes. `writes` is where the log stood after the
 * student's newest own answer: numbers from before it are not shown again.
 */
export async function loadDeckStats(deckId: number, writes: string, get: Get): Promise<DeckStats> {
  const cached = readCache<DeckStats>(cacheName(deckId), {
    version: writes,
    maxAgeMs: DECK_STATS_MAX_AGE_MS,
  });
  if (cached) return cached;
  const { data } = await get(statsAddress(deckId));
  writeCache(cacheName(deckId), data, { version: writes });
  return data;
}

/** Nothing is read without a deck. */
export function useDeckStats(deckId: number | null) {
  const writes = afterPosition() ?? '';
  const load = () => (deckId === null ? undefined : loadDeckStats(deckId, writes, getTogether));
  const stats = useSWR(deckId === null ? null : [statsAddress(deckId), writes], load);
  /** Reads from the server, past the cache. Rejects when that fails. */
  const refresh = () => {
    dropCache(CACHE);
    return stats.mutate(load(), { revalidate: false });
  };
  return { ...stats, refresh };
}
