import t, { type Test } from 'tap';
import { WorkLoop } from '../../core/process/work-loop.ts';
import { becomes } from '../harness/becomes.ts';
import { within } from '../harness/within.ts';

/** A loop whose passes the test ends, one by one. */
function givenLoop(t: Test, options: { everyMs?: number } = {}) {
  const errors: unknown[] = [];
  const passes: { end(): void; fail(error: Error): void }[] = [];
  const loop = new WorkLoop({
    work: () => new Promise((resolve, reject) => passes.push({ end: resolve, fail: reject })),
    onError: (error) => errors.push(error),
    ...options,
  });
  t.teardown(() => void loop.close());
  return { loop, passes, errors };
}

t.test('wake-ups during a pass make one more pass follow, and wait for it', async (t) => {
  const { loop, passes } = givenLoop(t);
  const first = loop.poll();
  const later = [loop.poll(), loop.poll()];
  t.equal(passes.length, 1, 'one at a time');
  passes[0]!.end();
  await becomes(t, async () => passes.length, 2, 'one more follows');
  passes[1]?.end();
  await within(Promise.all([first, ...later]), 'all are over');
  t.equal(passes.length, 2);
});

t.test('a wake-up at the very end of a pass is not lost', async (t) => {
  const { loop, passes } = givenLoop(t);
  const first = loop.poll();
  passes[0]!.end();
  void first.then(() => loop.poll());
  await becomes(t, async () => passes.length, 2, 'one more follows');
});

t.test('what a pass throws is reported, and the next one comes all the same', async (t) => {
  const { loop, passes, errors } = givenLoop(t, { everyMs: 10 });
  loop.start();
  const error = new Error('away');
  passes[0]!.fail(error);
  await becomes(t, async () => passes.length, 2, 'it looks by itself');
  t.same(errors, [error]);
});

t.test('closing waits for the pass under way, and begins no other', async (t) => {
  const { loop, passes } = givenLoop(t, { everyMs: 1 });
  loop.start();
  void loop.poll();
  let isClosed = false;
  const closed = loop.close().then(() => {
    isClosed = true;
  });
  t.equal(loop.isClosed, true);
  await within(loop.poll(), 'a wake-up is over at once');
  t.equal(isClosed, false);
  passes[0]!.end();
  await within(closed, 'it closes');
  t.equal(passes.length, 1);
});

t.test('a loop that is only woken is not started', async (t) => {
  const { loop } = givenLoop(t);
  t.throws(() => loop.start(), /only woken/);
});
