import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { Account } from '../account/account.entity.ts';
import { assertConfirmed, type InTurn } from '../account/account.ts';
import { hashPassword } from '../account/password.ts';
import { assertGoodPassword } from '../account/password-rules.ts';
import { AppError } from '../errors.ts';
import { inTransaction } from '../transaction.ts';
import { openLink, useLink } from './letter-links.ts';
import type { NewPasswordByMailBody } from './mail.schema.ts';

/**
 * Sets a new password by the link of a letter, once, and ends every session of the account. Opening it has shown that the
 * address is theirs. Throws `link_ended`, `common_password` and `validation_failed`; only success uses the link up.
 */
export async function setPasswordByLink(
  { em, pool }: { em: EntityManager; pool: Pool },
  body: NewPasswordByMailBody,
  inTurn: InTurn,
): Promise<Account> {
  assertConfirmed(body.new_password, body.new_password_confirmation, 'new_password_confirmation');
  const { userId, address } = await openLink(pool, 'new_password', body.token);
  const { name } = await em.findOneOrFail(Account, userId);
  await assertGoodPassword(body.new_password, { name, email: address }, 'new_password');
  const hash = await inTurn(() => hashPassword(body.new_password));
  await inTransaction(pool, async (tx) => {
    await useLink(tx, 'new_password', body.token);
    // Plain SQL: the hash is bound, and whether the address is still the account's the row itself says.
    const { rowCount } = await tx.query(
      `update users set password_hash = $2, token_version = token_version + 1, must_change_password = false,
         email_confirmed_at = case when made_in_class_id is null
           then coalesce(email_confirmed_at, now()) else email_confirmed_at end
       where id = $1 and lower(email) = lower($3) and disabled_at is null`,
      [userId, hash, address],
    );
    if (!rowCount) throw new AppError('link_ended');
  });
  return em.refreshOrFail(await em.findOneOrFail(Account, userId));
}
