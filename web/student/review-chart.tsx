import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { ChartFigure } from '../chart/chart-figure.tsx';
import { themeLook } from '../chart/chart-look.ts';
import { useChart } from '../chart/use-chart.ts';
import { useNotices } from '../ui/notices.tsx';
import {
  type BucketName,
  bucketUnit,
  type Period,
  reviewBuckets,
  type ScheduledReviews,
} from './review-buckets.ts';
import { CHART_HEIGHT_PX, type ChartData, reviewChartOptions } from './review-chart-options.ts';

const overdue = msg`Overdue`;
const tomorrow = msg`Tomorrow`;
const day = msg({ message: 'Day {n}' });
const week = msg({ message: 'Week {n}' });
const month = msg({ message: 'Month {n}' });

/** Returns how a bar or a point of the chart is called. */
function bucketLabel(name: BucketName, i18n: I18n): string {
  switch (name.unit) {
    case 'overdue':
      return i18n._(overdue);
    case 'tomorrow':
      return i18n._(tomorrow);
    case 'day':
      return i18n._({ ...day, values: { n: name.n } });
    case 'week':
      return i18n._({ ...week, values: { n: name.n } });
    case 'month':
      return i18n._({ ...month, values: { n: name.n } });
  }
}

interface ReviewChartProps {
  schedule: ScheduledReviews[];
  period: Period;
}

/** The reviews to come, as bars or a line, and the same numbers as a table. */
export function ReviewChart({ schedule, period }: ReviewChartProps) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const dark = useComputedColorScheme('light') === 'dark';
  const reducedMotion = useReducedMotion();

  const rows = reviewBuckets(schedule, period).map(({ name, cards }) => ({
    label: bucketLabel(name, i18n),
    cards,
  }));
  const data: ChartData = {
    kind: bucketUnit(period) === 'day' ? 'bar' : 'line',
    labels: rows.map(({ label }) => label),
    cards: rows.map(({ cards }) => cards),
    seriesName: t`Cards`,
  };
  const chart = useChart({
    version: JSON.stringify([data.kind, data.labels, data.seriesName, dark, reducedMotion]),
    numbers: JSON.stringify(data.cards),
    options: (place) => reviewChartOptions(data, themeLook(place, dark, !reducedMotion)),
    onFailed: () => notices.error(t`The chart could not be drawn. The same numbers are in the table.`),
  });

  const total = data.cards.reduce((sum, cards) => sum + cards, 0);
  const summary = t`Upcoming reviews: ${plural(total, { one: '# card', other: '# cards' })}`;
  return (
    <ChartFigure
      {...chart}
      height={CHART_HEIGHT_PX}
      summary={summary}
      table={{
        head: [t`When`, t`Cards`],
        rows: rows.map(({ label, cards }) => ({ key: label, label, cells: [cards] })),
      }}
    />
  );
}
