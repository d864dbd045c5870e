import { addressOf } from '../../../core/address.ts';
import { SET_LIMIT_MAX } from '../../../core/learning/learning-limits.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import { ApiError } from '../../lib/call/api-client.ts';
import { entryBody, loadAll } from '../../lib/call/batch.ts';
import { getData } from '../../lib/call/gathered-get.ts';
import { oneAtATime } from '../../lib/call/one-at-a-time.ts';
import { keepAudio } from '../../lib/kept/kept-audio.ts';
import { keptFiles } from '../../lib/kept/kept-files.ts';
import { readSession } from '../../lib/kept/stored-session.ts';
import {
  answeredIn,
  DECKS_KEPT,
  dropOtherDecks,
  readKeptDeck,
  type SessionStart,
  studiedDecks,
  writeKeptDeck,
} from './kept-decks.ts';
import type { SessionSource } from './session.state.ts';
import { countsOf } from './session-api.ts';

/** How old what is kept of a deck may be before it is read again, if nothing was answered. */
const FRESH_MS = 15 * 60 * 1_000;

/** Nobody waits for it. */
const quietly = () => {};

async function fetchStart(source: SessionSource): Promise<SessionStart> {
  const query = { limit: SET_LIMIT_MAX };
  if (source === 'today') {
    const [set, today] = await loadAll(
      [addressOf('GET /api/today/cards', { query }), addressOf('GET /api/today')],
      quietly,
    );
    return { deck: null, set: entryBody(set), counts: countsOf(entryBody(today).data) };
  }
  const params = { deckId: source };
  const [deck, set, counts] = await loadAll(
    [
      addressOf('GET /api/decks/:deckId', { params }),
      addressOf('GET /api/decks/:deckId/cards/set', { params, query }),
      addressOf('GET /api/decks/:deckId/counts', { params }),
    ],
    quietly,
  );
  return { deck: entryBody(deck).data, set: entryBody(set), counts: entryBody(counts).data };
}

/** A deck that is no longer the student's, or has nothing more today, need not be kept. */
const isGone = (error: unknown): boolean =>
  error instanceof ApiError && [403, 404, 422].includes(error.status);

async function refresh(source: SessionSource): Promise<SessionStart | null> {
  const kept = await readKeptDeck(source);
  const isOutdated = kept && Object.values(answeredIn(source)).some((at) => at >= kept.at);
  if (kept && !isOutdated && Date.now() - kept.at < FRESH_MS) return kept;
  const at = Date.now();
  try {
    const start = await fetchStart(source);
    await writeKeptDeck(source, { ...start, at });
    return start;
  } catch (error) {
    if (!isGone(error)) throw error;
    return null;
  }
}

const filesOf = ({ audio_file, front_picture, back_picture, further_files }: StudyCard): string[] =>
  [audio_file, ...[front_picture, back_picture, ...(further_files ?? [])].map((one) => one?.file)].filter(
    (file) => file != null,
  );

/** What to keep: today over all decks, the decks studied on this device, and the one studied last on any. */
async function sourcesToKeep(): Promise<SessionSource[]> {
  const recent = await getData(addressOf('GET /api/recent-deck'));
  const decks = new Set([...studiedDecks(), ...(recent ? [recent.id] : [])]);
  return ['today', ...[...decks].slice(0, DECKS_KEPT)];
}

async function keepAll(): Promise<void> {
  const { userId } = readSession();
  if (!globalThis.caches || userId === null) return;
  const kept = new Map<SessionSource, SessionStart>();
  for (const source of await sourcesToKeep()) {
    const start = await refresh(source);
    if (readSession().userId !== userId) return;
    if (start) kept.set(source, start);
  }
  const sets = [...kept.values()].map(({ set }) => set.data);
  const files = sets.flat().flatMap(filesOf);
  const audio = await keepAudio(await keptFiles('decks'), files);
  if (readSession().userId !== userId) return;
  await dropOtherDecks([...kept.keys()], audio);
}

/**
 * Reads today's cards of the decks studied last, with their audio, so that they can be studied without a network. To
 * be called when all answers have reached the server. What fails is tried again with the next call.
 */
export const keepDecks = oneAtATime(() => keepAll().catch((error: unknown) => console.warn(error)));
