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
      user_email: user.email ?? '',
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

/** Opens the menu of the account and chooses this, by its English name. */
export async function chooseInMenu(
  page: Page,
  name: string,
  role: 'menuitem' | 'menuitemradio' = 'menuitem',
) {
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('menu').getByRole(role, { name, exact: true }).click();
}

/** Takes another language, by its name in the menu. */
export async function chooseLanguage(page: Page, name: 'VI – Tiếng Việt' | 'EN – English'): Promise<void> {
  await page.getByRole('button', { name: /^(Your menu|Menu của bạn)/ }).click();
  await page.getByRole('menuitemradio', { name }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
}

export const logOut = (page: Page) => chooseInMenu(page, 'Log out');

/** Goes to a page as a link would, without loading anything anew. */
export async function visit(page: Page, path: string): Promise<void> {
  // A page that is drawn ahead takes the address for the one it was drawn for, until it is awake.
  await page.locator('#root:not([inert])').waitFor();
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Has the page of the account and its menu loaded, for a test that goes there without a network; then goes back. */
export async function loadAccountPage(page: Page): Promise<void> {
  const { pathname } = new URL(page.url());
  await visit(page, '/account');
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
  await page.getByRole('button', { name: /^Your menu/ }).waitFor();
  await visit(page, pathname);
}
