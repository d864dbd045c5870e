import { CLOCK_SKEW_MAX, type ClockWatch } from '../core/clock-watch.ts';
import type { ExamServices } from '../core/exam/attempt.ts';
import { submitOverdue } from '../core/exam/submit.ts';
import { WorkLoop } from './work-loop.ts';

const LOOK_MS = 5_000;

/**
 * Submits the exams whose time is over. Woken by the queue when one ends, and by its own look, whatever becomes of
 * the queue. The database's clock decides what is over. While that clock and this process's differ, one is wrong, and
 * nothing is submitted: a submission made too early cannot be taken back.
 */
export class ExamCloser {
  readonly #desk: ExamServices;
  readonly #clock: Pick<ClockWatch, 'skew'>;
  readonly #loop: WorkLoop;

  constructor(desk: ExamServices, clock: Pick<ClockWatch, 'skew'>, onError: (error: unknown) => void) {
    this.#desk = desk;
    this.#clock = clock;
    this.#loop = new WorkLoop({ everyMs: LOOK_MS, onError, work: () => this.#submit() });
  }

  /** Starts looking every few seconds. */
  start(): void {
    this.#loop.start();
  }

  /** Resolves when all that is over has been handed in; one look at a time. */
  look(): Promise<void> {
    return this.#loop.look();
  }

  /** Ends after the look under way. */
  close(): Promise<void> {
    return this.#loop.close();
  }

  async #submit(): Promise<void> {
    if (Math.abs(await this.#clock.skew()) > CLOCK_SKEW_MAX) return;
    while ((await submitOverdue(this.#desk)) > 0 && !this.#loop.isClosed);
  }
}
