import type { Pool } from 'pg';
import { classesTaughtBy, lockOpenClass } from '../access/class-rights.ts';
import { type FirstPassword, firstPasswords, type Hash } from '../account/first-password.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { AppError } from '../contract/errors.ts';
import type { PageQuery } from '../contract/page-query.ts';
import { type Page, readPage } from '../postgres/page.ts';
import { byGivenName, LEARNERS } from '../postgres/person-sql.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import type { GivenLogin, LoginSlip } from './roster.schema.ts';

/** Whose names and passwords a teacher changes: accounts made in a class that they teach, as long as they are students'. */
export const IS_OWN = `(u.role in ${LEARNERS} and u.made_in_class_id in (${classesTaughtBy('$2')}))`;

/** Returns a part of the students of a class to whom this teacher gives passwords. */
export const givenLogins = (
  pool: Pool,
  { classId, teacherId }: { classId: number; teacherId: number },
  page: PageQuery,
): Promise<Page<GivenLogin>> =>
  readPage<GivenLogin>(
    pool,
    {
      name: 'given_logins',
      text: `select u.id as student_id, u.name, u.user_name, u.must_change_password
             from class_members m join users u on u.id = m.student_id
             where m.class_id = $1 and m.status = 'approved' and u.user_name is not null and ${IS_OWN}
             order by ${byGivenName('u')}`,
      values: [classId, teacherId],
    },
    page,
  );

/**
 * Gives students of a class new passwords, ends their sessions, and returns them in the order asked. Throws
 * `student_not_in_class`, or `password_not_yours` for an account that was not made in one of the teacher's classes.
 */
export async function givePasswords(
  pool: Pool,
  { classId, teacherId, studentIds }: { classId: number; teacherId: number; studentIds: readonly number[] },
  hash: Hash,
): Promise<LoginSlip[]> {
  const { rows } = await pool.query<{ id: number; is_own: boolean }>(
    `/* givePasswords */ select u.id, ${IS_OWN} as is_own from class_members m join users u on u.id = m.student_id
     where m.class_id = $1 and m.status = 'approved' and u.id = any ($3::integer[])`,
    [classId, teacherId, studentIds],
  );
  if (rows.length < studentIds.length) throw new AppError('student_not_in_class');
  if (!rows.every((row) => row.is_own)) throw new AppError('password_not_yours');
  const passwords = await firstPasswords(studentIds.length, hash);
  return inTransaction(pool, async (tx) => {
    const slips = await replacePasswords(tx, { teacherId, classId }, studentIds, passwords);
    if (slips.length < studentIds.length) throw new AppError('password_not_yours');
    return slips;
  });
}

/** Writes these passwords, of accounts of the teacher's own that are still there. Throws `class_archived`. */
export async function replacePasswords(
  tx: Tx,
  { teacherId, classId }: { teacherId: number; classId: number },
  studentIds: readonly number[],
  passwords: readonly FirstPassword[],
): Promise<LoginSlip[]> {
  await lockOpenClass(tx, classId);
  // Locked in one order, so that two calls for the same students do not wait for each other.
  await tx.query(
    '/* replacePasswords */ select 1 from users where id = any ($1::integer[]) order by id for no key update',
    [studentIds],
  );
  const { rows } = await tx.query<{ id: number; name: string; user_name: string }>(
    `/* replacePasswords */ update users u set password_hash = g.hash, token_version = token_version + 1, must_change_password = true
     from unnest($1::integer[], $3::text[]) g (id, hash)
     where u.id = g.id and ${IS_OWN} returning u.id, u.name, u.user_name`,
    [studentIds, teacherId, passwords.map(({ hash }) => hash)],
  );
  await recordAudit(
    tx,
    rows.map(({ id }) => ({ actorId: teacherId, act: 'person.password_given', personId: id, classId })),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return studentIds.flatMap((id, index) => {
    const row = found.get(id);
    if (!row) return [];
    return [
      { student_id: id, name: row.name, user_name: row.user_name, password: passwords[index]!.password },
    ];
  });
}
