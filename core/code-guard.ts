import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import {
  type Attempts,
  areAttemptsUsedUp,
  countAttempt,
  giveBackAttempt,
  requireAttemptsLeft,
} from './attempts.ts';
import type { ErrorCode } from './error-codes.ts';
import { AppError } from './errors.ts';

const window = '15 minutes';

/**
 * Wrong codes within `window`. A school shares one address, behind which hundreds may mistype. When everybody together has
 * tried `site`, each has fewer tries, but has them: nobody's guesses keep out who has the right code.
 */
export const CODE_TRIES = {
  account: 10,
  network: 200,
  /** Of one address, by people who have no account yet. */
  newcomers: 60,
  site: 1_000,
  accountThen: 2,
  newcomersThen: 20,
};

const placeOf = (who: string): Buffer =>
  createHash('sha256').update(`class code of ${who}`).digest().subarray(0, 16);

/** Everybody together. */
export const SITE: Attempts = { place: placeOf('the site'), max: CODE_TRIES.site, window };

const WRONG: readonly ErrorCode[] = ['class_code_unknown', 'school_code_wrong'];
const isCode = (error: unknown, codes: readonly ErrorCode[]): boolean =>
  error instanceof AppError && codes.includes(error.code);

/** Counts what is already known to be wrong: a limit that is reached refuses the next one. */
const countWrong = (pool: Pool, attempts: Attempts): Promise<void> =>
  countAttempt(pool, attempts).catch((error: unknown) => {
    if (!isCode(error, ['too_many_requests'])) throw error;
  });

interface Guesser {
  place: Buffer;
  max: number;
  /** Once everybody together has tried too many. */
  maxThen: number;
}

async function guard<T>(pool: Pool, who: Guesser, wrong: Attempts[], check: () => Promise<T>): Promise<T> {
  // The site's row is only read before: a whole school that joins at once would queue for it.
  const max = (await areAttemptsUsedUp(pool, SITE)) ? who.maxThen : who.max;
  await countAttempt(pool, { place: who.place, max, window });
  try {
    const result = await check();
    await giveBackAttempt(pool, who.place);
    return result;
  } catch (error) {
    if (isCode(error, WRONG)) for (const attempts of [...wrong, SITE]) await countWrong(pool, attempts);
    else await giveBackAttempt(pool, who.place).catch(() => {});
    throw error;
  }
}

/**
 * Ends the trying out of codes by accounts, in all processes together. Calls `check`, which throws `class_code_unknown` for a
 * wrong one. Throws `too_many_requests` when the account, or the network it comes from, has tried too many.
 */
export async function guardCode<T>(
  pool: Pool,
  { accountId, network }: { accountId: number; network: Buffer },
  check: () => Promise<T>,
): Promise<T> {
  const ofNetwork: Attempts = { place: network, max: CODE_TRIES.network, window };
  await requireAttemptsLeft(pool, ofNetwork);
  const { account: max, accountThen: maxThen } = CODE_TRIES;
  return guard(pool, { place: placeOf(`account ${accountId}`), max, maxThen }, [ofNetwork], check);
}

/** Likewise for people without an account, of whom nothing but the network is known. */
export const guardNewcomersCode = <T>(pool: Pool, network: Buffer, check: () => Promise<T>): Promise<T> =>
  guard(pool, { place: network, max: CODE_TRIES.newcomers, maxThen: CODE_TRIES.newcomersThen }, [], check);
