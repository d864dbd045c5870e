import type { I18n } from '@lingui/core';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useId } from 'react';
import type { Activity } from '../../../core/learning/progress/activity.schema.ts';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { formatDuration } from '../../ui/figure/duration.ts';
import classes from './activity-block.module.css';
import { type CalendarDay, type CalendarWeek, studyMonths, studyWeeks } from './study-weeks.ts';

const FiguresTable = lazy(async () => {
  const { FiguresTable } = await import('../../chart/figures-table.tsx');
  return { default: FiguresTable };
});

const UTC = { timeZone: 'UTC' } as const;

const dateOf = (i18n: I18n, day: string, format: Intl.DateTimeFormatOptions): string =>
  i18n.date(new Date(`${day}T00:00:00Z`), { ...UTC, ...format });

function Day({ day }: { day: CalendarDay | null }) {
  const { t, i18n } = useLingui();
  if (!day) return <span />;
  const { studied } = day;
  const date = studied && dateOf(i18n, day.day, { weekday: 'short', day: 'numeric', month: 'long' });
  return (
    <span
      className={classes.day}
      data-level={day.level}
      data-today={day.isToday || undefined}
      data-forgiven={day.isForgiven || undefined}
      title={
        studied
          ? t`${date}: ${plural(studied.cards, { one: '# card', other: '# cards' })}, ${formatDuration(studied.seconds, i18n)}`
          : undefined
      }
    />
  );
}

function Week({ week, isLast }: { week: CalendarWeek; isLast: boolean }) {
  const { i18n } = useLingui();
  return (
    <span className={classes.week}>
      <span className={classes.month}>
        {/* At the right edge its name would be cut off. */}
        {week.monthFrom && !isLast && dateOf(i18n, week.monthFrom, { month: 'short' })}
      </span>
      {week.days.map((day, weekday) => (
        <Day key={`${week.from}+${weekday.toString()}`} day={day} />
      ))}
    </span>
  );
}

/** Monday, Wednesday and Friday of any week. */
const NAMED_WEEKDAYS = ['2026-01-05', null, '2026-01-07', null, '2026-01-09', null, null];

/** A year of study, week by week; where there is no room for all of it, the last weeks. */
export function StudyCalendar({ activity }: { activity: Activity }) {
  const { t, i18n } = useLingui();
  const tableId = useId();
  const [tableShown, { toggle }] = useDisclosure(false);
  const weeks = studyWeeks(activity);
  const months = studyMonths(activity.days);
  const count = activity.days.length;
  const cards = months.reduce((sum, month) => sum + month.cards, 0);
  const summary = t`In the last year you studied on ${plural(count, { one: '# day', other: '# days' })}: ${plural(cards, { one: '# card', other: '# cards' })}`;
  return (
    <Stack gap="xs">
      <div className={classes.year} role="img" aria-label={summary}>
        <span className={classes.weekdays}>
          {NAMED_WEEKDAYS.map((day, weekday) => (
            <span key={weekday.toString()}>{day && dateOf(i18n, day, { weekday: 'short' })}</span>
          ))}
        </span>
        <span className={classes.weeks}>
          {weeks.map((week, ago) => (
            <Week key={week.from} week={week} isLast={ago === 0} />
          ))}
        </span>
      </div>
      <Group justify={count > 0 ? 'space-between' : 'flex-end'} gap="xs" mih={26}>
        {count > 0 && (
          <Button
            variant="transparent"
            size="compact-sm"
            px={0}
            className={classes.numbers}
            aria-expanded={tableShown}
            aria-controls={tableShown ? tableId : undefined}
            onClick={toggle}
          >
            {tableShown ? <Trans>Hide the numbers</Trans> : <Trans>Show the numbers</Trans>}
          </Button>
        )}
        <Group gap={6} aria-hidden>
          <Text size="xs" c="dimmed">
            <Trans>Less</Trans>
          </Text>
          {([0, 1, 2, 3, 4] as const).map((level) => (
            <span key={level} className={`${classes.day} ${classes.sample}`} data-level={level} />
          ))}
          <Text size="xs" c="dimmed">
            <Trans>More</Trans>
          </Text>
          {activity.streak.forgiven > 0 && (
            <>
              <span className={`${classes.day} ${classes.sample}`} data-level={0} data-forgiven />
              <Text size="xs" c="dimmed">
                <Trans>Forgiven</Trans>
              </Text>
            </>
          )}
        </Group>
      </Group>
      {tableShown && (
        <ErrorBoundary>
          <Suspense>
            <FiguresTable
              id={tableId}
              caption={summary}
              head={[t`Month`, t`Days`, t`Cards`, t`Time`]}
              rows={months.map(({ month, days, cards, seconds }) => ({
                key: month,
                label: dateOf(i18n, `${month}-01`, { month: 'long', year: 'numeric' }),
                cells: [days, cards, formatDuration(seconds, i18n)],
              }))}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </Stack>
  );
}
