import type { SavingState } from './exam-saver.ts';
import type { ExamSession } from './exam-session.state.ts';

/** What the page shows, the clock aside. */
export interface ExamView {
  status: 'loading' | 'ready' | 'failed';
  /** Why, when it has failed. */
  error: unknown;
  session: ExamSession | null;
  saving: SavingState;
  /** No time is left: nothing can be changed any more. */
  isTimeUp: boolean;
  /** What was handed in has not reached the server, which is tried again. */
  isHandInWaiting: boolean;
  /** The server wants a new login before anything is saved. */
  isSignedOut: boolean;
  /** The result is there, but could not be read. */
  hasResultFailed: boolean;
}

export const LOADING: ExamView = {
  status: 'loading',
  error: null,
  session: null,
  saving: 'saved',
  isTimeUp: false,
  isHandInWaiting: false,
  isSignedOut: false,
  hasResultFailed: false,
};

/** Further notices for the student. */
export type ExamNews =
  | { type: 'submitted' }
  /** Refused, with the server's reason: handed in before, hidden, a new login needed. */
  | { type: 'refused'; error: unknown }
  | { type: 'submit-failed'; error: unknown }
  | { type: 'result-failed'; error: unknown }
  | { type: 'changed-elsewhere' }
  | { type: 'cache-failed' };
