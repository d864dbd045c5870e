import type { Pool } from 'pg';
import type { NewClassBody } from '../../../core/classroom/classroom.schema.ts';
import { approve, requestToJoin } from '../../../core/classroom/membership.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { makeAccount, type Person } from './person.ts';

export const newDeck = (teacher: Person, title: string) =>
  teacher.call('POST /api/decks', { body: { title } });

export const newClass = (teacher: Person, name: string, deckId: number) =>
  teacher.call('POST /api/classes', { body: { name, deck_id: deckId } satisfies NewClassBody });

/** The teacher has a class that studies a deck. */
export const withClass = async ({ teacher }: { teacher: Person }) => ({
  classroom: await newClass(teacher, '10A1', (await newDeck(teacher, 'Unit 1')).id),
});

/** A student who asks to join the class; with `approvedBy`, who is in it. */
export async function studentOf(
  test: BrowserTest,
  classId: number,
  name: string,
  approvedBy?: Person,
): Promise<Person> {
  const student = await makeAccount(test, 'student', name);
  await student.call('POST /api/classes/:classId/join', { params: { classId } });
  await approvedBy?.call('POST /api/classes/:classId/approve/:studentId', {
    params: { classId, studentId: student.id },
  });
  return student;
}

/** So many students of the class at once, called Lan 1, Lan 2 and so on, whom only others see. */
export const manyMembers = (db: Pool, classId: number, count: number) =>
  db.query(
    `with added as (
       insert into users (name, email, password_hash, role, time_zone)
       select 'Lan ' || n, gen_random_uuid() || '@example.org', '', 'student', 'UTC'
       from generate_series(1, $2::integer) n returning id)
     insert into class_members (class_id, student_id, status, joined_at)
     select $1, id, 'approved', now() from added`,
    [classId, count],
  );

/** A student of the class whom only others see, made faster than one who can log in; their id. */
export async function memberWithoutLogin(db: Pool, classId: number, name: string): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `insert into users (name, email, password_hash, role, time_zone)
     values ($1, gen_random_uuid() || '@example.org', '', 'student', 'UTC') returning id`,
    [name],
  );
  const { id } = rows[0]!;
  await requestToJoin(db, classId, id);
  await approve(db, classId, id);
  return id;
}
