import { mock } from 'node:test';
import type { Test } from 'tap';
import type { Get } from '../../../web/lib/call/gathered-get.ts';
import { memoryStorage } from './memory-storage.ts';

/** For `t.beforeEach`: a browser of user 7 that keeps nothing yet, on a day that only the test lets go by. */
export function emptyCache(t: Test): void {
  mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 21) });
  globalThis.localStorage = memoryStorage();
  localStorage.setItem('user_id', '7');
  t.teardown(() => mock.timers.reset());
}

/** A server whose answers tell how often it was asked, and what it was asked. */
export function countedGet(answer: (asked: number, url: string) => object): { get: Get; asked: string[] } {
  const asked: string[] = [];
  const get = (async (url: string) => {
    asked.push(url);
    return { success: true, ...answer(asked.length, url) };
  }) as Get;
  return { get, asked };
}
