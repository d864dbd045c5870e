import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Page } from 'playwright-core';
import type { LoginAnswer, Role } from '../../core/account/account.schema.ts';
import type { Classroom, NewClassBody } from '../../core/classroom/classroom.schema.ts';
import { approve, requestToJoin } from '../../core/classroom/membership.ts';
import type { Deck } from '../../core/deck/deck.schema.ts';
import type { BrowserTest } from './browser-harness.ts';

export interface Person {
  id: number;
  name: string;
  email: string;
  token: string;
  /** A call past the browser; answers the data, and throws unless it succeeds. */
  call<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
}

/** Somebody with an account, who acts past the browser until `enter` lets them in. */
export async function registered(test: BrowserTest, role: Role, name: string): Promise<Person> {
  const password = randomUUID();
  const email = `${randomUUID()}@example.org`;
  const { status, body } = await test.api<LoginAnswer>('POST', '/api/register', {
    body: { name, email, password, password_confirmation: password, role },
  });
  if (status !== 201) throw new Error(`register: ${status} ${JSON.stringify(body)}`);
  const { token, user } = body;
  return {
    id: user.id,
    name,
    email,
    token,
    async call<T>(method: string, path: string, data?: unknown) {
      const answer = await test.api<{ data: T }>(method, path, { token, body: data });
      if (answer.status >= 300)
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body.data;
    },
  };
}

/** Opens a path as this person, in a page whose browser nobody was logged in on. */
export async function enter(
  test: BrowserTest,
  page: Page,
  role: Role,
  { id, name, email, token }: Person,
  path: string,
): Promise<void> {
  await page.addInitScript(
    ({ origin, items }) => {
      // Blank pages, such as axe opens, have no storage.
      if (location.origin !== origin) return;
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    },
    {
      origin: new URL(test.baseUrl).origin,
      items: { token, role, user_role: role, user_id: String(id), user_name: name, user_email: email },
    },
  );
  await page.goto(`${test.baseUrl}${path}`);
}

export const newDeck = (teacher: Person, title: string) =>
  teacher.call<Deck>('POST', '/api/decks', { title });

export const newClass = (teacher: Person, name: string, deckId: number) =>
  teacher.call<Classroom>('POST', '/api/classes', { name, deck_id: deckId } satisfies NewClassBody);

/** A student who asks to join the class; with `approvedBy`, who is in it. */
export async function studentOf(
  test: BrowserTest,
  classId: number,
  name: string,
  approvedBy?: Person,
): Promise<Person> {
  const student = await registered(test, 'student', name);
  await student.call('POST', `/api/classes/${classId}/join`);
  await approvedBy?.call('POST', `/api/classes/${classId}/approve/${student.id}`);
  return student;
}

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

/** Refuses every call of this method to this path until the answer is called. */
export async function refuse(
  page: Page,
  method: string,
  path: string | RegExp,
): Promise<() => Promise<void>> {
  const matches = (url: URL) => (typeof path === 'string' ? url.pathname === path : path.test(url.pathname));
  await page.route(matches, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status: 503,
          json: {
            success: false,
            code: 'overloaded',
            message: 'The server is busy, please try again in a moment',
          },
        })
      : route.continue(),
  );
  return () => page.unroute(matches);
}
