import { growingCache } from './growing-cache.ts';

/** What one caller may use. Exactly one of `perSecond` and `windowMs` says how it comes back. */
export interface Limit {
  /** So many at once. */
  most: number;
  /** So many come back in each second. */
  perSecond?: number;
  /** All come back so many milliseconds after the first was used. */
  windowMs?: number;
}

export type MeteredCaller = number | string;

interface Use {
  used: number;
  /** When that was so; of a window, when it began. In milliseconds that never go back. */
  at: number;
}

/** Callers that are remembered; a forgotten one has used nothing. */
const REMEMBERED = 50_000;

/** Counts what each caller has used of a limit. It may be more than the limit: that is a debt. */
export class Meter {
  readonly limit: Limit;
  readonly #uses = growingCache<MeteredCaller, Use>(REMEMBERED);
  readonly #now: () => number;

  /** `now` returns milliseconds that never go back. */
  constructor(limit: Limit, now = () => performance.now()) {
    this.limit = limit;
    this.#now = now;
  }

  /** Returns what the caller has used, and for how many milliseconds the window has been open. */
  use(caller: MeteredCaller): { used: number; openMs: number } {
    const now = this.#now();
    const { used, at } = this.#current(caller, now);
    return { used, openMs: now - at };
  }

  /** Adds what the caller uses; a negative count gives back. */
  add(caller: MeteredCaller, count: number): void {
    const use = this.#current(caller, this.#now());
    use.used = Math.max(0, use.used + count);
  }

  /** Uses so many where there are as many: returns 0 then, else the seconds until there are. */
  take(caller: MeteredCaller, count: number): number {
    const now = this.#now();
    const use = this.#current(caller, now);
    const over = use.used + count - this.limit.most;
    if (over > 0) return this.#secondsUntil(over, use, now);
    use.used += count;
    return 0;
  }

  /** Notes what all processes together have used. */
  set(caller: MeteredCaller, used: number, openMs: number): void {
    this.#uses.set(caller, { used, at: this.#now() - openMs });
  }

  /** Returns the seconds for which the caller has used more than there is: 0 means that it has not. */
  secondsOver(caller: MeteredCaller): number {
    const now = this.#now();
    const use = this.#current(caller, now);
    const over = use.used - this.limit.most;
    return over > 0 ? this.#secondsUntil(over, use, now) : 0;
  }

  #secondsUntil(over: number, { at }: Use, now: number): number {
    const { perSecond, windowMs } = this.limit;
    return perSecond === undefined ? (windowMs! - (now - at)) / 1_000 : over / perSecond;
  }

  /** What a caller has used by now. It is changed in its place: looking it up again would take as long as all else. */
  #current(caller: MeteredCaller, now: number): Use {
    const use = this.#uses.get(caller);
    if (!use) {
      const first = { used: 0, at: now };
      this.#uses.set(caller, first);
      return first;
    }
    const { perSecond, windowMs } = this.limit;
    if (perSecond !== undefined) {
      use.used = Math.max(0, use.used - ((now - use.at) / 1_000) * perSecond);
      use.at = now;
    } else if (use.used === 0 || now - use.at >= windowMs!) {
      use.used = 0;
      use.at = now;
    }
    return use;
  }
}
