import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Account } from '../account/account.entity.ts';
import { accountById } from '../account/account.ts';
import { verifyPassword } from '../account/password.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { isoTime } from '../contract/clock.ts';
import { AppError } from '../contract/errors.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import type { Deletion } from './deletion.schema.ts';
import { deletionObstacles, requireNoObstacles } from './deletion-obstacles.ts';
import { eraseAccount } from './erase-account.ts';
import type { ChangedPerson, PeopleDeletion } from './person.schema.ts';
import { lockAdministrators } from './person-changes.ts';
import { DELETION_DAYS } from './person-limits.ts';

const REFUSALS = ['person_not_found', 'own_account', 'last_administrator', 'person_has_work'] as const;

interface PeopleToDelete {
  actorId: number;
  change: PeopleDeletion;
  ids: readonly number[];
  /** Removes files of people who are erased. */
  removeFiles(keys: string[]): Promise<void>;
}

/**
 * Has people deleted in 14 days, at once, or not at all. Each has an outcome, in the order of `ids`, and a transaction of
 * its own: who cannot be deleted keeps nobody else from it.
 */
export async function deletePeople(
  pool: Pool,
  { actorId, change, ids, removeFiles }: PeopleToDelete,
): Promise<ChangedPerson[]> {
  const outcomes: ChangedPerson[] = [];
  for (const id of new Set(ids)) {
    try {
      // Their own account people delete on a page of their own, which asks for the password.
      if (id === actorId && change !== 'keep') throw new AppError('own_account');
      if (change === 'erase')
        await removeFiles(
          (await eraseAccount(pool, { personId: id, actorId, reason: 'administrator' })) ?? [],
        );
      else await inTransaction(pool, (tx) => mark(tx, { id, actorId, isDeleted: change === 'delete' }));
      outcomes.push({ id, refused: null, password: null });
    } catch (error) {
      const refused = REFUSALS.find((code) => error instanceof AppError && error.code === code);
      if (!refused) throw error;
      outcomes.push({ id, refused, password: null });
    }
  }
  return outcomes;
}

/** What the person asked for becomes the administrator's wish, with the earlier of both days. */
async function mark(
  tx: Tx,
  { id, actorId, isDeleted }: { id: number; actorId: number; isDeleted: boolean },
): Promise<void> {
  await lockAdministrators(tx);
  if (isDeleted) await requireNoObstacles(tx, id);
  const users = tables<typeof Account>(tx);
  const person = await users
    .selectFrom('users')
    .select(['delete_at', 'delete_reason'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('person_not_found'));
  const { delete_at, delete_reason } = person;
  if (isDeleted ? delete_reason === 'administrator' : delete_at === null) return;
  const now = sql<Date>`(select clock_timestamp())`;
  await users
    .updateTable('users')
    .set(
      isDeleted
        ? { delete_at: delete_at ?? deletionTime, delete_reason: 'administrator' }
        : {
            delete_at: null,
            delete_reason: null,
            // What a rule had found counts from today: otherwise it would find it again.
            ...(delete_reason === 'unseen' && { seen_at: now }),
            ...(delete_reason === 'disabled' && { disabled_at: now }),
          },
    )
    .where('id', '=', id)
    .execute();
  const act = isDeleted ? 'person.deletion_asked' : 'person.kept';
  await recordAudit(tx, [{ actorId, act, personId: id }]);
}

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
export const deletionTime = sql<Date>`(select clock_timestamp()) + ${sql.lit(DELETION_DAYS)} * interval '1 day'`;

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
    // It has just been erased.
    const person = await tables<typeof Account>(tx)
      .selectFrom('users')
      .select('delete_reason')
      .where('id', '=', personId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new AppError('unauthenticated'));
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
