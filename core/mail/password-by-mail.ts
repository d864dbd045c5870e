import type { Pool } from 'pg';
import type { Account } from '../account/account.entity.ts';
import { accountById, assertConfirmed, type InTurn } from '../account/account.ts';
import { endUnconfirmedLogins } from '../account/address-proof.ts';
import { hashPassword } from '../account/password.ts';
import { assertGoodPassword } from '../account/password-rules.ts';
import { orThrow } from '../contract/errors.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { openLink, useLink } from './email-links.ts';
import type { NewPasswordByMailBody } from './mail.schema.ts';

/**
 * Sets a new password by the link of an email, once, and ends every session of the account. Opening it has shown that
 * the address is theirs: who put it on a list gives the account no passwords any more. Throws `link_ended`,
 * `common_password` and `validation_failed`; only success uses the link up.
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
    await endUnconfirmedLogins(tx, userId);
    // Plain SQL: the hash is bound, and whether the address is still the account's the row itself says.
    const { rows } = await tx.query<Account>(
      `update users set password_hash = $2, token_version = token_version + 1, must_change_password = false,
         email_confirmed_at = coalesce(email_confirmed_at, now()), made_in_class_id = null
       where id = $1 and lower(email) = lower($3) and disabled_at is null
       returning *`,
      [userId, hash, address],
    );
    return orThrow(rows[0], 'link_ended');
  });
}
