import t from 'tap';
import type { ChartLook } from '../../web/chart/chart-look.ts';
import { type ChartData, reviewChartOptions } from '../../web/student/review-chart-options.ts';

const look: ChartLook = {
  series: '#7d33ad',
  text: '#495057',
  grid: '#dee2e6',
  fontFamily: 'sans-serif',
  dark: false,
  width: 600,
  animated: true,
};
const week: ChartData = {
  kind: 'bar',
  labels: ['Overdue', 'Tomorrow', 'Day 2', 'Day 3', 'Day 4', 'Day 5', 'Day 6'],
  cards: [3, 0, 2, 0, 0, 9, 0],
  seriesName: 'Cards',
};

t.test('CHT-08 CHT-10 days are bars, longer steps a line', async (t) => {
  t.equal(reviewChartOptions(week, look).chart?.type, 'bar');
  t.equal(reviewChartOptions({ ...week, kind: 'line' }, look).chart?.type, 'line');
});

t.test('CHT-09 a week has all its labels, a narrow month as many as fit', async (t) => {
  t.same(reviewChartOptions(week, { ...look, width: 200 }).xaxis?.categories, week.labels);
  const labels = Array.from({ length: 30 }, (_, day) => `Day ${day}`);
  const month = { ...week, labels, cards: labels.map(() => 1) };
  const shown = reviewChartOptions(month, { ...look, width: 300 }).xaxis?.categories.filter(Boolean);
  t.same(shown, ['Day 0', 'Day 4', 'Day 8', 'Day 12', 'Day 16', 'Day 20', 'Day 24', 'Day 28']);
});

t.test('CHT-05 the chart takes its colours from the theme and moves only where that is wanted', async (t) => {
  const options = reviewChartOptions(week, look);
  t.same(options.colors, ['#7d33ad']);
  t.match(options, {
    chart: { foreColor: '#495057', animations: { enabled: true } },
    theme: { mode: 'light' },
  });
  t.match(reviewChartOptions(week, { ...look, dark: true, animated: false }), {
    chart: { animations: { enabled: false } },
    theme: { mode: 'dark' },
    tooltip: { theme: 'dark' },
  });
});
