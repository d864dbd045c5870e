import { ApiError } from '../lib/api-client.ts';
import { type BackOffLimits, backOff } from '../lib/back-off.ts';

/** Short: during an exam the end does not wait. */
const EXAM_WAITS: BackOffLimits = { longest: 8_000, longestAsked: 10_000 };

export type After = (ms: number, run: () => void) => () => void;

/** From 0 to 1. */
export type Chance = () => number;

export type Retry = ReturnType<typeof createRetry>;

/** Tries again after pauses that grow from failure to failure, until it is reset. */
export function createRetry(after: After, chance?: Chance) {
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
      const asked = error instanceof ApiError ? (error.retryAfter ?? 0) : 0;
      failures += 1;
      cancel = after(backOff(failures, asked, EXAM_WAITS, chance?.()), () => {
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
