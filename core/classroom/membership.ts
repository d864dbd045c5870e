import type { ClientBase, Pool } from 'pg';
import { AppError, type ErrorCode } from '../errors.ts';
import { inTransaction } from '../transaction.ts';
import { lockClassProgress, recomputeStudent } from './class-progress.projection.ts';

type Status = 'pending' | 'approved' | 'rejected';

/** Locks the student's request or membership, so that of two who decide at once the later sees what the earlier did. */
async function lockStatus(tx: ClientBase, classId: number, studentId: number): Promise<Status | undefined> {
  const { rows } = await tx.query<{ status: Status }>(
    'select status from class_members where class_id = $1 and student_id = $2 for update',
    [classId, studentId],
  );
  return rows[0]?.status;
}

const remove = (tx: ClientBase, classId: number, studentId: number): Promise<unknown> =>
  tx.query('delete from class_members where class_id = $1 and student_id = $2', [classId, studentId]);

/**
 * A student asks to join a class; who was rejected may ask again. Throws `join_already_requested`, `already_a_member`
 * or `class_not_found`.
 */
export async function requestToJoin(pool: Pool, classId: number, studentId: number): Promise<void> {
  const { rows } = await pool.query<{ status: Status; asked: boolean }>(
    `insert into class_members as m (class_id, student_id)
     select id, $2 from classes where id = $1 for key share
     on conflict (class_id, student_id) do update set
       status = case m.status when 'rejected' then 'pending' else m.status end,
       requested_at = case m.status when 'rejected' then now() else m.requested_at end
     returning status, requested_at = now() as asked`,
    [classId, studentId],
  );
  if (!rows[0]) throw new AppError('class_not_found');
  if (rows[0].asked && rows[0].status === 'pending') return;
  throw new AppError(rows[0].status === 'approved' ? 'already_a_member' : 'join_already_requested');
}

/**
 * Lets a student in; what they studied on the class's decks before counts as well. Throws `already_approved`, or
 * `join_request_not_found` when there is no request (any more).
 */
export function approve(pool: Pool, classId: number, studentId: number): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockClassProgress(tx, [studentId]);
    const status = await lockStatus(tx, classId, studentId);
    if (status !== 'pending') throw new AppError(answered(status));
    await tx.query(
      `update class_members set status = 'approved', joined_at = now() where class_id = $1 and student_id = $2`,
      [classId, studentId],
    );
    await recomputeStudent(tx, classId, studentId);
  });
}

/** Turns a request down. Throws as `approve` does. */
export function reject(pool: Pool, classId: number, studentId: number): Promise<void> {
  return inTransaction(pool, async (tx) => {
    const status = await lockStatus(tx, classId, studentId);
    if (status !== 'pending') throw new AppError(answered(status));
    await tx.query(`update class_members set status = 'rejected' where class_id = $1 and student_id = $2`, [
      classId,
      studentId,
    ]);
  });
}

const answered = (status: Status | undefined): ErrorCode =>
  status === 'approved' ? 'already_approved' : 'join_request_not_found';

/** The student leaves, or withdraws the request. Throws `not_a_member`. */
export function leave(pool: Pool, classId: number, studentId: number): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockClassProgress(tx, [studentId]);
    const status = await lockStatus(tx, classId, studentId);
    if (status !== 'approved' && status !== 'pending') throw new AppError('not_a_member');
    await remove(tx, classId, studentId);
    await recomputeStudent(tx, classId, studentId);
  });
}

/** The teacher takes an approved student out. Throws `student_not_in_class`. */
export function removeMember(pool: Pool, classId: number, studentId: number): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockClassProgress(tx, [studentId]);
    const status = await lockStatus(tx, classId, studentId);
    if (status !== 'approved') throw new AppError('student_not_in_class');
    await remove(tx, classId, studentId);
    await recomputeStudent(tx, classId, studentId);
  });
}
