import { DATE_LOCALE, type Locale } from '../../../core/text/locale.ts';
import type { BucketName } from './review-buckets.ts';

const MS_PER_DAY = 86_400_000;

/** What is written under a bar, in lines, and what the same is called in full. */
export interface ReviewLabel {
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

interface LabelWords {
  locale: Locale;
  /** The study day, such as 2026-11-22. */
  today: string;
  /** Of the bar of today, which also has what was due before. */
  now: string;
  dueNow: string;
  tomorrow: string;
  /** A weekday stands over each date. */
  withWeekday: boolean;
}

/** Returns what each bucket is called: by dates, not by how many days there are until then. */
export function reviewLabels(names: readonly BucketName[], words: LabelWords): ReviewLabel[] {
  const { locale, today, now, dueNow, tomorrow, withWeekday } = words;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(DATE_LOCALE[locale], { ...options, timeZone: 'UTC' });
  // Vietnamese calendars write T2 to CN; a single English letter could be two days or months.
  const weekday = format({ weekday: locale === 'vi' ? 'narrow' : 'short' });
  const date = format({ day: 'numeric', month: 'numeric' });
  const month = format({ month: locale === 'vi' ? 'narrow' : 'short' });
  const fullDay = format({ weekday: 'long', day: 'numeric', month: 'long' });
  const range = format({ day: 'numeric', month: 'short', year: 'numeric' });
  const at = (days: number) => Date.parse(today) + days * MS_PER_DAY;
  const underDay = (days: number, word = weekday.format(at(days))) =>
    withWeekday ? `${word}\n${date.format(at(days))}` : date.format(at(days));

  const labelOf = (name: BucketName): ReviewLabel => {
    const { from, until } = spanOf(name);
    switch (name.unit) {
      case 'overdue':
        return { label: withWeekday ? underDay(from, now) : now, title: dueNow };
      case 'tomorrow':
        return { label: underDay(from), title: `${tomorrow}, ${fullDay.format(at(from))}` };
      case 'day':
        return { label: underDay(from), title: fullDay.format(at(from)) };
      case 'week':
        return { label: date.format(at(from)), title: range.formatRange(at(from), at(until)) };
      case 'month':
        return { label: month.format(at(from)), title: range.formatRange(at(from), at(until)) };
    }
  };
  return names.map(labelOf);
}
