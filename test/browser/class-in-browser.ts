import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { BrowserContext, Page } from 'playwright-core';
import type { LoginAnswer, RegisterBody } from '../../core/account/account.schema.ts';
import type { Role } from '../../core/account/roles.ts';
import type { Call, Data, Input, Optional } from '../../core/api.ts';
import type { NewClassBody } from '../../core/classroom/classroom.schema.ts';
import { approve, requestToJoin } from '../../core/classroom/membership.ts';
import type { BrowserTest } from './browser-harness.ts';

export interface Person {
  id: number;
  name: string;
  email: string;
  token: string;
  /** A call past the browser; answers the data, and throws unless it succeeds. */
  call<C extends Call>(call: C, ...given: Optional<Input<C>>): Promise<Data<C>>;
}

/** Somebody with an account, who acts past the browser until `enter` lets them in. */
export async function registered(
  test: BrowserTest,
  role: RegisterBody['role'],
  name: string,
): Promise<Person> {
  const password = `quiet lamp ${randomUUID()}`;
  const email = `${randomUUID()}@example.org`;
  const { status, body } = await test.api('POST /api/register', {
    body: { name, email, password, password_confirmation: password, role },
  });
  if (status !== 201) throw new Error(`register: ${status} ${JSON.stringify(body)}`);
  return personWith(test, body);
}

/** Whoever got this answer to a login. */
export function personWith(test: BrowserTest, { token, user }: LoginAnswer): Person {
  return {
    id: user.id,
    name: user.name,
    email: user.email ?? '',
    token,
    async call<C extends Call>(call: C, ...given: Optional<Input<C>>) {
      const { status, body } = await test.api(call, { ...given[0], token } as never);
      if (status >= 300) throw new Error(`${call}: ${status} ${JSON.stringify(body)}`);
      return (body as { data: Data<C> }).data;
    },
  };
}

/** What the browser of somebody who is logged in has stored. */
export const storedSession = (role: Role, { id, name, email, token }: Omit<Person, 'call'>) => ({
  token,
  role,
  user_role: role,
  user_id: String(id),
  user_name: name,
  user_email: email,
});

/** Lets this person be logged in on every page that is opened from now on, whatever a page has stored. */
export const keepLoggedIn = (on: Page | BrowserContext, test: BrowserTest, role: Role, person: Person) =>
  on.addInitScript(
    ({ origin, items }) => {
      // Blank pages, such as axe opens, have no storage.
      if (location.origin !== origin) return;
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    },
    { origin: new URL(test.baseUrl).origin, items: storedSession(role, person) },
  );

/** Opens a path as this person, in a page whose browser nobody was logged in on. */
export async function enter(
  test: BrowserTest,
  page: Page,
  role: Role,
  person: Person,
  path: string,
): Promise<void> {
  await keepLoggedIn(page, test, role, person);
  await page.goto(`${test.baseUrl}${path}`);
}

export const newDeck = (teacher: Person, title: string) =>
  teacher.call('POST /api/decks', { body: { title } });

export const newClass = (teacher: Person, name: string, deckId: number) =>
  teacher.call('POST /api/classes', { body: { name, deck_id: deckId } satisfies NewClassBody });

/** A student who asks to join the class; with `approvedBy`, who is in it. */
export async function studentOf(
  test: BrowserTest,
  classId: number,
  name: string,
  approvedBy?: Person,
): Promise<Person> {
  const student = await registered(test, 'student', name);
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
