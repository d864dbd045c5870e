import { ApiError } from '../call/api-client.ts';
import type { Timing } from './timing.ts';

export interface BackOffLimits {
  /** Milliseconds. */
  longest: number;
  /** Milliseconds that a server may ask for with Retry-After; more is not believed. */
  longestAsked: number;
}

const FIRST_MS = 1_000;

/**
 * Returns the milliseconds to wait after so many failures in a row: 1 s, then twice as long each time. The server may
 * ask for a longer pause (`retryAfter`, seconds). `chance`, from 0 to 1, spreads clients that failed together: up to a
 * quarter less of one's own time, up to a second more than was asked for.
 */
export function backOff(
  failures: number,
  retryAfter: number,
  { longest, longestAsked }: BackOffLimits,
  chance = 0,
): number {
  const own = Math.min(longest, FIRST_MS * 2 ** (failures - 1)) * (1 - chance / 4);
  const asked = retryAfter > 0 ? Math.min(longestAsked, retryAfter * 1_000 + chance * 1_000) : 0;
  return Math.max(own, asked);
}

export type Retry = ReturnType<typeof createRetry>;

/** Tries again after pauses that grow from failure to failure, until it is reset. */
export function createRetry({ after, chance }: Timing, limits: BackOffLimits) {
  let failures = 0;
  let cancel: (() => void) | undefined;

  function stop(): void {
    cancel?.();
    cancel = undefined;
  }

  /** Counts a failure. Returns the milliseconds to wait until the next try. */
  function failed(error?: unknown): number {
    failures += 1;
    const asked = error instanceof ApiError ? (error.retryAfter ?? 0) : 0;
    return backOff(failures, asked, limits, chance?.());
  }

  /** Tries again after so many milliseconds, and not before. */
  function pause(ms: number, run: () => void): void {
    stop();
    cancel = after(ms, () => {
      cancel = undefined;
      run();
    });
  }

  return {
    failures: () => failures,
    isWaiting: () => cancel !== undefined,
    failed,
    pause,

    later(run: () => void, error?: unknown): void {
      pause(failed(error), run);
    },

    /** It went well: the next failure is a first one. A pause that has begun goes on. */
    forget(): void {
      failures = 0;
    },

    stop,

    /** It went well, or the network is back: no pause any longer. */
    reset(): void {
      failures = 0;
      stop();
    },
  };
}
