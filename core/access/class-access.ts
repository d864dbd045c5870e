import type { Pool } from 'pg';
import { AppError, orThrow } from '../contract/errors.ts';
import { loginNameOf } from '../postgres/person-sql.ts';
import { classesTaughtBy, teaches } from './class-rights.ts';
import type { Directory, KnownClass, Requires } from './directory.ts';

/** The class, for one of its teachers. Throws `class_not_found` or `class_not_accessible`. */
export const requireOwnClass: Requires<KnownClass> = async (directory, account, classId) => {
  const known = await requireClass(directory, classId);
  // They may have come a moment ago, which was not heard yet: a no is asked of the database itself.
  const found = teaches(account.id, known) ? known : await directory.reload('classes', classId);
  if (!found) throw new AppError('class_not_found');
  if (!teaches(account.id, found)) throw new AppError('class_not_accessible');
  return found;
};

/** The class, for its owner. Throws as `requireOwnClass` does, or `class_owner_only`. */
export const requireClassOwner: Requires<void> = async (directory, account, classId) => {
  const found = await requireOwnClass(directory, account, classId);
  if (found.teacherId === account.id) return;
  if ((await directory.reload('classes', classId))?.teacherId !== account.id)
    throw new AppError('class_owner_only');
};

/** Returns the class for any caller. Throws `class_not_found`. */
export async function requireClass(directory: Directory, classId: number): Promise<KnownClass> {
  return orThrow(await directory.class(classId), 'class_not_found');
}

/** A student of a class. */
interface Member {
  name: string;
  email: string;
  timeZone: string;
  /** The account was made in a class that this teacher teaches, who gives it new passwords. */
  isSchools: boolean;
}

/** Requires a student of the class, before figures of that student are shown. Throws `student_not_in_class`. */
export async function requireMember(
  pool: Pool,
  { classId, studentId, teacherId }: { classId: number; studentId: number; teacherId: number },
): Promise<Member> {
  // Plain and named, so that it is prepared once: each look at a student's progress asks it.
  const { rows } = await pool.query<Member>({
    name: 'class_member',
    text: `select u.name, ${loginNameOf('u')} as email, u.time_zone as "timeZone",
             coalesce(u.made_in_class_id in (${classesTaughtBy('$3')}), false) as "isSchools"
           from class_members m join users u on u.id = m.student_id
           where m.class_id = $1 and m.student_id = $2 and m.status = 'approved'`,
    values: [classId, studentId, teacherId],
  });
  return orThrow(rows[0], 'student_not_in_class');
}
