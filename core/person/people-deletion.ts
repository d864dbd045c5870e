import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Account } from '../account/account.entity.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { AppError } from '../contract/errors.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import { requireNoObstacles } from './deletion-obstacles.ts';
import { eraseAccount } from './erase-account.ts';
import { deletionTime } from './own-deletion.ts';
import type { ChangedPerson, PeopleDeletion } from './person.schema.ts';
import { lockAdministrators } from './person-changes.ts';

const REFUSALS = ['person_not_found', 'own_account', 'last_administrator', 'person_has_work'] as const;

interface Deletion {
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
  { actorId, change, ids, removeFiles }: Deletion,
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
    .executeTakeFirst();
  if (!person) throw new AppError('person_not_found');
  const { delete_at, delete_reason } = person;
  if (isDeleted ? delete_reason === 'administrator' : delete_at === null) return;
  const now = sql<Date>`clock_timestamp()`;
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
