import type { Answer, StudentExam } from '../../../../core/exam/exam.schema.ts';
import { createRetry } from '../../../lib/live/back-off.ts';
import { createListeners } from '../../../lib/live/listeners.ts';
import { createExamClock, type ExamTiming } from './exam-clock.ts';
import { EXAM_WAITS, examFailure, scoreIn } from './exam-failure.ts';
import { createExamHandingIn } from './exam-handing-in.ts';
import { examPageLife } from './exam-page-life.ts';
import { createResultReader } from './exam-result-reader.ts';
import { examReducer, startExam } from './exam-session.reducer.ts';
import { type HandedIn, shownResult } from './exam-session.state.ts';
import type { ExamSessionApi } from './exam-session-api.ts';
import type { ExamSessionCache } from './exam-session-cache.ts';
import { type ExamNews, LOADING } from './exam-session-view.ts';
import { createExamTaking } from './exam-taking.ts';
import { createExamViewStore } from './exam-view-store.ts';

/** What taking one exam works with; tests bring their own. */
interface ExamSessionParts {
  api: ExamSessionApi;
  cache: ExamSessionCache;
  timing: ExamTiming;
  /** A UUID. */
  makeKey: () => string;
  onNews: (news: ExamNews) => void;
}

export type ExamSessionController = ReturnType<typeof createExamSessionController>;

/**
 * One exam of one student: ties the state machine to the server, the browser's storage and the clock. What belongs to one
 * phase is elsewhere: taking, handing in, reading the result. Here is what leads from one to the next.
 */
export function createExamSessionController({ api, cache, timing, makeKey, onNews }: ExamSessionParts) {
  const ticks = createListeners();
  const openRetry = createRetry(timing, EXAM_WAITS);
  let closed = false;
  let opening = false;
  let hasOpened = false;
  let isGoing = false;
  let isSubmittedHere = false;

  const store = createExamViewStore({
    saving: () => taking.saver.state(),
    write: (session) => closed || cache.write({ session, countdown: time.stored(), timeLeft: time.left() }),
    onNews,
  });
  const { view, show, dispatch, notifyOnce, allowAgain } = store;
  const time = createExamClock({ timing, onTick, onJump: syncNow });
  const taking = createExamTaking({
    save: api.save,
    timing,
    time,
    store,
    isDecidedBy,
    sync: syncNow,
  });
  const { saver } = taking;
  const handingIn = createExamHandingIn({
    submit: api.submit,
    timing,
    store,
    saver,
    makeKey,
    isDecidedBy,
    onDone(handedIn) {
      const secondsSpent = (view().session?.durationSeconds ?? 0) - time.left().seconds;
      beSubmitted(handedIn, secondsSpent);
      onNews({ type: 'submitted' });
    },
    onNews,
    sync: syncNow,
    syncLater,
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

  function onTick(): void {
    const isTimeUp = time.isOver();
    if (isTimeUp !== view().isTimeUp) show({ isTimeUp });
    ticks.notify();
    store.write();
    // Of a time that only the browser knows, the server is asked first; that is under way.
    if (isTimeUp && time.isConfirmed()) handingIn.handIn('time');
  }

  function halt(): void {
    openRetry.stop();
    for (const part of [time, saver, handingIn.submitter, resultReader]) part.stop();
  }

  function beSubmitted(handedIn: HandedIn | null, secondsSpent?: number): void {
    isSubmittedHere = handedIn !== null;
    halt();
    if (handedIn) dispatch({ type: 'scored', result: shownResult(handedIn, secondsSpent) });
    else syncNow();
    show({ isHandInWaiting: false, isTimeUp: false });
  }

  /** Later is tried what only time can bring: the server's own submission, or its being there again. */
  function syncLater(error?: unknown): void {
    openRetry.later(syncNow, error);
  }

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

  /** Goes on from wherever the session is. */
  function continueSession(): void {
    const { session } = view();
    if (!session) return;
    isGoing = true;
    if (session.phase === 'taking') saver.start();
    else if (session.phase === 'time-over') syncLater();
    else if (session.phase === 'submitted') {
      halt();
      show({ isHandInWaiting: false, isTimeUp: false });
      resultReader.start();
    } else handingIn.resume();
  }

  function adopt(exam: StudentExam): void {
    const { attempt } = exam;
    if (hasOpened) taking.notifyIfForeign(attempt);
    hasOpened = true;
    const before = view().session;
    const session = before
      ? examReducer(before, { type: 'reconciled', exam, attempt })
      : startExam(exam, attempt);
    show({ status: 'ready', error: null, session, isSignedOut: false });
    allowAgain('refused');
    openRetry.reset();
    if (session.phase !== 'submitted') time.setRemaining(attempt.remaining_seconds, session.durationSeconds);
    store.write();
    continueSession();
  }

  function onOpenFailed(error: unknown): void {
    if (!view().session) show({ status: 'failed', error });
    else if (!isDecidedBy(error)) {
      if (examFailure(error) === 'unauthorized') notifyOnce({ type: 'refused', error });
      if (!isGoing) continueSession();
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
      if (!closed && !isSubmittedHere) adopt(exam);
    } catch (error) {
      if (!closed) onOpenFailed(error);
    } finally {
      opening = false;
    }
  }

  function syncNow(): void {
    void sync();
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

    answer: (questionId: number, answer: Answer) => taking.act({ type: 'answered', questionId, answer }),
    skip: (questionId: number) => taking.act({ type: 'skipped', questionId }),
    review: (questionId: number) => taking.act({ type: 'reviewed', questionId }),
    goTo: (questionId: number) => dispatch({ type: 'went-to', questionId }),
    turn: (page: number) => dispatch({ type: 'turned', page }),
    submit: () => handingIn.handIn('student'),
    readResult: resultReader.start,

    ...examPageLife({ store, time, saver, submitter: handingIn.submitter, cache, sync: syncNow }),

    close(): void {
      store.write();
      saver.leave();
      closed = true;
      halt();
    },
  };
}
