import { setTimeout as pause } from 'node:timers/promises';
import { CallError } from './product-client.ts';

const LONGEST_WAIT_S = 10;
/** A server may ask for longer than our own longest; this much is believed. */
const LONGEST_ASKED_WAIT_S = 300;

export interface TryAgainOptions {
  /** Ends the waiting, and what was tried with it. */
  signal: AbortSignal;
  /** Called with each failure, and the milliseconds until the next try. */
  onFailure?: (error: CallError, waitMs: number) => void;
}

/**
 * Calls until it works, with growing pauses, or until it fails for what it is. Throws the signal's reason at its end.
 */
export async function tryAgain<T>(call: () => Promise<T>, options: TryAgainOptions): Promise<T> {
  for (let failures = 0; ; failures++)
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof CallError) || !error.isPassing) throw error;
      const asked = Math.min(error.retryAfter, LONGEST_ASKED_WAIT_S);
      const waitMs = Math.max(Math.min(LONGEST_WAIT_S, 2 ** failures), asked) * 1_000;
      options.onFailure?.(error, waitMs);
      await pause(waitMs, undefined, { signal: options.signal });
    }
}
