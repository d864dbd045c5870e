import type { Today } from '../../../core/learning/choosing/today.schema.ts';
import type { Activity } from '../../../core/learning/progress/activity.schema.ts';

/** Returns whether a student has never studied a card; one of whom nothing is known counts as having studied. */
export const isNewcomer = (activity: Pick<Activity, 'streak'> | undefined): boolean =>
  activity?.streak.longest === 0;

/** What a student's day is like: something is left, all is done, nothing was due, or nothing was ever begun. */
export function todayState(
  today: Pick<Today, 'due' | 'new' | 'studied' | 'decks'>,
): 'left' | 'done' | 'nothing' | 'newcomer' {
  if (today.due + today.new > 0) return 'left';
  if (today.decks.length === 0) return 'newcomer';
  return today.studied > 0 ? 'done' : 'nothing';
}
