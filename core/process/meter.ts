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
    const use = this.#uses.get(caller);
    const passed = use ? this.#now() - use.at : 0;
    const { perSecond, windowMs = Number.POSITIVE_INFINITY } = this.limit;
    if (!use || passed >= windowMs) return { used: 0, openMs: 0 };
    if (perSecond === undefined) return { used: use.used, openMs: passed };
    return { used: Math.max(0, use.used - (passed / 1_000) * perSecond), openMs: 0 };
  }

  /** Adds what the caller uses; a negative count gives back. */
  add(caller: MeteredCaller, count: number): void {
    const { used, openMs } = this.use(caller);
    this.set(caller, Math.max(0, used + count), openMs);
  }

  /** Notes what another process has counted. */
  set(caller: MeteredCaller, used: number, openMs: number): void {
    this.#uses.set(caller, { used, at: this.#now() - openMs });
  }

  /** Returns the seconds until the caller may use so many more: 0 means at once. */
  secondsUntil(caller: MeteredCaller, count: number): number {
    const { used, openMs } = this.use(caller);
    const over = used + count - this.limit.most;
    if (over <= 0) return 0;
    const { perSecond, windowMs } = this.limit;
    return perSecond === undefined ? (windowMs! - openMs) / 1_000 : over / perSecond;
  }
}
