import type { BrowserContext } from 'playwright-core';

/**
 * Milliseconds by which every page draws later, and hears every answer later, than it could. A test that looks without
 * waiting finds what was there before, each time instead of once in a thousand runs. Such a test is mended with a
 * condition to wait for: `LATE_BROWSER=150 npm test -- test/browser/….test.ts`.
 */
const LATE = Number(process.env.LATE_BROWSER ?? 0);

/** Has the pages of a context be late, when that is asked for. */
export async function beLate(context: BrowserContext): Promise<void> {
  if (LATE === 0) return;
  await context.addInitScript((late) => {
    // The page's own, before a test puts a clock that it moves itself in its place.
    const later = globalThis.setTimeout.bind(globalThis);
    // React draws what is no direct answer to a click in a task that it posts to itself.
    const post = MessagePort.prototype.postMessage as (this: MessagePort, ...given: unknown[]) => void;
    MessagePort.prototype.postMessage = function postLater(this: MessagePort, ...given: unknown[]) {
      later(() => post.apply(this, given), late);
    };
    const ask = globalThis.fetch;
    globalThis.fetch = async (...given) => {
      const answer = await ask(...given);
      await new Promise((resolve) => later(resolve, late));
      return answer;
    };
  }, LATE);
}
