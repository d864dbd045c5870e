import type { Counts } from '../../../core/learning/learning.schema.ts';
import { LEARNING_MAX, ROUND_SIZE, SET_LIMIT_MAX } from '../../../core/learning/learning-limits.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import {
  cardsLeft,
  type HandedCard,
  isNew,
  type LearningCard,
  NO_COUNTERS,
  type OriginalType,
  type SessionSource,
  type SessionState,
} from './session.state.ts';
import { NO_SUMMARY } from './session-summary.ts';

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

/** Returns the cards that a session was teaching. Of practice nothing is handed on. */
export function handOver({ relearning, cards, learning, answers, sentIds }: SessionState): HandedCard[] {
  if (relearning) return [];
  return learning.flatMap((entry) => {
    const { originalId: id } = entry;
    const given = answers[id];
    const isSent = sentIds.includes(id);
    return cards
      .filter((card) => card.id === id)
      .map((card) => ({ card, learning: entry, isSent, ...(given && { answers: given }) }));
  });
}

/** Takes a card from its list. One that was not loaded is in the server's count, unless its answer was sent. */
function takeIn(state: SessionState, { card, learning, answers, isSent }: HandedCard): SessionState {
  const { id } = card;
  const newIds = state.newIds.filter((other) => other !== id);
  const reviewIds = state.reviewIds.filter((other) => other !== id);
  const isLoaded = state.cards.some((other) => other.id === id);
  const isListedNew = newIds.length < state.newIds.length;
  const counted = isLoaded ? (isListedNew ? 'new' : 'review') : isSent ? null : learning.originalType;
  const less = (type: OriginalType, list: number[]) =>
    Math.max(list.length, state.counters[type] - Number(counted === type));
  const cards = isLoaded ? state.cards : [...state.cards, card];
  const content = cards.filter((other) => other.id === id);
  return {
    ...state,
    cards,
    newIds,
    reviewIds,
    learning: [...state.learning, learning],
    learned: [...state.learned.filter((other) => other.id !== id), ...content],
    counters: {
      new: less('new', newIds),
      review: less('review', reviewIds),
      learning: state.counters.learning + 1,
    },
    answers: answers ? { ...state.answers, [id]: answers } : state.answers,
    sentIds: isSent ? [...state.sentIds, id] : state.sentIds,
  };
}

/**
 * A session that was just opened goes on with what another one was teaching, and begins with it. The learning list takes
 * what it has room for.
 */
export function takeOver(state: SessionState, handed: readonly HandedCard[]): SessionState {
  const isOpen = ({ card }: HandedCard, { learning, doneIds }: SessionState): boolean =>
    learning.length < LEARNING_MAX &&
    !doneIds.includes(card.id) &&
    !learning.some(({ originalId }) => originalId === card.id);
  const next = handed.reduce((into, one) => (isOpen(one, into) ? takeIn(into, one) : into), state);
  return next === state || next.phase === 'needs-more' ? next : startRound(next);
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
