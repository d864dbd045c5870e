import type { Pool } from 'pg';
import { lockClass, lockOpenClass } from '../access/class-rights.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { AppError } from '../contract/errors.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { endCode } from './class-code.ts';

interface Change {
  classId: number;
  actorId: number;
}

/**
 * Puts a class away; its code ends, and requests to join it stay unanswered. Throws `class_archived` when it is already,
 * or `exam_runs_in_class` while a student of it sits an exam that it has.
 */
export function archiveClass(pool: Pool, { classId, actorId }: Change): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockOpenClass(tx, classId, 'alone');
    // Plain SQL: both clocks are the database's.
    const { rowCount } = await tx.query(
      `select from exam_classes k join class_members m on m.class_id = k.class_id and m.status = 'approved'
       join exam_attempts a on a.exam_id = k.exam_id and a.student_id = m.student_id
       where k.class_id = $1 and not a.is_submitted and a.deadline_at > clock_timestamp() limit 1`,
      [classId],
    );
    if (rowCount) throw new AppError('exam_runs_in_class');
    await tx.query('update classes set archived_at = now() where id = $1', [classId]);
    await endCode(tx, classId);
    await recordAudit(tx, [{ actorId, act: 'class.archived', classId }]);
  });
}

/** Takes a class into use again; one that is in use stays so. Throws `class_not_found`. */
export function bringBackClass(pool: Pool, { classId, actorId }: Change): Promise<void> {
  return inTransaction(pool, async (tx) => {
    const { isArchived } = await lockClass(tx, classId, 'alone');
    if (!isArchived) return;
    await tx.query('update classes set archived_at = null where id = $1', [classId]);
    await recordAudit(tx, [{ actorId, act: 'class.brought_back', classId }]);
  });
}
