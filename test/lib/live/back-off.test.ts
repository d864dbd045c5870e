import t from 'tap';
import { ApiError } from '../../../web/lib/call/api-client.ts';
import { backOff, createRetry } from '../../../web/lib/live/back-off.ts';
import { manualTimers } from '../../desk/manual-timers.ts';

const LIMITS = { longest: 10_000, longestAsked: 300_000 };

t.test('LRN-42 waits begin at 1 s and double, up to the longest', async (t) => {
  t.same(
    [1, 2, 3, 4, 5, 50].map((failures) => backOff(failures, 0, LIMITS)),
    [1_000, 2_000, 4_000, 8_000, 10_000, 10_000],
  );
});

t.test('a server that asks for longer is heeded, within bounds', async (t) => {
  t.equal(backOff(1, 3, LIMITS), 3_000);
  t.equal(backOff(5, 3, LIMITS), 10_000);
  t.equal(backOff(1, 9_999, LIMITS), 300_000);
});

t.test('those who failed together come back apart, and never before the server wants them', async (t) => {
  t.same(
    [0, 0.5, 1].map((chance) => backOff(3, 0, LIMITS, chance)),
    [4_000, 3_500, 3_000],
  );
  t.same(
    [0, 0.5, 1].map((chance) => backOff(1, 2, LIMITS, chance)),
    [2_000, 2_500, 3_000],
  );
  t.equal(backOff(1, 300, LIMITS, 1), 300_000);
});

const PAUSES = { longest: 8_000, longestAsked: 10_000 };

function given() {
  const clock = manualTimers();
  const tries: number[] = [];
  const retry = createRetry({ after: clock.after }, PAUSES);
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
