import { setTimeout as pause } from 'node:timers/promises';

/**
 * Longer than a busy machine needs for anything that a test waits for, and shorter than a file may take. A run of mutants,
 * most of which are found by a wait in vain, asks for less.
 */
export const PATIENCE_MS = Number(process.env.TEST_PATIENCE_MS ?? 180_000);

/**
 * Resolves or rejects as the promise does. Rejects in the end with what it waited for: a test whose wait is in vain
 * then fails by name, and ends.
 */
export async function within<T>(promise: PromiseLike<T>, what: string, ms = PATIENCE_MS): Promise<T> {
  const timer = new AbortController();
  const overdue = pause(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`After ${ms / 1_000} s the test still waits: ${what}`);
  });
  overdue.catch(() => {}); // The timer's own end, when the promise was quicker.
  return Promise.race([promise, overdue]).finally(() => timer.abort());
}

/** True when the promise has ended by then, however it does: for what may hang when the product is wrong. */
export async function endsWithin(promise: PromiseLike<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const overdue = pause(ms, false, { signal: timer.signal }).catch(() => false);
  const ended = Promise.resolve(promise).then(
    () => true,
    () => true,
  );
  return Promise.race([ended, overdue]).finally(() => timer.abort());
}
