import type { ApexOptions } from 'apexcharts';
import { type ChartLook, plainChart, SCALE_WIDTH_PX } from '../chart/chart-look.ts';
import { fittingLabels, wholeScale } from '../chart/chart-scale.ts';

export interface ChartData {
  kind: 'bar' | 'line';
  labels: string[];
  cards: number[];
  /** Names the numbers in the tooltip. */
  seriesName: string;
}

export const CHART_HEIGHT_PX = 260;
/** More bars than this have their labels written aslant. */
const UPRIGHT_LABELS_MAX = 7;

export function reviewChartOptions(data: ChartData, look: ChartLook): ApexOptions {
  const aslant = data.labels.length > UPRIGHT_LABELS_MAX;
  const scale = wholeScale(Math.max(0, ...data.cards));
  return {
    ...plainChart(data.kind, CHART_HEIGHT_PX, look),
    series: [{ name: data.seriesName, data: data.cards }],
    stroke: data.kind === 'line' ? { curve: 'straight', width: 3 } : { width: 0 },
    markers: data.kind === 'line' ? { size: 3, strokeWidth: 0 } : { size: 0 },
    plotOptions: { bar: { borderRadius: 4, columnWidth: '65%' } },
    tooltip: {
      theme: look.dark ? 'dark' : 'light',
      x: { formatter: (_, { dataPointIndex }) => data.labels[dataPointIndex] ?? '' },
      y: { formatter: String },
    },
    xaxis: {
      categories: aslant ? fittingLabels(data.labels, look.width - SCALE_WIDTH_PX) : data.labels,
      tooltip: { enabled: false },
      axisBorder: { color: look.grid },
      axisTicks: { color: look.grid },
      labels: { rotate: -45, rotateAlways: aslant, hideOverlappingLabels: false, trim: false },
    },
    yaxis: { min: 0, max: scale.max, tickAmount: scale.ticks, labels: { formatter: String } },
  };
}
