import { useLingui } from '@lingui/react/macro';
import { useNotices } from '../ui/feedback/notices.tsx';
import type { Bars } from './bar-layout.ts';
import { type ChartState, useChart } from './use-chart.ts';

/** Draws bars into `place`. */
export function useBarChart(bars: Bars): ChartState {
  const { t } = useLingui();
  const notices = useNotices();
  return useChart({
    bars,
    onFailed: () => notices.error(t`The chart could not be drawn. The same numbers are in the table.`),
  });
}
