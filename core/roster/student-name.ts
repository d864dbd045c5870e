import type { Pool } from 'pg';
import { lockOpenClass } from '../access/class-rights.ts';
import type { Account } from '../account/account.entity.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { AppError, invalidField } from '../contract/errors.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import { IS_OWN } from './given-passwords.ts';
import { problemsOf, tidyRow } from './roster-row.ts';

interface Renaming {
  classId: number;
  teacherId: number;
  studentId: number;
  name: string;
}

/**
 * Gives a student of a class another name, and returns it as it is kept. Throws `validation_failed` for what no list
 * may have as a name, `class_archived` or `student_not_in_class`. Throws `name_not_yours` for an account that was not
 * made in one of the teacher's classes.
 */
export function renameStudent(
  pool: Pool,
  { classId, teacherId, studentId, name: given }: Renaming,
): Promise<string> {
  const row = tidyRow({ name: given, user_name: null, email: null });
  if (problemsOf([row])[0]) throw invalidField('name', 'Expected a name, with a letter in it and no formula');
  const { name } = row;
  return inTransaction(pool, async (tx) => {
    await lockOpenClass(tx, classId);
    // Plain SQL: which accounts are the teacher's is one condition for all that asks it.
    const { rows } = await tx.query<{ name: string; is_own: boolean }>(
      `/* renameStudent */ select u.name, ${IS_OWN} as is_own from class_members m join users u on u.id = m.student_id
       where m.class_id = $1 and m.student_id = $3 and m.status = 'approved' for no key update of u`,
      [classId, teacherId, studentId],
    );
    if (!rows[0]) throw new AppError('student_not_in_class');
    if (!rows[0].is_own) throw new AppError('name_not_yours');
    if (rows[0].name === name) return name;
    await tables<typeof Account>(tx).updateTable('users').set({ name }).where('id', '=', studentId).execute();
    await recordAudit(tx, [{ actorId: teacherId, act: 'person.renamed', personId: studentId, classId }]);
    return name;
  });
}
