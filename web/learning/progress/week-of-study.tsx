import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconCheck } from '@tabler/icons-react';
import type { Activity } from '../../../core/learning/progress/activity.schema.ts';
import { dayNumber, dayOfNumber } from '../../../core/learning/study-day.ts';
import classes from './week-of-study.module.css';

/** Any week of nothing: what stands there until the days are known. */
const UNKNOWN: Pick<Activity, 'today' | 'days' | 'streak'> = {
  today: '2026-01-04',
  days: [],
  streak: { days: 0, since: null, forgiven: 0, forgivable: 0, longest: 0 },
};

const WEEK = [0, 1, 2, 3, 4, 5, 6];

interface WeekOfStudyProps {
  activity?: typeof UNKNOWN | undefined;
  /** Today's circle closes before one's eyes. */
  isFresh?: boolean;
}

/** This week from Monday to Sunday, with a tick on each day of study. */
export function WeekOfStudy({ activity = UNKNOWN, isFresh = false }: WeekOfStudyProps) {
  const { t, i18n } = useLingui();
  const { today, streak } = activity;
  const last = dayNumber(today);
  // 1970-01-01 was a Thursday.
  const monday = last - ((last + 3) % WEEK.length);
  const studied = new Set(activity.days.map(({ day }) => day));
  const days = WEEK.map((weekday) => {
    const day = dayOfNumber(monday + weekday);
    const isStudied = studied.has(day);
    const isForgiven = !isStudied && streak.since !== null && day > streak.since && day < today;
    return { day, isStudied, isForgiven, isToday: day === today };
  });
  const nameOf = (day: string) => i18n.date(new Date(day), { weekday: 'narrow', timeZone: 'UTC' });
  const count = days.filter(({ isStudied }) => isStudied).length;
  return (
    <div
      className={classes.week}
      data-fresh={isFresh || undefined}
      role="img"
      aria-label={t`This week you studied on ${plural(count, { one: '# day', other: '# days' })}`}
    >
      {days.map(({ day, isToday }) => (
        <span key={day} className={classes.name} data-today={isToday || undefined}>
          {nameOf(day)}
        </span>
      ))}
      {days.map(({ day, isStudied, isForgiven, isToday }) => (
        <span
          key={day}
          className={classes.circle}
          data-studied={isStudied || undefined}
          data-forgiven={isForgiven || undefined}
          data-today={isToday || undefined}
        >
          {isStudied && <IconCheck size={18} stroke={3} aria-hidden />}
        </span>
      ))}
    </div>
  );
}
