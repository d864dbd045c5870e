import type { Pool, PoolClient } from 'pg';
import { recordActs } from '../act/act.ts';
import { lockOpenClass } from '../class-rights.ts';
import { parseClassCode } from '../code-text.ts';
import { AppError } from '../errors.ts';
import { isoTime } from '../iso-time.ts';
import { inTransaction } from '../transaction.ts';
import { tables } from '../typed-tables.ts';
import type { ClassCode as Code, CodedClass, CodeTimesBody, JoinedByCode } from './class-code.schema.ts';
import { lockClassProgress, recomputeStudent } from './class-progress.projection.ts';
import type { ClassCode } from './classroom.entity.ts';
import { CODE_DAYS_MAX } from './classroom-limits.ts';
import { requestToJoin } from './membership.ts';

interface CodeRow {
  code: string;
  ends_at: string | Date;
  open_until: string | Date | null;
}

const COLUMNS = 'code, ends_at, case when open_until > now() then open_until end as open_until';

const toCode = ({ code, ends_at, open_until }: CodeRow): Code => ({
  code,
  ends_at: isoTime(ends_at),
  open_until: isoTime(open_until),
});

/** The code of a class that still holds, or null. */
export async function codeOfClass(pool: Pool, classId: number): Promise<Code | null> {
  const { rows } = await pool.query<CodeRow>(
    `select ${COLUMNS} from class_codes where class_id = $1 and ends_at > now()`,
    [classId],
  );
  return rows[0] ? toCode(rows[0]) : null;
}

/** Throws `validation_failed` for times that are over, reversed or too far away. */
function requireTimes({ ends_at, open_until }: CodeTimesBody, now: number): void {
  const end = Date.parse(ends_at);
  const open = open_until === null ? now + 1 : Date.parse(open_until);
  const wrong = (field: string, reason: string) =>
    new AppError('validation_failed', { params: { fields: field }, errors: { [field]: [reason] } });
  if (!(end > now && end <= now + CODE_DAYS_MAX * 86_400_000))
    throw wrong('ends_at', `Expected a moment of the next ${CODE_DAYS_MAX} days`);
  if (!(open > now && open <= end)) throw wrong('open_until', 'Expected a moment before the code ends');
}

/** SQLSTATE of a code that another class has by chance. */
const TAKEN = '23505';

/** Gives the class a new code. `newCode` throws the dice. Throws `validation_failed` or `class_not_found`. */
export async function renewCode(
  pool: Pool,
  act: { classId: number; actorId: number; now: number },
  times: CodeTimesBody,
  newCode: () => string,
): Promise<Code> {
  requireTimes(times, act.now);
  for (let time = 1; ; time++)
    try {
      return await inTransaction(pool, async (tx) => {
        await lockOpenClass(tx, act.classId);
        // Plain: the code takes the place of the one before, in one statement.
        const { rows } = await tx.query<CodeRow>(
          `insert into class_codes (class_id, code, ends_at, open_until)
           values ($1, $2, $3, $4)
           on conflict (class_id) do update set
             code = excluded.code, ends_at = excluded.ends_at, open_until = excluded.open_until
           returning ${COLUMNS}`,
          [act.classId, newCode(), times.ends_at, times.open_until],
        );
        await recordActs(tx, [{ ...actOf(act), act: 'class.code_made', details: { ...times } }]);
        return toCode(rows[0]!);
      });
    } catch (error) {
      if ((error as { code?: unknown }).code !== TAKEN || time === 5) throw error;
    }
}

const actOf = ({ classId, actorId }: { classId: number; actorId: number }) => ({ classId, actorId });

/** Changes until when the code holds and is open. Throws `validation_failed`, or `class_code_unknown` without a code. */
export async function changeCode(
  pool: Pool,
  act: { classId: number; actorId: number; now: number },
  times: CodeTimesBody,
): Promise<Code> {
  requireTimes(times, act.now);
  return inTransaction(pool, async (tx) => {
    await lockOpenClass(tx, act.classId);
    const { rows } = await tx.query<CodeRow>(
      `update class_codes set ends_at = $2, open_until = $3
       where class_id = $1 and ends_at > now() returning ${COLUMNS}`,
      [act.classId, times.ends_at, times.open_until],
    );
    if (!rows[0]) throw new AppError('class_code_unknown');
    await recordActs(tx, [{ ...actOf(act), act: 'class.code_changed', details: { ...times } }]);
    return toCode(rows[0]);
  });
}

/** Ends the code, if there is one. */
export const endCode = (pool: Pool, act: { classId: number; actorId: number }): Promise<void> =>
  inTransaction(pool, async (tx) => {
    const { numDeletedRows } = await tables<typeof ClassCode>(tx)
      .deleteFrom('class_codes')
      .where('class_id', '=', act.classId)
      .executeTakeFirst();
    if (numDeletedRows) await recordActs(tx, [{ ...act, act: 'class.code_ended' }]);
  });

/** Returns the class that a code leads to. Throws `class_code_unknown`: unknown, renewed and ended are all the same. */
export async function classOfCode(db: Pool | PoolClient, text: string): Promise<CodedClass> {
  const code = parseClassCode(text);
  const { rows } = await db.query<CodedClass>(
    `select c.id as class_id, c.name as class_name, t.name as teacher_name,
       coalesce(k.open_until > now(), false) as is_open
     from class_codes k join classes c on c.id = k.class_id join users t on t.id = c.teacher_id
     where k.code = $1 and k.ends_at > now() for key share of k`,
    [code],
  );
  if (!rows[0]) throw new AppError('class_code_unknown');
  return rows[0];
}

/**
 * Lets a student in by a code that is open, or makes a request. A student who was turned down before is never let in
 * without approval. Throws as `classOfCode` and `requestToJoin` do.
 */
export async function joinByCode(
  { pool, changes }: { pool: Pool; changes: Pool },
  text: string,
  studentId: number,
): Promise<JoinedByCode> {
  const { class_id, class_name, is_open } = await classOfCode(pool, text);
  if (is_open && (await letIn(changes, text, studentId))) return { class_id, class_name, status: 'approved' };
  await requestToJoin(pool, class_id, studentId);
  return { class_id, class_name, status: 'pending' };
}

/** False when the code is not open any more, or the student was turned down. Throws `already_a_member`. */
const letIn = (changes: Pool, text: string, studentId: number): Promise<boolean> =>
  inTransaction(changes, async (tx) => {
    await lockClassProgress(tx, [studentId]);
    const { class_id: classId, is_open } = await classOfCode(tx, text);
    if (!is_open) return false;
    // Plain: what becomes of a row that is there already is the point.
    const { rows } = await tx.query<{ status: string; isNew: boolean }>(
      `insert into class_members as m (class_id, student_id, status, joined_at)
       select $1, id, 'approved', now() from users where id = $2 and role = 'student' for key share
       on conflict (class_id, student_id) do update set
         status = case m.status when 'pending' then 'approved' else m.status end,
         joined_at = case m.status when 'pending' then now() else m.joined_at end
       returning status, joined_at is not distinct from now() as "isNew"`,
      [classId, studentId],
    );
    if (!rows[0]) throw new AppError('wrong_role');
    if (rows[0].status === 'rejected') return false;
    if (!rows[0].isNew) throw new AppError('already_a_member');
    await recomputeStudent(tx, classId, studentId);
    await recordActs(tx, [
      { actorId: studentId, act: 'class.member_joined', personId: studentId, classId, details: {} },
    ]);
    return true;
  });
