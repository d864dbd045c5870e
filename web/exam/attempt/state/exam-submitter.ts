import type { Answers } from '../../../../core/exam/exam.schema.ts';
import { createRetry } from '../../../lib/live/back-off.ts';
import type { Timing } from '../../../lib/live/timing.ts';
import { EXAM_WAITS, examFailure } from './exam-failure.ts';
import type { HandedIn, Submission } from './exam-session.state.ts';

export interface SubmitterParts {
  timing: Timing;
  send: (submission: Submission, answers: Answers) => Promise<HandedIn>;
  onDone: (handedIn: HandedIn) => void;
  onRefused: (error: unknown) => void;
  /** A try has failed, and there will be another one. */
  onWaiting: () => void;
}

export type ExamSubmitter = ReturnType<typeof createExamSubmitter>;

/** Hands an exam in, again and again under one key until the server acknowledges or refuses it. */
export function createExamSubmitter({ timing, send, onDone, onRefused, onWaiting }: SubmitterParts) {
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

    isFailing: () => current !== undefined && retry.failures() > 0,
  };
}

const isServersFault = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status >= 500;
