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
export type Period = (typeof PERIODS)[number];

export type BucketUnit = 'day' | 'week' | 'month';

const LAST_DAILY_PERIOD = 30;
const LAST_WEEKLY_PERIOD = 180;
const DAYS_PER_WEEK = 7;
const DAYS_PER_YEAR = 365;
const MONTHS_PER_YEAR = 12;

/** Days are drawn as bars, weeks and months as a line. */
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
