import { randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import { lockOpenClass } from '../access/class-rights.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { isoTime } from '../contract/clock.ts';
import { AppError, invalidField, orThrow } from '../contract/errors.ts';
import { LEARNERS } from '../postgres/person-sql.ts';
import { lockedAsTheyAre, lockedByKey } from '../postgres/several-servers.ts';
import { type Db, inTransaction, type Tx, transactionTime } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import { CLASS_CODE_LENGTH, codeOf, isTypedInVietnamese, parseClassCode } from '../text/code-text.ts';
import type { ClassCode as Code, CodedClass, CodeTimesBody, JoinedByCode } from './class-code.schema.ts';
import { lockClassProgress, recomputeStudent } from './class-progress.projection.ts';
import type { ClassCode, Classroom } from './classroom.entity.ts';
import { CODE_DAYS_MAX, NEW_CODE_DAYS } from './classroom-limits.ts';
import { requestToJoin } from './membership.ts';

interface CodeRow {
  code: string;
  ends_at: string | Date | null;
  open_until: string | Date | null;
}

const COLUMNS = `code, case when ends_at > now() then ends_at end as ends_at,
  case when open_until > now() then open_until end as open_until`;

const toCode = ({ code, ends_at, open_until }: CodeRow): Code => ({
  code,
  ends_at: isoTime(ends_at),
  open_until: isoTime(open_until),
});

/**
 * The code by which a class is joined now, as an expression: null when it has ended.
 * @param classId the class's number in the statement, such as `c.id`
 */
export const codeInUse = (classId: string): string =>
  `(select k.code from class_codes k where k.class_id = ${classId} and k.ends_at > now())`;

/** The code of a class, also one that has ended. Throws `class_not_found` when the class has just gone. */
export async function codeOfClass(pool: Pool, classId: number): Promise<Code> {
  const { rows } = await pool.query<CodeRow>(
    `/* codeOfClass */ select ${COLUMNS} from class_codes where class_id = $1`,
    [classId],
  );
  return toCode(orThrow(rows[0], 'class_not_found'));
}

/**
 * Gives a class that has no code one that no other class has. Without times it holds for a school year, and each
 * student is approved.
 */
async function insertCode(tx: Tx, classId: number, times?: CodeTimesBody): Promise<Code> {
  for (;;) {
    // Plain: another class may have the code by chance, and then nothing is written.
    const { rows } = await tx.query<CodeRow>(
      `/* insertCode */ with made as (
         insert into class_codes (class_id, code, ends_at, open_until)
         values ($1, $2, coalesce($3::timestamptz, now() + make_interval(days => $4)), $5)
         on conflict (code) do nothing returning *)
       select ${COLUMNS} from made`,
      [
        classId,
        codeOf(CLASS_CODE_LENGTH, randomInt),
        times?.ends_at ?? null,
        NEW_CODE_DAYS,
        times?.open_until ?? null,
      ],
    );
    if (rows[0]) return toCode(rows[0]);
  }
}

/** Makes a class with its code. Returns its number. */
export async function insertClass(tx: Tx, values: { teacher_id: number; name: string }): Promise<number> {
  const { id } = await tables<typeof Classroom>(tx)
    .insertInto('classes')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertCode(tx, id);
  return id;
}

/** Throws `validation_failed` for times that are over, reversed or too far away. */
function requireTimes({ ends_at, open_until }: CodeTimesBody, now: number): void {
  const end = Date.parse(ends_at);
  const open = open_until === null ? now + 1 : Date.parse(open_until);
  if (!(end > now && end <= now + CODE_DAYS_MAX * 86_400_000))
    throw invalidField('ends_at', `Expected a moment of the next ${CODE_DAYS_MAX} days`);
  if (!(open > now && open <= end))
    throw invalidField('open_until', 'Expected a moment before the code ends');
}

interface CodeChange {
  classId: number;
  actorId: number;
  now: number;
}

const auditedOf = ({ classId, actorId }: CodeChange) => ({ classId, actorId });

/** Gives the class another code. Throws `validation_failed`, or as `lockOpenClass` does. */
export async function renewCode(pool: Pool, change: CodeChange, times: CodeTimesBody): Promise<Code> {
  requireTimes(times, change.now);
  return inTransaction(pool, async (tx) => {
    await lockOpenClass(tx, change.classId, 'alone');
    await tables<typeof ClassCode>(tx)
      .deleteFrom('class_codes')
      .where('class_id', '=', change.classId)
      .execute();
    const code = await insertCode(tx, change.classId, times);
    await recordAudit(tx, [{ ...auditedOf(change), act: 'class.code_made', details: { ...times } }]);
    return code;
  });
}

/** Changes until when the code holds and is open; one that has ended holds again. Throws as `renewCode` does. */
export async function changeCode(pool: Pool, change: CodeChange, times: CodeTimesBody): Promise<Code> {
  requireTimes(times, change.now);
  return inTransaction(pool, async (tx) => {
    await lockOpenClass(tx, change.classId);
    const { rows } = await tx.query<CodeRow>(
      `/* changeCode */ with changed as (
         update class_codes set ends_at = $2, open_until = $3 where class_id = $1 returning *)
       select ${COLUMNS} from changed`,
      [change.classId, times.ends_at, times.open_until],
    );
    await recordAudit(tx, [{ ...auditedOf(change), act: 'class.code_changed', details: { ...times } }]);
    return toCode(rows[0]!);
  });
}

/** Ends the code of a class: nobody joins by it, until a teacher changes its times or renews it. */
export async function endCode(tx: Tx, classId: number): Promise<{ hasEnded: boolean }> {
  const { rowCount } = await tx.query(
    '/* endCode */ update class_codes set ends_at = now(), open_until = null where class_id = $1 and ends_at > now()',
    [classId],
  );
  return { hasEnded: rowCount === 1 };
}

/** Ends the code, unless it has ended. */
export const endCodeOfClass = (pool: Pool, change: { classId: number; actorId: number }): Promise<void> =>
  inTransaction(pool, async (tx) => {
    const { hasEnded } = await endCode(tx, change.classId);
    if (hasEnded) await recordAudit(tx, [{ ...change, act: 'class.code_ended' }]);
  });

/**
 * Returns the class that a code leads to. Throws `class_code_unknown`: unknown, renewed and ended are all the same. What a
 * keyboard has changed is `code_in_vietnamese`, and was no try.
 */
export async function classOfCode(db: Db, text: string): Promise<CodedClass> {
  if (isTypedInVietnamese(text)) throw new AppError('code_in_vietnamese');
  const code = parseClassCode(text);
  const { rows } = await db.query<CodedClass>(
    `/* classOfCode */ select c.id as class_id, c.name as class_name, t.name as teacher_name,
       coalesce(k.open_until > now(), false) as is_open
     from class_codes k join classes c on c.id = k.class_id join users t on t.id = c.teacher_id
     where k.code = $1 and k.ends_at > now() ${lockedAsTheyAre('k')}`,
    [code],
  );
  return orThrow(rows[0], 'class_code_unknown');
}

/**
 * Lets a student in by a code that is open, or makes a request. A student who was turned down or taken out
 * before is never let in without approval. Throws as `classOfCode` and `requestToJoin` do.
 */
export async function joinByCode(
  { pool, changes }: { pool: Pool; changes: Pool },
  text: string,
  studentId: number,
): Promise<JoinedByCode> {
  const { class_id, class_name, is_open } = await classOfCode(pool, text);
  if (is_open && (await letIn(changes, text, studentId))) return { class_id, class_name, status: 'approved' };
  await requestToJoin(pool, class_id, studentId, 'code');
  return { class_id, class_name, status: 'pending' };
}

/** False when the code is not open any more, or the student was turned down or taken out. Throws `already_a_member`. */
const letIn = (changes: Pool, text: string, studentId: number): Promise<boolean> =>
  inTransaction(changes, async (tx) => {
    await lockClassProgress(tx, [studentId]);
    const { class_id: classId, is_open } = await classOfCode(tx, text);
    if (!is_open) return false;
    // Plain: what becomes of a row that is there already is the point.
    const { rows } = await tx.query<{ status: string; isNew: boolean }>(
      `/* letIn */ with student as (select id from users where id = $2 and role in ${LEARNERS} ${lockedByKey()})
       insert into class_members as m (class_id, student_id, status, joined_at, by_code)
       select $1::integer, id, 'approved', $3::timestamptz, true from student
       on conflict (class_id, student_id) do update set by_code = true,
         status = case m.status when 'pending' then 'approved' else m.status end,
         joined_at = case m.status when 'pending' then excluded.joined_at else m.joined_at end
       returning status, joined_at is not distinct from $3::timestamptz as "isNew"`,
      [classId, studentId, await transactionTime(tx)],
    );
    if (!rows[0]) throw new AppError('wrong_role');
    if (rows[0].status === 'rejected') return false;
    if (!rows[0].isNew) throw new AppError('already_a_member');
    await recomputeStudent(tx, classId, studentId);
    await recordAudit(tx, [
      { actorId: studentId, act: 'class.member_joined', personId: studentId, classId, details: {} },
    ]);
    return true;
  });
