import { LRUCache } from 'lru-cache';
import { AppError } from '../../core/errors.ts';

const MINUTE_MS = 60_000;

/** Failures a minute, of one address and of one account. */
const FAILURES_ALLOWED = 10;

/**
 * Ends the trying out of passwords. Only failures count: a class that logs in behind one address at eight o'clock is
 * no attack. Counted in this process's memory.
 */
export class FailedLogins {
  readonly #failures = new LRUCache<string, number>({ max: 50_000, ttl: MINUTE_MS, noUpdateTTL: true });

  /** Throws `too_many_requests` when the address or the account has failed too often in the last minute. */
  check(address: string, email: string): void {
    for (const key of keys(address, email)) {
      if ((this.#failures.get(key) ?? 0) < FAILURES_ALLOWED) continue;
      const retryAfter = Math.max(1, Math.ceil(this.#failures.getRemainingTTL(key) / 1_000));
      throw new AppError('too_many_requests', { retryAfter });
    }
  }

  count(address: string, email: string): void {
    for (const key of keys(address, email)) this.#failures.set(key, (this.#failures.get(key) ?? 0) + 1);
  }
}

const keys = (address: string, email: string): string[] => [
  `address ${address}`,
  `account ${email.trim().toLowerCase()}`,
];
