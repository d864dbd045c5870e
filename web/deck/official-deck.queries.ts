import useSWR from 'swr';
import { addressOf } from '../../core/address.ts';
import type { OfficialDeck } from '../../core/deck/deck.schema.ts';
import { getAll } from '../lib/call/all-pages.ts';
import { type Get, getTogether } from '../lib/call/gathered-get.ts';
import { dropCache, readCache, writeCache } from '../lib/kept/expiring-cache.ts';

const OFFICIAL = addressOf('GET /api/official-decks');
const CACHE = 'official-decks';
export const OFFICIAL_DECKS_MAX_AGE_MS = 300_000;

/** The official decks, from the cache for five minutes; open to all. */
export async function loadOfficialDecks(get: Get): Promise<OfficialDeck[]> {
  const cached = readCache<OfficialDeck[]>(CACHE, { maxAgeMs: OFFICIAL_DECKS_MAX_AGE_MS });
  if (cached) return cached;
  const data = await getAll(OFFICIAL, get);
  writeCache(CACHE, data);
  return data;
}

/** After a change of a deck: the next reader asks the server. */
export const forgetOfficialDecks = (): void => dropCache(CACHE);

export const useOfficialDecks = () => useSWR(OFFICIAL, () => loadOfficialDecks(getTogether));
