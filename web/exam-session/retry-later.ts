import { ApiError } from '../lib/api-client.ts';

const FIRST_WAIT_MS = 1_000;
/** Short: during an exam the end does not wait. */
const LONGEST_WAIT_MS = 8_000;
/** A server may ask for a longer pause than our own longest; this much is believed. */
const LONGEST_ASKED_WAIT_MS = 10_000;

export type After = (ms: number, run: () => void) => () => void;

export type Retry = ReturnType<typeof createRetry>;

/** Tries again after pauses that grow from failure to failure, until it is reset. */
export function createRetry(after: After) {
  let failures = 0;
  let cancel: (() => void) | undefined;

  function stop(): void {
    cancel?.();
    cancel = undefined;
  }

  return {
    failures: () => failures,
    isWaiting: () => cancel !== undefined,

    later(run: () => void, error?: unknown): void {
      stop();
      const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0;
      const own = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
      failures += 1;
      cancel = after(Math.max(own, Math.min(LONGEST_ASKED_WAIT_MS, asked)), () => {
        cancel = undefined;
        run();
      });
    },

    stop,

    /** It went well, or the network is back. */
    reset(): void {
      failures = 0;
      stop();
    },
  };
}
