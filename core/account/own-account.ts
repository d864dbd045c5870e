import type { EntityManager } from '@mikro-orm/postgresql';
import { isTimeZone } from '../config.ts';
import { AppError } from '../errors.ts';
import { tidyText } from '../tidy-text.ts';
import { Account } from './account.entity.ts';
import { toUser } from './account.ts';
import type { OwnAccount, OwnAccountChange } from './own-account.schema.ts';

/** What its owner sees of an account. */
export const toOwnAccount = (account: Account): OwnAccount => ({
  ...toUser(account),
  language: account.language ?? null,
  letter_keys: account.letterKeys,
  time_zone: account.timeZone,
  time_zone_chosen: account.timeZoneChosen,
  name_is_schools: nameIsSchools(account),
});

/** Teachers know students by the names of their lists. */
const nameIsSchools = ({ role, madeInClassId }: Account): boolean =>
  role === 'student' && typeof madeInClassId === 'number';

const refused = (field: string, reason: string): AppError =>
  new AppError('validation_failed', { params: { fields: field }, errors: { [field]: [reason] } });

/**
 * Changes what its owner sets of an account, all or nothing. Throws `name_is_schools`, or `validation_failed` for a
 * name in which nothing can be seen and for an unknown time zone.
 */
export async function changeOwnAccount(
  em: EntityManager,
  accountId: number,
  change: OwnAccountChange,
): Promise<Account> {
  const account = await em.findOneOrFail(Account, accountId);
  const name = change.name === undefined ? account.name : tidyText(change.name);
  if (name === '') throw refused('name', 'Expected a letter that can be seen');
  if (name !== account.name && nameIsSchools(account)) throw new AppError('name_is_schools');
  if (change.time_zone !== undefined && !isTimeZone(change.time_zone))
    throw refused('time_zone', 'Expected the name of a time zone, such as Asia/Ho_Chi_Minh');
  em.assign(account, {
    name,
    language: change.language ?? account.language,
    timeZone: change.time_zone ?? account.timeZone,
    timeZoneChosen: change.time_zone_chosen ?? account.timeZoneChosen,
    letterKeys: change.letter_keys ?? account.letterKeys,
  });
  await em.flush();
  return account;
}
