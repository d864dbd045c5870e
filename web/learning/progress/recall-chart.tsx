import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { RECALL_ENOUGH } from '../../../core/learning/learning-limits.ts';
import type { Activity } from '../../../core/learning/progress/activity.schema.ts';
import { DATE_LOCALE, type Locale } from '../../../core/text/locale.ts';
import { ChartFigure } from '../../chart/chart-figure.tsx';

type RecallWeek = Activity['recall_weeks'][number];

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;

/** Returns the share of what was remembered, in percent; null for a week of too few reviews to say. */
export const recallOf = ({ asked, recalled }: RecallWeek): number | null =>
  asked < RECALL_ENOUGH ? null : (100 * recalled) / asked;

/** How much of what came up again was remembered week by week, beside a line for the aim. */
export default function RecallChart({ weeks, aim }: { weeks: readonly RecallWeek[]; aim: number }) {
  const { t, i18n } = useLingui();
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(DATE_LOCALE[i18n.locale as Locale], { ...options, timeZone: 'UTC' });
  const date = format({ day: 'numeric', month: 'numeric' });
  const range = format({ day: 'numeric', month: 'short', year: 'numeric' });
  const titles = weeks.map(({ from }) =>
    range.formatRange(Date.parse(from), Date.parse(from) + (WEEK_DAYS - 1) * DAY_MS),
  );
  const percent = (share: number) => i18n.number(share / 100, { style: 'percent', maximumFractionDigits: 0 });
  const shares = weeks.map(recallOf);
  const shareText = (index: number) => {
    const share = shares[index];
    return share === null || share === undefined ? undefined : percent(share);
  };
  const reviews = (index: number) => {
    const asked = weeks[index]?.asked ?? 0;
    return t`${plural(asked, { one: '# review', other: '# reviews' })}`;
  };
  const target = percent(100 * aim);
  return (
    <ChartFigure
      data={{
        labels: weeks.map(({ from }) => date.format(Date.parse(from))),
        isLine: true,
        unit: '%',
        series: [
          {
            name: t`Remembered`,
            values: shares,
            text: (index) => {
              const share = shareText(index);
              const count = reviews(index);
              return share === undefined ? t`not known, too few reviews` : `${share} · ${count}`;
            },
          },
          { name: t`Aim`, values: weeks.map(() => 100 * aim), text: () => target, isBeside: true },
        ],
        title: (index) => titles[index] ?? '',
      }}
      summary={t`Remembered week by week; the aim is ${target}`}
      table={{
        head: [t`Week`, t`Remembered`, t`Reviews`],
        rows: weeks.map(({ from, asked }, index) => ({
          key: from,
          label: titles[index] ?? '',
          cells: [shareText(index) ?? '–', asked],
        })),
      }}
    />
  );
}
