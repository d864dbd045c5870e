import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { DeckStats } from '../../../core/learning/learning.schema.ts';
import { DATE_LOCALE, type Locale } from '../../../core/text/locale.ts';
import { ChartFigure, EmptyChart } from '../../chart/chart-figure.tsx';
import { studyDayHere } from '../../classroom/progress/activity-days.ts';
import { formatDuration } from '../../ui/figure/duration.ts';
import { PercentBar } from '../../ui/figure/percent-bar.tsx';
import { DeckGrapes } from '../deck-grapes.tsx';

/** One row of `review_schedule`: each card once, on its next due day. */
export interface ScheduledReviews {
  days_from_now: number;
  card_count: number;
}

/**
 * What a bar or a point of the chart stands for. `overdue` is due now, today's cards included; `n` counts days from
 * today for a day (2 and up), and weeks or months from 1.
 */
export type BucketName =
  | { unit: 'overdue' }
  | { unit: 'tomorrow' }
  | { unit: 'day'; n: number }
  | { unit: 'week'; n: number }
  | { unit: 'month'; n: number };

export interface ReviewBucket {
  name: BucketName;
  cards: number;
}

/** Days; 0 is everything there is. Today is the first day of a period. */
export const PERIODS = [7, 30, 180, 365, 0] as const;
type Period = (typeof PERIODS)[number];

type BucketUnit = 'day' | 'week' | 'month';

const LAST_DAILY_PERIOD = 30;
const LAST_WEEKLY_PERIOD = 180;
const DAYS_PER_WEEK = 7;
const DAYS_PER_YEAR = 365;
const MONTHS_PER_YEAR = 12;

/** What is added up to one bar or point: days up to a month, weeks up to half a year, months beyond. */
export function bucketUnit(period: number): BucketUnit {
  if (period === 0 || period > LAST_WEEKLY_PERIOD) return 'month';
  return period > LAST_DAILY_PERIOD ? 'week' : 'day';
}

/**
 * The schedule in equal steps of a period, empty ones included. A month is a twelfth of 365 days, since the schedule
 * knows only distances from today: so a year has exactly twelve, and nothing shows fewer.
 */
export function reviewBuckets(schedule: readonly ScheduledReviews[], period: number): ReviewBucket[] {
  const unit = bucketUnit(period);
  const rows = schedule
    .map((row) => ({ day: Math.max(0, row.days_from_now), cards: row.card_count }))
    .filter((row) => period === 0 || row.day < period);
  const lastDay = period === 0 ? Math.max(0, ...rows.map((row) => row.day)) : period - 1;
  const count = stepOf(lastDay, unit) + 1;
  const cards = new Array<number>(unit === 'month' ? Math.max(MONTHS_PER_YEAR, count) : count).fill(0);
  for (const row of rows) {
    const step = stepOf(row.day, unit);
    cards[step] = (cards[step] ?? 0) + row.cards;
  }
  return cards.map((sum, step) => ({ name: bucketName(step, unit), cards: sum }));
}

function stepOf(day: number, unit: BucketUnit): number {
  switch (unit) {
    case 'day':
      return day;
    case 'week':
      return Math.floor(day / DAYS_PER_WEEK);
    case 'month':
      return Math.floor((day * MONTHS_PER_YEAR) / DAYS_PER_YEAR);
  }
}

function bucketName(step: number, unit: BucketUnit): BucketName {
  if (unit !== 'day') return { unit, n: step + 1 };
  if (step === 0) return { unit: 'overdue' };
  return step === 1 ? { unit: 'tomorrow' } : { unit: 'day', n: step };
}

const MS_PER_DAY = 86_400_000;

/** What is written under a bar, in lines, and what the same is called in full. */
interface ReviewLabel {
  label: string;
  title: string;
}

/** The days of a bucket, counted from today. */
interface Span {
  from: number;
  until: number;
}

/** A twelfth of 365 days, as `reviewBuckets` has it. */
const monthStart = (n: number) => Math.ceil((365 * n) / 12);

function spanOf(name: BucketName): Span {
  switch (name.unit) {
    case 'overdue':
      return { from: 0, until: 0 };
    case 'tomorrow':
      return { from: 1, until: 1 };
    case 'day':
      return { from: name.n, until: name.n };
    case 'week':
      return { from: 7 * (name.n - 1), until: 7 * name.n - 1 };
    case 'month':
      return { from: monthStart(name.n - 1), until: monthStart(name.n) - 1 };
  }
}

/** Returns what each bucket is called: a day by its distance from today and its date, the others by their dates. */
export function reviewLabels(
  names: readonly BucketName[],
  words: {
    locale: Locale;
    /** The study day, such as 2026-11-22. */
    today: string;
    /** Of the bar of today, which also has what was due before. */
    overdue: string;
    dueNow: string;
    tomorrow: string;
    /** `Day 3`, of 3. */
    day: (days: number) => string;
  },
): ReviewLabel[] {
  const { locale, today, overdue, dueNow, tomorrow } = words;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(DATE_LOCALE[locale], { ...options, timeZone: 'UTC' });
  const date = format({ day: 'numeric', month: 'numeric' });
  const fullDay = format({ weekday: 'long', day: 'numeric', month: 'long' });
  const range = format({ day: 'numeric', month: 'short', year: 'numeric' });
  const at = (days: number) => Date.parse(today) + days * MS_PER_DAY;
  const ofDay = (days: number, word: string, title = `${word}, ${fullDay.format(at(days))}`) => ({
    label: `${word}\n${date.format(at(days))}`,
    title,
  });

  const labelOf = (name: BucketName): ReviewLabel => {
    const { from, until } = spanOf(name);
    switch (name.unit) {
      case 'overdue':
        return ofDay(from, overdue, dueNow);
      case 'tomorrow':
        return ofDay(from, tomorrow);
      case 'day':
        return ofDay(from, words.day(from));
      case 'week':
      // Twelfths of a year: two of them may begin in the same month.
      case 'month':
        return { label: date.format(at(from)), title: range.formatRange(at(from), at(until)) };
    }
  };
  return names.map(labelOf);
}

const reviewsOf = (buckets: readonly Pick<ReviewBucket, 'cards'>[]) =>
  buckets.reduce((sum, { cards }) => sum + cards, 0);

/** The reviews to come, as bars or, week by week, as a line, and the same numbers as a table. */
function ReviewChart({ schedule, period }: { schedule: ScheduledReviews[]; period: Period }) {
  const { t, i18n } = useLingui();
  const buckets = reviewBuckets(schedule, period);
  const labels = reviewLabels(
    buckets.map(({ name }) => name),
    {
      locale: i18n.locale as Locale,
      today: studyDayHere(Date.now()),
      overdue: t`Overdue`,
      dueNow: t`Overdue: due now`,
      tomorrow: t`Tomorrow`,
      day: (days) => t`Day ${days}`,
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
  return (
    <ChartFigure
      data={{
        labels: labels.map(({ label }) => label),
        series: [
          {
            name: t`Cards`,
            values: buckets.map((bucket) => bucket.cards),
            text: (index) => cards(buckets[index]?.cards ?? 0),
          },
        ],
        isLine: buckets[0]?.name.unit === 'week',
        marked: 0,
        title: (index) => labels[index]?.title ?? '',
      }}
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

const periodText = {
  7: msg`7 days`,
  30: msg`30 days`,
  180: msg`6 months`,
  365: msg`1 year`,
  0: msg`All`,
} satisfies Record<Period, unknown>;

function PeriodButtons({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const { t, i18n } = useLingui();
  return (
    <Group gap={6} role="group" aria-label={t`Period`}>
      {PERIODS.map((days) => (
        <Button
          key={days}
          size="sm"
          px="sm"
          radius="xl"
          variant={days === period ? 'light' : 'default'}
          aria-pressed={days === period}
          onClick={() => onChange(days)}
        >
          {i18n._(periodText[days])}
        </Button>
      ))}
    </Group>
  );
}

interface ProgressSummaryProps {
  stats: Omit<DeckStats, 'deck_id'>;
  /** Days; the period that the chart starts with. */
  defaultPeriod?: Period;
  /** Beside the first heading. */
  action?: ReactNode;
  /** The cards are those of some days only. */
  isOfDays?: boolean;
}

function Figure({ name, label, value }: { name: string; label: string; value: string | number }) {
  return (
    <Paper withBorder radius="md" p="sm" role="group" aria-label={name}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz={{ base: 'h3', xs: 'h2' }} fw={700} className="tabular">
        {value}
      </Text>
    </Paper>
  );
}

export function ProgressSummary({ stats, defaultPeriod = 7, action, isOfDays }: ProgressSummaryProps) {
  const { t, i18n } = useLingui();
  const [period, setPeriod] = useState(defaultPeriod);
  const { cards_studied, cards_known, total_cards, completion_percentage, today_stats, overdue } = stats;
  const learning = cards_studied - cards_known;
  const progressTitle = isOfDays ? t`Progress in the days you have chosen` : t`Overall progress`;
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={3} size="h5">
            {t`Today`}
          </Title>
          {action}
        </Group>
        <SimpleGrid cols={2}>
          <Figure name={t`Cards today`} label={t`Cards`} value={today_stats.cards_studied} />
          <Figure name={t`Time today`} label={t`Time`} value={formatDuration(today_stats.time_spent, i18n)} />
        </SimpleGrid>
      </Stack>
      <Group gap="md" wrap="nowrap" align="center">
        <DeckGrapes stats={stats} size={88} />
        <Stack gap={6} flex={1} miw={0}>
          <Title order={3} size="h5">
            {progressTitle}
          </Title>
          <PercentBar value={completion_percentage} label={progressTitle} />
          <Text size="sm" c="dimmed" className="tabular">
            {t`${cards_studied} of ${total_cards} cards learnt`}
          </Text>
          <Text size="sm" c="dimmed" className="tabular">
            {t`${cards_known} known well, ${learning} still being learnt`}
          </Text>
        </Stack>
      </Group>
      <Stack gap="sm">
        <Title order={3} size="h5">
          {t`Upcoming reviews`}
        </Title>
        {overdue > 0 && (
          <Text size="sm" c="dimmed">
            {t`${overdue} of the cards that are due now have been waiting since before today.`}
          </Text>
        )}
        <PeriodButtons period={period} onChange={setPeriod} />
        <ReviewChart schedule={stats.review_schedule} period={period} />
      </Stack>
    </Stack>
  );
}
