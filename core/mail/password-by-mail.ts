import type { Pool } from 'pg';
import type { Account } from '../account/account.entity.ts';
import { accountById, assertConfirmed, type InTurn } from '../account/account.ts';
import { confirmAddress } from '../account/address-proof.ts';
import { hashPassword } from '../account/password.ts';
import { assertGoodPassword } from '../account/password-rules.ts';
import { orThrow } from '../contract/errors.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { openLink, useLink } from './email-links.ts';
import type { NewPasswordByMailBody } from './mail.schema.ts';

/**
 * Sets a new password by the link of an email, once, and ends every session of the account. Opening it has shown that
 * the address is theirs, which is confirmed by that. Throws `link_ended`, `email_taken` for an address that was only claimed
 * and has become somebody's, `common_password` and `validation_failed`; only success uses the link up.
 */
export async function setPasswordByLink(
  pool: Pool,
  body: NewPasswordByMailBody,
  inTurn: InTurn,
): Promise<Account> {
  assertConfirmed(body.new_password, body.new_password_confirmation, 'new_password_confirmation');
  const { userId, address } = await openLink(pool, 'new_password', body.token);
  const { name } = await accountById(pool, userId);
  await assertGoodPassword(body.new_password, { name, email: address }, 'new_password');
  const hash = await inTurn(() => hashPassword(body.new_password));
  return inTransaction(pool, async (tx) => {
    await useLink(tx, 'new_password', body.token);
    // Plain SQL: the hash is bound, and whether the address is still the account's the row itself says.
    const { rows } = await tx.query<Pick<Account, 'id'>>(
      `/* setPasswordByLink */ update users set password_hash = $2, token_version = token_version + 1, must_change_password = false
       where id = $1 and lower(coalesce(email, claimed_email)) = lower($3) and disabled_at is null
       returning id`,
      [userId, hash, address],
    );
    return (await confirmAddress(tx, orThrow(rows[0], 'link_ended').id, address)).account;
  });
}
