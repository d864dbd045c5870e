import type { DateRange } from '../../../core/classroom/class-progress.schema.ts';
import { dayNumber, dayOfNumber } from '../../../core/learning/study-day.ts';

export interface ActivityDay {
  day: string;
  cards_studied: number;
  time_spent_seconds: number;
  /** How many studied; absent where it is about one. */
  students?: number;
}

const DAYS_WITHOUT_DATES = 30;
/** More bars than this can no longer be distinguished. */
export const ACTIVITY_DAYS_MAX = 366;

const STUDY_DAY_STARTS_MS = 4 * 3_600_000;

/** The study day on this device; the browser's own calendar, since not every browser has Temporal. */
export function studyDayHere(now: number): string {
  const date = new Date(now - STUDY_DAY_STARTS_MS);
  const part = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}

/**
 * A row for every day of the dates, zeros where nobody studied; without dates for the past 30 days. What lies ahead is
 * left out, and of a long time all but its last year.
 */
export function activityDays(
  worked: readonly ActivityDay[],
  { start_date, end_date }: DateRange,
  today: string,
): ActivityDay[] {
  const numbers = worked.map(({ day }) => dayNumber(day));
  // A student may live where it is tomorrow already.
  const newest = Math.max(dayNumber(today), ...numbers);
  const last = Math.max(
    Math.min(end_date === undefined ? newest : dayNumber(end_date), newest),
    start_date === undefined ? 0 : dayNumber(start_date),
  );
  const usual = last - DAYS_WITHOUT_DATES + 1;
  const open = end_date === undefined ? usual : Math.min(usual, ...numbers);
  const first = Math.max(
    start_date === undefined ? open : dayNumber(start_date),
    last - ACTIVITY_DAYS_MAX + 1,
  );
  const known = new Map(worked.map((row) => [row.day, row]));
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const day = dayOfNumber(first + index);
    return known.get(day) ?? { day, cards_studied: 0, time_spent_seconds: 0, students: 0 };
  });
}
