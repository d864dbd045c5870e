/**
 * SQLSTATE classes that say nothing about the statement itself: connection (08), serialisation and deadlock (40),
 * resources (53), locks (55), intervention by an operator (57), system (58).
 */
const TRANSIENT = new Set(['08', '40', '53', '55', '57', '58']);

/** We stood still within a transaction for so long that Postgres ended the connection. */
const IDLE_IN_TRANSACTION = '25P03';

/** True when the same statement may succeed if it is tried again: the database is away, restarting, full or busy. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code))
    return TRANSIENT.has(code.slice(0, 2)) || code === IDLE_IN_TRANSACTION;
  // Errors of the socket (ECONNREFUSED, ECONNRESET, …) and of pg's own pool, which carry no SQLSTATE.
  return /^E[A-Z]+$/.test(String(code)) || /connection|timeout/i.test(error.message);
}
