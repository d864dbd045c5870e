import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { LoginAnswer } from '../../core/account/account.schema.ts';
import type { Role } from '../../core/account/roles.ts';
import type { BrowserTest } from './browser-harness.ts';

export interface TestAccount {
  email: string;
  password: string;
  answer: LoginAnswer;
}

async function post(test: BrowserTest, path: string, data: object): Promise<LoginAnswer> {
  const response = await test.context.request.post(`${test.baseUrl}${path}`, { data });
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as LoginAnswer;
}

/** An account of its own for this test; an administrator can only be made in the database. */
export async function makeAccount(test: BrowserTest, role: Role): Promise<TestAccount> {
  const email = `${randomUUID()}@example.org`;
  const password = `quiet lamp ${randomUUID()}`;
  const answer = await post(test, '/api/register', {
    name: 'Lan',
    email,
    password,
    password_confirmation: password,
    role: role === 'admin' ? 'teacher' : role,
  });
  if (role !== 'admin') return { email, password, answer };
  await test.db.query(`update users set role = 'admin' where id = $1`, [answer.user.id]);
  return { email, password, answer: await post(test, '/api/admin/login', { email, password }) };
}

/** Logs the page's browser in, as an earlier visit would have; the page is then outside of the client. */
export async function logIn(test: BrowserTest, page: Page, role: Role): Promise<TestAccount> {
  const account = await makeAccount(test, role);
  const { token, user } = account.answer;
  // The storage is the origin's, and this page the quickest there.
  await page.goto(`${test.baseUrl}/healthz`);
  await page.evaluate(
    (items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    },
    {
      [role === 'admin' ? 'admin_token' : 'token']: token,
      role,
      user_role: role,
      user_id: String(user.id),
      user_name: user.name,
      user_email: user.email,
    },
  );
  return account;
}

/** What the browser's storage holds of a session; cached data and the device, which outlive it, aside. */
export const storedKeys = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      Object.entries({ ...localStorage }).filter(([key]) => key !== 'device' && !key.startsWith('nho-cache')),
    ),
  );
