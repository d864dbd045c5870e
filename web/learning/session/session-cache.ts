import type { Deck, DeckSettings } from '../../../core/deck/deck.schema.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import {
  cachedNames,
  dropCache,
  dropOldCaches,
  readCache,
  writeCache,
} from '../../lib/kept/expiring-cache.ts';
import { answeredOf } from './kept-decks.ts';
import type {
  Counters,
  HandedCard,
  LearningCard,
  PastStep,
  SessionSource,
  SessionState,
} from './session.state.ts';
import { handOver } from './session-loading.ts';

const CARD_LISTS = ['cards', 'learned', 'firstCards'] as const;
type CardList = (typeof CARD_LISTS)[number];
type Before = PastStep['before'];

/** A step whose cards are numbers: their places in the list that all steps share. */
interface PackedStep extends Omit<PastStep, 'before'> {
  before: Omit<Before, CardList> & Record<CardList, number[]>;
}

/** What can be taken back, as it is stored: each card once, though it is in most of the steps. */
interface PackedPast {
  cards: StudyCard[];
  steps: PackedStep[];
}

/** Returns the steps with each card once; cards are compared as objects, which steps share. */
export function packPast(past: SessionState['past']): PackedPast {
  const places = new Map<StudyCard, number>();
  const placeOf = (card: StudyCard): number => {
    const place = places.get(card) ?? places.size;
    places.set(card, place);
    return place;
  };
  const steps = past.map(({ before, ...step }) => ({
    ...step,
    before: {
      ...before,
      cards: before.cards.map(placeOf),
      learned: before.learned.map(placeOf),
      firstCards: before.firstCards.map(placeOf),
    },
  }));
  return { cards: [...places.keys()], steps };
}

/** Returns the steps again. Throws when a card is missing. */
export function unpackPast({ cards, steps }: PackedPast): SessionState['past'] {
  const cardAt = (place: number): StudyCard => {
    const card = cards[place];
    if (!card) throw new Error(`Card ${place} of ${cards.length} is missing`);
    return card;
  };
  return steps.map(({ before, ...step }) => ({
    ...step,
    before: {
      ...before,
      cards: before.cards.map(cardAt),
      learned: before.learned.map(cardAt),
      firstCards: before.firstCards.map(cardAt),
    },
  }));
}

type Past = SessionState['past'];

/** Another version is discarded: steps hold whole states of the session. */
const UNDO_VERSION = '2';
/** As long as the server takes an undo. It counts from the answer's arrival, which is later. */
const UNDO_MS = 24 * 3_600 * 1_000;

export const undoCacheName = (source: SessionSource) => `learning:${source}:undo`;

/** What was written last of each session: of the many changes of a session, few change what can be taken back. */
const written = new Map<SessionSource, Past>();

/** Keeps what can be taken back in a session. Without room for it, a reload ends it. */
function writeUndoCache(source: SessionSource, past: Past): void {
  if (written.get(source) === past) return;
  written.delete(source);
  if (past.length === 0) dropCache(undoCacheName(source));
  else if (!writeCache(undoCacheName(source), packPast(past), { version: UNDO_VERSION })) return;
  written.set(source, past);
}

function dropUndoCache(source: SessionSource): void {
  written.delete(source);
  dropCache(undoCacheName(source));
}

/**
 * Returns what can be taken back in the session whose last step is this one, the latest last; nothing when another tab
 * has kept steps of its own since. Steps of more than 24 hours ago are gone, as the server refuses them.
 */
function readUndoCache(source: SessionSource, lastStep: string | null): Past {
  const packed = readCache<PackedPast>(undoCacheName(source), { version: UNDO_VERSION, maxAgeMs: UNDO_MS });
  const end = packed?.steps.findLastIndex(({ id }) => id === lastStep) ?? -1;
  if (!packed || end < 0) return [];
  const steps = packed.steps.slice(0, end + 1);
  const since = Date.now() - UNDO_MS;
  const tooOld = steps.findLastIndex(({ at }) => at <= since);
  try {
    return unpackPast({ ...packed, steps: steps.slice(tooOld + 1) });
  } catch (error) {
    console.error(error);
    return [];
  }
}

const VERSION = '1.1';
const DAY_MS = 24 * 3_600 * 1_000;

/** The user's id is in every key already: the cache adds it. */
const prefix = (source: SessionSource) => `learning:${source}:`;
export const sessionCacheName = (source: SessionSource) => `${prefix(source)}session`;
const learnedName = (source: SessionSource) => `${prefix(source)}cards`;

type Apart = 'cards' | 'newIds' | 'reviewIds' | 'learning' | 'counters' | 'learned' | 'past';
type Rest = Omit<SessionState, Apart>;

interface CachedSession {
  timestamp: number;
  allCards: StudyCard[];
  newCards: number[];
  reviewCards: number[];
  learningCards: LearningCard[];
  sessionCompleted: boolean;
  counts: Counters;
  rest: Rest;
  /** The last of the steps that can be taken back. */
  lastStep?: string | null;
  deck: Deck | null;
  settings: DeckSettings | null;
}

interface CachedCards {
  timestamp: number;
  day: string;
  cards: StudyCard[];
}

export interface KeptSession {
  timestamp: number;
  state: SessionState;
  deck: Deck | null;
  settings: DeckSettings | null;
}

/** The cards that were relearnt today, kept apart from the session. Those of another day than `day` are discarded. */
export function readLearnedCards(source: SessionSource, day: string): StudyCard[] {
  const cached = readCache<CachedCards>(learnedName(source), { version: VERSION, maxAgeMs: DAY_MS });
  if (cached && cached.day !== day) dropCache(learnedName(source));
  return cached?.day === day ? cached.cards : [];
}

function readCachedSession(source: SessionSource): CachedSession | null {
  const cached = readCache<CachedSession>(sessionCacheName(source), { version: VERSION, maxAgeMs: DAY_MS });
  return cached?.rest?.source === source ? cached : null;
}

const keptOf = (
  { timestamp, rest, deck, settings, ...cached }: CachedSession,
  apart: Pick<SessionState, 'learned' | 'past'>,
): KeptSession => ({
  timestamp,
  state: {
    ...rest,
    cards: cached.allCards,
    newIds: cached.newCards,
    reviewIds: cached.reviewCards,
    learning: cached.learningCards,
    counters: cached.counts,
    ...apart,
  },
  deck,
  settings,
});

/** The session to resume, or null: none, older than 24 hours or of another version. The caller compares the day. */
export function readSessionCache(source: SessionSource): KeptSession | null {
  const cached = readCachedSession(source);
  if (!cached) return null;
  return keptOf(cached, {
    learned: readLearnedCards(source, cached.rest.day),
    past: readUndoCache(source, cached.lastStep ?? null),
  });
}

export function writeSessionCache({ timestamp, state, deck, settings }: KeptSession): void {
  const { cards, newIds, reviewIds, learning, counters, learned, past, ...rest } = state;
  const session: CachedSession = {
    timestamp,
    allCards: cards,
    newCards: newIds,
    reviewCards: reviewIds,
    learningCards: learning,
    sessionCompleted: state.phase === 'completed',
    counts: counters,
    rest,
    lastStep: past.at(-1)?.id ?? null,
    deck,
    settings,
  };
  const write = () => writeCache(sessionCacheName(state.source), session, { version: VERSION });
  if (write()) writeUndoCache(state.source, past);
  else {
    // The session itself matters more than what can be taken back.
    dropUndoCache(state.source);
    write();
  }
  const learnedCards: CachedCards = { timestamp, day: state.day, cards: learned };
  writeCache(learnedName(state.source), learnedCards, { version: VERSION });
}

/** Forgets a session and its learning cards; throws when the browser's storage keeps them. */
export function clearSessionCache(source: SessionSource): void {
  dropCache(prefix(source));
  dropUndoCache(source);
  if (readSessionCache(source)) throw new Error('The stored session could not be removed');
}

/** What sessions that are forgotten were teaching of a deck. */
interface Handover {
  day: string;
  cards: HandedCard[];
}

const handedName = (deckId: number) => `${prefix(deckId)}handed`;

const readHandover = (deckId: number, day: string): HandedCard[] => {
  const handover = readCache<Handover>(handedName(deckId), { version: VERSION, maxAgeMs: DAY_MS });
  return handover?.day === day ? handover.cards : [];
};

/** Of several words about a card the last one holds. */
function writeHandover(deckId: number, day: string, cards: HandedCard[]): void {
  const each = new Map(cards.map((one) => [one.card.id, one]));
  if (each.size === 0) dropCache(handedName(deckId));
  else writeCache(handedName(deckId), { day, cards: [...each.values()] }, { version: VERSION });
}

/** Over several decks a card says what its deck is. */
function withDeck(card: StudyCard, { deck, settings }: KeptSession): StudyCard {
  if (card.deck || !deck) return card;
  const { id, title, display_back_first, front_language, back_language, lenient_typing } = deck;
  const { way, class_way } = settings ?? {};
  return {
    ...card,
    deck: {
      id,
      title,
      display_back_first,
      ...(front_language && { front_language }),
      ...(back_language && { back_language }),
      ...(lenient_typing && { lenient_typing }),
      ...(way && { way }),
      ...(class_way && { class_way }),
    },
  };
}

/** Keeps what a session was teaching, each card for the next session that has its deck. */
function keepHandover(kept: KeptSession): void {
  const { state } = kept;
  const cards = handOver(state).map((one) => ({ ...one, card: withDeck(one.card, kept) }));
  for (const [deckId, own] of Map.groupBy(cards, ({ card }) => card.deck_id))
    writeHandover(deckId, state.day, [...readHandover(deckId, state.day), ...own]);
}

const handedDecks = (): number[] =>
  cachedNames('learning:').flatMap(
    (name) => /^learning:(\d+):handed$/.exec(name)?.slice(1).map(Number) ?? [],
  );

/**
 * Returns what forgotten sessions of this day were teaching that this one has as well. The oldest come first. After 24 hours it is over, and so is what was answered elsewhere since.
 */
export function readHandedCards(source: SessionSource, day: string): HandedCard[] {
  const ofDeck = (deckId: number): HandedCard[] => {
    const answered = answeredOf(deckId);
    return readHandover(deckId, day).filter(({ card, learning: { lastStudied }, isSent }) => {
      const isOver = Date.now() - lastStudied >= DAY_MS;
      return !isOver && (isSent || (answered[card.id] ?? 0) < lastStudied);
    });
  };
  const cards = (source === 'today' ? handedDecks() : [source]).flatMap(ofDeck);
  cards.sort((one, other) => one.learning.lastStudied - other.learning.lastStudied);
  if (source === 'today') return cards;
  return cards.map(({ card: { deck: _, ...card }, ...one }) => ({ ...one, card }));
}

/** Forgets what was handed over of these cards: a session has them now. */
export function dropHandedCards(day: string, cardIds: readonly number[]): void {
  for (const deckId of handedDecks()) {
    const cards = readHandover(deckId, day);
    const left = cards.filter(({ card }) => !cardIds.includes(card.id));
    if (left.length < cards.length) writeHandover(deckId, day, left);
  }
}

/**
 * Forgets the stored sessions that have cards in common with this one: a deck's and the one over all decks. The server
 * knows what was answered there, and what it does not know it gives again. What was being learnt there is handed over.
 */
export function dropOverlappingSessions(source: SessionSource): void {
  const names = source === 'today' ? cachedNames('learning:') : [sessionCacheName('today')];
  for (const name of names) {
    const [, of] = /^learning:(\d+|today):session$/.exec(name) ?? [];
    const other = of === 'today' ? of : Number(of);
    if (of === undefined || other === source) continue;
    const cached = readCachedSession(other);
    // What can be taken back is long to read, and not handed over.
    if (cached) keepHandover(keptOf(cached, { learned: [], past: [] }));
    dropCache(name);
    dropUndoCache(other);
  }
}

/** Forgets this student's sessions that are over, of all decks: they would take the room of others for ever. */
export const dropOldSessions = (): void => dropOldCaches('learning:', DAY_MS);
