import type { Pool } from 'pg';
import type { StudyScope } from '../choosing/study.ts';
import { ACTIVITY_DAYS, FORGIVEN_DAYS, RECALL_WEEKS, RETENTION_DAYS } from '../learning-limits.ts';
import { TARGET_RETENTION } from '../memory/memory.ts';
import { dayNumber, dayOfNumber } from '../study-day.ts';
import type { Activity } from './activity.schema.ts';
import { allWorkByDay } from './deck-stats.projection.ts';
import { recallBetween, recallByWeek } from './recall-days.projection.ts';

/**
 * A run goes from a study day to a later day. It misses at most two days of each calendar month. Its length is the
 * number of study days in it. A day more of study never makes a run shorter.
 */
interface Streaks {
  /** The longest run up to yesterday, or to today when today was studied. */
  days: number;
  /** Its first day number; undefined when there is none. */
  since: number | undefined;
  /** Missed days within it. */
  forgiven: number;
  /** Days of this month that may still be missed. */
  forgivable: number;
  /** The length of the longest run of all. */
  longest: number;
}

/** More days than can be missed at a stretch: at the end of a month and at the beginning of the next. */
const TOO_MANY = 2 * FORGIVEN_DAYS + 1;

const monthOf = (day: number): string => dayOfNumber(day).slice(0, 7);

/** The missed days of a run, by month. */
class MissedDays {
  readonly #byMonth = new Map<string, number>();
  total = 0;

  /** Counts the days between two study days, or takes them away. */
  add(before: number, after: number, sign: 1 | -1): void {
    for (let day = before + 1; day < after; day++) {
      const month = monthOf(day);
      this.#byMonth.set(month, this.inMonth(month) + sign);
      this.total += sign;
    }
  }

  inMonth(month: string): number {
    return this.#byMonth.get(month) ?? 0;
  }

  isTooMany(): boolean {
    return this.#byMonth.values().some((missed) => missed > FORGIVEN_DAYS);
  }
}

/** Returns the runs of some study days: day numbers, ascending, each once. Today is no missed day. */
export function streaks(days: number[], today: number): Streaks {
  let missed = new MissedDays();
  let first = 0;
  let longest = 0;
  /** Moves the beginning of the run until it may reach the study day `index`, or the end of all days. */
  const reach = (index: number, day: number): void => {
    const last = days[index - 1];
    if (last === undefined) return;
    if (day - last > TOO_MANY) {
      first = index;
      missed = new MissedDays();
      return;
    }
    missed.add(last, day, 1);
    for (; missed.isTooMany(); first++) missed.add(days[first]!, days[first + 1] ?? day, -1);
  };
  for (const [index, day] of days.entries()) {
    reach(index, day);
    longest = Math.max(longest, index - first + 1);
  }
  // After a journey to the west the last study day may be tomorrow.
  reach(days.length, Math.max(today, (days.at(-1) ?? today) + 1));
  return {
    days: days.length - first,
    since: days[first],
    forgiven: missed.total,
    forgivable: FORGIVEN_DAYS - missed.inMonth(monthOf(today)),
    longest,
  };
}

const DAYS_PER_WEEK = 7;

/** Returns what a student sees of the own work: the days of a year, the streak, and what was recalled of late. */
export async function activityOf(
  pool: Pool,
  { studentId, today }: Pick<StudyScope, 'studentId' | 'today'>,
): Promise<Activity> {
  const number = dayNumber(today);
  const firstWeek = number - DAYS_PER_WEEK * RECALL_WEEKS + 1;
  const [work, recall, weeks] = await Promise.all([
    allWorkByDay(pool, studentId),
    recallBetween(pool, studentId, { from: dayOfNumber(number - RETENTION_DAYS + 1), until: today }),
    recallByWeek(pool, studentId, { from: dayOfNumber(firstWeek), until: today }),
  ]);
  const { since, ...streak } = streaks(
    work.map(({ day }) => dayNumber(day)),
    number,
  );
  const first = dayOfNumber(number - ACTIVITY_DAYS + 1);
  const ofToday = work.find(({ day }) => day === today);
  return {
    today,
    studied_today: { cards: ofToday?.cards ?? 0, seconds: ofToday?.seconds ?? 0 },
    days: work.filter(({ day }) => day >= first && day <= today),
    streak: { ...streak, since: since === undefined ? null : dayOfNumber(since) },
    retention: { ...recall, aim: TARGET_RETENTION },
    recall_weeks: Array.from({ length: RECALL_WEEKS }, (_, week) => {
      const { asked = 0, recalled = 0 } = weeks.find((one) => one.week === week) ?? {};
      return { from: dayOfNumber(firstWeek + DAYS_PER_WEEK * week), asked, recalled };
    }),
  };
}
