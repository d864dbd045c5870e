import { UNDO_STEPS } from '../../../core/learning/learning-limits.ts';
import type { PastStep, SessionEvent, SessionState, Step } from './session.state.ts';

type Rated = Pick<SessionEvent & { type: 'rated' }, 'answerId' | 'now'>;

/**
 * Notes how things stood before a rating, or before a card was put aside. So that can be taken back. What hasn't
 * changed is shared, not copied.
 */
export function remember(
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
export const outdate = (state: SessionState): SessionState =>
  state.past.every((step) => step.outdated)
    ? state
    : { ...state, past: state.past.map((step) => ({ ...step, outdated: true })) };

const oneMore = (counts: SessionState['takenBack'], cardId: number) => ({
  ...counts,
  [cardId]: (counts?.[cardId] ?? 0) + 1,
});

/** The card of the last rating is current again, its answer hidden, and everything as before that rating. */
export function undo(state: SessionState): Step {
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
