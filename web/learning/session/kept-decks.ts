import { addressOf } from '../../../core/address.ts';
import type { Deck, DeckSettings } from '../../../core/deck/deck.schema.ts';
import type { CardSet, Counts } from '../../../core/learning/learning.schema.ts';
import { cachedNames, readCache, writeCache } from '../../lib/kept/expiring-cache.ts';
import { keptFiles } from '../../lib/kept/kept-files.ts';
import { isUndo, type Waiting } from '../queue/waiting-answers.ts';
import { isNew, type SessionSource } from './session.state.ts';

/** Decks that are kept to be studied without a network: those studied last on this device. */
export const DECKS_KEPT = 5;
/** What was due then still is; but its limits were those of that day, and the plan has moved on. */
const WEEK_MS = 7 * 24 * 3_600 * 1_000;

/** What is left, and where it is of one deck its limits. */
export type SessionCounts = Omit<Counts, 'settings' | 'beyond'> & { settings: DeckSettings | null };

/** What a session is opened with: of one deck, or over all decks of today. */
export interface SessionStart {
  deck: Deck | null;
  set: CardSet;
  counts: SessionCounts;
}

export interface KeptDeck extends SessionStart {
  /** When the server was asked, milliseconds since 1970. */
  at: number;
}

/** When the server acknowledged the answer to a card, by the card's id. */
export type Answered = Readonly<Record<string, number>>;

const READING = { maxAgeMs: WEEK_MS };
const STUDIED = 'kept:studied';
const ANSWERED = 'kept:answered:';
const answeredName = (deckId: number) => `${ANSWERED}${deckId}`;
const addressIn = (source: SessionSource) =>
  `/kept${source === 'today' ? addressOf('GET /api/today') : addressOf('GET /api/decks/:deckId', { params: { deckId: source } })}`;

/** The decks studied last on this device by this student, the latest first. */
export const studiedDecks = (): number[] => readCache<number[]>(STUDIED, READING) ?? [];

export const answeredOf = (deckId: number): Answered =>
  readCache<Answered>(answeredName(deckId), READING) ?? {};

/** Returns the acknowledged answers of all that a session is over; a card's id is its own among all decks. */
export const answeredIn = (source: SessionSource): Answered =>
  source === 'today'
    ? Object.assign({}, ...cachedNames(ANSWERED).map((name) => readCache<Answered>(name, READING)))
    : answeredOf(source);

/** Notes what the server has: of a deck that was kept before, it is left out. */
export function noteSent(item: Waiting, now = Date.now()): void {
  const { deckId, cardId } = item;
  const studied = [deckId, ...studiedDecks().filter((id) => id !== deckId)];
  writeCache(STUDIED, studied.slice(0, DECKS_KEPT));
  const { [cardId]: _, ...others } = answeredOf(deckId);
  writeCache(answeredName(deckId), isUndo(item) ? others : { ...others, [cardId]: now });
}

/**
 * Returns a kept deck without the cards that were answered since; null when nothing of it is left although there is
 * more at the server.
 */
export function withoutAnswered(
  { deck, set, counts, at }: KeptDeck,
  answered: Answered,
): SessionStart | null {
  const isDone = ({ id }: { id: number }) => (answered[id] ?? 0) >= at;
  const done = set.data.filter(isDone);
  const data = set.data.filter((card) => !isDone(card));
  const doneNew = done.filter(isNew).length;
  const newCardsToday = Math.max(0, counts.newCardsToday - doneNew);
  const reviewCardsToday = Math.max(0, counts.reviewCardsToday - (done.length - doneNew));
  const isOver = data.length === 0 && newCardsToday + reviewCardsToday === 0;
  if (data.length === 0 && !isOver) return null;
  return {
    deck,
    set: { ...set, data, session_completed: set.session_completed || (isOver && done.length > 0) },
    counts: { ...counts, newCardsToday, reviewCardsToday },
  };
}

/** Null when the deck isn't kept on this device, or for too long. */
export async function readKeptDeck(source: SessionSource): Promise<KeptDeck | null> {
  const files = await keptFiles('decks');
  const found = await files?.match(addressIn(source));
  const kept = found && ((await found.json()) as KeptDeck);
  return kept && Date.now() - kept.at < WEEK_MS ? kept : null;
}

/** What a session can be opened with while the server can't be reached; null when that is not enough for one. */
export async function readSessionStart(source: SessionSource): Promise<SessionStart | null> {
  const kept = await readKeptDeck(source);
  return kept && withoutAnswered(kept, answeredIn(source));
}

export async function writeKeptDeck(source: SessionSource, kept: KeptDeck): Promise<void> {
  const files = await keptFiles('decks');
  await files?.put(addressIn(source), Response.json(kept));
}

/** Forgets the kept decks other than these, and the audio other than this. */
export async function dropOtherDecks(
  sources: readonly SessionSource[],
  audio: ReadonlySet<string>,
): Promise<void> {
  const files = await keptFiles('decks');
  const wanted = new Set([...sources.map(addressIn), ...audio]);
  for (const request of (await files?.keys()) ?? [])
    if (!wanted.has(new URL(request.url).pathname)) await files?.delete(request);
}
