import type { SessionEvent, SessionState, Step } from './session.state.ts';
import { refreshCounts } from './session-limits.ts';
import { addMore, goOnWithoutMore, relearn } from './session-loading.ts';
import { rate } from './session-rating.ts';

const silent = (state: SessionState): Step => ({ state, send: [] });

function reveal(state: SessionState, now: number): SessionState {
  return state.phase === 'studying' && state.revealedAt === null ? { ...state, revealedAt: now } : state;
}

/** The learning session's state machine: what happens next, and what the server must hear. Opened by `startSession`. */
export function sessionReducer(state: SessionState, event: SessionEvent): Step {
  switch (event.type) {
    case 'revealed':
      return silent(reveal(state, event.now));
    case 'rated':
      return rate(state, event);
    case 'moreLoaded':
      return silent(addMore(state, event.cards));
    case 'moreFailed':
      return silent(goOnWithoutMore(state));
    case 'refreshed':
      return silent(refreshCounts(state, event.counts));
    case 'relearn':
      return silent(relearn(state, event.now));
    default:
      return event satisfies never;
  }
}
