import { growingCache } from '../../core/process/growing-cache.ts';

/** Callers that are remembered; a forgotten one begins with a full bucket. */
const REMEMBERED = 50_000;

/** Seconds' worth of requests that may come at once. */
const BURST_SECONDS = 5;

/**
 * Keeps a bucket of tokens for each caller; every request takes one. `perSecond` tokens are added, up to what five
 * seconds add. With 0 a second nothing is limited. Kept in this process's memory.
 */
export class TokenBuckets {
  readonly #buckets = growingCache<number | string, { tokens: number; at: number }>(REMEMBERED);
  readonly #perSecond: number;
  readonly #now: () => number;

  /** `now` returns milliseconds that never go back. */
  constructor(perSecond: number, now = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#now = now;
  }

  /** Takes a token: 0 when there was one, else the seconds until there is. */
  take(caller: number | string): number {
    if (this.#perSecond === 0) return 0;
    const most = this.#perSecond * BURST_SECONDS;
    const now = this.#now();
    const bucket = this.#buckets.get(caller);
    if (!bucket) {
      this.#buckets.set(caller, { tokens: most - 1, at: now });
      return 0;
    }
    const tokens = Math.min(most, bucket.tokens + ((now - bucket.at) / 1_000) * this.#perSecond);
    bucket.at = now;
    bucket.tokens = tokens < 1 ? tokens : tokens - 1;
    return tokens < 1 ? (1 - tokens) / this.#perSecond : 0;
  }
}
