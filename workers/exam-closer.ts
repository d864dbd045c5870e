import type { ExamDesk } from '../core/exam/attempt.ts';
import { submitOverdue } from '../core/exam/submit.ts';
import { apart } from './apart.ts';

const LOOK_MS = 5_000;

/**
 * Hands in the exams whose time is over: woken by the queue when one ends, and by its own look, whatever becomes of the
 * queue.
 */
export class ExamCloser {
  readonly #desk: ExamDesk;
  readonly #onError: (error: unknown) => void;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(desk: ExamDesk, onError: (error: unknown) => void) {
    this.#desk = desk;
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
      while ((await submitOverdue(this.#desk)) > 0 && !this.#closed);
    } catch (error) {
      this.#onError(error);
    }
  }
}
