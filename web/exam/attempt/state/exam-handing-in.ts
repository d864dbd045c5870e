import type { Timing } from '../../../lib/live/timing.ts';
import { examFailure } from './exam-failure.ts';
import { answersOf } from './exam-marks.ts';
import type { ExamSaver } from './exam-saver.ts';
import type { HandedIn, Submission } from './exam-session.state.ts';
import type { ExamSessionApi } from './exam-session-api.ts';
import type { ExamNews } from './exam-session-view.ts';
import { createExamSubmitter } from './exam-submitter.ts';
import type { ExamViewStore } from './exam-view-store.ts';

interface HandingInParts {
  submit: ExamSessionApi['submit'];
  timing: Timing;
  store: ExamViewStore;
  saver: ExamSaver;
  makeKey: () => string;
  /** True when the failure has decided how it goes on. */
  isDecidedBy: (error: unknown) => boolean;
  onDone: (handedIn: HandedIn) => void;
  onNews: (news: ExamNews) => void;
  /** Asks the server how things stand. */
  sync: () => void;
  /** Asks the server after a pause. */
  syncLater: () => void;
}

/** The exam from the moment it is handed in until the server has it or refuses it. */
export function createExamHandingIn(parts: HandingInParts) {
  const { submit, timing, store, saver, makeKey, isDecidedBy, onDone, onNews, sync, syncLater } = parts;
  const { view, show, dispatch } = store;

  const submitter = createExamSubmitter({
    timing,
    send: submit,
    onDone,
    onRefused,
    onWaiting: () => show({ isHandInWaiting: true }),
  });

  function onRefused(error: unknown): void {
    const failure = examFailure(error);
    const byTime = view().session?.submission?.reason === 'time';
    show({ isHandInWaiting: failure === 'signed-out' });
    if (isDecidedBy(error)) return;
    if (failure === 'not-begun') {
      // Opened again it is begun, and handed in as it stands.
      sync();
      return;
    }
    onNews({ type: failure === 'unauthorized' ? 'refused' : 'submit-failed', error });
    if (failure === 'other-questions' || !byTime) dispatch({ type: 'hand-in-failed' });
    else dispatch({ type: 'time-over' });
    if (failure === 'other-questions') sync();
    else if (byTime) syncLater();
    else saver.start();
  }

  return {
    submitter,

    handIn(reason: Submission['reason']): void {
      const { status, session } = view();
      if (status !== 'ready' || session?.phase !== 'taking') return;
      if (reason === 'student' && Object.keys(session.marks).length === 0) return;
      saver.stop();
      const submission = { key: makeKey(), reason };
      dispatch({ type: 'handed-in', submission });
      submitter.start(submission, answersOf(session.marks));
    },

    /** Goes on with what was handed in before the page was opened. */
    resume(): void {
      const { session } = view();
      if (session?.submission) submitter.start(session.submission, answersOf(session.marks));
    },
  };
}
