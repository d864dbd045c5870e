import { createListeners } from '../../../lib/live/listeners.ts';
import type { SavingState } from './exam-saver.ts';
import { type ExamEvent, examReducer } from './exam-session.reducer.ts';
import type { ExamSession } from './exam-session.state.ts';
import { type ExamNews, type ExamView, LOADING } from './exam-session-view.ts';

export interface ViewStoreParts {
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
