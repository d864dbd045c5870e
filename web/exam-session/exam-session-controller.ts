import type { Attempt, OptionLetter, StudentExam } from '../../core/exam/exam.schema.ts';
import { createRetry } from '../lib/back-off.ts';
import { createListeners } from '../lib/listeners.ts';
import { createExamClock } from './exam-clock.ts';
import { attemptIn, EXAM_WAITS, examFailure, scoreIn } from './exam-failure.ts';
import { answersOf, type Marks, marksOf, NO_MARKS, sameMarks, skippedOf } from './exam-marks.ts';
import { examPageLife } from './exam-page-life.ts';
import { createResultReader } from './exam-result-reader.ts';
import { createExamSaver } from './exam-saver.ts';
import type { ExamSessionParts } from './exam-session.parts.ts';
import { type ExamEvent, examReducer, startExam } from './exam-session.reducer.ts';
import { type HandedIn, isUnsaved, type Submission, shownResult } from './exam-session.state.ts';
import { LOADING } from './exam-session-view.ts';
import { createExamSubmitter } from './exam-submitter.ts';
import { createExamViewStore } from './exam-view-store.ts';

/** Saves whose answers may still be missing. */
const SENT_KEPT = 5;

export type ExamSessionController = ReturnType<typeof createExamSessionController>;

/** Taking one exam: ties the state machine to the server, the browser's storage and the clock. */
export function createExamSessionController({ api, cache, timing, makeKey, onNews }: ExamSessionParts) {
  const ticks = createListeners();
  const openRetry = createRetry(timing, EXAM_WAITS);
  let closed = false;
  let opening = false;
  let isMet = false;
  let isGoing = false;
  let isSubmittedHere = false;
  /** What was sent lately: that comes back when the answer to it was lost, and is no news. */
  let sent: Marks[] = [];

  const store = createExamViewStore({
    saving: () => saver.state(),
    write: (session) => closed || cache.write({ session, countdown: time.stored(), timeLeft: time.left() }),
    onNews,
  });
  const { view, show, dispatch, tellOnce, isOver } = store;
  const time = createExamClock({ timing, onTick, onJump: () => void sync() });
  const saver = createExamSaver({
    timing,
    unsaved() {
      const { session } = view();
      return session && isUnsaved(session) ? { ...session.base, marks: session.marks } : null;
    },
    send({ version, marks }) {
      sent = [...sent, marks].slice(-SENT_KEPT);
      return api.save({ version, answers: answersOf(marks), skipped: skippedOf(marks) });
    },
    onSaved({ marks }, { version, saved_at, remaining_seconds }) {
      isOver('refused');
      dispatch({ type: 'saved', marks, version, savedAt: saved_at });
      show({ isSignedOut: false });
      time.hear(remaining_seconds);
    },
    onFailed: onSaveFailed,
    onState: () => show({}),
  });
  const submitter = createExamSubmitter({
    timing,
    send: api.submit,
    onDone(score) {
      beSubmitted(score);
      onNews({ type: 'submitted' });
    },
    onRefused: onSubmitRefused,
    onWaiting: () => show({ isHandInWaiting: true }),
  });
  const resultReader = createResultReader({
    timing,
    read: api.result,
    onResult(result) {
      dispatch({ type: 'result-read', result });
      show({ hasResultFailed: false });
    },
    onFailed(error) {
      show({ hasResultFailed: true });
      onNews({ type: 'result-failed', error });
    },
  });

  /** What the student does. */
  function act(event: ExamEvent): void {
    if (view().status !== 'ready' || view().isTimeUp) return;
    dispatch(event);
    const { session } = view();
    if (session && isUnsaved(session)) saver.changed();
  }

  function onTick(): void {
    const isTimeUp = time.isOver();
    if (isTimeUp !== view().isTimeUp) show({ isTimeUp });
    ticks.notify();
    store.write();
    // Of a time that only the browser knows, the server is asked first; that is under way.
    if (isTimeUp && time.isConfirmed()) handIn('time');
  }

  function halt(): void {
    openRetry.stop();
    for (const part of [time, saver, submitter, resultReader]) part.stop();
  }

  function beSubmitted(handedIn: HandedIn | null): void {
    isSubmittedHere = handedIn !== null;
    halt();
    if (handedIn) dispatch({ type: 'scored', result: shownResult(handedIn) });
    else void sync();
    show({ isHandInWaiting: false, isTimeUp: false });
  }

  /** Later is tried what only time can bring: the server's own submission, or its being there again. */
  const syncLater = (error?: unknown) => openRetry.later(() => void sync(), error);

  /** True when the failure has decided how it goes on. */
  function isDecidedBy(error: unknown): boolean {
    switch (examFailure(error)) {
      case 'already-submitted':
        onNews({ type: 'refused', error });
        beSubmitted(scoreIn(error));
        resultReader.start();
        return true;
      case 'time-over':
        saver.stop();
        dispatch({ type: 'time-over' });
        syncLater();
        return true;
      case 'deleted':
        halt();
        cache.clear();
        show({ status: 'failed', error, session: null });
        return true;
      case 'signed-out':
        if (!view().isSignedOut) onNews({ type: 'refused', error });
        show({ isSignedOut: true });
        return true;
      default:
        return false;
    }
  }

  function onSaveFailed(error: unknown): 'again' | 'later' | 'stop' {
    if (isDecidedBy(error)) return 'stop';
    const failure = examFailure(error);
    const attempt = failure === 'changed-elsewhere' ? attemptIn(error) : null;
    if (attempt) {
      if (isForeign(attempt)) tellOnce({ type: 'changed-elsewhere' });
      dispatch({ type: 'conflicted', attempt });
      time.hear(attempt.remaining_seconds);
      return 'again';
    }
    if (failure === 'unauthorized') tellOnce({ type: 'refused', error });
    if (failure === 'other-questions' || failure === 'changed-elsewhere') void sync();
    return 'later';
  }

  /** Was it saved by another window or device? */
  function isForeign(attempt: Attempt): boolean {
    const marks = marksOf(attempt);
    const base = view().session?.base.marks;
    return !attempt.submitted && ![base ?? NO_MARKS, ...sent].some((each) => sameMarks(each, marks));
  }

  function onSubmitRefused(error: unknown): void {
    const failure = examFailure(error);
    const byTime = view().session?.submission?.reason === 'time';
    show({ isHandInWaiting: failure === 'signed-out' });
    if (isDecidedBy(error)) return;
    onNews({ type: failure === 'unauthorized' ? 'refused' : 'submit-failed', error });
    if (failure === 'other-questions' || !byTime) dispatch({ type: 'hand-in-failed' });
    else dispatch({ type: 'time-over' });
    if (failure === 'other-questions') void sync();
    else if (byTime) syncLater();
    else saver.start();
  }

  function handIn(reason: Submission['reason']): void {
    const { status, session } = view();
    if (status !== 'ready' || session?.phase !== 'taking') return;
    if (reason === 'student' && Object.keys(session.marks).length === 0) return;
    saver.stop();
    const submission = { key: makeKey(), reason };
    dispatch({ type: 'handed-in', submission });
    submitter.start(submission, answersOf(session.marks));
  }

  /** Goes on from wherever the session is. */
  function goOn(): void {
    const { session } = view();
    if (!session) return;
    isGoing = true;
    if (session.phase === 'taking') saver.start();
    else if (session.phase === 'time-over') syncLater();
    else if (session.phase === 'submitted') {
      halt();
      show({ isHandInWaiting: false, isTimeUp: false });
      resultReader.start();
    } else if (session.submission) submitter.start(session.submission, answersOf(session.marks));
  }

  function meet(exam: StudentExam): void {
    const { attempt } = exam;
    if (isMet && isForeign(attempt)) tellOnce({ type: 'changed-elsewhere' });
    isMet = true;
    const before = view().session;
    const session = before ? examReducer(before, { type: 'met', exam, attempt }) : startExam(exam, attempt);
    show({ status: 'ready', error: null, session, isSignedOut: false });
    isOver('refused');
    openRetry.reset();
    if (session.phase !== 'submitted') time.hear(attempt.remaining_seconds, session.durationSeconds);
    store.write();
    goOn();
  }

  function notMet(error: unknown): void {
    if (!view().session) show({ status: 'failed', error });
    else if (!isDecidedBy(error)) {
      if (examFailure(error) === 'unauthorized') tellOnce({ type: 'refused', error });
      if (!isGoing) goOn();
      syncLater(error);
    }
  }

  /** Asks the server how things stand. */
  async function sync(): Promise<void> {
    openRetry.stop();
    if (opening || closed) return;
    opening = true;
    try {
      const exam = await api.open();
      // An answer from before the submission would take it back.
      if (!closed && !isSubmittedHere) meet(exam);
    } catch (error) {
      if (!closed) notMet(error);
    } finally {
      opening = false;
    }
  }

  return {
    view,
    subscribe: store.subscribe,
    timeLeft: time.left,
    subscribeToTime: ticks.add,

    /** What this browser has is there at once, whether the server can be reached or not. */
    async open(): Promise<void> {
      closed = false;
      isGoing = false;
      const stored = cache.read();
      if (!stored) show(LOADING);
      else {
        show({ ...LOADING, status: 'ready', session: stored.session });
        if (stored.session.phase !== 'submitted')
          time.resume(stored.countdown, stored.session.durationSeconds);
      }
      await sync();
    },

    answer: (questionId: number, option: OptionLetter) => act({ type: 'answered', questionId, option }),
    skip: (questionId: number) => act({ type: 'skipped', questionId }),
    review: (questionId: number) => act({ type: 'reviewed', questionId }),
    turn: (page: number) => dispatch({ type: 'turned', page }),
    submit: () => handIn('student'),
    readResult: resultReader.start,

    ...examPageLife({ store, time, saver, submitter, cache, sync: () => void sync() }),

    close(): void {
      store.write();
      saver.leave();
      closed = true;
      halt();
    },
  };
}
