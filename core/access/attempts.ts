import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { ErrorCode } from '../contract/error-codes.ts';
import { AppError } from '../contract/errors.ts';
import type { Db } from '../postgres/transaction.ts';

/** Attempts of one place, counted in the database and so in all processes together. */
export interface Attempts {
  /** What counts: a digest, so that the table says nothing of people. */
  place: Buffer;
  max: number;
  /** An interval of Postgres's, from the first attempt on. */
  window: string;
  /** Thrown beyond `max`; `too_many_requests` unless it is said. */
  code?: ErrorCode;
}

/** Returns the digest under which something is counted. */
export const placeOf = (what: string): Buffer => createHash('sha256').update(what).digest().subarray(0, 16);

/** Counts an attempt. Throws beyond `max`. */
export async function countAttempt(pool: Db, { place, max, window, code }: Attempts): Promise<void> {
  // A caller beyond the limit is refused without waiting for the row, on which a flood of guesses would queue.
  const { rowCount } = await pool.query(
    `/* countAttempt */ insert into login_attempts (place, attempts, ends_at)
     select $1, 1, now() + $3::interval
     where not exists (select 1 from login_attempts where place = $1 and attempts >= $2 and ends_at > now())
     on conflict (place) do update set
       attempts = case when login_attempts.ends_at > now() then login_attempts.attempts + 1 else 1 end,
       ends_at = case when login_attempts.ends_at > now() then login_attempts.ends_at else excluded.ends_at end
     where login_attempts.attempts < $2 or login_attempts.ends_at <= now()`,
    [place, max, window],
  );
  if (!rowCount) throw await tooMany(pool, { place, max, code });
}

/** Whether `max` attempts were counted already; counts none. */
export async function areAttemptsUsedUp(pool: Pool, { place, max }: Attempts): Promise<boolean> {
  const { rowCount } = await pool.query(
    '/* areAttemptsUsedUp */ select 1 from login_attempts where place = $1 and attempts >= $2 and ends_at > now()',
    [place, max],
  );
  return rowCount !== 0;
}

/** Throws `too_many_requests` when `max` attempts were counted already, and counts none. */
export async function requireAttemptsLeft(pool: Pool, attempts: Attempts): Promise<void> {
  if (await areAttemptsUsedUp(pool, attempts)) throw await tooMany(pool, attempts);
}

/** Takes back an attempt that was right. */
export async function giveBackAttempt(pool: Pool, place: Buffer): Promise<void> {
  await pool.query(
    '/* giveBackAttempt */ update login_attempts set attempts = attempts - 1 where place = $1 and attempts > 0',
    [place],
  );
}

async function tooMany(
  pool: Db,
  {
    place,
    max,
    code = 'too_many_requests',
  }: Omit<Attempts, 'window' | 'code'> & { code?: ErrorCode | undefined },
): Promise<AppError> {
  const { rows } = await pool.query<{ seconds: number }>(
    `/* tooMany */ select ceil(extract(epoch from ends_at - now()))::integer as seconds from login_attempts where place = $1`,
    [place],
  );
  return new AppError(code, {
    ...(code !== 'too_many_requests' && { params: { max } }),
    retryAfter: Math.max(1, rows[0]?.seconds ?? 1),
  });
}
