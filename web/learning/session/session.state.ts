import type { Way } from '../../../core/deck/deck.schema.ts';
import type { Counts, ProgressBody, Rating } from '../../../core/learning/learning.schema.ts';
import { LEARNING_MAX, ROUND_SIZE, SET_LIMIT_MAX } from '../../../core/learning/learning-limits.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';

/** What a session is over: one deck, by its id, or all decks of today. */
export type SessionSource = number | 'today';

export type Phase = 'studying' | 'needs-more' | 'completed' | 'empty';
export type OriginalType = 'new' | 'review';

/** A card on its way back into memory within this session; the server knows no such state. */
export interface LearningCard {
  originalId: number;
  originalType: OriginalType;
  status: 0 | 1;
  /** Milliseconds since 1970. */
  lastStudied: number;
}

export interface Counters {
  new: number;
  learning: number;
  review: number;
}

/** How the current card was asked, as the answer reports it to the server. */
export type Turned = Required<Pick<ProgressBody, 'typed' | 'asked' | 'think_ms'>> &
  Pick<ProgressBody, 'answer' | 'mode'>;

/** What was answered so far to one card in this session. */
export interface AnswersToCard {
  first: Rating;
  tries: number;
}

/** What is shown of a session at its end. */
export interface SessionSummary {
  /** Cards that were learnt to the end. */
  cards: number;
  /** Of these, the ones known at the first try. */
  right: number;
  /** Time from showing to rating, without long pauses. */
  seconds: number;
  /** How often each card that was missed was missed, by its id. */
  misses: Record<string, number>;
  /** It is of the relearning that followed the session. */
  isRelearning: boolean;
}

/**
 * One session: plain data that can be stored and resumed as it is. Every card of `cards` is in exactly one
 * of `newIds`, `reviewIds` and `learning`. A counter is at least the length of its list. It is above it while the
 * server has more cards than were loaded.
 */
export interface SessionState {
  source: SessionSource;
  /** The server's study day, `2026-11-21`. */
  day: string;
  phase: Phase;
  /** After completion, for practice only: nothing is sent. */
  relearning: boolean;
  cards: StudyCard[];
  newIds: number[];
  reviewIds: number[];
  learning: LearningCard[];
  counters: Counters;
  /** Fixed when it starts: a card that leaves its list doesn't move the others. */
  round: number[];
  position: number;
  revealedAt: number | null;
  /** Of the card in hand, once it is revealed; sessions that were stored before there was such a thing have none. */
  turned?: Turned | null;
  answers: Record<string, AnswersToCard>;
  sentIds: number[];
  /** The UUID from which those of its answers are made; sessions that were stored before there was such a thing have none. */
  answerSeed?: string;
  /** How often the answer to a card was taken back, by the card's id. */
  takenBack?: Record<string, number>;
  doneIds: number[];
  /** Every card that was in the learning list: what Relearn starts from. */
  learned: StudyCard[];
  /** What Relearn starts from when nothing had to be learnt again. */
  firstCards: StudyCard[];
  /** Sessions that were stored before there was such a thing have none. */
  summary?: SessionSummary;
  /** Over all decks: how those are practised whose settings were saved since their cards were given, by the deck's id. */
  ways?: Record<string, Way>;
  /** What can be taken back, the latest last; stored apart from the session (undo-cache.ts). */
  past: PastStep[];
}

/** An answer that was sent to the server, as far as taking it back needs it. */
export interface SentAnswer {
  id: string;
  cardId: number;
}

/** How the session was before a rating. */
export interface PastStep {
  /** The answer's UUID, also when it was nothing for the server. */
  id: string;
  /** When it was rated, in milliseconds since 1970. */
  at: number;
  before: Omit<SessionState, 'past'>;
  /** Null when the rating was nothing for the server. */
  sent: SentAnswer | null;
  /** The card that was put aside instead of rated. */
  aside?: number;
  /** The daily limits were changed since: the counters of then are no longer the server's. */
  outdated: boolean;
}

export type SessionEvent =
  | { type: 'revealed'; now: number; turned?: Turned }
  /** `answerId` is the UUID under which the answer is sent, if it is. */
  | { type: 'rated'; rating: Rating; now: number; answerId: string }
  /** The card in hand was put aside; `id` is the step's own. */
  | { type: 'put-aside'; now: number; id: string }
  | { type: 'flagged'; cardId: number; flagged: boolean }
  | { type: 'settled'; deckId: number; way: Way }
  | { type: 'undo' }
  | { type: 'moreLoaded'; cards: StudyCard[] }
  | { type: 'moreFailed' }
  | { type: 'refreshed'; counts: Pick<Counts, 'newCardsToday' | 'reviewCardsToday'> }
  | { type: 'relearn'; now: number };

/** An answer that the server must get. */
export interface ProgressItem {
  id: string;
  cardId: number;
  body: ProgressBody;
}

export interface Step {
  state: SessionState;
  send: ProgressItem[];
  /** The answer that the server must forget. */
  undo: SentAnswer | null;
}

export const NO_COUNTERS: Counters = { new: 0, learning: 0, review: 0 };

export const cardsLeft = ({ counters }: SessionState): number =>
  counters.new + counters.learning + counters.review;

export const currentCard = (state: SessionState): StudyCard | undefined =>
  state.phase === 'studying'
    ? state.cards.find((card) => card.id === state.round[state.position])
    : undefined;

/** A card without progress is new. */
export const isNew = (card: StudyCard): boolean => card.progresses.length === 0;

export const NO_SUMMARY: SessionSummary = {
  cards: 0,
  right: 0,
  seconds: 0,
  misses: {},
  isRelearning: false,
};

/** Milliseconds from showing to turning, and from turning to rating, beyond which somebody was elsewhere. */
const PAUSE_MS = 60_000;
const HARDEST = 5;

const withoutPause = (ms: number): number => Math.min(PAUSE_MS, Math.max(0, ms));

/** Returns the summary with a rating more; a card counts when it is known. */
export function summarize(
  { summary = NO_SUMMARY, revealedAt, turned }: SessionState,
  { id, counted, rating, now }: { id: number; counted: AnswersToCard; rating: Rating; now: number },
): SessionSummary {
  const spent = withoutPause(turned?.think_ms ?? 0) + withoutPause(now - (revealedAt ?? now));
  const seconds = summary.seconds + spent / 1_000;
  if (rating !== 2) return { ...summary, seconds };
  const missed = counted.tries - 1;
  return {
    ...summary,
    seconds,
    cards: summary.cards + 1,
    right: summary.right + (missed === 0 ? 1 : 0),
    misses: missed > 0 ? { ...summary.misses, [id]: missed } : summary.misses,
  };
}

export interface HardWord {
  card: StudyCard;
  /** How often it was forgotten: the first answer to a new card, which was never known, is none of these. */
  misses: number;
}

/** Returns the cards that were missed most, the hardest first. */
export function hardestWords({ summary = NO_SUMMARY, learned }: SessionState): HardWord[] {
  const missesOf = ({ id }: StudyCard) => summary.misses[id] ?? 0;
  const isMet = (card: StudyCard) => isNew(card) && !summary.isRelearning;
  return learned
    .filter((card) => missesOf(card) > 0)
    .sort((a, b) => missesOf(b) - missesOf(a))
    .slice(0, HARDEST)
    .map((card) => ({ card, misses: missesOf(card) - (isMet(card) ? 1 : 0) }));
}

export function complete(state: SessionState): SessionState {
  return {
    ...state,
    phase: 'completed',
    relearning: false,
    cards: [],
    newIds: [],
    reviewIds: [],
    learning: [],
    counters: NO_COUNTERS,
    round: [],
    position: 0,
    revealedAt: null,
  };
}

/** Waits for the next cards of the server: the loaded ones are used up and its counts say that there are more. */
export function needMore(state: SessionState): SessionState {
  return { ...state, phase: 'needs-more', round: [], position: 0, revealedAt: null };
}

/** A round of what is loaded: learning cards first, then new, then review. */
export function startRound(state: SessionState): SessionState {
  const waiting = [...state.learning.map((card) => card.originalId), ...state.newIds, ...state.reviewIds];
  if (waiting.length === 0) return complete(state);
  return { ...state, phase: 'studying', round: waiting.slice(0, ROUND_SIZE), position: 0, revealedAt: null };
}

/** To the next card of the round, the next round, the server or the end. */
export function advance(state: SessionState): SessionState {
  if (cardsLeft(state) === 0) return complete(state);
  const position = state.position + 1;
  if (position < state.round.length) return { ...state, position, revealedAt: null };
  const usedUp = state.newIds.length === 0 && state.reviewIds.length === 0;
  if (usedUp && state.counters.new + state.counters.review > 0) return needMore(state);
  return startRound(state);
}

export interface LoadedSession {
  source: SessionSource;
  day: string;
  cards: StudyCard[];
  counts: Pick<Counts, 'newCardsToday' | 'reviewCardsToday'>;
  /** The server's word that today's session is over. */
  completed: boolean;
  /** Cards whose answers still wait in the queue: the server doesn't know yet that they are done. */
  unsentIds?: number[];
  /** The separate learning-cards cache: what Relearn can start from when the session itself is gone. */
  learned?: StudyCard[];
  answerSeed?: string;
}

const ids = (cards: StudyCard[]): number[] => cards.map((card) => card.id);

const distinct = (cards: StudyCard[]): StudyCard[] => [
  ...new Map(cards.map((card) => [card.id, card])).values(),
];

/** The state in which a session opens. */
export function startSession(loaded: LoadedSession): SessionState {
  const unsent = new Set(loaded.unsentIds);
  const given = distinct(loaded.cards);
  const cards = given.filter((card) => !unsent.has(card.id));
  const answered = given.filter((card) => unsent.has(card.id));
  const newIds = ids(cards.filter(isNew));
  const reviewIds = ids(cards.filter((card) => !isNew(card)));
  const answeredNew = answered.filter(isNew).length;
  const state: SessionState = {
    source: loaded.source,
    day: loaded.day,
    phase: 'studying',
    relearning: false,
    cards,
    newIds,
    reviewIds,
    learning: [],
    counters: {
      new: Math.max(newIds.length, loaded.counts.newCardsToday - answeredNew),
      learning: 0,
      review: Math.max(reviewIds.length, loaded.counts.reviewCardsToday - (answered.length - answeredNew)),
    },
    round: ids(cards).slice(0, ROUND_SIZE),
    position: 0,
    revealedAt: null,
    turned: null,
    answers: {},
    sentIds: [],
    ...(loaded.answerSeed && { answerSeed: loaded.answerSeed }),
    doneIds: ids(answered),
    learned: loaded.learned ?? [],
    firstCards: cards.slice(0, ROUND_SIZE),
    summary: NO_SUMMARY,
    past: [],
  };
  if (loaded.completed) return complete(state);
  if (cards.length > 0) return state;
  return answered.length > 0 ? needMore(state) : { ...complete(state), phase: 'empty' };
}

/** A stored session goes on; the time that the page was closed is nobody's time of thinking. */
export function resumeSession(state: SessionState, now: number): SessionState {
  return state.revealedAt === null ? state : { ...state, revealedAt: now };
}

/** Returns how many cards to ask for, so that at least a round of unknown ones is among them. */
export function moreLimit(state: SessionState): number {
  const unsent = state.learning.filter((card) => !state.sentIds.includes(card.originalId)).length;
  return Math.min(SET_LIMIT_MAX, ROUND_SIZE + unsent);
}

/** The server's next cards, less those that this session knows; none left means that the counts were too high. */
export function addMore(state: SessionState, given: StudyCard[]): SessionState {
  if (state.phase !== 'needs-more') return state;
  const known = new Set([...state.doneIds, ...ids(state.cards)]);
  const fresh = distinct(given).filter((card) => !known.has(card.id));
  const newIds = [...state.newIds, ...ids(fresh.filter(isNew))];
  const reviewIds = [...state.reviewIds, ...ids(fresh.filter((card) => !isNew(card)))];
  const none = fresh.length === 0;
  return startRound({
    ...state,
    cards: [...state.cards, ...fresh],
    newIds,
    reviewIds,
    counters: {
      ...state.counters,
      new: none ? 0 : Math.max(state.counters.new, newIds.length),
      review: none ? 0 : Math.max(state.counters.review, reviewIds.length),
    },
    firstCards: [...state.firstCards, ...fresh].slice(0, ROUND_SIZE),
  });
}

/** Without the server the student goes on with what is being learnt, if anything. */
export function goOnWithoutMore(state: SessionState): SessionState {
  return state.phase === 'needs-more' && state.learning.length > 0 ? startRound(state) : state;
}

/** Practice after completion, from the cards that had to be learnt today. */
export function relearn(state: SessionState, now: number): SessionState {
  const cards = (state.learned.length > 0 ? state.learned : state.firstCards).slice(0, LEARNING_MAX);
  if (state.phase !== 'completed' || cards.length === 0) return state;
  const learning = cards.map(
    (card): LearningCard => ({
      originalId: card.id,
      originalType: isNew(card) ? 'new' : 'review',
      status: 0,
      lastStudied: now,
    }),
  );
  return startRound({
    ...state,
    relearning: true,
    cards,
    learning,
    summary: { ...NO_SUMMARY, isRelearning: true },
    counters: { ...NO_COUNTERS, learning: learning.length },
  });
}
