import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';
import { Account } from '../account/account.entity.ts';
import { verifyPassword } from '../account/password.ts';
import { AppError } from '../errors.ts';
import type { Locale } from '../locale.ts';
import { isUniqueViolation } from '../postgres-error.ts';
import { inTransaction } from '../transaction.ts';
import { useLink } from './letter-links.ts';
import { putLetter } from './letters.ts';
import type { OwnEmailBody } from './mail.schema.ts';

const taken = (): AppError =>
  new AppError('email_taken', { errors: { email: ['An account with this email address already exists'] } });

/**
 * Begins to give an account another address: a letter goes there, and the address stands once its link is opened. Where no
 * letters are sent it stands at once, unconfirmed, and `email_taken` is thrown for one that somebody has. With letters only
 * who reads those of the address learns that. Throws `wrong_current_password` and `no_password`.
 */
export async function changeOwnEmail(
  { em, pool }: { em: EntityManager; pool: Pool },
  accountId: number,
  body: OwnEmailBody,
  { withLetters, inTurn }: { withLetters: boolean; inTurn: <T>(work: () => Promise<T>) => Promise<T> },
): Promise<Account> {
  const account = await em.findOneOrFail(Account, accountId);
  const { passwordHash } = account;
  if (passwordHash === null) throw new AppError('no_password');
  await inTurn(async () => {
    if (await verifyPassword(passwordHash, body.current_password)) return;
    throw new AppError('wrong_current_password', {
      errors: { current_password: ['The current password is wrong'] },
    });
  });
  const address = body.email.trim();
  await inTransaction(pool, async (tx) => {
    // Only while the password that was checked is the account's: a change of it would end this letter, too.
    const { rowCount } = await tx.query(
      'select from users where id = $1 and token_version = $2 for no key update',
      [accountId, account.tokenVersion],
    );
    if (!rowCount) throw new AppError('unauthenticated');
    if (withLetters)
      await putLetter(tx, { kind: 'confirm_email', userId: accountId, address, language: body.language });
    else await setAddress(tx, accountId, address, { isConfirmed: false });
  });
  return em.refreshOrFail(account);
}

/**
 * Confirms an address by the link of a letter: it is the account's from now on. An account that a school made becomes its
 * owner's own, whose teacher gives it no passwords any more. Throws `link_ended` and `email_taken`.
 */
export function confirmEmail(
  pool: Pool,
  { token, language }: { token: string; language?: Locale | undefined },
): Promise<{ email: string }> {
  return inTransaction(pool, async (tx) => {
    const { userId, address } = await useLink(tx, 'confirm_email', token);
    const before = await setAddress(tx, userId, address, { isConfirmed: true });
    if (before !== null && before.toLowerCase() !== address.toLowerCase())
      await putLetter(tx, { kind: 'email_changed', userId, address: before, language });
    return { email: address };
  });
}

/** Returns the address before. Plain SQL: what the row was and what it becomes, in one statement. */
async function setAddress(
  tx: PoolClient,
  accountId: number,
  address: string,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<string | null> {
  try {
    const { rows } = await tx.query<{ before: string | null }>(
      `with old as (select id, email from users where id = $1 for update)
       update users u set email = $2,
         email_confirmed_at = case when $3 then now() end,
         made_in_class_id = case when $3 then null else u.made_in_class_id end
       from old where u.id = old.id and u.disabled_at is null
       returning old.email as before`,
      [accountId, address, isConfirmed],
    );
    if (!rows[0]) throw new AppError('link_ended');
    // A link to a new password went to the address before.
    await tx.query(`delete from letter_links where user_id = $1 and kind = 'new_password'`, [accountId]);
    return rows[0].before;
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error;
  }
}
