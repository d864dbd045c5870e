import t from 'tap';
import { type Bars, barChartOptions } from '../../web/chart/bar-chart-options.ts';
import type { ChartLook } from '../../web/chart/chart-look.ts';

const LOOK: ChartLook = {
  series: '#000',
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
