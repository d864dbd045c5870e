import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { type Attempts, countAttempt, giveBackAttempt, requireAttemptsLeft } from '../attempts.ts';
import { AppError } from '../errors.ts';
import { CODE_TRIES } from './classroom-limits.ts';

const window = '15 minutes';

const placeOf = (who: string): Buffer =>
  createHash('sha256').update(`class code of ${who}`).digest().subarray(0, 16);

/** All accounts together. */
export const SITE: Attempts = { place: placeOf('the site'), max: CODE_TRIES.site, window };

/**
 * Ends the trying out of codes, in all processes together. Calls `check`, which throws `class_code_unknown` for a wrong
 * one. Throws `too_many_requests` when the account, or the whole site, has tried too many.
 */
export async function guardCode<T>(pool: Pool, accountId: number, check: () => Promise<T>): Promise<T> {
  const own: Attempts = { place: placeOf(`account ${accountId}`), max: CODE_TRIES.account, window };
  // The site's row is only read before: a whole school that joins at once would queue for it.
  await requireAttemptsLeft(pool, SITE);
  await countAttempt(pool, own);
  const isWrong = (error: unknown) => error instanceof AppError && error.code === 'class_code_unknown';
  try {
    const result = await check();
    await giveBackAttempt(pool, own.place);
    return result;
  } catch (error) {
    if (isWrong(error)) await countAttempt(pool, SITE);
    else await giveBackAttempt(pool, own.place).catch(() => {});
    throw error;
  }
}
