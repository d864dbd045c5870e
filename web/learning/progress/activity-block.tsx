import type { I18n } from '@lingui/core';
import { plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useDeferredValue, useId } from 'react';
import { RECALL_ENOUGH } from '../../../core/learning/learning-limits.ts';
import type { Activity, StudiedDay } from '../../../core/learning/progress/activity.schema.ts';
import { dayNumber, dayOfNumber } from '../../../core/learning/study-day.ts';
import { TitledSection } from '../../ui/control/titled-section.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { formatDuration } from '../../ui/figure/duration.ts';
import { useActivity } from '../activity.queries.ts';
import { StreakFigure } from '../screen/streak-figure.tsx';
import classes from './activity-block.module.css';

/** 0 is nothing; 4 is a day on which this student studied much. */
type Level = 0 | 1 | 2 | 3 | 4;

interface CalendarDay {
  day: string;
  level: Level;
  /** What was studied; null on other days. */
  studied: StudiedDay | null;
  isToday: boolean;
  /** Missed without an end to the streak. */
  isForgiven: boolean;
}

interface CalendarWeek {
  /** Its Monday. */
  from: string;
  /** The first day of a month that begins in it. */
  monthFrom: string | null;
  /** Monday to Sunday; null for days outside the year. */
  days: (CalendarDay | null)[];
}

const DAYS = 365;
const WEEK = 7;
/** 1970-01-01 was a Thursday. */
const weekdayOf = (number: number): number => (((number + 3) % WEEK) + WEEK) % WEEK;

/** Of the studied days so many reach the highest level: one day of cramming must not pale all others. */
const BUSY_SHARE = 0.9;

/** Returns the cards from which on a day has the highest level. */
function busyFrom(days: StudiedDay[]): number {
  const sorted = days.map(({ cards }) => cards).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * BUSY_SHARE)] ?? 1;
}

const levelOf = (cards: number, busy: number): Level =>
  cards === 0 ? 0 : (Math.min(4, Math.ceil((4 * cards) / busy)) as Level);

/** Returns the weeks of the year up to today, the latest first. */
export function studyWeeks({
  today,
  days,
  streak,
}: Pick<Activity, 'today' | 'days' | 'streak'>): CalendarWeek[] {
  const last = dayNumber(today);
  const first = last - DAYS + 1;
  const byDay = new Map(days.map((studied) => [studied.day, studied]));
  const busy = busyFrom(days);
  const dayAt = (number: number): CalendarDay | null => {
    if (number < first || number > last) return null;
    const day = dayOfNumber(number);
    const studied = byDay.get(day) ?? null;
    const isForgiven = !studied && streak.since !== null && day > streak.since && day < today;
    return { day, level: levelOf(studied?.cards ?? 0, busy), studied, isToday: day === today, isForgiven };
  };
  const weeks: CalendarWeek[] = [];
  for (let monday = last - weekdayOf(last); monday > first - WEEK; monday -= WEEK) {
    const numbers = Array.from({ length: WEEK }, (_, weekday) => monday + weekday);
    const begun = numbers.map(dayOfNumber).find((day) => day.endsWith('-01'));
    weeks.push({ from: dayOfNumber(monday), monthFrom: begun ?? null, days: numbers.map(dayAt) });
  }
  return weeks;
}

interface MonthOfStudy {
  /** `2026-11`. */
  month: string;
  days: number;
  cards: number;
  seconds: number;
}

/** Returns what was studied month by month, the latest first, without months of nothing. */
export function studyMonths(days: StudiedDay[]): MonthOfStudy[] {
  const months = [...Map.groupBy(days, ({ day }) => day.slice(0, 7))].map(([month, studied]) => ({
    month,
    days: studied.length,
    cards: studied.reduce((sum, { cards }) => sum + cards, 0),
    seconds: studied.reduce((sum, { seconds }) => sum + seconds, 0),
  }));
  return months.sort((a, b) => (a.month < b.month ? 1 : -1));
}

const FiguresTable = lazy(async () => {
  const { FiguresTable } = await import('../../chart/figures-table.tsx');
  return { default: FiguresTable };
});

const UTC = { timeZone: 'UTC' } as const;

const dateOf = (i18n: I18n, day: string, format: Intl.DateTimeFormatOptions): string =>
  i18n.date(new Date(`${day}T00:00:00Z`), { ...UTC, ...format });

/** The shortest name of its month, which Vietnamese has only beside a day. */
const monthName = (i18n: I18n, day: string): string | undefined =>
  new Intl.DateTimeFormat(i18n.locale, { ...UTC, day: 'numeric', month: 'short' })
    .formatToParts(new Date(day))
    .find(({ type }) => type === 'month')?.value;

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
        {week.monthFrom && !isLast && monthName(i18n, week.monthFrom)}
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
function StudyCalendar({ activity }: { activity: Activity }) {
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
            {tableShown ? t`Hide the numbers` : t`Show the numbers`}
          </Button>
        )}
        <Group gap={6} aria-hidden>
          <Text size="xs" c="dimmed">
            {t`Less`}
          </Text>
          {([0, 1, 2, 3, 4] as const).map((level) => (
            <span key={level} className={`${classes.day} ${classes.sample}`} data-level={level} />
          ))}
          <Text size="xs" c="dimmed">
            {t`More`}
          </Text>
          {activity.streak.forgiven > 0 && (
            <>
              <span className={`${classes.day} ${classes.sample}`} data-level={0} data-forgiven />
              <Text size="xs" c="dimmed">
                {t`Forgiven`}
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

/** By how much the share may differ from the aim and still be on it. */
const NEAR = 0.05;

type RetentionVerdict = 'unknown' | 'above' | 'near' | 'below';

/** Returns how what was recalled stands to what the scheduler aims at. */
export function retentionVerdict({ asked, recalled, aim }: Activity['retention']): RetentionVerdict {
  if (asked < RECALL_ENOUGH) return 'unknown';
  const difference = recalled / asked - aim;
  if (difference < -NEAR) return 'below';
  return difference > NEAR ? 'above' : 'near';
}

/** How much of what came up again was remembered in the last month, beside the aim. */
function RetentionFigure({ retention }: { retention: Activity['retention'] }) {
  const { t, i18n } = useLingui();
  const { asked, recalled, aim } = retention;
  const verdict = retentionVerdict(retention);
  const inPercent = (share: number) => i18n.number(share, { style: 'percent', maximumFractionDigits: 0 });
  const [share, target] = [inPercent(asked ? recalled / asked : 0), inPercent(aim)];
  const isKnown = verdict !== 'unknown';
  const width = isKnown ? `${(100 * recalled) / asked}%` : 0;
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs" align="baseline">
        <Text fz="h3" fw={700} lh={1.3} className="tabular">
          {isKnown ? t`${share} remembered` : t`Memory score: not yet`}
        </Text>
        <Text size="sm" c="dimmed" className="tabular">
          {t`Aim: ${target}`}
        </Text>
      </Group>
      <div
        className={classes.track}
        role="img"
        aria-label={isKnown ? t`Remembered: ${share}, the aim is ${target}` : t`Not enough reviews yet`}
      >
        <div className={classes.remembered} style={{ width }} data-below={verdict === 'below' || undefined} />
        <div className={classes.aim} style={{ left: `${100 * aim}%` }} />
      </div>
      <Text size="sm" c="dimmed" mih="2lh">
        {isKnown && (
          <>
            <Plural
              value={asked}
              one="Of # review in the last 30 days."
              other="Of # reviews in the last 30 days."
            />{' '}
          </>
        )}
        {verdict === 'unknown' && t`It shows once ten cards have come back for review.`}
        {verdict === 'near' && t`Your cards come back at the right time.`}
        {verdict === 'above' && t`More than the aim: there is room for more new cards.`}
        {verdict === 'below' && t`With fewer new cards a day, more will stay.`}
      </Text>
    </Stack>
  );
}

const RecallChart = lazy(() => import('./recall-chart.tsx'));

/** What was remembered week by week, drawn once it is asked for. A line needs two weeks of which something is known. */
function RecallByWeek({ activity }: { activity: Activity }) {
  const { t } = useLingui();
  const [isOpen, { toggle }] = useDisclosure(false);
  // An answer that the browser kept from an earlier version has no weeks.
  const weeks = activity.recall_weeks ?? [];
  if (weeks.filter(({ asked }) => asked >= RECALL_ENOUGH).length < 2) return null;
  return (
    <Stack gap="xs">
      <Button
        variant="light"
        size="xs"
        mih={36}
        style={{ alignSelf: 'flex-start' }}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {isOpen ? t`Hide the weeks` : t`Remembered week by week`}
      </Button>
      {isOpen && (
        <ErrorBoundary>
          <Suspense fallback={<Skeleton h={268} role="status" aria-label={t`Loading…`} />}>
            <RecallChart weeks={weeks} aim={activity.retention.aim} />
          </Suspense>
        </ErrorBoundary>
      )}
    </Stack>
  );
}

/** What stands under the skeleton, so that it has the height of what comes. */
const UNKNOWN: Activity = {
  today: '2026-01-01',
  studied_today: { cards: 0, seconds: 0 },
  days: [],
  streak: { days: 1, since: null, forgiven: 1, forgivable: 1, longest: 1 },
  retention: { asked: 0, recalled: 0, aim: 0.9 },
  recall_weeks: [],
};

function Figures({ activity }: { activity: Activity }) {
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <StreakFigure activity={activity} isRoomy />
        <RetentionFigure retention={activity.retention} />
      </SimpleGrid>
      <RecallByWeek activity={activity} />
      <StudyCalendar activity={activity} />
    </Stack>
  );
}

export function ActivityBlock() {
  const { t } = useLingui();
  const { data, error, mutate } = useActivity();
  // A year of days, drawn when there is time.
  const activity = useDeferredValue(data);
  return (
    <TitledSection order={2} gap="sm" title={t`Your study rhythm`}>
      {!activity && error ? (
        <LoadError error={error} onRetry={() => void mutate()} />
      ) : (
        <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
          {activity ? (
            <Figures activity={activity} />
          ) : (
            <Skeleton role="status" aria-label={t`Loading…`}>
              <div inert>
                <Figures activity={UNKNOWN} />
              </div>
            </Skeleton>
          )}
        </Paper>
      )}
    </TitledSection>
  );
}
