import type { Pool } from 'pg';
import type { Account } from '../account/account.entity.ts';
import { accountById } from '../account/account.ts';
import { type ConfirmedAddress, confirmAddress, setUnconfirmedAddress } from '../account/address-proof.ts';
import { verifyPassword } from '../account/password.ts';
import { AppError } from '../contract/errors.ts';
import { inTransaction } from '../postgres/transaction.ts';
import type { Locale } from '../text/locale.ts';
import { useLink } from './email-links.ts';
import { queueEmail } from './emails.ts';
import type { OwnEmailBody } from './mail.schema.ts';

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
      '/* changeOwnEmail */ select 1 from users where id = $1 and token_version = $2 for no key update',
      [accountId, token_version],
    );
    if (!rowCount) throw new AppError('unauthenticated');
    if (withEmails)
      await queueEmail(tx, { kind: 'confirm_email', userId: accountId, address, language: body.language });
    else await setUnconfirmedAddress(tx, accountId, address);
  });
  return accountById(pool, accountId);
}

/**
 * Confirms an address by the link of an email: it is the account's from now on, and the address before is informed. An
 * account that a school made becomes its owner's own, whose teacher gives it no passwords any more. Throws `link_ended` and
 * `email_taken`.
 */
export function confirmEmail(
  pool: Pool,
  { token, language }: { token: string; language?: Locale | undefined },
): Promise<ConfirmedAddress> {
  return inTransaction(pool, async (tx) => {
    const { userId, address } = await useLink(tx, 'confirm_email', token);
    const confirmed = await confirmAddress(tx, userId, address);
    const { before } = confirmed;
    if (before !== null && before.toLowerCase() !== address.toLowerCase())
      await queueEmail(tx, { kind: 'email_changed', userId, address: before, language });
    return confirmed;
  });
}
