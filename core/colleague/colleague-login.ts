import type { Pool } from 'pg';
import { type Attempts, countAttempt, giveBackAttempt, placeOf } from '../access/attempts.ts';
import { type AddressProof, addressIsTheirsSince } from '../account/address-proof.ts';
import { orThrow } from '../contract/errors.ts';
import { loginNameOf } from '../postgres/person-sql.ts';
import { levelled } from '../text/normal-form.ts';
import type { Colleague } from './colleague.schema.ts';

/** Names of nobody that one account may try in a quarter of an hour. */
export const COLLEAGUE_TRIES = 20;

const triesOf = (accountId: number): Attempts => ({
  place: placeOf(`colleagues of account ${accountId}`),
  max: COLLEAGUE_TRIES,
  window: '15 minutes',
});

/**
 * Returns the teacher whose an exact email address or user name is. For an address of anybody else the answer is the
 * same as for nobody's. Throws `colleague_unknown`, or `too_many_requests` for an account that tries out names.
 */
export async function colleagueOf(
  pool: Pool,
  { accountId, login, proof }: { accountId: number; login: string; proof: AddressProof },
): Promise<Colleague> {
  const tries = triesOf(accountId);
  await countAttempt(pool, tries);
  const found = orThrow(await teacherOf(pool, levelled(login).toLowerCase(), proof), 'colleague_unknown');
  await giveBackAttempt(pool, tries.place);
  return found;
}

/** Plain SQL: what somebody logs in with is put together by the database. */
async function teacherOf(pool: Pool, login: string, proof: AddressProof): Promise<Colleague | undefined> {
  const isTheirs = login.includes('@')
    ? `lower(u.email) = $1 and ${addressIsTheirsSince(proof, 'u')} is not null`
    : 'lower(u.user_name) = $1';
  const { rows } = await pool.query<Colleague>(
    `/* teacherOf */ select u.id as teacher_id, u.name, ${loginNameOf('u')} as login from users u
     where ${isTheirs} and u.role = 'teacher' and u.disabled_at is null`,
    [login],
  );
  return rows[0];
}
