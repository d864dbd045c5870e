import type { Pool } from 'pg';
import { lockOpenClass } from '../access/class-rights.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { AppError } from '../contract/errors.ts';
import { inTransaction } from '../postgres/transaction.ts';

/** Takes an exam out of a class, also one of another author. Throws `class_archived`, or `exam_not_found`. */
export function takeExamOut(
  pool: Pool,
  { classId, examId, actorId }: { classId: number; examId: number; actorId: number },
): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockOpenClass(tx, classId);
    // Plain: the class is notified in the same statement.
    const { rowCount } = await tx.query(
      `with gone as (delete from exam_classes where exam_id = $1 and class_id = $2 returning class_id)
       select pg_notify('changed', 'exam_results:' || class_id) from gone`,
      [examId, classId],
    );
    if (!rowCount) throw new AppError('exam_not_found');
    await recordAudit(tx, [{ actorId, act: 'exam.class_removed', examId, classId }]);
  });
}
