import { browserClock, pause } from '../live/timing.ts';
import { ApiError } from './api-client.ts';

/** For how long a school that logs in all at once may keep the server busy. */
const PATIENCE_MS = 120_000;

/** Makes a call again as long as the server says that it is busy, for two minutes at most. */
export async function patiently<T>(
  call: () => Promise<T>,
  wait: (milliseconds: number) => Promise<unknown> = pause,
): Promise<T> {
  for (let waited = 0; ; ) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'overloaded' || waited >= PATIENCE_MS) throw error;
      // Clients that were turned away together must not come back together.
      const milliseconds = (error.retryAfter ?? 2) * 1_000 * (0.5 + browserClock.chance());
      await wait(milliseconds);
      waited += milliseconds;
    }
  }
}
