import type { Pool } from 'pg';
import { AppError, invalidField } from '../contract/errors.ts';
import { changed } from '../postgres/typed-tables.ts';
import { isTimeZone } from '../process/config.ts';
import { tidyLine } from '../text/tidy-text.ts';
import type { Account } from './account.entity.ts';
import { OWN_SETTINGS, type OwnSettings } from './account.schema.ts';
import { accountById, toUser, users } from './account.ts';
import type { OwnAccount, OwnAccountChange } from './own-account.schema.ts';

/** Returns what somebody has chosen, or says that they choose, and nothing else. */
const settingsOf = <T extends Partial<OwnSettings>>(from: T): Pick<T, keyof OwnSettings & keyof T> =>
  Object.fromEntries(OWN_SETTINGS.map((key) => [key, from[key]])) as Pick<T, keyof OwnSettings & keyof T>;

/** What its owner sees of an account. */
export const toOwnAccount = (account: Account): OwnAccount => ({
  ...toUser(account),
  claims_email: account.claimed_email !== null,
  language: account.language,
  ...settingsOf<OwnSettings>(account),
  time_zone: account.time_zone,
  time_zone_chosen: account.time_zone_chosen,
  name_is_schools: nameIsSchools(account),
});

/** Teachers know students by the names of their lists. */
const nameIsSchools = ({ role, made_in_class_id }: Account): boolean =>
  role === 'student' && made_in_class_id !== null;

/**
 * Changes what its owner sets of an account, all or nothing. Throws `name_is_schools`, or `validation_failed` for a
 * name in which nothing can be seen and for an unknown time zone.
 */
export async function changeOwnAccount(
  pool: Pool,
  accountId: number,
  change: OwnAccountChange,
): Promise<Account> {
  const account = await accountById(pool, accountId);
  const name = change.name === undefined ? account.name : tidyLine(change.name);
  if (name === '') throw invalidField('name', 'Expected a letter that can be seen');
  if (name !== account.name && nameIsSchools(account)) throw new AppError('name_is_schools');
  if (change.time_zone !== undefined && !isTimeZone(change.time_zone))
    throw invalidField('time_zone', 'Expected the name of a time zone, such as Asia/Ho_Chi_Minh');
  // By name: a body may have more than the contract knows, such as a role.
  const { language, time_zone, time_zone_chosen } = change;
  const others = changed(account, { name, language, time_zone, time_zone_chosen, ...settingsOf(change) });
  if (!others) return account;
  return users(pool)
    .updateTable('users')
    .set(others)
    .where('id', '=', accountId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
