import type { ExamResult } from '../../../../core/exam/attempt/submission.schema.ts';
import type { Answer, Answers, StudentExam } from '../../../../core/exam/exam.schema.ts';
import { createRetry } from '../../../lib/live/back-off.ts';
import { createListeners } from '../../../lib/live/listeners.ts';
import type { Timing } from '../../../lib/live/timing.ts';
import { createExamClock, type ExamTiming } from './exam-clock.ts';
import { EXAM_WAITS, examFailure, scoreIn } from './exam-failure.ts';
import { examReducer, startExam } from './exam-session.reducer.ts';
import { answersOf, type HandedIn, type Submission, shownResult } from './exam-session.state.ts';
import type { ExamSessionApi } from './exam-session-api.ts';
import type { ExamSessionCache } from './exam-session-cache.ts';
import { createExamViewStore, type ExamNews, LOADING } from './exam-session-view.ts';
import { createExamTaking } from './exam-taking.ts';

interface SubmitterParts {
  timing: Timing;
  send: (submission: Submission, answers: Answers) => Promise<HandedIn>;
  onDone: (handedIn: HandedIn) => void;
  onRefused: (error: unknown) => void;
  /** A try has failed, and there will be another one. */
  onWaiting: () => void;
}

/** Hands an exam in, again and again under one key until the server acknowledges or refuses it. */
function createExamSubmitter({ timing, send, onDone, onRefused, onWaiting }: SubmitterParts) {
  const retry = createRetry(timing, EXAM_WAITS);
  let current: { submission: Submission; answers: Answers } | undefined;
  let inFlight = false;

  function mustRepeat(error: unknown, reason: Submission['reason']): boolean {
    const failure = examFailure(error);
    // When the time is over nobody is left to ask for another try in time.
    return failure === 'unreachable' || (failure === 'other' && reason === 'time' && isServersFault(error));
  }

  async function attempt(): Promise<void> {
    retry.stop();
    if (inFlight || !current) return;
    const { submission, answers } = current;
    inFlight = true;
    try {
      const handedIn = await send(submission, answers);
      finish(submission, () => onDone(handedIn));
    } catch (error) {
      if (current?.submission.key !== submission.key) return;
      if (mustRepeat(error, submission.reason)) {
        retry.later(() => void attempt(), error);
        onWaiting();
      } else finish(submission, () => onRefused(error));
    } finally {
      inFlight = false;
    }
  }

  function finish(submission: Submission, then: () => void): void {
    if (current?.submission.key !== submission.key) return;
    current = undefined;
    retry.reset();
    then();
  }

  return {
    start(submission: Submission, answers: Answers): void {
      if (current?.submission.key !== submission.key) current = { submission, answers };
      void attempt();
    },

    /** The network may be back. */
    wakeNow: () => void attempt(),

    stop(): void {
      current = undefined;
      retry.reset();
    },
  };
}

const isServersFault = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status >= 500;

/** How old the server's word about the time may be when the student comes back to the page. */
const HEARD_MS = 10_000;

/** How long it may be while nothing is saved: by then it may have been handed in elsewhere. */
const IDLE_MS = 60_000;

interface ResultReaderParts {
  timing: Timing;
  read: () => Promise<ExamResult>;
  onResult: (result: ExamResult) => void;
  onFailed: (error: unknown) => void;
}

/** Reads the result of what was handed in. That there is none yet is no failure: it is on its way. */
function createResultReader({ timing, read, onResult, onFailed }: ResultReaderParts) {
  const retry = createRetry(timing, EXAM_WAITS);
  let isReading = false;
  let isStopped = false;

  async function tryRead(): Promise<void> {
    retry.stop();
    if (isReading) return;
    isReading = true;
    try {
      const result = await read();
      retry.reset();
      if (!isStopped) onResult(result);
    } catch (error) {
      if (isStopped) return;
      if (examFailure(error) === 'no-result') retry.later(() => void tryRead());
      else onFailed(error);
    } finally {
      isReading = false;
    }
  }

  return {
    start(): void {
      isStopped = false;
      void tryRead();
    },
    stop(): void {
      isStopped = true;
      retry.reset();
    },
  };
}

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
 * One exam of one student: ties the state machine to the server, the browser's storage and the clock. Taking it is in
 * `createExamTaking`. Here is what leads from one phase to the next.
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
  const phase = () => view().session?.phase;
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
  const submitter = createExamSubmitter({
    timing,
    send: api.submit,
    onDone(handedIn) {
      const secondsSpent = (view().session?.durationSeconds ?? 0) - time.left().seconds;
      beSubmitted(handedIn, secondsSpent);
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

  function onTick(): void {
    const isTimeUp = time.isOver();
    if (isTimeUp !== view().isTimeUp) show({ isTimeUp });
    ticks.notify();
    store.write();
    if (phase() === 'taking' && time.isConfirmed() && time.silentMs() > IDLE_MS && !openRetry.isWaiting())
      syncNow();
    // Of a time that only the browser knows, the server is asked first; that is under way.
    if (isTimeUp && time.isConfirmed()) handIn('time');
  }

  function halt(): void {
    openRetry.stop();
    for (const part of [time, saver, submitter, resultReader]) part.stop();
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

  function handIn(reason: Submission['reason']): void {
    const { status, session } = view();
    if (status !== 'ready' || session?.phase !== 'taking') return;
    if (reason === 'student' && Object.keys(session.marks).length === 0) return;
    saver.stop();
    const submission = { key: makeKey(), reason };
    dispatch({ type: 'handed-in', submission });
    submitter.start(submission, answersOf(session.marks));
  }

  function onSubmitRefused(error: unknown): void {
    const failure = examFailure(error);
    const byTime = view().session?.submission?.reason === 'time';
    show({ isHandInWaiting: failure === 'signed-out' });
    if (isDecidedBy(error)) return;
    if (failure === 'not-begun') {
      // Opened again it is begun, and handed in as it stands.
      syncNow();
      return;
    }
    onNews({ type: failure === 'unauthorized' ? 'refused' : 'submit-failed', error });
    if (failure === 'other-questions' || !byTime) dispatch({ type: 'hand-in-failed' });
    else dispatch({ type: 'time-over' });
    if (failure === 'other-questions') syncNow();
    else if (byTime) syncLater();
    else saver.start();
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
    } else if (session.submission) submitter.start(session.submission, answersOf(session.marks));
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
    submit: () => handIn('student'),
    readResult: resultReader.start,

    /** In the background: a student who doesn't come back loses nothing. */
    hide(): void {
      store.write();
      saver.flush();
    },

    /** Looked at again: timers and clocks may have slept. */
    wake(): void {
      if (phase() === 'submitted') return;
      time.check();
      if (time.silentMs() > HEARD_MS) syncNow();
    },

    /** The network is back: nothing waits any longer. */
    retry(): void {
      saver.flush();
      submitter.wakeNow();
      if (phase() !== 'submitted') syncNow();
    },

    leave(): void {
      store.write();
      saver.leave();
    },

    /** Another window of this browser went on with the same exam. */
    follow(): void {
      const stored = cache.read()?.session;
      if (!stored || phase() !== 'taking') return;
      if (stored.phase !== 'taking') syncNow();
      else dispatch({ type: 'followed', marks: stored.marks, version: stored.base.version });
    },

    /** Would leaving now lose what only this browser has? */
    isAtRisk: (): boolean => view().saving === 'failing' || view().isHandInWaiting,

    close(): void {
      store.write();
      saver.leave();
      closed = true;
      halt();
    },
  };
}
