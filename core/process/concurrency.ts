/**
 * Lets so many do their work at once; the others follow in the order in which they came. With `longestMs`, work that takes
 * longer counts no more.
 */
export class Concurrency {
  #free: number;
  readonly #longestMs: number | undefined;
  readonly #next: (() => void)[] = [];

  constructor(atOnce: number, longestMs?: number) {
    this.#free = atOnce;
    this.#longestMs = longestMs;
  }

  /** Resolves or rejects as the work does. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#next.push(resolve));
    const timer = this.#longestMs === undefined ? undefined : setTimeout(() => pass(), this.#longestMs);
    let isOurs = true;
    const pass = (): void => {
      if (!isOurs) return;
      isOurs = false;
      clearTimeout(timer);
      const next = this.#next.shift();
      if (next) next();
      else this.#free++;
    };
    try {
      return await work();
    } finally {
      pass();
    }
  }
}
