import type { Counts } from '../../../core/learning/learning.schema.ts';
import {
  cardsLeft,
  currentCard,
  type SessionEvent,
  type SessionState,
  type Step,
  type Turned,
} from './session.state.ts';
import { addMore, goOnWithoutMore, relearn } from './session-loading.ts';
import { putAside, rate } from './session-rating.ts';
import { complete, needMore, startRound } from './session-round.ts';
import { outdate, remember, undo } from './session-undo.ts';

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
