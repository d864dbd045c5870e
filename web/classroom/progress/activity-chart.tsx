import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ChartFigure } from '../../chart/chart-figure.tsx';
import { formatDuration } from '../../ui/figure/duration.ts';
import { type ActivityDay, studyDayHere } from './activity-days.ts';

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

export function ActivityChart({ days }: { days: readonly ActivityDay[] }) {
  const { t, i18n } = useLingui();
  const text = (row: ActivityDay | undefined) => {
    if (!row) return '';
    const time = formatDuration(row.time_spent_seconds, i18n);
    const students = row.students;
    if (students === undefined) return `${row.cards_studied} · ${time}`;
    return `${row.cards_studied} · ${t`${plural(students, { one: '# student', other: '# students' })}`} · ${time}`;
  };
  const title = (row: ActivityDay | undefined) =>
    row ? i18n.date(dateOf(row.day), { dateStyle: 'medium', timeZone: 'UTC' }) : '';

  const today = studyDayHere(Date.now());
  const ofClass = days.some(({ students }) => students);
  // Those that the bars do not show, too.
  const cells = ({ cards_studied, students, time_spent_seconds }: ActivityDay) => [
    cards_studied,
    ...(ofClass ? [students ?? ''] : []),
    formatDuration(time_spent_seconds, i18n),
  ];
  const values = days.map(({ cards_studied }) => cards_studied);
  const marked = days.findIndex(({ day }) => day === today);
  const total = values.reduce((sum, cards) => sum + cards, 0);
  const [from, until] = [title(days[0]), title(days.at(-1))];
  const summary = t`Activity from ${from} to ${until}: ${plural(total, { one: '# card day', other: '# card days' })}`;
  return (
    <ChartFigure
      data={{
        labels: days.map(({ day }) =>
          i18n.date(dateOf(day), { day: 'numeric', month: 'numeric', timeZone: 'UTC' }),
        ),
        series: [{ name: t`Card days`, values, text: (index) => text(days[index]) }],
        marked,
        markedNames: marked < 0 ? undefined : [t`Other days`, t`Today`],
        title: (index) => title(days[index]),
      }}
      summary={summary}
      table={{
        head: [t`Day`, t`Cards`, ...(ofClass ? [t`Students`] : []), t`Time`],
        rows: days.map((row) => ({ key: row.day, label: title(row), cells: cells(row) })),
      }}
    />
  );
}
