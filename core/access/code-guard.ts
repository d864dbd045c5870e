import type { Pool } from 'pg';
import type { ErrorCode } from '../contract/error-codes.ts';
import { AppError } from '../contract/errors.ts';
import {
  type Attempts,
  areAttemptsUsedUp,
  countAttempt,
  giveBackAttempt,
  placeOf,
  requireAttemptsLeft,
} from './attempts.ts';

const window = '15 minutes';

/**
 * Wrong codes within `window`. A school shares one address, behind which hundreds may mistype. So an address has many
 * more tries than one account or browser. When everybody together has tried `site`, each has fewer tries, but has them:
 * nobody's guesses keep out who has the right code.
 */
export const CODE_TRIES = {
  account: 10,
  accountThen: 2,
  /** Of one browser, by people who have no account yet. */
  newcomer: 10,
  newcomerThen: 2,
  /** Of one address, by its accounts, and as many by its newcomers. */
  network: 200,
  newcomersThen: 60,
  site: 1_000,
};

const codesOf = (who: string): Buffer => placeOf(`class code of ${who}`);

/** Everybody together. */
export const SITE: Attempts = { place: codesOf('the site'), max: CODE_TRIES.site, window };

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

async function guard<T>(
  pool: Pool,
  guessers: Guesser[],
  wrong: Attempts[],
  check: () => Promise<T>,
): Promise<T> {
  // The site's row is only read before: a whole school that joins at once would queue for it.
  const isSiteUsedUp = await areAttemptsUsedUp(pool, SITE);
  const counted: Buffer[] = [];
  const giveBack = async () => {
    for (const place of counted) await giveBackAttempt(pool, place);
  };
  let result: T;
  try {
    for (const { place, max, maxThen } of guessers) {
      await countAttempt(pool, { place, max: isSiteUsedUp ? maxThen : max, window });
      counted.push(place);
    }
    result = await check();
  } catch (error) {
    if (isCode(error, WRONG)) for (const attempts of [...wrong, SITE]) await countWrong(pool, attempts);
    else await giveBack().catch(() => {});
    throw error;
  }
  await giveBack();
  return result;
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
  return guard(pool, [{ place: codesOf(`account ${accountId}`), max, maxThen }], [ofNetwork], check);
}

/** Where the wrong codes of somebody without an account are counted. */
export interface NewcomerPlaces {
  /** Of the browser, as it names itself, at this network. */
  device: Buffer;
  network: Buffer;
}

/**
 * Likewise for people without an account. A browser that names itself otherwise each time has the tries of its whole
 * network. They are counted before the code is looked at: a thousand at once are no way around.
 */
export const guardNewcomersCode = <T>(
  pool: Pool,
  { device, network }: NewcomerPlaces,
  check: () => Promise<T>,
): Promise<T> => {
  const { newcomer, newcomerThen, network: max, newcomersThen } = CODE_TRIES;
  const guessers = [
    { place: device, max: newcomer, maxThen: newcomerThen },
    { place: network, max, maxThen: newcomersThen },
  ];
  return guard(pool, guessers, [], check);
};
