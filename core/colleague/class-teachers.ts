import type { Pool } from 'pg';
import { lockClass } from '../access/class-rights.ts';
import { requireRoomFor } from '../access/quotas.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { isoTime } from '../contract/clock.ts';
import { AppError } from '../contract/errors.ts';
import { loginNameOf } from '../postgres/person-sql.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import type { ClassTeacher } from './colleague.entity.ts';
import type { ClassTeachers, HandOverBody } from './colleague.schema.ts';

/** Returns who teaches a class; who is invited as well, for its owner. */
export async function classTeachers(pool: Pool, classId: number, isOwner: boolean): Promise<ClassTeachers> {
  const [{ rows: teachers }, { rows: invitations }] = await Promise.all([
    pool.query<ClassTeachers['teachers'][number]>({
      name: 'class_teachers',
      text: `select u.id, u.name, ${loginNameOf('u')} as email, t.since is null as is_owner, t.since
             from (select teacher_id, null::timestamptz as since from classes where id = $1
               union all select teacher_id, since from class_teachers where class_id = $1) t
             join users u on u.id = t.teacher_id order by t.since is not null, u.name collate "vi-x-icu", u.id`,
      values: [classId],
    }),
    pool.query<ClassTeachers['invitations'][number]>({
      name: 'class_invitations',
      text: `select id, email, ends_at from class_invitations
             where $2 and class_id = $1 and accepted_by is null and ends_at > now() order by id desc`,
      values: [classId, isOwner],
    }),
  ]);
  return {
    teachers: teachers.map((row) => ({ ...row, since: isoTime(row.since) })),
    invitations: invitations.map((row) => ({ ...row, ends_at: isoTime(row.ends_at) })),
  };
}

/** False when this account does not teach the class with its owner. */
async function takeOut(tx: Tx, classId: number, teacherId: number): Promise<boolean> {
  const { numDeletedRows } = await tables<typeof ClassTeacher>(tx)
    .deleteFrom('class_teachers')
    .where('class_id', '=', classId)
    .where('teacher_id', '=', teacherId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Takes a teacher out of a class, who does it or is its owner. Throws `class_owner_only`, or `teacher_not_in_class`, also
 * for the owner, who hands the class over instead.
 */
export function removeTeacher(
  pool: Pool,
  { classId, actorId, teacherId }: { classId: number; actorId: number; teacherId: number },
): Promise<void> {
  return inTransaction(pool, async (tx) => {
    const { ownerId } = await lockClass(tx, classId, 'alone');
    if (actorId !== teacherId && actorId !== ownerId) throw new AppError('class_owner_only');
    if (!(await takeOut(tx, classId, teacherId))) throw new AppError('teacher_not_in_class');
    const act = actorId === teacherId ? 'class.teacher_left' : 'class.teacher_removed';
    await recordAudit(tx, [{ actorId, act, classId, personId: teacherId }]);
  });
}

interface HandingOver extends HandOverBody {
  classId: number;
  actorId: number;
  /** The administrator gives any class to any teacher. An owner gives the own one to one of its teachers. */
  by: 'owner' | 'admin';
  /** Classes that the new owner may have. */
  max: number;
}

/**
 * Makes another teacher the owner of a class. Throws `class_owner_only`, `teacher_not_in_class`, `already_class_teacher`
 * for the owner, `not_a_teacher` or `teacher_has_too_many_classes`.
 */
export function handOver(
  pool: Pool,
  { classId, actorId, by, max, teacher_id: teacherId, leaves }: HandingOver,
): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await requireRoomOf(tx, teacherId, max);
    const { ownerId } = await lockClass(tx, classId, 'alone');
    if (by === 'owner' && ownerId !== actorId) throw new AppError('class_owner_only');
    if (ownerId === teacherId) throw new AppError('already_class_teacher');
    const taughtBefore = await takeOut(tx, classId, teacherId);
    if (!taughtBefore && by === 'owner') throw new AppError('teacher_not_in_class');
    // Plain: the entity of classes belongs to a feature that imports this one.
    await tx.query(
      '/* handOver */ update classes set teacher_id = $2, handed_over_at = now() where id = $1',
      [classId, teacherId],
    );
    if (!leaves)
      await tables<typeof ClassTeacher>(tx)
        .insertInto('class_teachers')
        .values({ class_id: classId, teacher_id: ownerId })
        .execute();
    await recordAudit(tx, [{ actorId, act: 'class.handed_over', classId, personId: teacherId }]);
  });
}

/** The same room as for a class of one's own, said of somebody else. */
async function requireRoomOf(tx: Tx, teacherId: number, max: number): Promise<void> {
  try {
    await requireRoomFor(tx, 'classes', teacherId, max);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'wrong_role') throw new AppError('not_a_teacher');
    throw new AppError('teacher_has_too_many_classes', { params: { max } });
  }
}
