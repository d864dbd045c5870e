import t from 'tap';
import { ApiError } from '../../../web/lib/call/api-client.ts';
import { createRetry } from '../../../web/lib/live/back-off.ts';
import { manualTimers } from '../../desk/manual-timers.ts';

const LIMITS = { longest: 8_000, longestAsked: 10_000 };

function given() {
  const clock = manualTimers();
  const tries: number[] = [];
  const retry = createRetry({ after: clock.after }, LIMITS);
  return { clock, retry, tries, attempt: () => tries.push(clock.now()) };
}

t.test('pauses grow from failure to failure, until it went well', async (t) => {
  const { clock, retry, tries, attempt } = given();
  for (const seconds of [1, 2, 4, 8, 8]) {
    retry.later(attempt);
    t.ok(retry.isWaiting());
    await clock.advance(seconds * 1_000);
    t.notOk(retry.isWaiting());
  }
  t.same(tries, [1_000, 3_000, 7_000, 15_000, 23_000]);
  retry.reset();
  retry.later(attempt);
  await clock.advance(1_000);
  t.equal(tries.length, 6, 'a first failure again');
});

t.test('a server that asks for a pause gets it', async (t) => {
  const { clock, retry, tries, attempt } = given();
  retry.later(attempt, new ApiError(503, 'overloaded', 'busy', { retryAfter: 6 }));
  await clock.advance(6_000);
  t.same(tries, [6_000]);
});

t.test('a pause that is stopped tries nothing; a later one replaces it', async (t) => {
  const { clock, retry, tries, attempt } = given();
  retry.later(attempt);
  retry.stop();
  await clock.advance(60_000);
  t.same(tries, []);
  t.equal(retry.failures(), 1, 'the failure still counts');
  retry.later(attempt);
  retry.later(attempt);
  await clock.advance(60_000);
  t.same(tries, [64_000]);
});

t.test('what went well forgets the failures, but not a pause that has begun', async (t) => {
  const { clock, retry, tries, attempt } = given();
  retry.pause(5_000, attempt);
  retry.failed();
  retry.forget();
  t.equal(retry.failures(), 0);
  await clock.advance(5_000);
  t.same(tries, [5_000]);
});
