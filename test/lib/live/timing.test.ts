import t, { type Test } from 'tap';
import { afterFrame } from '../../../web/lib/live/timing.ts';
import { until } from '../../harness/until.ts';

/** A page whose frames the test draws. */
function page(t: Test, hidden = false) {
  const frames = new Map<number, () => void>();
  let last = 0;
  t.intercept(globalThis, 'document', { value: { hidden }, configurable: true });
  t.intercept(globalThis, 'requestAnimationFrame', {
    value: (run: () => void) => {
      last += 1;
      frames.set(last, run);
      return last;
    },
  });
  t.intercept(globalThis, 'cancelAnimationFrame', { value: (id: number) => frames.delete(id) });
  return {
    draw: () => {
      const now = [...frames.values()];
      frames.clear();
      for (const run of now) run();
    },
  };
}

t.test('LRN-54 what waits for a frame runs after it, in the order in which it came', async (t) => {
  const { draw } = page(t);
  const ran: string[] = [];
  afterFrame(() => ran.push('first'));
  const cancel = afterFrame(() => ran.push('cancelled'));
  afterFrame(() => ran.push('second'));
  cancel();
  draw();
  t.same(ran, [], 'not within the frame');
  await until(() => ran.length > 0);
  t.same(ran, ['first', 'second']);
  afterFrame(() => ran.push('third'));
  draw();
  await until(() => ran.length > 2);
  t.same(ran, ['first', 'second', 'third']);
});

t.test('LRN-54 a page that draws no frame goes on all the same', async (t) => {
  const ran: string[] = [];
  await t.test('that is hidden, at once', async (t) => {
    page(t, true);
    afterFrame(() => ran.push('hidden'));
    t.same(ran, ['hidden']);
  });
  page(t);
  afterFrame(() => ran.push('later'));
  await until(() => ran.length > 1);
  t.same(ran, ['hidden', 'later']);
});
