import type { Activity } from '../../../core/learning/progress/activity.schema.ts';

/** Fewer reviews say nothing about a month. */
const ENOUGH = 10;
/** By how much the share may differ from the aim and still be on it. */
const NEAR = 0.05;

export type RetentionVerdict = 'unknown' | 'above' | 'near' | 'below';

/** Returns how what was recalled stands to what the scheduler aims at. */
export function retentionVerdict({ asked, recalled, aim }: Activity['retention']): RetentionVerdict {
  if (asked < ENOUGH) return 'unknown';
  const difference = recalled / asked - aim;
  if (difference < -NEAR) return 'below';
  return difference > NEAR ? 'above' : 'near';
}
