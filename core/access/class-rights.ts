import { AppError, orThrow } from '../contract/errors.ts';
import { lockedAsTheyAre } from '../postgres/several-servers.ts';
import type { Tx } from '../postgres/transaction.ts';

/**
 * The classes that an account teaches, as their owner or with the owner, as a query for `in (…)`.
 * @param account the account's id in the statement, such as `$1`
 */
export const classesTaughtBy = (account: string): string => `
  select id from classes where teacher_id = ${account}
  union all select class_id from class_teachers where teacher_id = ${account}`;

/** True when an account teaches a class that is known in memory. */
export const teaches = (
  accountId: number,
  { teacherId, colleagueIds }: { teacherId: number; colleagueIds: readonly number[] },
): boolean => teacherId === accountId || colleagueIds.includes(accountId);

interface LockedClass {
  ownerId: number;
  isArchived: boolean;
}

/** `shared` keeps owner and archive as they are; `alone` also makes others who ask for it alone wait. */
type Lock = 'shared' | 'alone';

/** Locks a class until the transaction ends. Throws `class_not_found`. */
export async function lockClass(tx: Tx, classId: number, lock: Lock): Promise<LockedClass> {
  const { rows } = await tx.query<LockedClass>(
    `/* lockClass */ select teacher_id as "ownerId", archived_at is not null as "isArchived"
     from classes where id = $1 ${lock === 'alone' ? 'for no key update' : lockedAsTheyAre()}`,
    [classId],
  );
  return orThrow(rows[0], 'class_not_found');
}

/** Locks a class in which something is to change. Throws `class_not_found` or `class_archived`. */
export async function lockOpenClass(tx: Tx, classId: number, lock: Lock = 'shared'): Promise<LockedClass> {
  const found = await lockClass(tx, classId, lock);
  if (found.isArchived) throw new AppError('class_archived');
  return found;
}
