/** For so long the pace is measured at a time. */
const WINDOW_MS = 250;

/** How much the latest measurement counts against those before it. */
const LATEST = 0.5;

/** The limit before a pace has been measured, in times of what is always taken: a class begins at the same second. */
const AT_FIRST = 4;

/**
 * Up to how many times the limit requests are taken: `first` while others are refused, since a hand-in must not wait behind
 * flashcards; `last` who was refused and asked again at once.
 */
const SHARE = { first: 2, usual: 1, last: 0.5 } as const;

export interface AdmissionOptions {
  /** Milliseconds that a request may be expected to wait. */
  waitMs: number;
  /** Requests that are taken at once however slow they are. */
  atLeast: number;
  /** Milliseconds that never go back. */
  now?: () => number;
}

/**
 * Decides which requests a process takes, so that those that it takes are answered soon. A new request waits for all
 * that are under way. By Little's law that takes their number divided by the pace at which they end. The pace is
 * measured only while enough are waiting: otherwise it is the callers' own.
 */
export class Admission {
  readonly #waitMs: number;
  readonly #atLeast: number;
  readonly #now: () => number;
  /** Requests that end in a millisecond. */
  #pace: number;
  #underWay = 0;
  #ended = 0;
  #windowBegan: number;
  #leastInWindow = 0;
  /** Requests that were refused. */
  refused = 0;

  constructor({ waitMs, atLeast, now = () => performance.now() }: AdmissionOptions) {
    this.#waitMs = waitMs;
    this.#atLeast = atLeast;
    this.#now = now;
    this.#pace = (AT_FIRST * atLeast) / waitMs;
    this.#windowBegan = now();
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** How many may be under way at once. */
  get limit(): number {
    return Math.max(this.#atLeast, this.#pace * this.#waitMs);
  }

  /** Whether a request may come in. One that does is to begin when it has arrived whole. */
  admits(order: keyof typeof SHARE = 'usual'): boolean {
    this.#measure();
    if (this.#underWay < SHARE[order] * this.limit) return true;
    this.refused++;
    return false;
  }

  /** A request has arrived whole. */
  begin(): void {
    this.#underWay++;
  }

  /** A request that had begun has ended, however it did. */
  end(): void {
    this.#underWay--;
    this.#ended++;
    if (this.#underWay < this.#leastInWindow) this.#leastInWindow = this.#underWay;
  }

  #measure(): void {
    const now = this.#now();
    const passed = now - this.#windowBegan;
    if (passed < WINDOW_MS) return;
    const wasBusy = this.#leastInWindow >= this.#atLeast / 2;
    if (wasBusy) this.#pace += LATEST * (this.#ended / passed - this.#pace);
    this.#windowBegan = now;
    this.#ended = 0;
    this.#leastInWindow = this.#underWay;
  }
}
