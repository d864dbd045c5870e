import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Account } from '../../account/account.entity.ts';
import { type Attempts, countAttempt, giveBackAttempt } from '../../attempts.ts';
import { AppError } from '../../errors.ts';
import { tables } from '../../typed-tables.ts';

/** Names of nobody that one account may try in a quarter of an hour. */
export const COLLEAGUE_TRIES = 20;

const triesOf = (accountId: number): Attempts => ({
  place: createHash('sha256').update(`colleagues of account ${accountId}`).digest().subarray(0, 16),
  max: COLLEAGUE_TRIES,
  window: '15 minutes',
});

/**
 * Returns the teacher of an exact e-mail address or user name. For an address of anybody else the answer is the same as for nobody's.
 * Throws `colleague_unknown`, or `too_many_requests` for an account that tries out names.
 */
export async function colleagueOf(pool: Pool, accountId: number, login: string): Promise<number> {
  const tries = triesOf(accountId);
  await countAttempt(pool, tries);
  const id = await teacherOf(pool, login);
  if (id === undefined) throw new AppError('colleague_unknown');
  await giveBackAttempt(pool, tries.place);
  return id;
}

/** The id of the teacher who logs in with this and may; undefined when there is none. */
export async function teacherOf(pool: Pool, login: string): Promise<number | undefined> {
  const text = login.trim().toLowerCase();
  const found = await tables<typeof Account>(pool)
    .selectFrom('users')
    .select('id')
    .where((where) => where.eb(where.fn('lower', [text.includes('@') ? 'email' : 'user_name']), '=', text))
    .where('role', '=', 'teacher')
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return found?.id;
}
