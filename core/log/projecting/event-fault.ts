import { isTransient } from '../../postgres/postgres-error.ts';

const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Classes of SQLSTATE of which the values are the reason: they cannot be (22), or break a constraint (23). */
const OF_VALUES = /^2[23]/;

/**
 * Returns true when the event itself is why it could not be read or applied: our own code threw, or Postgres refused
 * its values. It will then fail again wherever it is tried. Returns false for what stands in the way of every event,
 * such as a missing column or right: no events are parked for that.
 */
export function isFaultOfEvent(error: unknown): boolean {
  if (isTransient(error)) return false;
  const { code } = error as { code?: unknown };
  return typeof code !== 'string' || !SQLSTATE.test(code) || OF_VALUES.test(code);
}
