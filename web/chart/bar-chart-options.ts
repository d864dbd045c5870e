import type { ApexOptions } from 'apexcharts';
import { type ChartLook, plainChart, SCALE_WIDTH_PX } from './chart-look.ts';
import { fittingLabels, wholeScale } from './chart-scale.ts';

export interface Bars {
  /** Under the bars, short; in two lines where one ends with a line break. */
  labels: string[];
  values: number[];
  /** The bar that stands out, such as today's. */
  marked?: number | undefined;
  seriesName: string;
  /** Over a bar: what it is of, and what there is to say of it. */
  title: (index: number) => string;
  text: (index: number) => string;
}

export const BAR_CHART_HEIGHT_PX = 200;
const LABEL_WIDTH_PX = 48;
/** A label of so few characters needs less. */
const SHORT_LABEL = 2;
const SHORT_LABEL_WIDTH_PX = 20;
/** A label in two lines is as wide as its date. */
const TWO_LINES_WIDTH_PX = 38;
/** Of the place of a bar, the part that it fills. */
const BAR_PART = 0.7;
const RADIUS_MAX_PX = 4;

/** Returns a radius that leaves a third of the bar's edge straight. */
export const barRadius = (bars: number, width: number): number =>
  Math.min(RADIUS_MAX_PX, Math.floor((BAR_PART * Math.max(0, width)) / Math.max(1, bars) / 3));

function labelWidth(labels: readonly string[]): number {
  if (labels.some((label) => label.includes('\n'))) return TWO_LINES_WIDTH_PX;
  return labels.every(({ length }) => length <= SHORT_LABEL) ? SHORT_LABEL_WIDTH_PX : LABEL_WIDTH_PX;
}

export function barChartOptions(bars: Bars, look: ChartLook): ApexOptions {
  const scale = wholeScale(Math.max(0, ...bars.values));
  const width = look.width - SCALE_WIDTH_PX;
  const plain = plainChart(BAR_CHART_HEIGHT_PX, look);
  const labels = fittingLabels(bars.labels, width, labelWidth(bars.labels));
  return {
    ...plain,
    series: [{ name: bars.seriesName, data: bars.values }],
    colors: bars.values.map((_, index) => (index === bars.marked ? look.marked : look.series)),
    // The library leaves room for slanted labels.
    grid: { ...plain.grid, padding: { top: -12, bottom: -8, right: 0 } },
    stroke: { width: 0 },
    plotOptions: {
      bar: {
        borderRadius: barRadius(bars.values.length, width),
        borderRadiusApplication: 'end',
        columnWidth: `${100 * BAR_PART}%`,
        distributed: true,
      },
    },
    tooltip: {
      theme: look.dark ? 'dark' : 'light',
      x: { formatter: (_, { dataPointIndex }) => bars.title(dataPointIndex) },
      y: { formatter: (_, { dataPointIndex }) => bars.text(dataPointIndex) },
    },
    xaxis: {
      categories: labels.map((label) => (label.includes('\n') ? label.split('\n') : label)),
      tooltip: { enabled: false },
      axisBorder: { color: look.grid },
      axisTicks: { show: false },
      labels: { rotate: 0, hideOverlappingLabels: false, trim: false, style: { colors: look.text } },
    },
    yaxis: { min: 0, max: scale.max, tickAmount: scale.ticks, labels: { formatter: String } },
  };
}
