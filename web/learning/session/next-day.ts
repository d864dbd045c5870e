import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { Rating } from '../../../core/learning/learning.schema.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import type { SessionState } from './session.state.ts';

/** In how many days a card comes again, by its rating. */
export type NextDays = Record<Rating, number>;

/** Returns in how many days a card comes again if it is rated now; null in practice, which changes nothing. */
export function nextDaysOf(session: SessionState, card: StudyCard): NextDays | null {
  if (session.relearning) return null;
  const failed = session.answers[card.id]?.tries ?? 0;
  const known = card.next_days[Math.min(failed, card.next_days.length - 1)];
  // What is not known comes again in this session.
  return known === undefined ? null : { 0: 0, 1: 0, 2: known };
}

const DAYS_A_MONTH = 30.4;
const DAYS_A_YEAR = 365;

/** Returns a number of days as the day that it leads to: "today", "3 days", "2 months". */
export function nextDayText(i18n: I18n, days: number): string {
  if (days <= 0) return i18n._(msg`today`);
  if (days === 1) return i18n._(msg`tomorrow`);
  if (days < 30) return i18n._(msg`${plural(days, { one: '# day', other: '# days' })}`);
  if (days < DAYS_A_YEAR - 15) {
    const months = Math.round(days / DAYS_A_MONTH);
    return i18n._(msg`${plural(months, { one: '# month', other: '# months' })}`);
  }
  const years = Math.round(days / DAYS_A_YEAR);
  return i18n._(msg`${plural(years, { one: '# year', other: '# years' })}`);
}
