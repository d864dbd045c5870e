import { createListeners } from '../../../lib/live/listeners.ts';
import type { SavingState } from './exam-saver.ts';
import { type ExamEvent, examReducer } from './exam-session.reducer.ts';
import type { ExamSession } from './exam-session.state.ts';

interface ViewStoreParts {
  saving: () => SavingState;
  /** Puts the session into the browser's storage; false when that refuses. */
  write: (session: ExamSession) => boolean;
  onNews: (news: ExamNews) => void;
}

export type ExamViewStore = ReturnType<typeof createExamViewStore>;

/** Keeps what the page shows, and writes down every change of the session. */
export function createExamViewStore({ saving, write, onNews }: ViewStoreParts) {
  const listeners = createListeners();
  const notified = new Set<ExamNews['type']>();
  let view: ExamView = LOADING;

  function show(next: Partial<ExamView>): void {
    view = { ...view, ...next };
    // The saver looks at the session that is shown.
    view.saving = saving();
    listeners.notify();
  }

  /** The same trouble causes another notice only after it was over. */
  function notifyOnce(news: ExamNews): void {
    if (notified.has(news.type)) return;
    notified.add(news.type);
    onNews(news);
  }

  function keep(): void {
    if (view.session && !write(view.session)) notifyOnce({ type: 'cache-failed' });
  }

  return {
    view: (): ExamView => view,
    subscribe: listeners.add,
    show,
    /** Writes the session down though it hasn't changed: the time has. */
    write: keep,
    notifyOnce,
    /** The trouble is over. */
    allowAgain: (type: ExamNews['type']) => notified.delete(type),

    dispatch(event: ExamEvent): void {
      const session = view.session && examReducer(view.session, event);
      if (!session || session === view.session) return;
      show({ session });
      keep();
    },
  };
}

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
