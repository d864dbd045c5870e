import {
  currentCard,
  type SessionEvent,
  type SessionState,
  type Step,
  type Turned,
} from './session.state.ts';
import { refreshCounts } from './session-limits.ts';
import { addMore, goOnWithoutMore, relearn } from './session-loading.ts';
import { putAside, rate } from './session-rating.ts';
import { outdate, remember, undo } from './session-undo.ts';

const silent = (state: SessionState): Step => ({ state, send: [], takeBack: null });

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
