import type { Pool } from 'pg';
import { AppError, orThrow } from '../contract/errors.ts';
import { classesTaughtBy } from './class-rights.ts';
import type { Directory, KnownAccount, KnownExam, Requires } from './directory.ts';

/** The exam, for its own teacher. Throws `exam_not_found` or `exam_not_owned`. */
export const requireOwnExam: Requires<KnownExam> = async (directory, account, examId) => {
  const found = orThrow(await directory.exam(examId), 'exam_not_found');
  if (found.teacherId !== account.id) throw new AppError('exam_not_owned');
  return found;
};

/**
 * Requires one of an exam's teachers: its own, or who teaches a class that has it; `ofAll` asks for all classes that have
 * it. Throws as `requireOwnExam` does.
 */
export async function requireTaughtExam(
  directory: Directory,
  pool: Pool,
  account: KnownAccount,
  examId: number,
  ofAll = false,
): Promise<void> {
  const found = orThrow(await directory.exam(examId), 'exam_not_found');
  if (found.teacherId === account.id) return;
  const { taught, others } = await classesOfExam(pool, account, examId);
  if (taught === 0 || (ofAll && others > 0)) throw new AppError('exam_not_owned');
}

/** Requires who may show or hide an exam: that is for all classes that have it. */
export const requireRunExam = (directory: Directory, pool: Pool, account: KnownAccount, examId: number) =>
  requireTaughtExam(directory, pool, account, examId, true);

/** How many classes have an exam: of those that an account teaches, and of others. */
async function classesOfExam(
  pool: Pool,
  account: KnownAccount,
  examId: number,
): Promise<{ taught: number; others: number }> {
  const { rows } = await pool.query<{ taught: number; others: number }>({
    name: 'classes_of_exam',
    text: `select (count(*) filter (where is_taught))::integer as taught,
             (count(*) filter (where not is_taught))::integer as others
           from (select class_id in (${classesTaughtBy('$2')}) as is_taught from exam_classes where exam_id = $1) k`,
    values: [examId, account.id],
  });
  return rows[0]!;
}

/** SQL: true when an exam ($1) is shown and a class of it has approved a student ($2). */
export const IS_OPEN = `exists (
  select 1 from exams open_exam join exam_classes k on k.exam_id = open_exam.id
  join class_members m on m.class_id = k.class_id
  where open_exam.id = $1 and not open_exam.is_hidden and m.student_id = $2 and m.status = 'approved')`;
