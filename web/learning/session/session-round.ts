import { ROUND_SIZE } from '../../../core/learning/learning-limits.ts';
import { cardsLeft, NO_COUNTERS, type SessionState } from './session.state.ts';

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
