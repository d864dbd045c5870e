import type { Pool } from 'pg';
import type { StudyScope } from '../choosing/study.ts';
import { ACTIVITY_DAYS, RETENTION_DAYS } from '../learning-limits.ts';
import { TARGET_RETENTION } from '../memory/memory.ts';
import { dayNumber, dayOfNumber } from '../study-day.ts';
import type { Activity } from './activity.schema.ts';
import { allWorkByDay } from './deck-stats.projection.ts';
import { recallBetween } from './recall-days.projection.ts';
import { streaks } from './streak.ts';

/** Returns what a student sees of the own work: the days of a year, the streak, and what was recalled of late. */
export async function activityOf(
  pool: Pool,
  { studentId, today }: Pick<StudyScope, 'studentId' | 'today'>,
): Promise<Activity> {
  const number = dayNumber(today);
  const [work, recall] = await Promise.all([
    allWorkByDay(pool, studentId),
    recallBetween(pool, studentId, { from: dayOfNumber(number - RETENTION_DAYS + 1), until: today }),
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
  };
}
