import { addressOf } from '../../core/address.ts';
import { SET_LIMIT_MAX } from '../../core/learning/learning-limits.ts';
import { ApiError } from '../lib/api-client.ts';
import { entryBody, loadAll } from '../lib/batch.ts';
import { getData } from '../lib/gathered-get.ts';
import { keepAudio } from '../lib/kept-audio.ts';
import { keptFiles } from '../lib/kept-files.ts';
import { oneAtATime } from '../lib/one-at-a-time.ts';
import { readSession } from '../lib/stored-session.ts';
import {
  answeredOf,
  DECKS_KEPT,
  type DeckToday,
  dropOtherDecks,
  readKeptDeck,
  studiedDecks,
  writeKeptDeck,
} from './kept-decks.ts';

/** How old what is kept of a deck may be before it is read again, if nothing was answered. */
const FRESH_MS = 15 * 60 * 1_000;

async function fetchDeck(deckId: number): Promise<DeckToday> {
  const params = { deckId };
  const [deck, set, counts] = await loadAll([
    addressOf('GET /api/decks/:deckId', { params }),
    addressOf('GET /api/decks/:deckId/cards/set', { params, query: { limit: SET_LIMIT_MAX } }),
    addressOf('GET /api/decks/:deckId/counts', { params }),
  ]);
  return { deck: entryBody(deck).data, set: entryBody(set), counts: entryBody(counts).data };
}

/** A deck that is no longer the student's, or has nothing more today, need not be kept. */
const isGone = (error: unknown): boolean =>
  error instanceof ApiError && [403, 404, 422].includes(error.status);

async function refresh(deckId: number): Promise<DeckToday | null> {
  const kept = await readKeptDeck(deckId);
  const isOutdated = kept && Object.values(answeredOf(deckId)).some((at) => at >= kept.at);
  if (kept && !isOutdated && Date.now() - kept.at < FRESH_MS) return kept;
  const at = Date.now();
  try {
    const today = await fetchDeck(deckId);
    await writeKeptDeck({ ...today, at });
    return today;
  } catch (error) {
    if (!isGone(error)) throw error;
    return null;
  }
}

/** Which decks to keep: those studied on this device, and the one studied last on any. */
async function decksToKeep(): Promise<number[]> {
  const recent = await getData(addressOf('GET /api/recent-deck'));
  return [...new Set([...studiedDecks(), ...(recent ? [recent.id] : [])])].slice(0, DECKS_KEPT);
}

async function keepAll(): Promise<void> {
  const { userId } = readSession();
  if (!globalThis.caches || userId === null) return;
  const kept: DeckToday[] = [];
  for (const deckId of await decksToKeep()) {
    const today = await refresh(deckId);
    if (readSession().userId !== userId) return;
    if (today) kept.push(today);
  }
  const files = kept.flatMap(({ set }) => set.data.flatMap(({ audio_file }) => audio_file ?? []));
  const audio = await keepAudio(await keptFiles('decks'), files);
  if (readSession().userId !== userId) return;
  await dropOtherDecks(
    kept.map(({ deck }) => deck.id),
    audio,
  );
}

/**
 * Reads today's cards of the decks studied last, with their audio, so that they can be studied without a network. To
 * be called when all answers have reached the server. What fails is tried again with the next call.
 */
export const keepDecks = oneAtATime(() => keepAll().catch((error: unknown) => console.warn(error)));
