import type { Pool } from 'pg';
import type { Clock } from '../contract/clock.ts';

/** Milliseconds by which a process and its database may differ before it is reported. */
export const CLOCK_SKEW_MAX = 2_000;

const POLL_MS = 10_000;

/**
 * Returns the milliseconds by which `clock` is ahead of the database's; negative when it is behind. 0 when the
 * database's time lies between asking and hearing it. So a slow line or a busy machine never counts as a wrong clock.
 * Rejects when the database cannot be asked.
 */
export async function clockSkew(pool: Pool, clock: Clock): Promise<number> {
  const asked = clock.now();
  const { rows } = await pool.query<{ now: number }>({
    name: 'database_time',
    text: 'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  });
  const heard = clock.now();
  const { now } = rows[0]!;
  if (now < asked) return asked - now;
  // What cut a millisecond off is no skew.
  return now >= heard + 1 ? heard - now : 0;
}

/** Returns how far a clock is off, such as `600.0 s ahead of the database's`; null within CLOCK_SKEW_MAX. */
export function skewText(skew: number): string | null {
  if (Math.abs(skew) <= CLOCK_SKEW_MAX) return null;
  return `${(Math.abs(skew) / 1_000).toFixed(1)} s ${skew > 0 ? 'ahead of' : 'behind'} the database's`;
}

export interface ClockWatchOptions {
  pool: Pool;
  clock: Clock;
  /** Called once with how far the clock is off, in words, and once with null when it is right again. */
  onChange(skew: string | null): void;
}

/** Compares the clock of this process with the database's every few seconds. */
export class ClockWatch {
  readonly #options: ClockWatchOptions;
  #isWrong = false;
  #timer: NodeJS.Timeout | undefined;
  #poll: Promise<unknown> | undefined;
  #closed = false;

  constructor(options: ClockWatchOptions) {
    this.#options = options;
  }

  /** Starts polling every few seconds. */
  start(): void {
    // A database that is away is another's business.
    this.#poll = this.skew()
      .catch(() => {})
      .finally(() => {
        if (!this.#closed) this.#timer = setTimeout(() => this.start(), POLL_MS).unref();
      });
  }

  /** Polls now. Returns milliseconds as `clockSkew` does, and rejects as it does. */
  async skew(): Promise<number> {
    const skew = await clockSkew(this.#options.pool, this.#options.clock);
    const text = skewText(skew);
    if (this.#isWrong !== (text !== null)) {
      this.#isWrong = text !== null;
      this.#options.onChange(text);
    }
    return skew;
  }

  /** Ends after the poll under way. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#poll;
  }
}
