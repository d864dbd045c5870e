import { CLOCK_SKEW_MAX, type ClockWatch } from '../core/clock-watch.ts';
import type { ExamDesk } from '../core/exam/attempt.ts';
import { submitOverdue } from '../core/exam/submit.ts';
import { WorkLoop } from './work-loop.ts';

const LOOK_MS = 5_000;

/**
 * Hands in the exams whose time is over: woken by the queue when one ends, and by its own look, whatever becomes of the
 * queue. The database's clock says what is over. While it and this process's differ, one of the two is wrong, and nothing is
 * handed in: what was handed in too early could not be taken back.
 */
export class ExamCloser {
  readonly #desk: ExamDesk;
  readonly #clock: Pick<ClockWatch, 'skew'>;
  readonly #loop: WorkLoop;

  constructor(desk: ExamDesk, clock: Pick<ClockWatch, 'skew'>, onError: (error: unknown) => void) {
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
