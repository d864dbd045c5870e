import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { dayNumber } from '../../core/learning/study-day.ts';

/** Days that are counted rather than dated. */
const COUNTED_DAYS = 31;

/** Returns when somebody studied last, as people say it. */
export function lastSeenText(i18n: I18n, lastDay: string | null, today: string): string {
  if (lastDay === null) return i18n._(msg`Not yet`);
  const days = dayNumber(today) - dayNumber(lastDay);
  // A student may live where it is tomorrow already.
  if (days <= 0) return i18n._(msg`Today`);
  if (days === 1) return i18n._(msg`Yesterday`);
  if (days < COUNTED_DAYS) return i18n._(msg`${plural(days, { one: '# day ago', other: '# days ago' })}`);
  return i18n.date(new Date(lastDay), { dateStyle: 'medium', timeZone: 'UTC' });
}
