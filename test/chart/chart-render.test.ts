import t from 'tap';
import { createChartRender, REDRAW_DEBOUNCE_MS, RENDER_ATTEMPTS_MS } from '../../web/chart/use-chart.ts';
import { manualTimers } from '../desk/manual-timers.ts';

/** A render whose attempts succeed when `draws` says so; `attempts` has the moment of each. */
function given(draws: (attempt: number) => Promise<boolean>) {
  const clock = manualTimers();
  const attempts: number[] = [];
  const failures: number[] = [];
  const render = createChartRender({
    draw: () => {
      attempts.push(clock.now());
      return draws(attempts.length);
    },
    onFailed: () => failures.push(clock.now()),
    after: clock.after,
  });
  return { clock, attempts, failures, render };
}

const never = async () => false;

t.test('CHT-14 CX-18 attempts come 50, 200, 400, 500 and 800 ms after opening', async (t) => {
  t.same(RENDER_ATTEMPTS_MS, [50, 200, 400, 500, 800]);
  const { clock, attempts, render } = given(never);
  render.open();
  await clock.advance(49);
  t.same(attempts, []);
  await clock.advance(10_000);
  t.same(attempts, [50, 200, 400, 500, 800]);
});

t.test('CX-18 the first success cancels the rest', async (t) => {
  const { clock, attempts, failures, render } = given(async (attempt) => attempt === 3);
  render.open();
  await clock.advance(10_000);
  t.same(attempts, [50, 200, 400]);
  t.same(failures, []);
  t.equal(clock.waiting(), 0);
});

t.test('CHT-13 CHT-15 the failure is reported once, after the fifth', async (t) => {
  const { clock, failures, render } = given(never);
  render.open();
  await clock.advance(799);
  t.same(failures, []);
  await clock.advance(10_000);
  t.same(failures, [800]);
});

t.test('CHT-13 an attempt that throws is a failed one', async (t) => {
  const { clock, attempts, failures, render } = given(async (attempt) => {
    if (attempt < 5) throw new Error('no width');
    return true;
  });
  render.open();
  await clock.advance(10_000);
  t.equal(attempts.length, 5);
  t.same(failures, []);
});

t.test('CX-18 an attempt still under way is waited for, and no second one is made beside it', async (t) => {
  const slow = Promise.withResolvers<boolean>();
  const { clock, attempts, failures, render } = given(() => slow.promise);
  render.open();
  await clock.advance(5_000);
  t.same(attempts, [50]);
  slow.resolve(true);
  await clock.settle();
  await clock.advance(5_000);
  t.same(attempts, [50]);
  t.same(failures, []);
});

t.test('CHT-13 attempts that waited for a slow one still come after it, five in all', async (t) => {
  const slow = Promise.withResolvers<boolean>();
  const { clock, attempts, failures, render } = given((attempt) => (attempt === 1 ? slow.promise : never()));
  render.open();
  await clock.advance(5_000);
  slow.resolve(false);
  await clock.settle();
  t.equal(attempts.length, 5);
  t.equal(failures.length, 1);
});

t.test('CHT-12 a change is drawn after 300 ms without another', async (t) => {
  t.equal(REDRAW_DEBOUNCE_MS, 300);
  const { clock, attempts, render } = given(async () => true);
  render.open();
  await clock.advance(1_000);
  render.redraw();
  await clock.advance(299);
  render.redraw();
  await clock.advance(299);
  t.same(attempts, [50]);
  await clock.advance(5_000);
  t.same(attempts, [50, 1_599]);
});

t.test('CHT-12 CHT-13 a change that cannot be drawn is tried five times and reported once', async (t) => {
  const { clock, attempts, failures, render } = given(async (attempt) => attempt === 1);
  render.open();
  await clock.advance(1_000);
  render.redraw();
  await clock.advance(10_000);
  t.same(attempts, [50, 1_300, 1_450, 1_650, 1_750, 2_050]);
  t.same(failures, [2_050]);
});

t.test('CHT-12 a change during the first attempts replaces them', async (t) => {
  const { clock, attempts, failures, render } = given(async (attempt) => attempt === 2);
  render.open();
  await clock.advance(100);
  render.redraw();
  await clock.advance(10_000);
  t.same(attempts, [50, 400]);
  t.same(failures, []);
});

t.test('CHT-12 a change during a slow attempt is drawn after it', async (t) => {
  const slow = Promise.withResolvers<boolean>();
  const { clock, attempts, failures, render } = given((attempt) =>
    attempt === 1 ? slow.promise : Promise.resolve(true),
  );
  render.open();
  await clock.advance(60);
  render.redraw();
  await clock.advance(2_000);
  t.same(attempts, [50]);
  slow.resolve(true);
  await clock.settle();
  t.equal(attempts.length, 2);
  t.same(failures, []);
  t.equal(clock.waiting(), 0);
});

t.test('CHT-14 nothing happens once it is closed', async (t) => {
  const { clock, attempts, failures, render } = given(never);
  render.open();
  await clock.advance(600);
  render.close();
  await clock.advance(10_000);
  t.equal(attempts.length, 4);
  t.same(failures, []);
});
