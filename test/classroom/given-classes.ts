import type { Pool } from 'pg';
import { addDeck } from '../../core/classroom/classroom-changes.ts';
import { approve, requestToJoin } from '../../core/classroom/membership.ts';
import { sql } from '../harness/sql.ts';

/** A teacher, students 1, 2, … and decks 1, 2, … without cards, on an empty database. */
export async function givenPeople(
  pool: Pool,
  { students, decks }: { students: number; decks: number },
): Promise<{ teacherId: number }> {
  const teacherId = students + 1;
  await sql(pool)`insert into users (id, name, email, password_hash, role, time_zone) overriding system value
    select n, 'Lan ' || n, n || '@example.org', '', case when n = ${teacherId} then 'teacher' else 'student' end, 'UTC'
    from generate_series(1, ${teacherId}) n`;
  await sql(pool)`insert into decks (id, user_id, title) overriding system value
    select n, ${teacherId}, 'Deck ' || n from generate_series(1, ${decks}::integer) n`;
  return { teacherId };
}

export async function givenClass(
  pool: Pool,
  teacherId: number,
  { decks = [], students = [] }: { decks?: number[]; students?: number[] },
): Promise<number> {
  const rows = await sql(pool)<{ id: number }>`insert into classes (teacher_id, name)
    values (${teacherId}, '10A') returning id`;
  const { id } = rows[0]!;
  for (const deck of decks) await addDeck(pool, id, deck);
  for (const student of students) await join(pool, id, student);
  return id;
}

export async function join(pool: Pool, classId: number, studentId: number): Promise<void> {
  await requestToJoin(pool, classId, studentId);
  await approve(pool, classId, studentId);
}

export interface ProgressRow {
  class_id: number;
  day: string;
  student_id: number;
  cards: number;
  seconds: number;
}

const rowsOf = async <T extends object>(pool: Pool, sql: string): Promise<T[]> =>
  (await pool.query<T>(sql)).rows;

export const progressRows = (pool: Pool): Promise<ProgressRow[]> =>
  rowsOf(
    pool,
    'select class_id, day::text, student_id, cards, seconds::float8 as seconds from class_progress order by class_id, day, student_id',
  );

/** The rows of class progress as the log, the classes' present decks and their present students make them. */
export const recount = (pool: Pool): Promise<ProgressRow[]> =>
  rowsOf(
    pool,
    `select m.class_id, e.data->>'day' as day, m.student_id, count(distinct e.data->>'card_id')::integer as cards,
       sum((e.data->>'time_spent')::integer)::integer as seconds
     from class_members m join class_decks k using (class_id)
     join events e on e.partition = partition_of(m.student_id) and e.student_id = m.student_id
       and (e.data->>'deck_id')::integer = k.deck_id
     where m.status = 'approved' group by 1, 2, 3 order by 1, 2, 3`,
  );

/** The sums that are kept, and the same added up from class progress. */
export async function sums(pool: Pool): Promise<{ kept: object[]; expected: object[] }> {
  const partitions = '(select distinct student_id, partition from events) e';
  const [months, days, expectedMonths, expectedDays] = await Promise.all([
    rowsOf(
      pool,
      'select class_id, month::text, student_id, cards, seconds::float8 as seconds from class_progress_months order by 1, 2, 3',
    ),
    rowsOf(
      pool,
      'select class_id, day::text, partition, students, cards, seconds::float8 as seconds from class_days order by 1, 2, 3',
    ),
    rowsOf(
      pool,
      `select class_id, date_trunc('month', day)::date::text as month, student_id, sum(cards)::integer as cards,
         sum(seconds)::integer as seconds from class_progress group by 1, 2, 3 order by 1, 2, 3`,
    ),
    rowsOf(
      pool,
      `select p.class_id, p.day::text, e.partition, count(*)::integer as students, sum(p.cards)::integer as cards,
         sum(p.seconds)::integer as seconds
       from class_progress p join ${partitions} on e.student_id = p.student_id group by 1, p.day, 3 order by 1, 2, 3`,
    ),
  ]);
  return { kept: [...months, ...days], expected: [...expectedMonths, ...expectedDays] };
}
