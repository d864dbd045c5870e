import { CLOCK_SKEW_MAX, type ClockWatch } from '../core/clock-watch.ts';
import type { ExamDesk } from '../core/exam/attempt.ts';
import { submitOverdue } from '../core/exam/submit.ts';
import { apart } from './apart.ts';

const LOOK_MS = 5_000;

/**
 * Hands in the exams whose time is over: woken by the queue when one ends, and by its own look, whatever becomes of the
 * queue. The database's clock says what is over. While it and this process's differ, one of the two is wrong, and nothing is
 * handed in: what was handed in too early could not be taken back.
 */
export class ExamCloser {
  readonly #desk: ExamDesk;
  readonly #clock: Pick<ClockWatch, 'skew'>;
  readonly #onError: (error: unknown) => void;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(desk: ExamDesk, clock: Pick<ClockWatch, 'skew'>, onError: (error: unknown) => void) {
    this.#desk = desk;
    this.#clock = clock;
    this.#onError = onError;
  }

  /** Starts looking every few seconds. */
  start(): void {
    void this.look().finally(() => {
      if (!this.#closed) this.#timer = setTimeout(() => this.start(), apart(LOOK_MS));
    });
  }

  /** Resolves when all that is over has been handed in; one look at a time. */
  async look(): Promise<void> {
    await this.#running;
    if (this.#closed) return;
    this.#running ??= this.#submit().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  /** Ends after the look under way. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #submit(): Promise<void> {
    try {
      if (Math.abs(await this.#clock.skew()) > CLOCK_SKEW_MAX) return;
      while ((await submitOverdue(this.#desk)) > 0 && !this.#closed);
    } catch (error) {
      this.#onError(error);
    }
  }
}
