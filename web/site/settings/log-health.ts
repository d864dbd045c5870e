import type { AdminHome } from '../../../core/site/admin-home.schema.ts';

/** Seconds after which figures that are behind are worth a word; workers need some for a burst of answers. */
const BEHIND_SECONDS = 60;

export type LogHealth = 'good' | 'behind' | 'unchecked' | 'differs' | 'parked';

/** Returns the worst that there is to say of the log. */
export function logHealth(log: AdminHome['log']): LogHealth {
  if (log.parked > 0) return 'parked';
  if (log.differences !== null && log.differences > 0) return 'differs';
  if (log.lag_seconds > BEHIND_SECONDS) return 'behind';
  return log.verified_at !== null && log.differences === null ? 'unchecked' : 'good';
}
