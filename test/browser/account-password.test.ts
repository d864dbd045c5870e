import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import t from 'tap';
import { chooseInMenu, logIn, storedKeys } from './account-in-browser.ts';
import { startBrowserTest } from './browser-harness.ts';
import { notice } from './noted-notices.ts';

const form = (page: Page) => page.getByRole('form', { name: 'Change the password' });

async function fill(page: Page, current: string, next: string): Promise<void> {
  await form(page).getByLabel('Current password').fill(current);
  await form(page).getByLabel('New password', { exact: true }).fill(next);
  await form(page).getByLabel('Repeat the new password').fill(next);
}

t.test('SL-08 ACC-27 a student gets to the account by the header and changes the password', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl } = test;
  const { email, password } = await logIn(test, page, 'student');
  const before = await storedKeys(page);
  await page.goto(`${baseUrl}/student`);
  await chooseInMenu(page, 'Account and password');
  await page.waitForURL(`${baseUrl}/account`);
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
  await page.getByText(email).waitFor();

  await fill(page, 'not this one', 'a new password');
  await form(page).getByRole('button', { name: 'Change the password' }).click();
  await form(page).getByRole('alert').getByText('The current password is wrong').waitFor();
  t.same(await storedKeys(page), before, 'nothing changes');

  await fill(page, password, 'a new password');
  await form(page).getByRole('button', { name: 'Change the password' }).click();
  await notice(page, 'status', 'Your password has been changed.').waitFor();
  t.equal(await form(page).getByLabel('Current password').inputValue(), '', 'the form keeps nothing');
  t.equal(await page.evaluate(() => document.activeElement?.tagName), 'H2');
  const statusOf = async (tried: string) =>
    (await test.api('POST /api/login', { body: { email, password: tried } })).status;
  t.equal(await statusOf('a new password'), 200);
  t.equal(await statusOf(password), 401);
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Today' }).click();
  await page.getByRole('heading', { level: 1, name: 'Hello, Lan!' }).waitFor();
});

t.test('SL-04 SL-08 the account is for every role, and who is logged out is led to the login', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl } = test;
  await page.goto(`${baseUrl}/account`);
  await page.waitForURL(`${baseUrl}/login?next=%2Faccount`);
  for (const role of ['teacher', 'admin'] as const) {
    const { password } = await logIn(test, page, role);
    await page.goto(`${baseUrl}/account`);
    await fill(page, password, `new password of the ${role}`);
    await form(page).getByRole('button', { name: 'Change the password' }).click();
    await notice(page, 'status', 'Your password has been changed.').waitFor();
    await page.evaluate(() => localStorage.clear());
  }
});

t.test('SL-08 the account is accessible and fits, in light and dark, wide and narrow', async (t) => {
  const test = await startBrowserTest(t, { locale: 'vi-VN' });
  const { page, baseUrl } = test;
  await logIn(test, page, 'student');
  for (const [colorScheme, width] of [
    ['light', 360],
    ['dark', 360],
    ['light', 780],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(`${baseUrl}/account`);
    await page.getByRole('heading', { level: 1, name: 'Tài khoản của bạn' }).waitFor();
    await page.getByRole('button', { name: /^Menu của bạn/ }).click();
    await page.getByRole('menuitem', { name: 'Tài khoản và mật khẩu' }).waitFor();
    const { violations } = await new AxeBuilder({ page }).analyze();
    t.same(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      [],
    );
    t.equal(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), 0);
  }
});
