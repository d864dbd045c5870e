import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Account } from '../account/account.entity.ts';
import { accountById } from '../account/account.ts';
import { verifyPassword } from '../account/password.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { AppError } from '../contract/errors.ts';
import { isoTime } from '../contract/iso-time.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import type { Deletion } from './deletion.schema.ts';
import { deletionObstacles, requireNoObstacles } from './deletion-obstacles.ts';
import { lockAdministrators } from './person-changes.ts';
import { DELETION_DAYS } from './person-limits.ts';

/** Returns whether somebody's account is to be deleted, and what stands in the way. Throws `person_not_found`. */
export async function deletionOf(pool: Pool, personId: number): Promise<Deletion> {
  const obstacles = await deletionObstacles(pool, personId);
  const row = await tables<typeof Account>(pool)
    .selectFrom('users')
    .select(['delete_at', 'delete_reason'])
    .where('id', '=', personId)
    .executeTakeFirst();
  return { delete_at: isoTime(row?.delete_at ?? null), reason: row?.delete_reason ?? null, obstacles };
}

/**
 * Looks at the password of an account, for what a session alone may not do. Throws `wrong_current_password` and
 * `no_password`.
 */
export async function proveByPassword(pool: Pool, personId: number, password: string): Promise<void> {
  const { password_hash } = await accountById(pool, personId);
  if (password_hash === null) throw new AppError('no_password');
  if (!(await verifyPassword(password_hash, password)))
    throw new AppError('wrong_current_password', { errors: { password: ['The password is wrong'] } });
}

/** When an account is erased that is to be deleted now. */
export const deletionTime = sql<Date>`clock_timestamp() + ${sql.lit(DELETION_DAYS)} * interval '1 day'`;

/**
 * Has the own account erased in 14 days; one that is to be erased already keeps its day. The caller has proved who it is.
 * Throws `last_administrator` or `person_has_work`.
 */
export async function askDeletion(pool: Pool, personId: number): Promise<Deletion> {
  await inTransaction(pool, async (tx) => {
    await lockAdministrators(tx);
    await requireNoObstacles(tx, personId);
    const asked = await tables<typeof Account>(tx)
      .updateTable('users')
      .set({ delete_at: deletionTime, delete_reason: 'own' })
      .where('id', '=', personId)
      .where('delete_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (asked) await recordAudit(tx, [{ actorId: personId, act: 'person.deletion_asked', personId }]);
  });
  return deletionOf(pool, personId);
}

/** Keeps the own account after all. Throws `deletion_not_yours` when the administrator wants it deleted. */
export function keepAccount(pool: Pool, personId: number): Promise<void> {
  return inTransaction(pool, async (tx) => {
    const person = await tables<typeof Account>(tx)
      .selectFrom('users')
      .select('delete_reason')
      .where('id', '=', personId)
      .forUpdate()
      .executeTakeFirst();
    // It has just been erased.
    if (!person) throw new AppError('unauthenticated');
    if (person.delete_reason === null) return;
    if (person.delete_reason === 'administrator') throw new AppError('deletion_not_yours');
    await tables<typeof Account>(tx)
      .updateTable('users')
      .set({ delete_at: null, delete_reason: null })
      .where('id', '=', personId)
      .execute();
    await recordAudit(tx, [{ actorId: personId, act: 'person.kept', personId }]);
  });
}
