import type { ExamServices } from '../core/exam/attempt/attempt.ts';
import { submitOverdue } from '../core/exam/attempt/submit.ts';
import { CLOCK_SKEW_MAX, type ClockWatch } from '../core/postgres/clock-watch.ts';
import { WorkLoop } from '../core/process/work-loop.ts';

const POLL_MS = 5_000;

/**
 * Submits the exams whose time is over. Woken by the queue when one ends, and by its own poll, whatever becomes of
 * the queue. The database's clock decides what is over. While that clock and this process's differ, one is wrong, and
 * nothing is submitted: a submission made too early cannot be taken back.
 */
export const examCloser = (
  desk: ExamServices,
  clock: Pick<ClockWatch, 'skew'>,
  onError: (error: unknown) => void,
): WorkLoop =>
  new WorkLoop({
    everyMs: POLL_MS,
    onError,
    work: async (loop) => {
      if (Math.abs(await clock.skew()) > CLOCK_SKEW_MAX) return;
      while ((await submitOverdue(desk)) > 0 && !loop.isClosed);
    },
  });
