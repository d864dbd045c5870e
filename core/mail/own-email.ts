import type { Pool } from 'pg';
import type { KnownAccount } from '../access/directory.ts';
import type { Account } from '../account/account.entity.ts';
import { accountById } from '../account/account.ts';
import { endUnconfirmedLogins } from '../account/address-proof.ts';
import { verifyPassword } from '../account/password.ts';
import { AppError } from '../contract/errors.ts';
import { isUniqueViolation } from '../postgres/postgres-error.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import type { Locale } from '../text/locale.ts';
import { useLink } from './email-links.ts';
import { queueEmail } from './emails.ts';
import type { OwnEmailBody } from './mail.schema.ts';

const taken = (): AppError =>
  new AppError('email_taken', { errors: { email: ['An account with this email address already exists'] } });

/**
 * Begins to give an account another address: an email goes there, and the address stands once its link is opened. Where no
 * emails are sent it stands at once, unconfirmed, and `email_taken` is thrown for one that somebody has. With emails only
 * who reads those of the address learns that. Throws `wrong_current_password` and `no_password`.
 */
export async function changeOwnEmail(
  pool: Pool,
  accountId: number,
  body: OwnEmailBody,
  { withEmails, inTurn }: { withEmails: boolean; inTurn: <T>(work: () => Promise<T>) => Promise<T> },
): Promise<Account> {
  const account = await accountById(pool, accountId);
  const { password_hash, token_version } = account;
  if (password_hash === null) throw new AppError('no_password');
  await inTurn(async () => {
    if (await verifyPassword(password_hash, body.current_password)) return;
    throw new AppError('wrong_current_password', {
      errors: { current_password: ['The current password is wrong'] },
    });
  });
  const address = body.email.trim();
  await inTransaction(pool, async (tx) => {
    // Only while the password that was checked is the account's: a change of it would end this email, too.
    const { rowCount } = await tx.query(
      'select from users where id = $1 and token_version = $2 for no key update',
      [accountId, token_version],
    );
    if (!rowCount) throw new AppError('unauthenticated');
    if (withEmails)
      await queueEmail(tx, { kind: 'confirm_email', userId: accountId, address, language: body.language });
    else await setAddress(tx, accountId, address, { isConfirmed: false });
  });
  return accountById(pool, accountId);
}

/** An account whose address has just been confirmed. */
export interface ConfirmedEmail {
  email: string;
  account: Pick<KnownAccount, 'id' | 'tokenVersion' | 'role'>;
  /** Nobody had shown before whose the account is: its sessions have ended. */
  isFirst: boolean;
}

/**
 * Confirms an address by the link of an email: it is the account's from now on. An account that a school made becomes its
 * owner's own, whose teacher gives it no passwords any more. Until the first confirmation a stranger may have made the
 * account: its sessions end, and what is connected with it. Throws `link_ended` and `email_taken`.
 */
export function confirmEmail(
  pool: Pool,
  { token, language }: { token: string; language?: Locale | undefined },
): Promise<ConfirmedEmail> {
  return inTransaction(pool, async (tx) => {
    const { userId, address } = await useLink(tx, 'confirm_email', token);
    await endUnconfirmedLogins(tx, userId);
    const { rows } = await tx.query<ConfirmedEmail['account'] & Pick<ConfirmedEmail, 'isFirst'>>(
      `update users set token_version = token_version + (email_confirmed_at is null)::integer where id = $1
       returning id, role, token_version as "tokenVersion", email_confirmed_at is null as "isFirst"`,
      [userId],
    );
    const before = await setAddress(tx, userId, address, { isConfirmed: true });
    if (before !== null && before.toLowerCase() !== address.toLowerCase())
      await queueEmail(tx, { kind: 'email_changed', userId, address: before, language });
    const { isFirst, ...account } = rows[0]!;
    return { email: address, account, isFirst };
  });
}

/** Returns the address before. Plain SQL: what the row was and what it becomes, in one statement. */
async function setAddress(
  tx: Tx,
  accountId: number,
  address: string,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<string | null> {
  try {
    const { rows } = await tx.query<{ before: string | null }>(
      `with old as (select id, email from users where id = $1 for update)
       update users u set email = $2, email_set_at = now(),
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
