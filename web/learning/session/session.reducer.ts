import type { Counts, Rating } from '../../../core/learning/learning.schema.ts';
import {
  LEARNING_MAX,
  TIME_SPENT_MAX,
  TRIES_MAX,
  UNDO_STEPS,
} from '../../../core/learning/learning-limits.ts';
import {
  type AnswersToCard,
  cardsLeft,
  currentCard,
  isNew,
  type LearningCard,
  type OriginalType,
  type PastStep,
  type ProgressItem,
  type SessionEvent,
  type SessionState,
  type Step,
  type Turned,
} from './session.state.ts';
import {
  addMore,
  advance,
  complete,
  goOnWithoutMore,
  needMore,
  relearn,
  startRound,
} from './session-loading.ts';
import { summarize } from './session-summary.ts';

type Rated = Pick<SessionEvent & { type: 'rated' }, 'answerId' | 'now'>;

/**
 * Notes how things stood before a rating, or before a card was put aside. So that can be taken back. What hasn't
 * changed is shared, not copied.
 */
function remember(
  { past, ...before }: SessionState,
  step: Step,
  { answerId, now }: Rated,
  aside?: number,
): Step {
  const [answer] = step.send;
  const sent = answer ? { id: answer.id, cardId: answer.cardId } : null;
  const entry: PastStep = {
    id: answerId,
    at: now,
    before,
    sent,
    outdated: false,
    ...(aside !== undefined && { aside }),
  };
  return { ...step, state: { ...step.state, past: [...past, entry].slice(-UNDO_STEPS) } };
}

/** After new daily limits: the counters of before are to be asked for again once they are back. */
const outdate = (state: SessionState): SessionState =>
  state.past.every((step) => step.outdated)
    ? state
    : { ...state, past: state.past.map((step) => ({ ...step, outdated: true })) };

const oneMore = (counts: SessionState['takenBack'], cardId: number) => ({
  ...counts,
  [cardId]: (counts?.[cardId] ?? 0) + 1,
});

/** The card of the last rating is current again, its answer hidden, and everything as before that rating. */
function undo(state: SessionState): Step {
  const last = state.past.at(-1);
  if (!last) return { state, send: [], undo: null };
  const restored: SessionState = {
    ...last.before,
    revealedAt: null,
    turned: null,
    past: state.past.slice(0, -1),
    ...(state.ways && { ways: state.ways }),
    // The server refuses an answer for good that was taken back, so the next one needs another id.
    ...(last.sent && state.answerSeed && { takenBack: oneMore(state.takenBack, last.sent.cardId) }),
  };
  return { state: restored, send: [], undo: last.sent };
}

export const canUndo = (state: SessionState): boolean => state.past.length > 0;

interface Answer {
  rating: Rating;
  now: number;
  answerId: string;
}

const without = (ids: number[], id: number): number[] => ids.filter((other) => other !== id);

/** Whole seconds from reveal to rating; a clock that was set back counts as none. */
function timeSpent(revealedAt: number, now: number): number {
  const seconds = Math.round((now - revealedAt) / 1000);
  return Math.min(TIME_SPENT_MAX, Math.max(0, seconds));
}

/**
 * Returns the id of the answer to a card. A session sends one for each card, and another one after each undo. The id is
 * the same when a crash makes the card come again, so the server counts that answer once.
 */
function idOfAnswer({ answerSeed, takenBack }: SessionState, cardId: number, drawnId: string): string {
  if (answerSeed === undefined) return drawnId;
  const end = answerSeed.length - 12;
  const node = Number.parseInt(answerSeed.slice(end), 16);
  // A card's id has 31 bits, which leaves 17 of the last 48. The rest stays random: no other session has these ids.
  const given = (takenBack?.[cardId] ?? 0) * 2 ** 31 + cardId;
  return answerSeed.slice(0, end) + ((node + given) % 2 ** 48).toString(16).padStart(12, '0');
}

function countAnswer(state: SessionState, id: number, rating: Rating): AnswersToCard {
  const before = state.answers[id];
  return { first: before?.first ?? rating, tries: Math.min(TRIES_MAX, (before?.tries ?? 0) + 1) };
}

/** Takes a card out of its list and its counter. */
function take(state: SessionState, id: number): SessionState {
  const { counters } = state;
  if (state.learning.some((card) => card.originalId === id)) {
    return {
      ...state,
      learning: state.learning.filter((card) => card.originalId !== id),
      counters: { ...counters, learning: counters.learning - 1 },
    };
  }
  if (state.newIds.includes(id)) {
    return { ...state, newIds: without(state.newIds, id), counters: { ...counters, new: counters.new - 1 } };
  }
  return {
    ...state,
    reviewIds: without(state.reviewIds, id),
    counters: { ...counters, review: counters.review - 1 },
  };
}

function finish(state: SessionState, id: number): SessionState {
  const taken = take(state, id);
  const { [id]: _, ...answers } = taken.answers;
  return {
    ...taken,
    answers,
    cards: taken.cards.filter((card) => card.id !== id),
    doneIds: taken.doneIds.includes(id) ? taken.doneIds : [...taken.doneIds, id],
  };
}

/** The card in hand does not come again in this session, and is nothing for the server's log. */
function putAside(state: SessionState): SessionState {
  const card = currentCard(state);
  if (!card) return state;
  return advance({ ...finish(state, card.id), revealedAt: null, turned: null });
}

function startLearning(state: SessionState, card: LearningCard): SessionState {
  const taken = take(state, card.originalId);
  const known = taken.learned.some((other) => other.id === card.originalId);
  const content = taken.cards.filter((other) => other.id === card.originalId);
  return {
    ...taken,
    learning: [...taken.learning, card],
    learned: known ? taken.learned : [...taken.learned, ...content],
    counters: { ...taken.counters, learning: taken.counters.learning + 1 },
  };
}

/** The card's new place. With a full learning list it keeps the old one and comes again in a later round. */
function place(state: SessionState, id: number, type: OriginalType, { rating, now }: Answer): SessionState {
  if (rating === 2) return finish(state, id);
  const entry: LearningCard = { originalId: id, originalType: type, status: rating, lastStudied: now };
  if (state.learning.some((card) => card.originalId === id)) {
    return { ...state, learning: state.learning.map((card) => (card.originalId === id ? entry : card)) };
  }
  return state.learning.length < LEARNING_MAX ? startLearning(state, entry) : state;
}

/**
 * A review card is sent with its first answer, whatever it is, and never again in this session; a new card only when
 * it is known, with what the server would otherwise never hear: the first answer and the number of tries.
 */
function mustSend(state: SessionState, id: number, type: OriginalType, rating: Rating): boolean {
  if (state.relearning || state.sentIds.includes(id)) return false;
  const learning = state.learning.some((card) => card.originalId === id);
  return rating === 2 || (type === 'review' && !learning);
}

function rate(state: SessionState, answer: Answer): Step {
  const card = currentCard(state);
  if (!card || state.revealedAt === null) return { state, send: [], undo: null };
  const { id } = card;
  const learning = state.learning.find((entry) => entry.originalId === id);
  const type = learning?.originalType ?? (isNew(card) ? 'new' : 'review');
  const counted = countAnswer(state, id, answer.rating);
  const send: ProgressItem[] = [];
  if (mustSend(state, id, type, answer.rating)) {
    send.push({
      id: idOfAnswer(state, id, answer.answerId),
      cardId: id,
      body: {
        status: answer.rating,
        time_spent: timeSpent(state.revealedAt, answer.now),
        card_type: type,
        ...(card.meaning && { meaning: card.meaning }),
        first_status: counted.first,
        tries: counted.tries,
        answered_at: Math.max(0, Math.round(answer.now)),
        ...(state.turned && { mode: 'session', ...state.turned }),
      },
    });
  }
  const noted: SessionState = {
    ...state,
    turned: null,
    answers: { ...state.answers, [id]: counted },
    sentIds: send.length > 0 ? [...state.sentIds, id] : state.sentIds,
    summary: summarize(state, { id, counted, rating: answer.rating, now: answer.now }),
  };
  return { state: advance(place(noted, id, type, answer)), send, undo: null };
}

/** The first cards that the limit allows, and the one that is turned over in any case: it is still to be rated. */
function keep(list: number[], allowed: number, turned: number | undefined): number[] {
  const kept = new Set(list.slice(0, allowed));
  return list.filter((id) => kept.has(id) || id === turned);
}

/**
 * New counts, after the student has changed the daily limits. The server counts the cards that are being learnt and
 * that it hasn't heard of yet; lists are cut to what is still allowed, and a finished session opens again when more
 * is allowed.
 */
function refreshCounts(
  state: SessionState,
  counts: Pick<Counts, 'newCardsToday' | 'reviewCardsToday'>,
): SessionState {
  const learning = state.relearning ? [] : state.learning;
  const unsent = learning.filter((card) => !state.sentIds.includes(card.originalId));
  const unsentNew = unsent.filter((card) => card.originalType === 'new').length;
  const allowedNew = Math.max(0, counts.newCardsToday - unsentNew);
  const allowedReview = Math.max(0, counts.reviewCardsToday - (unsent.length - unsentNew));
  const finished = state.relearning || state.phase === 'completed' || state.phase === 'empty';
  if (finished) {
    if (allowedNew + allowedReview === 0) return state;
    return needMore({
      ...complete(state),
      counters: { new: allowedNew, learning: 0, review: allowedReview },
    });
  }
  const turned = state.revealedAt === null ? undefined : currentCard(state)?.id;
  const newIds = keep(state.newIds, allowedNew, turned);
  const reviewIds = keep(state.reviewIds, allowedReview, turned);
  const left = new Set([...newIds, ...reviewIds, ...learning.map((card) => card.originalId)]);
  const next: SessionState = {
    ...state,
    cards: state.cards.filter((card) => left.has(card.id)),
    newIds,
    reviewIds,
    counters: {
      new: Math.max(allowedNew, newIds.length),
      learning: learning.length,
      review: Math.max(allowedReview, reviewIds.length),
    },
    round: state.round.filter((id, index) => index < state.position || left.has(id)),
    answers: Object.fromEntries(Object.entries(state.answers).filter(([id]) => left.has(Number(id)))),
  };
  if (next.phase === 'studying' && next.position < next.round.length) return next;
  if (cardsLeft(next) === 0)
    return { ...complete(next), phase: next.doneIds.length > 0 ? 'completed' : 'empty' };
  if (next.phase === 'studying' && next.newIds.length + next.reviewIds.length > 0) return startRound(next);
  return next.counters.new + next.counters.review > 0 ? needMore(next) : startRound(next);
}

const silent = (state: SessionState): Step => ({ state, send: [], undo: null });

function reveal(state: SessionState, now: number, turned: Turned | null): SessionState {
  if (state.phase !== 'studying' || state.revealedAt !== null) return state;
  return { ...state, revealedAt: now, turned };
}

const flag = (
  state: SessionState,
  { cardId, flagged }: { cardId: number; flagged: boolean },
): SessionState => ({
  ...state,
  cards: state.cards.map((card) => (card.id === cardId ? { ...card, flagged } : card)),
});

/** The learning session's state machine: the next state, and what the server must get. Opened by `startSession`. */
export function sessionReducer(state: SessionState, event: SessionEvent): Step {
  switch (event.type) {
    case 'revealed':
      return silent(reveal(state, event.now, event.turned ?? null));
    case 'rated': {
      const step = rate(state, event);
      return step.state === state ? step : remember(state, step, event);
    }
    case 'put-aside': {
      const aside = currentCard(state)?.id;
      if (aside === undefined) return silent(state);
      return remember(state, silent(putAside(state)), { answerId: event.id, now: event.now }, aside);
    }
    case 'flagged':
      return silent(flag(state, event));
    case 'settled':
      return silent({ ...state, ways: { ...state.ways, [event.deckId]: event.way } });
    case 'undo':
      return undo(state);
    case 'moreLoaded':
      return silent(addMore(state, event.cards));
    case 'moreFailed':
      return silent(goOnWithoutMore(state));
    case 'refreshed':
      return silent(outdate(refreshCounts(state, event.counts)));
    case 'relearn':
      return silent(relearn(state, event.now));
    default:
      return event satisfies never;
  }
}
