/** Up to a quarter less than `ms`, by chance, so that workers that failed together do not try together. */
export const withJitter = (ms: number): number => ms * (1 - Math.random() / 4);

export interface WorkLoopOptions {
  /** Does all that there is to do now; a long pass asks between its steps whether the loop is to end. */
  work: (loop: WorkLoop) => Promise<void>;
  onError: (error: unknown) => void;
  /** Once started, the next pass begins so many milliseconds after the last, or up to a quarter less. */
  everyMs?: number;
  /** Called once it has ended. */
  onClosed?: () => void;
}

/**
 * Runs the passes of a worker, one at a time, each begun by a wake-up or by its own poll. A wake-up during a pass
 * makes one more pass follow.
 */
export class WorkLoop {
  readonly #options: WorkLoopOptions;
  #passes: Promise<void> | undefined;
  #isWoken = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: WorkLoopOptions) {
    this.#options = options;
  }

  /** True once it is to end: a long pass asks between its steps. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Begins the first pass, and from then on polls by itself. */
  start(): void {
    const { everyMs } = this.#options;
    if (everyMs === undefined) throw new Error('A loop without an interval is only woken');
    void this.poll().finally(() => {
      if (!this.#isClosed) this.#timer = setTimeout(() => this.start(), withJitter(everyMs));
    });
  }

  /** Resolves when a pass that began after this call is over; never rejects. */
  poll(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isWoken = true;
    this.#passes ??= this.#pass();
    return this.#passes;
  }

  /** Resolves after the pass under way; no other one begins. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#passes;
    this.#options.onClosed?.();
  }

  async #pass(): Promise<void> {
    while (this.#isWoken && !this.#isClosed) {
      this.#isWoken = false;
      await this.#options.work(this).catch(this.#options.onError);
    }
    // Here and not once this has resolved: what wakes it in between would be lost.
    this.#passes = undefined;
  }
}
