import t from 'tap';
import { ApiError } from '../../../web/lib/call/api-client.ts';
import { oneAtATime } from '../../../web/lib/call/one-at-a-time.ts';
import { patiently } from '../../../web/lib/call/patiently.ts';
import { ANNOUNCE_EVERY_MS, createChangeAnnouncer } from '../../../web/ui/feedback/use-announced-changes.ts';
import { manualTimers } from '../../desk/manual-timers.ts';

const busy = new ApiError(503, 'overloaded', 'busy', { retryAfter: 4 });

t.test('SL-44 a login is sent again as long as the server is busy', async (t) => {
  const pauses: number[] = [];
  let calls = 0;
  const answer = await patiently(
    async () => {
      if (++calls < 4) throw busy;
      return 'in';
    },
    async (milliseconds) => pauses.push(milliseconds),
  );
  t.same([answer, calls, pauses.length], ['in', 4, 3]);
  t.ok(
    pauses.every((pause) => pause >= 2_000 && pause <= 6_000),
    'as long as it asks for',
  );
});

t.test('SL-44 not for ever, and not after any other refusal', async (t) => {
  let waited = 0;
  const wait = async (milliseconds: number) => {
    waited += milliseconds;
  };
  await t.rejects(
    patiently(() => Promise.reject(busy), wait),
    { code: 'overloaded' },
  );
  t.ok(waited >= 120_000 && waited < 130_000);

  for (const error of [new ApiError(401, 'wrong_credentials', 'wrong'), new Error('a mistake')]) {
    let calls = 0;
    const call = () => {
      calls++;
      return Promise.reject(error);
    };
    await t.rejects(patiently(call, wait), error);
    t.equal(calls, 1);
  }
});

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Runs that end when the test says so. */
function given() {
  const running: PromiseWithResolvers<void>[] = [];
  let most = 0;
  let now = 0;
  const ask = oneAtATime(async () => {
    now += 1;
    most = Math.max(most, now);
    const run = Promise.withResolvers<void>();
    running.push(run);
    await run.promise.finally(() => {
      now -= 1;
    });
  });
  return { ask, running, most: () => most };
}

t.test('what is asked for during a run is one more run after it', async (t) => {
  const { ask, running, most } = given();
  ask();
  ask();
  ask();
  await settled();
  t.equal(running.length, 1);
  running[0]?.resolve();
  await settled();
  t.equal(running.length, 2);
  running[1]?.resolve();
  await settled();
  t.equal(running.length, 2, 'no more than was asked for');
  ask();
  await settled();
  t.equal(running.length, 3);
  t.equal(most(), 1);
});

t.test('a run that fails is over', async (t) => {
  const { ask, running } = given();
  ask();
  ask();
  running[0]?.reject(new Error('away'));
  await settled();
  t.equal(running.length, 2);
});

function announced() {
  const clock = manualTimers();
  const said: [at: number, students: number][] = [];
  const announcer = createChangeAnnouncer({
    say: (students) => said.push([clock.now(), students]),
    after: clock.after,
  });
  return { clock, said, announcer };
}

t.test('a class at work is told of once in a while, each student once', async (t) => {
  const { clock, said, announcer } = announced();
  for (let second = 0; second < 30; second++) {
    announcer.note([second % 3]);
    await clock.advance(1_000);
  }
  t.same(said, [
    [ANNOUNCE_EVERY_MS, 3],
    [2 * ANNOUNCE_EVERY_MS, 3],
  ]);
});

t.test('without changes nothing is said, and nothing after the end', async (t) => {
  const { clock, said, announcer } = announced();
  announcer.note([]);
  await clock.advance(60_000);
  announcer.note([1]);
  announcer.close();
  await clock.advance(60_000);
  t.same(said, []);
});
