import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { lockOpenClass } from '../access/class-rights.ts';
import { ROSTER_ACCOUNTS_MAX } from '../account/account-limits.ts';
import { type FirstPassword, firstPasswords, type Hash } from '../account/first-password.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { announceProgress } from '../classroom/class-progress.projection.ts';
import { AppError } from '../contract/errors.ts';
import { type Db, inTransaction, type Tx } from '../postgres/transaction.ts';
import { comparedAs } from '../text/normal-form.ts';
import { replacePasswords } from './given-passwords.ts';
import type { CheckedRow, LoginSlip } from './roster.schema.ts';
import {
  numbered,
  problemsOf,
  type RosterProblem,
  type RosterRow,
  tidyRow,
  userNameOf,
} from './roster-row.ts';

/** How many numbers are tried at first beyond those that the list needs, and by how much more each time. */
const [TRIED_AT_FIRST, TRIED_MORE] = [4, 8];

async function takenOf(
  db: Db,
  column: 'user_name' | 'email',
  texts: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ text: string }>(
    `/* takenOf */ select lower(${column}) as text from users where lower(${column}) = any ($1::text[])`,
    [texts],
  );
  return new Set(rows.map(({ text }) => text));
}

/** Which of these tidy rows ask for a user name or an address that somebody has. */
async function takenProblems(db: Db, rows: readonly RosterRow[]): Promise<(RosterProblem | null)[]> {
  const userNames = await takenOf(
    db,
    'user_name',
    rows.flatMap(({ user_name }) => user_name ?? []),
  );
  const emails = await takenOf(
    db,
    'email',
    rows.flatMap(({ email }) => email?.toLowerCase() ?? []),
  );
  return rows.map(({ user_name, email }) => {
    if (user_name !== null && userNames.has(user_name)) return 'user_name_taken';
    return email !== null && emails.has(email.toLowerCase()) ? 'email_taken' : null;
  });
}

/** A user name for each row: the one that it asks for, or the first free one made of its name. */
async function freeUserNames(db: Db, rows: readonly RosterRow[]): Promise<string[]> {
  const given = rows.flatMap(({ user_name }) => user_name ?? []);
  const bases = rows.filter(({ user_name }) => user_name === null).map(({ name }) => userNameOf(name));
  const counts = new Map<string, number>();
  for (const base of bases) counts.set(base, (counts.get(base) ?? 0) + 1);
  for (let more = TRIED_AT_FIRST; ; more *= TRIED_MORE) {
    const tried = new Map(
      [...counts].map(([base, count]) => [
        base,
        Array.from({ length: count + more }, (_, index) => numbered(base, index + 1)),
      ]),
    );
    const used = new Set([...given, ...(await takenOf(db, 'user_name', [...tried.values()].flat()))]);
    const names: (string | undefined)[] = rows.map(({ name, user_name }) => {
      if (user_name !== null) return user_name;
      const list = tried.get(userNameOf(name))!;
      // Another name may have led to the same one: an.nguyen and 2 are an.nguyen2 with 1.
      while (list[0] !== undefined && used.has(list[0])) list.shift();
      const found = list.shift();
      if (found !== undefined) used.add(found);
      return found;
    });
    if (names.every((name) => name !== undefined)) return names;
  }
}

/** What would become of each row now. It reports names that are in the class already, since a list is easily sent twice. */
export async function checkRoster(
  pool: Pool,
  classId: number,
  typed: readonly RosterRow[],
): Promise<CheckedRow[]> {
  const rows = typed.map(tidyRow);
  const own = problemsOf(rows);
  const taken = await takenProblems(pool, rows);
  const problems = rows.map((_, index) => own[index] ?? taken[index] ?? null);
  const good = rows.filter((_, index) => problems[index] === null);
  const userNames = await freeUserNames(pool, good);
  const { rows: members } = await pool.query<{ name: string }>(
    `/* checkRoster */ select compared_as(u.name) as name from class_members m join users u on u.id = m.student_id
     where m.class_id = $1 and m.status = 'approved'`,
    [classId],
  );
  const namesakes = new Set(members.map(({ name }) => name));
  return rows.map((row, index) => ({
    problem: problems[index] ?? null,
    user_name: problems[index] === null ? userNames[good.indexOf(row)]! : row.user_name,
    is_namesake: namesakes.has(comparedAs(row.name)),
  }));
}

/** Under which user names are chosen: of two lists at once, the later sees those of the earlier. */
const CHOOSING = 1_150_001;

/** How long a part may be sent again. */
const KEPT = '7 days';

/** A part of a list, to become accounts in one transaction. */
export interface RosterPart {
  key: string;
  classId: number;
  teacher: { id: number; timeZone: string };
  rows: readonly RosterRow[];
}

function assertNone(problems: readonly (RosterProblem | null)[]): void {
  if (problems.some((problem) => problem !== null)) throw new AppError('roster_refused', { data: problems });
}

/**
 * Makes an account for each row, approved in the class, and returns the passwords. All or none. A part that was sent before
 * makes nobody: who has not chosen a password yet gets a new one. Throws `roster_refused` with the problem of each row,
 * `too_many_accounts`, `class_not_found` or `idempotency_conflict`.
 */
export async function makeAccounts(pool: Pool, part: RosterPart, hash: Hash): Promise<LoginSlip[]> {
  const rows = part.rows.map(tidyRow);
  assertNone(problemsOf(rows));
  const content = createHash('sha256').update(JSON.stringify(rows)).digest();
  const made = await madeBefore(pool, part, content);
  if (made) return slipsAgain(pool, part, made, hash);
  assertNone(await takenProblems(pool, rows));
  const passwords = await firstPasswords(rows.length, hash);
  const slips = await inTransaction(pool, (tx) => insertPart(tx, { ...part, rows }, content, passwords));
  if (slips) return slips;
  // The same part was on its way twice.
  return slipsAgain(pool, part, (await madeBefore(pool, part, content)) ?? [], hash);
}

/** The students that this part has made before. */
async function madeBefore(
  db: Db,
  { key, classId, teacher }: RosterPart,
  content: Buffer,
): Promise<number[] | undefined> {
  const { rows } = await db.query<{ ids: number[]; is_same: boolean }>(
    `/* madeBefore */ select student_ids as ids, class_id = $2 and teacher_id = $3 and content = $4 as is_same
     from roster_parts where key = $1`,
    [key, classId, teacher.id, content],
  );
  if (rows[0] && !rows[0].is_same) throw new AppError('idempotency_conflict');
  return rows[0]?.ids;
}

/** The part's answer once more, with passwords that are new, since none is kept. */
async function slipsAgain(
  pool: Pool,
  { classId, teacher }: RosterPart,
  ids: readonly number[],
  hash: Hash,
): Promise<LoginSlip[]> {
  const passwords = await firstPasswords(ids.length, hash);
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ id: number; name: string; user_name: string; must_change: boolean }>(
      `/* slipsAgain */ select id, name, user_name, must_change_password as must_change from users
       where id = any ($1::integer[]) order by id for no key update`,
      [ids],
    );
    const open = rows.filter(({ must_change }) => must_change).map(({ id }) => id);
    const slips = await replacePasswords(tx, { teacherId: teacher.id, classId }, open, passwords);
    const bySlip = new Map(slips.map((slip) => [slip.student_id, slip]));
    const byRow = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const row = byRow.get(id);
      if (!row) return [];
      return [bySlip.get(id) ?? { student_id: id, name: row.name, user_name: row.user_name, password: null }];
    });
  });
}

/** Returns undefined when the part is there already. */
async function insertPart(
  tx: Tx,
  { key, classId, teacher, rows }: RosterPart,
  content: Buffer,
  passwords: readonly FirstPassword[],
): Promise<LoginSlip[] | undefined> {
  await tx.query('/* insertPart */ select pg_advisory_xact_lock($1)', [CHOOSING]);
  const before = await madeBefore(tx, { key, classId, teacher, rows }, content);
  if (before) return undefined;
  await lockOpenClass(tx, classId);
  await requireRoom(tx, teacher.id, rows.length);
  assertNone(await takenProblems(tx, rows));
  const userNames = await freeUserNames(tx, rows);
  const { rows: made } = await tx.query<{ id: number; user_name: string }>(
    `/* insertPart */ insert into users (name, email, user_name, password_hash, role, time_zone, made_in_class_id, made_by_id,
       must_change_password)
     select g.name, g.email, g.user_name, g.hash, 'student', $5, $6, $7, true
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) g (name, email, user_name, hash)
     on conflict do nothing returning id, user_name`,
    [
      rows.map(({ name }) => name),
      rows.map(({ email }) => email),
      userNames,
      passwords.map(({ hash }) => hash),
      teacher.timeZone,
      classId,
      teacher.id,
    ],
  );
  // Somebody has registered with one of these addresses in this very moment.
  if (made.length < rows.length) {
    const done = new Set(made.map(({ user_name }) => user_name));
    assertNone(userNames.map((userName) => (done.has(userName) ? null : 'email_taken')));
  }
  const idOf = new Map(made.map(({ id, user_name }) => [user_name, id]));
  const ids = userNames.map((userName) => idOf.get(userName)!);
  await tx.query(
    `/* insertPart */ insert into class_members (class_id, student_id, status, joined_at)
     select $1, id, 'approved', now() from unnest($2::integer[]) id`,
    [classId, ids],
  );
  await tx.query(
    `/* insertPart */ with old as (delete from roster_parts where teacher_id = $3 and made_at < now() - $6::interval)
     insert into roster_parts (key, class_id, teacher_id, content, student_ids) values ($1, $2, $3, $4, $5)`,
    [key, classId, teacher.id, content, ids, KEPT],
  );
  const actions = ['person.account_made', 'class.member_approved'] as const;
  await recordAudit(
    tx,
    ids.flatMap((personId) => actions.map((act) => ({ actorId: teacher.id, act, personId, classId }))),
  );
  // Nothing has been studied yet: no row of a projection changes, but who is in the class does.
  announceProgress(tx, classId);
  return rows.map(({ name }, index) => ({
    student_id: ids[index]!,
    name,
    user_name: userNames[index]!,
    password: passwords[index]!.password,
  }));
}

async function requireRoom(tx: Tx, teacherId: number, count: number): Promise<void> {
  const { rows } = await tx.query<{ count: number }>(
    '/* requireRoom */ select count(*)::integer as count from users where made_by_id = $1',
    [teacherId],
  );
  if (rows[0]!.count + count > ROSTER_ACCOUNTS_MAX)
    throw new AppError('too_many_accounts', { params: { max: ROSTER_ACCOUNTS_MAX } });
}
