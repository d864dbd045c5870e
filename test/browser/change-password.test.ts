import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import t from 'tap';
import { logIn, notice, storedKeys } from './account-in-browser.ts';
import { startBrowserTest } from './browser-harness.ts';

const form = (page: Page) => page.getByRole('form', { name: 'Change the password' });
const current = (page: Page) => form(page).getByLabel('Current password');
const next = (page: Page) => form(page).getByLabel('New password', { exact: true });
const again = (page: Page) => form(page).getByLabel('Repeat the new password');
const submit = (page: Page) => form(page).getByRole('button', { name: 'Change the password' });

t.test('ACC-22 ACC-23 ACC-24 a link shows and hides the form; hidden, it keeps nothing', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl } = test;
  await logIn(test, page, 'teacher');
  await page.goto(`${baseUrl}/teacher`);
  await page.getByRole('heading', { name: 'Welcome, Lan!' }).waitFor();
  t.equal(await form(page).count(), 0);
  await page.getByRole('button', { name: 'Change the password' }).click();
  for (const field of [current(page), next(page), again(page)]) await field.fill('secret secret');
  await page.getByRole('button', { name: 'Keep the password' }).click();
  await form(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Change the password' }).click();
  for (const field of [current(page), next(page), again(page)]) t.equal(await field.inputValue(), '');
});

t.test('ACC-26 ACC-27 while the two differ it says so and cannot be sent', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl } = test;
  const { email, password } = await logIn(test, page, 'teacher');
  const before = await storedKeys(page);
  await page.goto(`${baseUrl}/teacher`);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await current(page).fill(password);
  await next(page).fill('a new password');
  await again(page).fill('a new passwort');
  await page.getByText('The two passwords differ').waitFor();
  t.equal(await submit(page).isDisabled(), true);
  await again(page).fill('a new password');
  t.equal(await page.getByText('The two passwords differ').count(), 0);

  await t.test('ACC-25 nor twice at a time', async (t) => {
    const held = Promise.withResolvers<void>();
    await page.route('**/api/change-password', async (route) => {
      await held.promise;
      await route.continue();
    });
    const sent = page.waitForRequest('**/api/change-password');
    await submit(page).click();
    await sent;
    t.equal(await submit(page).isDisabled(), true);
    held.resolve();
  });

  await notice(page, 'status', 'Your password has been changed.').waitFor();
  t.equal(await form(page).count(), 0, 'the form closes');
  const after = await storedKeys(page);
  t.not(after.token, before.token, 'the session goes on with a new token');
  const statusOf = async (tried: string) => {
    const data = { email, password: tried };
    return (await test.context.request.post(`${baseUrl}/api/login`, { data })).status();
  };
  t.equal(await statusOf('a new password'), 200);
  t.equal(await statusOf(password), 401);
});

t.test('ERR-05 SL-08 a wrong current password is told, and nothing changes', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl } = test;
  await logIn(test, page, 'teacher');
  const before = await storedKeys(page);
  await page.goto(`${baseUrl}/teacher`);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await current(page).fill('not this one');
  await next(page).fill('a new password');
  await again(page).fill('a new password');
  await submit(page).click();
  const failure = form(page).getByRole('alert');
  await failure.waitFor();
  t.equal(await failure.textContent(), 'Failed to change the password: The current password is wrong');
  t.same(await storedKeys(page), before);
});

t.test('ACC-22 the dashboards of teacher and administrator are accessible, light and dark', async (t) => {
  const test = await startBrowserTest(t, { locale: 'vi-VN', viewport: { width: 360, height: 740 } });
  const { page, baseUrl } = test;
  for (const [role, path] of [
    ['teacher', '/teacher'],
    ['admin', '/assmin?view=account'],
  ] as const) {
    await logIn(test, page, role);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(`${baseUrl}${path}`);
      await page.getByRole('button', { name: 'Mở menu' }).click();
      await page.getByRole('button', { name: 'Đổi mật khẩu' }).click();
      await page.getByLabel('Mật khẩu hiện tại').waitFor();
      const { violations } = await new AxeBuilder({ page }).analyze();
      t.same(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
        [],
        `${path} ${colorScheme}`,
      );
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      t.equal(overflow, 0, `${path} fits`);
    }
    await page.evaluate(() => localStorage.clear());
  }
});
