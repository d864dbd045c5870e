import type { Activity, StudiedDay } from '../../../core/learning/progress/activity.schema.ts';
import { dayNumber, dayOfNumber } from '../../../core/learning/study-day.ts';

/** 0 is nothing; 4 is a day on which this student studied much. */
export type Level = 0 | 1 | 2 | 3 | 4;

export interface CalendarDay {
  day: string;
  level: Level;
  /** What was studied; null on other days. */
  studied: StudiedDay | null;
  isToday: boolean;
  /** Missed without an end to the streak. */
  isForgiven: boolean;
}

export interface CalendarWeek {
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

export interface MonthOfStudy {
  /** `2026-11`. */
  month: string;
  days: number;
  cards: number;
  seconds: number;
}

/** Returns what was studied month by month, the latest first, without months of nothing. */
export function studyMonths(days: StudiedDay[]): MonthOfStudy[] {
  const months = new Map<string, MonthOfStudy>();
  for (const { day, cards, seconds } of days) {
    const month = day.slice(0, 7);
    const sum = months.get(month) ?? { month, days: 0, cards: 0, seconds: 0 };
    months.set(month, {
      month,
      days: sum.days + 1,
      cards: sum.cards + cards,
      seconds: sum.seconds + seconds,
    });
  }
  return [...months.values()].sort((a, b) => (a.month < b.month ? 1 : -1));
}
