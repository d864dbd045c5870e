import type { ApexOptions } from 'apexcharts';
import { type ChartLook, plainChart, SCALE_WIDTH_PX } from './chart-look.ts';
import { fittingLabels, wholeScale } from './chart-scale.ts';

export interface Bars {
  /** Under the bars, short. */
  labels: string[];
  values: number[];
  seriesName: string;
  /** Over a bar: what it is of, and what there is to say of it. */
  title: (index: number) => string;
  text: (index: number) => string;
}

export const BAR_CHART_HEIGHT_PX = 180;
const LABEL_WIDTH_PX = 48;
/** A label of so few characters needs less. */
const SHORT_LABEL = 2;
const SHORT_LABEL_WIDTH_PX = 20;
/** Where there are more, a round edge would be all that is left of a bar. */
const ROUND_BARS_MAX = 62;

export function barChartOptions(bars: Bars, look: ChartLook): ApexOptions {
  const scale = wholeScale(Math.max(0, ...bars.values));
  const borderRadius = bars.values.length > ROUND_BARS_MAX ? 0 : 3;
  const plain = plainChart('bar', BAR_CHART_HEIGHT_PX, look);
  const longest = Math.max(0, ...bars.labels.map(({ length }) => length));
  const labelWidth = longest <= SHORT_LABEL ? SHORT_LABEL_WIDTH_PX : LABEL_WIDTH_PX;
  return {
    ...plain,
    series: [{ name: bars.seriesName, data: bars.values }],
    // The library leaves room for slanted labels.
    grid: { ...plain.grid, padding: { top: -12, bottom: -8, right: 0 } },
    stroke: { width: 0 },
    plotOptions: { bar: { borderRadius, columnWidth: '70%' } },
    tooltip: {
      theme: look.dark ? 'dark' : 'light',
      x: { formatter: (_, { dataPointIndex }) => bars.title(dataPointIndex) },
      y: { formatter: (_, { dataPointIndex }) => bars.text(dataPointIndex) },
    },
    xaxis: {
      categories: fittingLabels(bars.labels, look.width - SCALE_WIDTH_PX, labelWidth),
      tooltip: { enabled: false },
      axisBorder: { color: look.grid },
      axisTicks: { show: false },
      labels: { rotate: 0, hideOverlappingLabels: false, trim: false },
    },
    yaxis: { min: 0, max: scale.max, tickAmount: scale.ticks, labels: { formatter: String } },
  };
}
