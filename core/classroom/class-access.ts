import type { Pool } from 'pg';
import type { Directory, KnownAccount, KnownClass } from '../directory.ts';
import { AppError } from '../errors.ts';
import { loginNameOf } from '../login-name.ts';

/** The class, for its own teacher. Throws `class_not_found` or `class_not_accessible`. */
export async function requireOwnClass(
  directory: Directory,
  account: KnownAccount,
  classId: number,
): Promise<KnownClass> {
  const found = await requireClass(directory, classId);
  if (found.teacherId !== account.id) throw new AppError('class_not_accessible');
  return found;
}

/** Returns the class for any caller. Throws `class_not_found`. */
export async function requireClass(directory: Directory, classId: number): Promise<KnownClass> {
  const found = await directory.class(classId);
  if (!found) throw new AppError('class_not_found');
  return found;
}

/** A student of a class. */
interface Member {
  name: string;
  email: string;
  timeZone: string;
  /** The account was made in a class of the same teacher, who gives it new passwords. */
  isSchools: boolean;
}

/** Requires a student of the class, before figures of that student are shown. Throws `student_not_in_class`. */
export async function requireMember(pool: Pool, classId: number, studentId: number): Promise<Member> {
  // Plain and named, so that it is prepared once: each look at a student's progress asks it.
  const { rows } = await pool.query<Member>({
    name: 'class_member',
    text: `select u.name, ${loginNameOf('u')} as email, u.time_zone as "timeZone",
             coalesce(h.teacher_id = c.teacher_id, false) as "isSchools"
           from class_members m join users u on u.id = m.student_id join classes c on c.id = m.class_id
           left join classes h on h.id = u.made_in_class_id
           where m.class_id = $1 and m.student_id = $2 and m.status = 'approved'`,
    values: [classId, studentId],
  });
  if (!rows[0]) throw new AppError('student_not_in_class');
  return rows[0];
}
