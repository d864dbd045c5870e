import t from 'tap';
import { type Bars, barChartOptions, barRadius } from '../../web/chart/bar-chart-options.ts';
import type { ChartLook } from '../../web/chart/chart-look.ts';

const LOOK: ChartLook = {
  series: '#111',
  marked: '#222',
  text: '#000',
  grid: '#000',
  fontFamily: 'serif',
  dark: false,
  width: 320,
  animated: false,
};

const bars = (labels: string[], values: number[]): Bars => ({
  labels,
  values,
  seriesName: 'Cards',
  title: (index) => `title ${index}`,
  text: (index) => `text ${index}`,
});

const shown = (options: ReturnType<typeof barChartOptions>) =>
  ((options.xaxis?.categories ?? []) as string[]).filter((label) => label !== '');

t.test('as many labels as fit: scores stand closer than dates', async (t) => {
  const scores = Array.from({ length: 11 }, (_, score) => String(score));
  const counts = scores.map(() => 1);
  t.equal(shown(barChartOptions(bars(scores, counts), LOOK)).length, 11);
  const dates = scores.map((day) => `${Number(day) + 10}/11`);
  t.equal(shown(barChartOptions(bars(dates, counts), LOOK)).length, 4);
});

t.test('the scale has whole numbers, also where all bars are low or there are none', async (t) => {
  t.match(barChartOptions(bars(['1', '2'], [1, 23]), LOOK).yaxis, { min: 0, max: 25, tickAmount: 5 });
  t.match(barChartOptions(bars([], []), LOOK).yaxis, { min: 0, max: 4, tickAmount: 4 });
});

t.test('CHT-05 the marked bar has a colour of its own; it moves only where that is wanted', async (t) => {
  const options = barChartOptions({ ...bars(['a', 'b', 'c'], [1, 2, 3]), marked: 1 }, LOOK);
  t.same(options.colors, ['#111', '#222', '#111']);
  t.match(options, { chart: { animations: { enabled: false } }, theme: { mode: 'light' } });
  t.match(barChartOptions(bars([], []), { ...LOOK, dark: true, animated: true }), {
    chart: { animations: { enabled: true } },
    theme: { mode: 'dark' },
    tooltip: { theme: 'dark' },
  });
});

t.test('CHT-09 a label of two lines is drawn in two, and a week has room for all of them', async (t) => {
  const days = Array.from({ length: 7 }, (_, day) => `Mon\n${day + 20}/11`);
  const drawn = barChartOptions(bars(days, [1, 1, 1, 1, 1, 1, 1]), { ...LOOK, width: 328 }).xaxis?.categories;
  t.same(drawn[0], ['Mon', '20/11']);
  t.equal(drawn.filter((label: unknown) => label !== '').length, 7);
});

t.test('a narrow bar is less round, so that a part of its edge stays straight', async (t) => {
  t.equal(barRadius(7, 600), 4);
  t.equal(barRadius(30, 268), 2);
  t.equal(barRadius(366, 268), 0);
  t.equal(barRadius(0, 0), 0);
});
