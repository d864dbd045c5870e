import { type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';
import { countAttempt, placeOf } from '../access/attempts.ts';
import { lockOpenClass } from '../access/class-rights.ts';
import { OPERATOR, recordAudit } from '../audit/audit-log.ts';
import type { ErrorCode } from '../contract/error-codes.ts';
import { AppError } from '../contract/errors.ts';
import { LEARNERS } from '../postgres/person-sql.ts';
import { lockedByKey } from '../postgres/several-servers.ts';
import { inTransaction, type Tx, transactionTime } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import { lockClassProgress, recomputeStudent } from './class-progress.projection.ts';
import type { ClassMember, MemberStatus } from './classroom.entity.ts';

const members = (tx: Tx) => tables<typeof ClassMember>(tx);

/** Locks the student's request or membership: the later of two decisions at once sees the earlier one. */
async function lockStatus(tx: Tx, classId: number, studentId: number): Promise<MemberStatus | undefined> {
  const member = await members(tx)
    .selectFrom('class_members')
    .select('status')
    .where('class_id', '=', classId)
    .where('student_id', '=', studentId)
    .forUpdate()
    .executeTakeFirst();
  return member?.status;
}

const update = (
  tx: Tx,
  classId: number,
  studentId: number,
  changes: { status: MemberStatus; joined_at?: RawBuilder<Date> | null },
): Promise<unknown> =>
  members(tx)
    .updateTable('class_members')
    .set(changes)
    .where('class_id', '=', classId)
    .where('student_id', '=', studentId)
    .execute();

const remove = (tx: Tx, classId: number, studentId: number): Promise<unknown> =>
  members(tx)
    .deleteFrom('class_members')
    .where('class_id', '=', classId)
    .where('student_id', '=', studentId)
    .execute();

/** Classes that one account may ask for by their numbers in a quarter of an hour. */
export const JOINS_BY_NUMBER = 20;

/** Counts a class that an account asks for by its number, which anybody can count up. Throws `too_many_requests`. */
export const countJoinByNumber = (pool: Pool, studentId: number): Promise<void> =>
  countAttempt(pool, {
    place: placeOf(`classes that account ${studentId} asks for`),
    max: JOINS_BY_NUMBER,
    window: '15 minutes',
  });

/**
 * Requests that a student joins a class; a rejected student may ask again. Throws `join_already_requested`,
 * `already_a_member`, `class_archived`, or `class_not_found`, also for an account that is a student's no more.
 */
export function requestToJoin(
  pool: Pool,
  classId: number,
  studentId: number,
  way: 'number' | 'code' = 'number',
): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockOpenClass(tx, classId);
    // Plain: what becomes of a row that is there already is the point, and longer with the builder.
    const { rows } = await tx.query<{ status: MemberStatus; asked: boolean }>(
      `/* requestToJoin */ with student as (select id from users where id = $2 and role in ${LEARNERS} ${lockedByKey()})
       insert into class_members as m (class_id, student_id, by_code, requested_at)
       select $1::integer, id, $3::boolean, $4::timestamptz from student
       on conflict (class_id, student_id) do update set by_code = excluded.by_code,
         status = case m.status when 'rejected' then 'pending' else m.status end,
         requested_at = case m.status when 'rejected' then excluded.requested_at else m.requested_at end
       returning status, requested_at = $4::timestamptz as asked`,
      [classId, studentId, way === 'code', await transactionTime(tx)],
    );
    if (!rows[0]) throw new AppError('class_not_found');
    if (rows[0].asked && rows[0].status === 'pending') return;
    throw new AppError(rows[0].status === 'approved' ? 'already_a_member' : 'join_already_requested');
  });
}

/**
 * Lets a student in; what they studied on the class's decks before counts as well. Throws `already_approved`, or
 * `join_request_not_found` when there is no request (any more).
 */
export function approve(pool: Pool, classId: number, studentId: number, actorId = OPERATOR): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockClassProgress(tx, [studentId]);
    await lockOpenClass(tx, classId);
    const status = await lockStatus(tx, classId, studentId);
    if (status !== 'pending') throw new AppError(answered(status));
    await update(tx, classId, studentId, { status: 'approved', joined_at: sql<Date>`now()` });
    await recomputeStudent(tx, classId, studentId);
    await recordAudit(tx, [{ actorId, act: 'class.member_approved', classId, personId: studentId }]);
  });
}

/** Turns a request down. Throws as `approve` does. */
export function reject(pool: Pool, classId: number, studentId: number, actorId = OPERATOR): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockOpenClass(tx, classId);
    const status = await lockStatus(tx, classId, studentId);
    if (status !== 'pending') throw new AppError(answered(status));
    await update(tx, classId, studentId, { status: 'rejected' });
    await recordAudit(tx, [{ actorId, act: 'class.member_rejected', classId, personId: studentId }]);
  });
}

const answered = (status: MemberStatus | undefined): ErrorCode =>
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

/** The teacher takes an approved student out, who comes back with approval only. Throws `student_not_in_class`. */
export function removeMember(
  pool: Pool,
  classId: number,
  studentId: number,
  actorId = OPERATOR,
): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockClassProgress(tx, [studentId]);
    await lockOpenClass(tx, classId);
    const status = await lockStatus(tx, classId, studentId);
    if (status !== 'approved') throw new AppError('student_not_in_class');
    await update(tx, classId, studentId, { status: 'rejected', joined_at: null });
    await recomputeStudent(tx, classId, studentId);
    await recordAudit(tx, [{ actorId, act: 'class.member_removed', classId, personId: studentId }]);
  });
}
