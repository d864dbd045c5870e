import type { Clock } from '../../core/contract/clock.ts';

/** The machine's clock, until a test stops it at a moment or moves it. */
export class TestClock implements Clock {
  #offset: number;
  #stopped: number | undefined;

  constructor(offset = 0) {
    this.#offset = offset;
  }

  now(): number {
    return this.#stopped ?? Date.now() + this.#offset;
  }

  /** Stops at a moment such as `2026-03-08T08:59:00Z`. */
  stopAt(moment: string): void {
    this.#stopped = Date.parse(moment);
  }

  advance(milliseconds: number): void {
    if (this.#stopped === undefined) this.#offset += milliseconds;
    else this.#stopped += milliseconds;
  }
}
