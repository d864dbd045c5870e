import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { contracts } from '../../contract/all-contracts.ts';
import { becomes } from '../../harness/becomes.ts';
import { until } from '../../harness/until.ts';
import { notice } from '../harness/noted-notices.ts';
import { writesOf } from '../harness/page-reads.ts';
import { screen } from '../harness/screen.ts';
import { chooseInMenu, logOut, storedKeys, visit } from '../people/account-in-browser.ts';
import { logIn, makeAccount } from '../people/person.ts';
import { hold } from '../shell/held-calls.ts';
import { changePassword, fillRegistration, logInByForm } from './account-forms.ts';

const submitLogin = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
const password = (page: Page) => page.getByLabel('Password', { exact: true });

const test = screen();
const inVietnamese = screen({ at: '/login', locale: 'vi-VN' });
const asTeacher = screen({ as: 'teacher' });
const asStudent = screen({ as: 'student' });
const inLima = screen({ timezoneId: 'America/Lima' });
const onPhone = screen({ at: '/', viewport: { width: 360, height: 740 } });

inLima('ACC-08 ACC-09 ACC-15 ACC-16 ACC-17 GLB-10 registering leads to the dashboard', async (app) => {
  const { t, page, baseUrl, sql } = app;
  for (const role of ['student', 'teacher'] as const) {
    const email = `${randomUUID()}@example.org`;
    await page.goto('/register');
    const roles = page.getByRole('group', { name: 'I am a…' }).locator('label');
    await roles.first().waitFor();
    t.same(await roles.allInnerTexts(), ['Student', 'Teacher'], 'nobody registers as an administrator');
    await fillRegistration(page, email, role);
    const writes = writesOf(page);
    await page.getByRole('button', { name: 'Create my account' }).click();
    await page.waitForURL(`${baseUrl}/${role}`);
    const welcome = notice(page, 'status', 'Your account is ready. Welcome!');
    await welcome.waitFor();
    t.notOk(writes.includes('POST /api/login'), 'no second login');
    const stored = await storedKeys(page);
    t.match(stored, { role, user_role: role, user_name: 'Lan', user_email: email });
    t.match(stored, { token: /^ey/, user_id: /^\d+$/ });

    const rows = await sql`select role, time_zone from users where email = ${email}`;
    t.same(rows, [{ role, time_zone: 'America/Lima' }], 'SL-31 with the time zone of the browser');
    await visit(page, '/assmin');
    await notice(page, 'alert', "You don't have permission to access the admin area").waitFor();
    t.equal(await welcome.count(), 0, 'a newer message takes the place of the last one');
    await page.evaluate(() => localStorage.clear());
  }
});

test('ACC-03 ACC-04 ACC-05 ACC-06 ACC-10 SL-08 SL-129 what has mistakes is not sent, and they are named', async (app) => {
  const { t, page } = app;
  await page.goto('/login');
  const writes = writesOf(page);
  t.equal(await password(page).getAttribute('type'), 'password');
  const eye = page.getByRole('button', { name: 'Show what you type' });
  t.equal(await eye.getAttribute('aria-pressed'), 'false');
  await eye.press(' ');
  t.equal(await eye.getAttribute('aria-pressed'), 'true', 'a switch, and its name stays');
  t.equal(await password(page).getAttribute('type'), 'text');
  await eye.press(' ');
  await submitLogin(page);
  await page.getByText('Please fill in this field').nth(1).waitFor();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.waitForURL('**/register');
  const create = page.getByRole('button', { name: 'Create my account' });
  await create.click();
  for (const said of ['Are you a student or a teacher?', 'What is your name?'])
    await page.getByText(said, { exact: true }).waitFor();
  await page.getByText('Repeat the password', { exact: true }).nth(1).waitFor();
  t.equal(await page.getByText('Please fill in this field').count(), 2);
  t.equal(
    await page.getByRole('radio', { name: 'Student' }).evaluate((each) => each.matches(':focus')),
    true,
  );
  await fillRegistration(page, 'lan@example', 'student');
  await password(page).fill('short');
  await create.click();
  await page.getByText('This is not an email address').waitFor();
  await page.getByText('The two passwords differ').waitFor();
  t.equal(
    await password(page).evaluate((input) => input.getAttribute('aria-invalid')),
    'true',
    'the reader hears which field it is',
  );
  t.equal(await page.getByLabel('Email').evaluate((input) => input === document.activeElement), true);
  t.same(writes, []);
});

test('ERR-03 CX-06 ACC-33 an address that is taken, in any case, is said once, at its field', async (app) => {
  const { t, page } = app;
  const { email } = await makeAccount(app, 'student');
  await page.goto('/register');
  await fillRegistration(page, email.toUpperCase(), 'student');
  await page.getByRole('button', { name: 'Create my account' }).click();
  await page.getByText('An account with this email address already exists').waitFor();
  t.equal(await page.getByRole('main').getByRole('alert').count(), 0);
  await becomes(t, () => page.getByLabel('Email').evaluate((field) => field.matches(':focus')), true);
  t.same(await storedKeys(page), {});

  await page.getByLabel('Email').fill(`${randomUUID()}@example.org`);
  for (const label of ['Password', 'Repeat the password'])
    await page.getByLabel(label, { exact: true }).fill('password1');
  await page.getByRole('button', { name: 'Create my account' }).click();
  await page.getByText('This password is easy to guess: choose a less common one').waitFor();
  t.equal(await page.getByRole('main').getByRole('alert').count(), 0);
});

test('ACC-07 ACC-11 ACC-12 ACC-13 ACC-14 SL-05 a login is stored, told, and leads to the dashboard', async (app) => {
  const { t, page, baseUrl } = app;
  for (const role of ['student', 'teacher'] as const) {
    const account = await makeAccount(app, role);
    await logInByForm(page, { ...account, email: account.email.toUpperCase() }, '/login');
    await notice(page, 'status', 'Logged in successfully!').waitFor();
    await page.waitForURL(`${baseUrl}/${role}`);
    t.match(await storedKeys(page), {
      role,
      user_role: role,
      user_id: String(account.id),
      user_name: account.name,
      user_email: account.email,
    });
    for (const path of ['/login', '/register']) {
      await page.goto(path);
      await page.waitForURL(`${baseUrl}/${role}`);
    }
    await page.evaluate(() => localStorage.clear());
  }
});

test('ERR-02 RST-17 a login that fails is told in the page, whether or not the account exists', async (app) => {
  const { t, page, context } = app;
  const { email } = await makeAccount(app, 'student');
  for (const address of [email, `${randomUUID()}@example.org`]) {
    await logInByForm(page, { email: address, password: 'wrong password' }, '/login');
    const failure = page.getByRole('main').getByRole('alert');
    await failure.waitFor();
    t.equal(
      await failure.textContent(),
      'Failed to login: The email address, the user name or the password is wrong',
    );
  }
  await logInByForm(page, { email, password: 'mẽo-anh-tre-4271' }, '/login');
  await page
    .getByText(
      'What you typed has Vietnamese letters: if your password has none, switch Vietnamese typing off.',
    )
    .waitFor();
  t.same(await storedKeys(page), {});
  await context.setOffline(true);
  await submitLogin(page);
  await notice(page, 'alert', 'Failed to login: The server cannot be reached').waitFor();
});

asStudent('ACC-19 ACC-20 ACC-21 GLB-07 a logout leaves the language, and ends the token', async (app) => {
  const { t, page, baseUrl, api, student } = app;
  await page.evaluate(() => localStorage.setItem('userLanguage', 'en'));
  await page.clock.install();
  await page.goto('/student');
  await page.getByRole('region', { name: 'Official decks' }).getByRole('link').first().waitFor();
  // From here on time stands still, so that no banner goes by itself.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  await logOut(page);
  await page.waitForURL(`${baseUrl}/login`);
  const farewell = notice(page, 'status', 'You are logged out');
  await farewell.waitFor();
  // That the browser has the fonts says nothing of a person.
  const left = () =>
    page.evaluate(() => Object.entries(localStorage).filter(([name]) => name !== 'fonts_here'));
  await becomes(t, left, [['userLanguage', 'en']]);
  await until(async () => (await api('GET /api/me', { token: student.token })).status === 401);

  await t.test('GLB-12 the banner’s button closes it at once', async () => {
    await page.getByRole('button', { name: 'Close the notice' }).click();
    await farewell.waitFor({ state: 'detached' });
  });
});

asStudent('SL-07 without a connection one is logged out all the same', async ({ t, page, context }) => {
  await page.goto('/student');
  await page.getByRole('region', { name: 'Official decks' }).getByRole('link').first().waitFor();
  // The menu comes by itself once the page has nothing else to do, with what it is made of.
  await page.waitForFunction(() => {
    const come = performance.getEntriesByType('resource').map(({ name }) => name);
    return ['account-menu', 'overlays', 'widgets'].every((part) =>
      come.some((name) => name.includes(`/${part}-`) && name.endsWith('.js')),
    );
  });
  await context.setOffline(true);
  await logOut(page);
  await notice(page, 'status', 'You are logged out').waitFor();
  t.equal(await page.evaluate(() => localStorage.getItem('token')), null);
});

test('SL-44 SL-06 the device stays known over logins and logouts', async (app) => {
  const { t, page, baseUrl } = app;
  const account = await makeAccount(app, 'student');
  const device = () => page.evaluate(() => localStorage.getItem('device'));
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/login')) sent.push(request.postDataJSON().device);
  });
  const comeIn = async () => {
    await logInByForm(page, account, '/login');
    await page.waitForURL(`${baseUrl}/student`);
  };
  await comeIn();
  const given = await device();
  t.match(given, /^[\w-]{22}$/);
  await logOut(page);
  await page.waitForURL(`${baseUrl}/login`);
  await comeIn();
  t.equal(await device(), given);
  t.same(sent, [undefined, given]);
});

asTeacher('ACC-19 ERR-04 SL-07 a failed logout is told; one in another tab counts here', async (app) => {
  const { t, page, context, baseUrl } = app;
  await page.goto('/teacher');
  await page.evaluate(() => {
    Storage.prototype.removeItem = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  });
  await logOut(page);
  await notice(page, 'alert', 'Logging out failed').waitFor();
  t.equal(page.url(), `${baseUrl}/teacher`);
  await page.reload();
  await page.getByRole('button', { name: /^Your menu/ }).waitFor();
  const other = await context.newPage();
  await other.goto('/teacher');
  await logOut(other);
  await page.waitForURL(`${baseUrl}/login`);
});

test('GLB-04 GLB-06 SL-12 the header’s links depend on the role', async (app) => {
  const { t, page, baseUrl } = app;
  const links = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link');
  await page.goto('/about');
  await links.first().waitFor();
  t.same(await links.allInnerTexts(), ['Log In', 'Sign up']);
  for (const [role, name] of [
    ['student', 'My learning'],
    ['teacher', "Teacher's desk"],
  ] as const) {
    await logIn(app, page, role);
    await page.goto('/about');
    await links.first().waitFor();
    t.same(await links.allInnerTexts(), [name]);
    await links.first().click();
    await page.waitForURL(`${baseUrl}/${role}`);
  }
});

onPhone('GLB-03 on a small screen the menu opens and closes the links', async ({ t, page }) => {
  const link = page.getByRole('banner').getByRole('link', { name: 'Log In' });
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await link.waitFor();
  await page.getByRole('button', { name: 'Close the menu' }).click();
  await link.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await link.click();
  await page.waitForURL('**/login');
  t.equal(await link.isVisible(), false, 'following a link closes it');
});

const isPublic = (method: string, path: string) =>
  contracts.some(({ method: own, url, access }) => access === 'public' && own === method && url === path);

test('NAV-10 NAV-12 NAV-24 SL-04 a page of another role leads to the own dashboard, without a login to the login', async (app) => {
  const { t, page, baseUrl } = app;

  await t.test('ACC-31 COL-18 SL-97 and without a token nothing is asked that needs one', async (t) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/') && !isPublic(request.method(), pathname))
        asked.push(`${request.method()} ${pathname}`);
    });
    const pages = [
      '/student',
      '/teacher',
      '/teacher/decks',
      '/teacher/classes',
      '/teacher/exams',
      '/learn/1',
      '/account',
      '/teach/x',
    ];
    // A login that has ended leaves a role behind when another program has removed its token.
    for (const role of [null, 'teacher']) {
      await page.evaluate((left) => left && localStorage.setItem('role', left), role);
      for (const path of pages) {
        await page.goto(path);
        await page.waitForURL(`${baseUrl}/login?next=${encodeURIComponent(path)}`);
        await page.getByLabel('Email').waitFor();
      }
    }
    t.same(asked, []);
  });
  t.equal(await page.getByRole('alert').count(), 0, 'somebody who never was here is not blamed');
  await logIn(app, page, 'student');
  for (const path of ['/teacher', '/teacher/classes', '/teacher/exams']) {
    await page.goto(path);
    await page.waitForURL(`${baseUrl}/student`);
  }
  await logIn(app, page, 'teacher');
  await page.goto('/student');
  await page.waitForURL(`${baseUrl}/teacher`);
  await page.goto('/learn/1');
  await notice(page, 'alert', 'Teachers cannot access student learning features').waitFor();
  t.equal(page.url(), `${baseUrl}/teacher`);
});

asTeacher(
  'ACC-22 ACC-23 ACC-24 ACC-25 ACC-26 (document 1 §2, §4) the teacher’s page shows and hides the form of the password',
  async (app) => {
    const { t, page, teacher, api } = app;
    await page.goto('/teacher');
    const form = page.getByRole('main').getByRole('form', { name: 'Change the password' });
    const link = page.getByRole('button', { name: /^(Change|Keep) the password$/, expanded: false });
    const fields = ['Current password', 'New password', 'Repeat the new password'].map((name) =>
      form.getByLabel(name, { exact: true }),
    );
    await link.waitFor();
    t.equal(await form.count(), 0);
    await link.press('Enter');
    for (const field of fields) await field.fill('secret secret');
    await fields[2]!.fill('another secret');
    await form.getByText('The two passwords differ').waitFor();
    const change = form.getByRole('button', { name: 'Change the password' });
    t.equal(await change.isDisabled(), true);
    await page.getByRole('button', { name: 'Keep the password' }).click();
    await form.waitFor({ state: 'detached' });
    await link.click();
    for (const field of fields) t.equal(await field.inputValue(), '');

    const letGo = await hold(page, '**/api/change-password');
    const sent = page.waitForRequest('**/api/change-password');
    await changePassword(form, teacher.password, 'a new password');
    await sent;
    t.equal(await change.isDisabled(), true, 'not twice at a time');
    letGo();
    await notice(page, 'status', 'Your password has been changed.').waitFor();
    await form.waitFor({ state: 'detached' });
    await becomes(t, () => link.evaluate((button) => button === document.activeElement), true);
    const login = await api('POST /api/login', {
      body: { email: teacher.email, password: 'a new password' },
    });
    t.equal(login.status, 200);
  },
);

inVietnamese('SL-314 LNG-10 the first refusal brings its texts, and is said in them', async ({ t, page }) => {
  const texts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/further-errors-')) texts.push(request.url());
  });
  await page.getByLabel('Email').fill('ai-do@example.org');
  await page.getByLabel('Mật khẩu', { exact: true }).fill('khong dung dau');
  await page.getByRole('main').getByRole('button', { name: 'Đăng nhập', exact: true }).click();
  const said = 'Đăng nhập không thành công: Sai tên hoặc mật khẩu. Xem lại chữ hoa, chữ thường nhé.';
  await page.getByRole('main').getByRole('alert').getByText(said, { exact: true }).waitFor();
  t.equal(texts.length, 1);
});

asTeacher('ACC-26 ACC-27 ERR-05 SL-08 a wrong new password changes nothing, a good one does', async (app) => {
  const { t, page, baseUrl, api, teacher } = app;
  const form = page.getByRole('form', { name: 'Change the password' });
  const field = (name: string) => form.getByLabel(name, { exact: true });
  const change = form.getByRole('button', { name: 'Change the password' });
  const before = await storedKeys(page);
  await page.goto('/teacher');
  await chooseInMenu(page, 'Account and password');
  await page.waitForURL(`${baseUrl}/account`);
  await page.getByText(teacher.email).waitFor();
  await field('Current password').fill('not this one');
  await field('New password').fill('a new password');
  await field('Repeat the new password').fill('a new passwort');
  await page.getByText('The two passwords differ').waitFor();
  t.equal(await change.isDisabled(), true);
  await changePassword(form, 'not this one', 'a new password');
  t.equal(await page.getByText('The two passwords differ').count(), 0);
  // (document 1 §8) A notification, as other failures are.
  await notice(page, 'alert', 'Failed to change the password: The current password is wrong').waitFor();
  t.same(await storedKeys(page), before);

  await t.test('ACC-25 nor twice at a time', async (t) => {
    const letGo = await hold(page, '**/api/change-password');
    const sent = page.waitForRequest('**/api/change-password');
    await changePassword(form, teacher.password, 'a new password');
    await sent;
    t.equal(await change.isDisabled(), true);
    letGo();
  });

  await notice(page, 'status', 'Your password has been changed.').waitFor();
  for (const name of ['Current password', 'New password', 'Repeat the new password'])
    t.equal(await field(name).inputValue(), '');
  t.equal(await page.evaluate(() => document.activeElement?.tagName), 'H2', 'the focus is at the section');
  t.not((await storedKeys(page)).token, before.token, 'the session goes on with a new token');
  for (const [password, status] of [
    ['a new password', 200],
    [teacher.password, 401],
  ] as const)
    t.equal((await api('POST /api/login', { body: { email: teacher.email, password } })).status, status);
});
