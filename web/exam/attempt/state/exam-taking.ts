import type { Attempt } from '../../../../core/exam/exam.schema.ts';
import type { ExamClock, ExamTiming } from './exam-clock.ts';
import { attemptIn, examFailure } from './exam-failure.ts';
import { createExamSaver } from './exam-saver.ts';
import type { ExamEvent } from './exam-session.reducer.ts';
import {
  answersOf,
  isUnsaved,
  type Marks,
  marksOf,
  NO_MARKS,
  sameMarks,
  skippedOf,
} from './exam-session.state.ts';
import type { ExamSessionApi } from './exam-session-api.ts';
import type { ExamViewStore } from './exam-session-view.ts';

/** Saves whose answers may still be missing. */
const SENT_KEPT = 5;

interface TakingParts {
  save: ExamSessionApi['save'];
  timing: ExamTiming;
  time: ExamClock;
  store: ExamViewStore;
  /** True when the failure has decided how it goes on. */
  isDecidedBy: (error: unknown) => boolean;
  /** Asks the server how things stand. */
  sync: () => void;
}

/** The exam while it is taken: what the student does, and how it gets to the server. */
export function createExamTaking({ save, timing, time, store, isDecidedBy, sync }: TakingParts) {
  const { view, show, dispatch, notifyOnce, allowAgain } = store;
  /** What was sent lately: that comes back when the answer to it was lost, and is no news. */
  let sent: Marks[] = [];

  const saver = createExamSaver({
    timing,
    unsaved() {
      const { session } = view();
      return session && isUnsaved(session) ? { ...session.base, marks: session.marks } : null;
    },
    send({ version, marks }) {
      sent = [...sent, marks].slice(-SENT_KEPT);
      return save({ version, answers: answersOf(marks), skipped: skippedOf(marks) });
    },
    onSaved({ marks }, { version, saved_at, remaining_seconds }) {
      allowAgain('refused');
      dispatch({ type: 'saved', marks, version, savedAt: saved_at });
      show({ isSignedOut: false });
      time.setRemaining(remaining_seconds);
    },
    onFailed,
    onState: () => show({}),
  });

  function onFailed(error: unknown): 'again' | 'later' | 'stop' {
    if (isDecidedBy(error)) return 'stop';
    const failure = examFailure(error);
    const attempt = failure === 'changed-elsewhere' ? attemptIn(error) : null;
    if (attempt) {
      notifyIfForeign(attempt);
      dispatch({ type: 'conflicted', attempt });
      time.setRemaining(attempt.remaining_seconds);
      return 'again';
    }
    if (failure === 'unauthorized') notifyOnce({ type: 'refused', error });
    if (failure === 'other-questions' || failure === 'changed-elsewhere') sync();
    return 'later';
  }

  /** Says so when the attempt was saved by another window or device. */
  function notifyIfForeign(attempt: Attempt): void {
    const marks = marksOf(attempt);
    const base = view().session?.base.marks ?? NO_MARKS;
    const isForeign = !attempt.submitted && ![base, ...sent].some((each) => sameMarks(each, marks));
    if (isForeign) notifyOnce({ type: 'changed-elsewhere' });
  }

  return {
    saver,
    notifyIfForeign,

    /** What the student does. */
    act(event: ExamEvent): void {
      if (view().status !== 'ready' || view().isTimeUp) return;
      dispatch(event);
      const { session } = view();
      if (session && isUnsaved(session)) saver.changed();
    },
  };
}
