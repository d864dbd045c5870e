import { useLingui } from '@lingui/react/macro';
import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useNotices } from '../ui/notices.tsx';
import { type Bars, barChartOptions } from './bar-chart-options.ts';
import { themeLook } from './chart-look.ts';
import { type ChartState, useChart } from './use-chart.ts';

/** Draws bars into `place`. */
export function useBarChart(bars: Bars): ChartState {
  const { t } = useLingui();
  const notices = useNotices();
  const dark = useComputedColorScheme('light') === 'dark';
  const reducedMotion = useReducedMotion();
  // The library keeps its data as long as the bars are the same. A tooltip shows more than the bars do.
  const latest = useRef(bars);
  useEffect(() => {
    latest.current = bars;
  });
  return useChart({
    version: JSON.stringify([bars.labels, bars.marked, bars.seriesName, dark, reducedMotion]),
    numbers: JSON.stringify(bars.values),
    options: (place) =>
      barChartOptions(
        {
          ...bars,
          title: (index) => latest.current.title(index),
          text: (index) => latest.current.text(index),
        },
        themeLook(place, dark, !reducedMotion),
      ),
    onFailed: () => notices.error(t`The chart could not be drawn. The same numbers are in the table.`),
  });
}
