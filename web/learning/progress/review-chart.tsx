import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Locale } from '../../../core/text/locale.ts';
import { BAR_CHART_HEIGHT_PX } from '../../chart/bar-layout.ts';
import { ChartFigure } from '../../chart/chart-figure.tsx';
import { EmptyChart } from '../../chart/empty-chart.tsx';
import { useBarChart } from '../../chart/use-bar-chart.ts';
import { studyDayHere } from '../../classroom/progress/activity-days.ts';
import { type Period, type ReviewBucket, reviewBuckets, type ScheduledReviews } from './review-buckets.ts';
import { type ReviewLabel, reviewLabels } from './review-labels.ts';

/** More bars than this have a date only, and not each of them. */
const WEEKDAYS_MAX = 7;

interface ReviewChartProps {
  schedule: ScheduledReviews[];
  period: Period;
}

const reviewsOf = (buckets: readonly Pick<ReviewBucket, 'cards'>[]) =>
  buckets.reduce((sum, { cards }) => sum + cards, 0);

/** The reviews to come, as bars with their dates, and the same numbers as a table. */
export function ReviewChart({ schedule, period }: ReviewChartProps) {
  const { t, i18n } = useLingui();
  const buckets = reviewBuckets(schedule, period);
  const labels = reviewLabels(
    buckets.map(({ name }) => name),
    {
      locale: i18n.locale as Locale,
      today: studyDayHere(Date.now()),
      now: t`Today`,
      dueNow: t`Due now`,
      tomorrow: t`Tomorrow`,
      withWeekday: buckets.length <= WEEKDAYS_MAX,
    },
  );
  if (reviewsOf(buckets) > 0) return <ReviewBars buckets={buckets} labels={labels} />;
  return (
    <EmptyChart
      text={schedule.length > 0 ? t`Nothing to review in these days.` : t`Nothing to review yet.`}
      hint={schedule.length > 0 ? t`A longer period shows what comes later.` : undefined}
    />
  );
}

function ReviewBars({ buckets, labels }: { buckets: readonly ReviewBucket[]; labels: ReviewLabel[] }) {
  const { t } = useLingui();
  const cards = (count: number) => t`${plural(count, { one: '# card', other: '# cards' })}`;
  const total = reviewsOf(buckets);
  const chart = useBarChart({
    labels: labels.map(({ label }) => label),
    values: buckets.map((bucket) => bucket.cards),
    marked: 0,
    seriesName: t`Cards`,
    title: (index) => labels[index]?.title ?? '',
    text: (index) => cards(buckets[index]?.cards ?? 0),
  });
  return (
    <ChartFigure
      {...chart}
      height={BAR_CHART_HEIGHT_PX}
      summary={t`Upcoming reviews: ${plural(total, { one: '# card', other: '# cards' })}`}
      table={{
        head: [t`When`, t`Cards`],
        rows: buckets.map((bucket, index) => {
          const label = labels[index]?.title ?? '';
          return { key: label, label, cells: [bucket.cards] };
        }),
      }}
    />
  );
}
