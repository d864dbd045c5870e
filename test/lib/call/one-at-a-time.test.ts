import t from 'tap';
import { oneAtATime } from '../../../web/lib/call/one-at-a-time.ts';

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
