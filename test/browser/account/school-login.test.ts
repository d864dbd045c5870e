import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { startSchool } from '../../account/school-login/test-school.ts';
import { becomes } from '../../harness/becomes.ts';
import { screenCheck } from '../harness/accessible-screen.ts';
import { type BrowserTest, startBrowserTest } from '../harness/browser-harness.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { chooseInMenu } from '../people/account-in-browser.ts';
import { logIn, makeAccount } from '../people/person.ts';
import { changePassword, logInByForm } from './account-forms.ts';

const NAME = 'Trường Lê Quý Đôn';

const school = await startSchool(t);

const startScene = (t: Test, env: Record<string, string> = {}): Promise<BrowserTest> =>
  startBrowserTest(t, { own: true, seed: false, locale: 'en-US', env: { ...school.env, ...env } });

const person = (email = `${randomUUID()}@school.edu.vn`) =>
  school.knows({ sub: randomUUID(), name: 'Trần Thị Mai', email, email_verified: true });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** At the school's own page, as it shows to people. */
async function atSchool(page: Page, login: string | null): Promise<void> {
  await page.getByRole('heading', { name: 'The school’s login' }).waitFor();
  await page.getByLabel('Who are you?').fill(login ?? '');
  await button(page, login === null ? 'Cancel' : 'Log in').click();
}

t.test('OID-01 OID-05 OID-06 OID-11 OID-13 people come in with the school’s account', async (t) => {
  const test = await startScene(t);
  const { page, baseUrl } = test;
  const mai = person();

  await t.test('a new one cancels, comes again, chooses a role, and is where she wanted to be', async (t) => {
    await page.goto('/login?next=%2Fstudent%2Fclasses');
    await button(page, `Continue with ${NAME}`).click();
    await atSchool(page, null);
    await page.getByRole('heading', { level: 1, name: 'Not logged in' }).waitFor();
    await page.getByRole('alert').getByText('You did not log in at your school').waitFor();
    t.equal(new URL(page.url()).hash, '', 'the address says nothing more of it');
    await page.getByRole('link', { name: 'Back to the login' }).click();

    await button(page, `Continue with ${NAME}`).click();
    await atSchool(page, mai.sub);
    await page.getByRole('heading', { level: 1, name: 'Welcome, Trần Thị Mai!' }).waitFor();
    t.equal(new URL(page.url()).hash, '', 'SL-225 the code is taken out of the address');
    await button(page, 'Student').click();
    await page.waitForURL(`${baseUrl}/student/classes`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  await t.test('her account has no password, and stays connected', async () => {
    await page.goto('/account');
    const section = page.getByRole('region', { name: 'The school’s account' });
    await section.getByText(`You log in with ${NAME}, as ${mai.email}.`).waitFor();
    await section.getByText('It cannot be disconnected').waitFor();
    await page.getByText('This account has no password: you log in').waitFor();
  });

  await t.test('OID-17 she deletes it by logging in at the school again', async (t) => {
    const section = page.getByRole('region', { name: 'Delete my account' });
    for (const login of [person().sub, mai.sub]) {
      await button(page, 'Delete my account…').click();
      await page.setViewportSize({ width: 360, height: 740 });
      await section.getByText(`log in once more with ${NAME}`).waitFor();
      await screenCheck(t, page)('an account to be deleted by the school’s login');
      await button(page, 'Log in and delete in 14 days').click();
      await atSchool(page, login);
      if (login !== mai.sub)
        await section.getByRole('alert').getByText('another account of the school').waitFor();
    }
    await section.getByText(/^Your account will be deleted at .+, as you asked\.$/).waitFor();
    t.equal(new URL(page.url()).hash, '');
    await section.getByRole('button', { name: 'Keep my account' }).click();
    await button(page, 'Delete my account…').waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await t.test('OID-21 after logging out it is said that the school’s login may still be open', async (t) => {
    await chooseInMenu(page, 'Log out');
    await page.waitForURL(`${baseUrl}/login`);
    await page.getByText(`On this computer ${NAME} may still be open`).waitFor();
    await screenCheck(t, page)('login page while the school’s login is open');
    const language = (name: RegExp) => page.getByRole('banner').getByRole('button', { name });
    await language(/^VI/).click();
    const said = page.getByText(`Trên máy này ${NAME} có thể vẫn đang mở`);
    await said.waitFor();
    await page.reload();
    await said.waitFor();
    await language(/^EN/).click();
    await logInByForm(page, await makeAccount(test, 'student'));
    await page.waitForURL(`${baseUrl}/student`);
    const open = await page.evaluate(() => localStorage.getItem('school_open'));
    t.equal(open, null, 'a password leaves nothing open');
    await page.evaluate(() => localStorage.clear());
  });

  await t.test('the second time nothing is asked', async () => {
    await page.context().clearCookies();
    await page.goto('/register');
    await button(page, `Continue with ${NAME}`).click();
    await atSchool(page, mai.sub);
    await page.waitForURL(`${baseUrl}/student`);
  });

  await t.test('who has an account with that address gives its password once', async (t) => {
    const there = await makeAccount(test, 'teacher');
    const teacher = person(there.email);
    const other = await (await test.newContext()).newPage();
    for (const isFirst of [true, false]) {
      await other.goto('/login');
      await button(other, `Continue with ${NAME}`).click();
      await atSchool(other, teacher.sub);
      if (isFirst) {
        await other.getByRole('heading', { name: 'You have an account here already' }).waitFor();
        await other.getByLabel('Password', { exact: true }).fill('not this one');
        await button(other, 'Log In').click();
        await other.getByRole('alert').getByText('password is wrong').waitFor();
        await other.getByLabel('Password', { exact: true }).fill(there.password);
        await button(other, 'Log In').click();
      }
      await other.waitForURL(`${baseUrl}/teacher`);
      await becomes(t, () => other.evaluate(() => localStorage.getItem('role')), 'teacher');
      await other.evaluate(() => localStorage.clear());
      await other.context().clearCookies();
    }
  });

  await t.test('OID-14 OID-18 an account is connected and disconnected under Your account', async (t) => {
    const page = await (await test.newContext()).newPage();
    const { id, email, password } = await logIn(test, page, 'student');
    const mai = person(email);
    await page.goto('/account');
    const section = page.getByRole('region', { name: 'The school’s account' });
    await page.setViewportSize({ width: 360, height: 740 });
    await section.getByRole('button', { name: `Connect ${NAME}` }).waitFor();
    await screenCheck(t, page)('account to be connected');
    const prove = async (password: string, action: string) => {
      await section.getByLabel('Your password, to be sure that it is you').fill(password);
      await section.getByRole('button', { name: action }).click();
    };
    await section.getByRole('button', { name: `Connect ${NAME}` }).click();
    await prove('not this one', `Continue to ${NAME}`);
    await section.getByText('The current password is wrong').waitFor();
    await screenCheck(t, page)('account to be connected by its password');
    await prove(password, `Continue to ${NAME}`);
    await atSchool(page, mai.sub);
    await page.waitForURL(`${baseUrl}/account`);
    await notice(
      page,
      'status',
      'Connected. From now on you can log in with the school’s account.',
    ).waitFor();
    await section.getByText(`as ${mai.email}`).waitFor();
    const rows = await test.sql`select user_id from school_logins where user_id = ${id}`;
    t.same(rows, [{ user_id: id }]);

    const form = page.getByRole('form', { name: 'Change the password' });
    const another = 'ba con mèo đen nằm ngủ';
    await changePassword(form, password, another);
    await page
      .getByRole('region', { name: 'Change the password' })
      .getByRole('status')
      .getByText(`${NAME} opens this account as before, for ${mai.email}.`)
      .waitFor();
    await screenCheck(t, page)('a password that was changed while the school is connected');

    await section.getByRole('button', { name: 'Disconnect' }).click();
    await prove(another, 'Disconnect');
    await notice(page, 'status', 'Disconnected. You log in with your password.').waitFor();
    await section.getByRole('button', { name: `Connect ${NAME}` }).waitFor();
    t.equal((await test.db.query('select from school_logins where user_id = $1', [id])).rowCount, 0);

    // The school forgets her as well, and asks again.
    await page.context().clearCookies();
    await section.getByRole('button', { name: `Connect ${NAME}` }).click();
    await prove(another, `Continue to ${NAME}`);
    await atSchool(page, null);
    await section.getByRole('alert').getByText('You did not log in at your school').waitFor();
  });
});

t.test('OID-12 OID-16 a school that is away is said so; logging out ends its session, too', async (t) => {
  const test = await startScene(t, { OIDC_LOGOUT: '1' });
  const { page, baseUrl } = test;
  t.teardown(() => {
    school.instead = undefined;
  });
  school.instead = (request) => request.socket.destroy();
  await page.goto('/login');
  await button(page, `Continue with ${NAME}`).click();
  await page.getByRole('alert').getByText('Your school’s login cannot be reached').waitFor();
  school.instead = undefined;
  await button(page, `Continue with ${NAME}`).click();
  await atSchool(page, person().sub);
  await button(page, 'Teacher').click();
  await page.waitForURL(`${baseUrl}/teacher`);
  await chooseInMenu(page, 'Log out');
  await page.waitForURL(`${school.issuer}/session/end?*`);
  await page.goto('/login');
  t.equal(await page.evaluate(() => localStorage.getItem('token')), null);
});

const test = screen({ at: '/login' });

test('OID-13 where the school has none, nothing is to be seen of it', async (app) => {
  const { t, page } = app;
  await page.waitForLoadState('networkidle');
  await button(page, 'Log In').waitFor();
  t.equal(await page.getByRole('button', { name: /^Continue with/ }).count(), 0);
  await logIn(app, page, 'student');
  await page.goto('/account');
  await page.getByRole('heading', { name: 'Change the password' }).waitFor();
  t.equal(await page.getByRole('region', { name: 'The school’s account' }).count(), 0);
});
