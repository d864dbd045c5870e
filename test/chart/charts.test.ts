import fc from 'fast-check';
import t from 'tap';
import { pointOfKey } from '../../web/chart/chart-figure.tsx';
import {
  barRadius,
  type ChartData,
  chartOf,
  drawnValues,
  labelLines,
  wholeScale,
} from '../../web/chart/chart-options.ts';
import { createChartRender, REDRAW_DEBOUNCE_MS, RENDER_ATTEMPTS_MS } from '../../web/chart/use-chart.ts';
import { manualTimers } from '../desk/manual-timers.ts';
import { column } from '../harness/columns.ts';

t.test('CHT-05 the scale of the chart counts whole cards', async (t) => {
  t.same(wholeScale(0), { max: 4, ticks: 4 });
  t.same(wholeScale(3), { max: 4, ticks: 4 });
  t.same(wholeScale(5), { max: 5, ticks: 5 });
  t.same(wholeScale(6), { max: 6, ticks: 3 });
  t.same(wholeScale(14), { max: 15, ticks: 3 });
  t.same(wholeScale(26), { max: 30, ticks: 3 });
  t.same(wholeScale(5_000), { max: 5_000, ticks: 5 });
});

t.test('CHT-05 every number of cards is on the scale, in at most five whole steps', async () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000 }), (highest) => {
      const { max, ticks } = wholeScale(highest);
      return max >= highest && ticks >= 1 && ticks <= 5 && Number.isInteger(max / ticks);
    }),
  );
});

/** The room of labels in a chart of a one-digit scale that is so wide. */
const room = (width: number) => ({ plot: width - 28, left: 28, right: 8 });
const shown = (labels: string[], width: number) =>
  labelLines(labels, room(width)).filter(({ length }) => length > 0).length;

t.test('CHT-09 labels that would overlap are left out, the first one never', async (t) => {
  t.same(labelLines(['a', 'b', 'c'], room(300)), [['a'], ['b'], ['c']]);
  t.same(labelLines(['1/11', '2/11', '3/11', '4/11'], room(140)), [['1/11'], [], ['3/11'], []]);
  t.same(labelLines(['a', 'b'], room(28)), [['a'], []]);
  t.same(labelLines([], room(100)), []);
});

t.test('as many labels as fit: scores stand closer than dates', async (t) => {
  const scores = Array.from({ length: 11 }, (_, score) => String(score));
  t.equal(shown(scores, 320), 11);
  t.equal(
    shown(
      scores.map((day) => `${Number(day) + 10}/11`),
      320,
    ),
    6,
  );
});

t.test('CHT-09 a label of two lines is drawn in two, and a week has room for all of them', async (t) => {
  const days = Array.from({ length: 7 }, (_, day) => `Mon\n${day + 20}/11`);
  const labels = labelLines(days, room(320));
  t.same(labels[0], ['Mon', '20/11']);
  t.equal(shown(days, 320), 7);
});

t.test('CHT-09 (document 1 §9) no word of a label lies on another, on a phone as well', async (t) => {
  const widthOf = (text: string) =>
    text.replaceAll(/[\d/]/g, '').length * 7.4 + text.replaceAll(/[^\d/]/g, '').length * 6.6;
  const english = ['Overdue', 'Tomorrow', 'Day 2', 'Day 3', 'Day 4', 'Day 5', 'Day 6'];
  const vietnamese = ['Quá hạn', 'Ngày mai', 'Ngày 2', 'Ngày 3', 'Ngày 4', 'Ngày 5', 'Ngày 6'];
  const month = [...vietnamese, ...Array.from({ length: 23 }, (_, index) => `Ngày ${index + 7}`)];
  for (const words of [english, vietnamese, month])
    for (const width of [292, 328, 390, 600]) {
      const { plot, left, right } = room(width);
      const labels = labelLines(
        words.map((word) => `${word}\n20/11`),
        room(width),
      );
      if (words.length === 7)
        t.ok(
          labels.every(({ length }) => length > 0),
          `all of a week, ${width}`,
        );
      const ends: number[] = [];
      labels.forEach((lines, index) => {
        lines.forEach((text, row) => {
          if (text.trim() === '') return;
          const middle = left + (plot / labels.length) * (index + 0.5);
          const half = widthOf(text) / 2;
          t.ok(middle - half >= (ends[row] ?? 0) - 0.01, `${text}, ${width}`);
          ends[row] = middle + half;
        });
      });
      t.ok(Math.max(...ends) <= left + plot + right + 0.01, `within ${width}`);
    }
});

const chart = (values: (number | null)[], others: Partial<ChartData> = {}): ChartData => ({
  labels: values.map((_, index) => String(index)),
  series: [{ name: 'Cards', values, text: (index) => `text ${index}` }],
  title: (index) => `title ${index}`,
  ...others,
});
const calls = { onDrawn: () => undefined, onRedrawn: () => undefined, tip: () => null as never };
const drawn = (data: ChartData) => chartOf(data, { width: 320, hasLegend: false }, calls);

t.test('CHT-05 the scale has whole numbers, also where all bars are low or there are none', async (t) => {
  const scale = (values: number[]) => drawn(chart(values)).options.yaxis as object;
  t.match(scale([1, 23]), { min: 0, max: 25, tickAmount: 5 });
  t.match(scale([]), { min: 0, max: 4, tickAmount: 4 });
});

t.test('CHT-05 a bar is as high as its number, and one of little can be seen', async (t) => {
  t.same(drawnValues([0, 500, 1000], 1000), [0, 500, 1000]);
  t.ok((drawnValues([1], 1000)[0] ?? 0) > 10);
  t.same(drawnValues([null], 1000), [null], 'and nothing is a gap');
});

t.test(
  'CHT-10 CHT-16 bars or a line, without toolbar and zoom; what stands out has its colour',
  async (t) => {
    const bars = drawn(chart([1, 2], { marked: 1 })).options;
    t.match(bars, {
      chart: { toolbar: { show: false }, zoom: { enabled: false }, animations: { enabled: false } },
      tooltip: { shared: true, intersect: false },
      stroke: { show: false },
    });
    const [colour] = bars.colors as [(at: { dataPointIndex: number }) => string];
    t.same(
      [colour({ dataPointIndex: 0 }), colour({ dataPointIndex: 1 })],
      ['var(--chart-bar)', 'var(--chart-marked)'],
    );
    const { colors, markers } = drawn(chart([1, 2], { marked: 1, isLine: true })).options;
    t.same(colors, ['var(--chart-bar)'], 'a line has one colour');
    t.match(markers, { discrete: [{ dataPointIndex: 1, fillColor: 'var(--chart-marked)' }] });
    const beside = { name: 'Aim', values: [90, 90], text: () => '90%', isBeside: true };
    const [own] = chart([80, null]).series;
    const line = drawn(chart([], { isLine: true, unit: '%', labels: ['a', 'b'], series: [own!, beside] }));
    t.match(line.options, { stroke: { width: 2, dashArray: [0, 5] }, markers: { size: [4, 0] } });
    t.same(column(line.series, 'data'), [
      [80, null],
      [90, 90],
    ]);
  },
);

t.test('CHT-17 keys lead from point to point and stop at the ends', async (t) => {
  const ways = ['ArrowRight', 'ArrowLeft', 'Home', 'End', 'Escape', 'a'];
  const from = (at: number | null) => ways.map((key) => pointOfKey(key, at, 5));
  t.same(from(null), [0, 4, 0, 4, undefined, undefined]);
  t.same(from(0), [1, 0, 0, 4, null, undefined]);
  t.same(from(4), [4, 3, 0, 4, null, undefined]);
});

t.test('a narrow bar is less round, so that a part of its edge stays straight', async (t) => {
  t.equal(barRadius(7, 600), 4);
  t.equal(barRadius(30, 268), 2);
  t.equal(barRadius(366, 268), 0);
  t.equal(barRadius(0, 0), 0);
});

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

t.test('CHT-13 CHT-14 CHT-15 CX-18 five attempts are made; their failure is told once', async (t) => {
  t.same(RENDER_ATTEMPTS_MS, [50, 200, 400, 500, 800]);
  const { clock, attempts, failures, render } = given(never);
  render.open();
  await clock.advance(49);
  t.same(attempts, []);
  await clock.advance(750);
  t.same(failures, []);
  await clock.advance(10_000);
  t.same([attempts, failures], [[50, 200, 400, 500, 800], [800]]);
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

const fromFifth = async (attempt: number) => {
  if (attempt < 5) throw new Error('no width');
  return true;
};

for (const [title, draws, act, at, attempts, failures] of [
  ['CX-18 the first success cancels the rest', 3, 'nothing', 0, [50, 200, 400], []],
  ['CHT-13 an attempt that throws is a failed one', fromFifth, 'nothing', 0, [50, 200, 400, 500, 800], []],
  [
    'CHT-12 CHT-13 a change that cannot be drawn is tried five times and reported once',
    ...([1, 'redraw', 1_000, [50, 1_300, 1_450, 1_650, 1_750, 2_050], [2_050]] as const),
  ],
  ['CHT-12 a change during the first attempts replaces them', 2, 'redraw', 100, [50, 400], []],
  ['CHT-14 nothing happens once it is closed', never, 'close', 600, [50, 200, 400, 500], []],
] as const)
  t.test(title, async (t) => {
    const chart = given(typeof draws === 'number' ? async (attempt) => attempt === draws : draws);
    chart.render.open();
    await chart.clock.advance(at);
    if (act !== 'nothing') chart.render[act]();
    await chart.clock.advance(10_000);
    t.same([chart.attempts, chart.failures], [attempts, failures]);
    t.equal(chart.clock.waiting(), 0);
  });
