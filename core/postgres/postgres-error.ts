/**
 * SQLSTATE classes that say nothing about the statement itself: connection (08), authorisation (28), serialisation and
 * deadlock (40), resources (53), locks (55), intervention by an operator (57), system (58).
 */
const TRANSIENT_CLASSES = new Set(['08', '28', '40', '53', '55', '57', '58']);

/** Of other classes: what a server says that is a standby now, or not the one that this connection began with. */
const TRANSIENT = new Set([
  '25006', // read-only: a standby, or a primary that has been demoted
  '25P03', // we stood still within a transaction for so long that the connection was ended
  '26000', // a prepared statement is not known: a pooler has given the connection another server
  '3D000', // the database is not there
]);

/** The SQLSTATE of an error that Postgres has answered. */
function sqlState(error: unknown): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** True when the same statement may succeed if it is tried again: the database is away, restarting, full or busy. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = sqlState(error);
  // Of several servers one is away: the one that answers has no SQLSTATE of its own for that.
  if (state === 'XX000') return /connection|could not connect/i.test(error.message);
  if (state) return TRANSIENT_CLASSES.has(state.slice(0, 2)) || TRANSIENT.has(state);
  // Errors of the socket (ECONNREFUSED, ECONNRESET, …) and of pg's own pool, which carry no SQLSTATE.
  return (
    /^E[A-Z]+$/.test(String((error as { code?: unknown }).code)) || /connection|timeout/i.test(error.message)
  );
}

/** True when a row was refused because another one has what may be there once. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && sqlState(error) === '23505';

/** True when a row was refused because one that it names is not there. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof Error && sqlState(error) === '23503';

/** True when a lock was not had in time: its holder is at work, and the database is well. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && sqlState(error) === '55P03';

/** True when the server has no room on its disk for what was to be written. */
export const isDatabaseFull = (error: unknown): boolean =>
  error instanceof Error && sqlState(error) === '53100';

/** True when the server takes no writes: a standby, or a primary that has been demoted. */
export const isReadOnly = (error: unknown): boolean => sqlState(error) === '25006';

/** True when the connection that this was answered on is of no more use, and another one may be. */
export function endsConnection(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && (state === '25006' || state === '26000' || state.startsWith('57P'));
}
