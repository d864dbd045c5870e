import type { CodeTimesBody } from '../../../core/classroom/class-code.schema.ts';
import { NEW_CODE_DAYS } from '../../../core/classroom/classroom-limits.ts';

const HOUR = 3_600_000;

/** How long the code of a new class holds, in hours. */
export const NEW_CODE_HOURS = NEW_CODE_DAYS * 24;
/** How long a code may hold, in hours. */
export const VALID_HOURS = [24, 7 * 24, 30 * 24, NEW_CODE_HOURS] as const;
export type ValidHours = (typeof VALID_HOURS)[number];

/** How long a code may let students in without approval, in minutes; 0: not at all. */
export const OPEN_MINUTES = [0, 15, 60, 24 * 60] as const;
export type OpenMinutes = (typeof OPEN_MINUTES)[number];

/** The moments until which a code holds and is open, from now on. A code is never open for longer than it holds. */
export function codeTimes(now: number, hours: ValidHours, minutes: OpenMinutes): CodeTimesBody {
  const end = now + hours * HOUR;
  const open = Math.min(end, now + minutes * 60_000);
  return {
    ends_at: new Date(end).toISOString(),
    open_until: minutes === 0 ? null : new Date(open).toISOString(),
  };
}
