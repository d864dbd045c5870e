import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import t from 'tap';
import { contracts } from '../all-contracts.ts';
import { until } from '../until.ts';
import { logIn, logOut, makeAccount, storedKeys } from './account-in-browser.ts';
import { startBrowserTest } from './browser-harness.ts';
import { notice } from './noted-notices.ts';

const submitLogin = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
const password = (page: Page) => page.getByLabel('Password', { exact: true });

async function fillRegistration(page: Page, email: string, role: string) {
  await page.getByLabel('Your name').fill('Lan');
  await page.getByLabel('Email').fill(email);
  await password(page).fill('một mật khẩu');
  await page.getByLabel('Repeat the password').fill('một mật khẩu');
  await page.getByLabel('I am a…').selectOption(role);
}

/** The API's paths that the page writes to from now on. */
function writesOf(page: Page): string[] {
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') writes.push(new URL(request.url()).pathname);
  });
  return writes;
}

t.test('ACC-08 ACC-09 ACC-15 ACC-16 ACC-17 registering logs in and leads to the dashboard', async (t) => {
  const { page, baseUrl, db } = await startBrowserTest(t, { locale: 'en-US', timezoneId: 'America/Lima' });
  for (const role of ['student', 'teacher']) {
    const email = `${randomUUID()}@example.org`;
    await page.goto(`${baseUrl}/register`);
    await page.getByLabel('I am a…').waitFor();
    t.same(
      await page
        .getByLabel('I am a…')
        .locator('option')
        .evaluateAll((all) => all.map((one) => one.textContent)),
      ['Please choose', 'Student', 'Teacher'],
      'nobody registers as an administrator',
    );
    await fillRegistration(page, email, role);
    const writes = writesOf(page);
    await page.getByRole('button', { name: 'Create my account' }).click();
    await page.waitForURL(`${baseUrl}/${role}`);
    await notice(page, 'status', 'Your account is ready. Welcome!').waitFor();
    t.equal(writes.filter((path) => path === '/api/login').length, 0, 'no second login');
    const stored = await storedKeys(page);
    t.match(stored, { role, user_role: role, user_name: 'Lan', user_email: email });
    t.match(stored, { token: /^ey/, user_id: /^\d+$/ });

    const { rows } = await db.query('select role, time_zone from users where email = $1', [email]);
    t.same(rows, [{ role, time_zone: 'America/Lima' }], 'SL-31 with the time zone of the browser');
    await page.evaluate(() => localStorage.clear());
  }
});

t.test('ACC-10 SL-08 a registration with mistakes is not sent, and they are named', async (t) => {
  const { page, baseUrl } = await startBrowserTest(t, { locale: 'en-US' });
  await page.goto(`${baseUrl}/register`);
  const writes = writesOf(page);
  const create = page.getByRole('button', { name: 'Create my account' });
  await create.click();
  t.equal(await page.getByText('Please fill in this field').count(), 5);
  await fillRegistration(page, 'lan', 'student');
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

t.test('ERR-03 CX-06 an address that is taken, in any case, is told in the page', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl } = test;
  const { email } = await makeAccount(test, 'student');
  await page.goto(`${baseUrl}/register`);
  await fillRegistration(page, email.toUpperCase(), 'student');
  await page.getByRole('button', { name: 'Create my account' }).click();
  const failure = page.getByRole('main').getByRole('alert');
  await failure.waitFor();
  t.equal(
    await failure.textContent(),
    'Failed to register: An account with this email address already exists',
  );
  t.same(await storedKeys(page), {});
});

t.test('ACC-03 ACC-04 ACC-05 ACC-06 the login checks its fields and leads to registration', async (t) => {
  const { page, baseUrl } = await startBrowserTest(t, { locale: 'en-US' });
  await page.goto(`${baseUrl}/login`);
  const writes = writesOf(page);
  t.equal(await password(page).getAttribute('type'), 'password');
  await page.getByLabel('Email or user name').fill('lan@');
  await submitLogin(page);
  await page.getByText('This is not an email address').waitFor();
  await page.getByText('Please fill in this field').waitFor();
  t.same(writes, []);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.waitForURL('**/register');
});

t.test('ACC-12 ACC-13 ACC-14 a login is stored, told, and leads to the dashboard of the role', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl } = test;
  for (const role of ['student', 'teacher'] as const) {
    const account = await makeAccount(test, role);
    await page.goto(`${baseUrl}/login`);
    await page.getByLabel('Email').fill(account.email.toUpperCase());
    await password(page).fill(account.password);
    await submitLogin(page);
    await notice(page, 'status', 'Logged in successfully!').waitFor();
    await page.waitForURL(`${baseUrl}/${role}`);
    t.match(await storedKeys(page), {
      role,
      user_role: role,
      user_id: String(account.answer.user.id),
      user_name: 'Lan',
      user_email: account.email,
    });
    await page.evaluate(() => localStorage.clear());
  }
});

t.test('ERR-02 a wrong password is told in the page, whether or not the account exists', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl } = test;
  const { email } = await makeAccount(test, 'student');
  for (const address of [email, `${randomUUID()}@example.org`]) {
    await page.goto(`${baseUrl}/login`);
    await page.getByLabel('Email').fill(address);
    await password(page).fill('wrong password');
    await submitLogin(page);
    const failure = page.getByRole('main').getByRole('alert');
    await failure.waitFor();
    t.equal(
      await failure.textContent(),
      'Failed to login: The email address, the user name or the password is wrong',
    );
  }
  t.same(await storedKeys(page), {});
});

t.test('ERR-02 without the network the login says so', async (t) => {
  const { page, baseUrl, context } = await startBrowserTest(t, { locale: 'en-US' });
  await page.goto(`${baseUrl}/login`);
  await page.getByLabel('Email').fill('lan@example.org');
  await password(page).fill('một mật khẩu');
  await context.setOffline(true);
  await submitLogin(page);
  await notice(page, 'alert', 'Failed to login: The server cannot be reached').waitFor();
});

t.test('ACC-07 ACC-11 SL-05 whoever is logged in is sent away from the auth screens', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl } = test;
  for (const [role, target] of [
    ['student', '/student'],
    ['teacher', '/teacher'],
    ['admin', '/assmin'],
  ] as const) {
    await logIn(test, page, role);
    for (const path of ['/login', '/register']) {
      await page.goto(`${baseUrl}${path}`);
      await page.waitForURL(`${baseUrl}${target}`);
      t.equal(await page.getByLabel('Email').count(), 0);
    }
    await page.evaluate(() => localStorage.clear());
  }
});

t.test(
  'ACC-19 ACC-20 ACC-21 GLB-07 logging out leaves the language only, and the server ends the token',
  async (t) => {
    const test = await startBrowserTest(t, { locale: 'en-US' });
    const { page, baseUrl } = test;
    const { answer } = await logIn(test, page, 'student');
    await page.evaluate(() => localStorage.setItem('userLanguage', 'en'));
    await page.clock.install();
    await page.goto(`${baseUrl}/student`);
    await page.getByRole('region', { name: 'Official decks' }).getByRole('link').first().waitFor();
    // From here on time stands still, so that no banner goes by itself.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    await logOut(page);
    await page.waitForURL(`${baseUrl}/login`);
    const farewell = notice(page, 'status', 'You are logged out');
    await farewell.waitFor();
    t.same(await page.evaluate(() => ({ ...localStorage })), { userLanguage: 'en' });
    await until(async () => (await test.api('GET /api/me', { token: answer.token })).status === 401);

    await t.test('GLB-12 the banner’s button closes it at once', async () => {
      await page.getByRole('button', { name: 'Close the notice' }).click();
      await farewell.waitFor({ state: 'detached' });
    });
  },
);

t.test('SL-07 without a connection one is logged out all the same', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl, context } = test;
  await logIn(test, page, 'student');
  await page.goto(`${baseUrl}/student`);
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

t.test('DN-01 SL-06 the device stays known over logins and logouts', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl } = test;
  const account = await makeAccount(test, 'student');
  const device = () => page.evaluate(() => localStorage.getItem('device'));
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/login')) sent.push(request.postDataJSON().device);
  });
  const logInByForm = async () => {
    await page.goto(`${baseUrl}/login`);
    await page.getByLabel('Email').fill(account.email);
    await password(page).fill(account.password);
    await submitLogin(page);
    await page.waitForURL(`${baseUrl}/student`);
  };
  await logInByForm();
  const given = await device();
  t.match(given, /^[\w-]{22}$/);
  await logOut(page);
  await page.waitForURL(`${baseUrl}/login`);
  await logInByForm();
  t.equal(await device(), given);
  t.same(sent, [undefined, given]);
});

t.test('ERR-04 SL-07 a storage that cannot be cleared is told', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl } = test;
  await logIn(test, page, 'teacher');
  await page.goto(`${baseUrl}/teacher`);
  await page.evaluate(() => {
    Storage.prototype.removeItem = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  });
  await logOut(page);
  await notice(page, 'alert', 'Logging out failed').waitFor();
  t.equal(page.url(), `${baseUrl}/teacher`);
});

t.test('ACC-19 logging out in one tab ends the other one too', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, context, baseUrl } = test;
  await logIn(test, page, 'teacher');
  await page.goto(`${baseUrl}/teacher`);
  const other = await context.newPage();
  await other.goto(`${baseUrl}/teacher`);
  await logOut(other);
  await page.waitForURL(`${baseUrl}/login`);
});

t.test('GLB-04 GLB-06 SL-12 the header’s links depend on the role', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl } = test;
  const links = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link');
  await page.goto(`${baseUrl}/about`);
  await links.first().waitFor();
  t.same(await links.allInnerTexts(), ['Log in', 'Sign up']);
  for (const [role, name] of [
    ['student', 'My learning'],
    ['teacher', "Teacher's desk"],
  ] as const) {
    await logIn(test, page, role);
    await page.goto(`${baseUrl}/about`);
    await links.first().waitFor();
    t.same(await links.allInnerTexts(), [name]);
    await links.first().click();
    await page.waitForURL(`${baseUrl}/${role}`);
  }
});

t.test('GLB-03 on a small screen the menu opens and closes the links', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US', viewport: { width: 360, height: 740 } });
  const { page, baseUrl } = test;
  await page.goto(baseUrl);
  const link = page.getByRole('banner').getByRole('link', { name: 'Log in' });
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

t.test(
  'NAV-24 SL-04 a page of another role leads to the own dashboard, without a login to the login',
  async (t) => {
    const test = await startBrowserTest(t, { locale: 'en-US' });
    const { page, baseUrl } = test;

    await t.test('ACC-31 and without a token nothing is asked that needs one', async (t) => {
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
      ];
      // A login that has ended leaves a role behind when another program has removed its token.
      for (const role of [null, 'teacher']) {
        await page.evaluate((left) => left && localStorage.setItem('role', left), role);
        for (const path of pages) {
          await page.goto(`${baseUrl}${path}`);
          await page.waitForURL(`${baseUrl}/login?next=${encodeURIComponent(path)}`);
          await page.getByLabel('Email').waitFor();
        }
      }
      t.same(asked, []);
    });
    t.equal(await page.getByRole('alert').count(), 0, 'somebody who never was here is not blamed');
    await logIn(test, page, 'student');
    await page.goto(`${baseUrl}/teacher`);
    await page.waitForURL(`${baseUrl}/student`);
    await logIn(test, page, 'teacher');
    await page.goto(`${baseUrl}/student`);
    await page.waitForURL(`${baseUrl}/teacher`);
    await page.goto(`${baseUrl}/learn/1`);
    await notice(page, 'alert', 'Teachers cannot access student learning features').waitFor();
    t.equal(page.url(), `${baseUrl}/teacher`);
  },
);

const passwordForm = (page: Page) => page.getByRole('form', { name: 'Change the password' });
const current = (page: Page) => passwordForm(page).getByLabel('Current password');
const next = (page: Page) => passwordForm(page).getByLabel('New password', { exact: true });
const again = (page: Page) => passwordForm(page).getByLabel('Repeat the new password');
const change = (page: Page) => passwordForm(page).getByRole('button', { name: 'Change the password' });

t.test('ACC-22 ACC-23 ACC-24 a link shows and hides the form; hidden, it keeps nothing', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl } = test;
  await logIn(test, page, 'admin');
  await page.goto(`${baseUrl}/assmin?view=account`);
  await page.getByRole('button', { name: 'Change the password' }).waitFor();
  t.equal(await passwordForm(page).count(), 0);
  await page.getByRole('button', { name: 'Change the password' }).click();
  for (const field of [current(page), next(page), again(page)]) await field.fill('secret secret');
  await page.getByRole('button', { name: 'Keep the password' }).click();
  await passwordForm(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Change the password' }).click();
  for (const field of [current(page), next(page), again(page)]) t.equal(await field.inputValue(), '');
});

t.test('ACC-26 ACC-27 while the two differ it says so and cannot be sent', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl } = test;
  const { email, password } = await logIn(test, page, 'teacher');
  const before = await storedKeys(page);
  await page.goto(`${baseUrl}/account`);
  await current(page).fill(password);
  await next(page).fill('a new password');
  await again(page).fill('a new passwort');
  await page.getByText('The two passwords differ').waitFor();
  t.equal(await change(page).isDisabled(), true);
  await again(page).fill('a new password');
  t.equal(await page.getByText('The two passwords differ').count(), 0);

  await t.test('ACC-25 nor twice at a time', async (t) => {
    const held = Promise.withResolvers<void>();
    await page.route('**/api/change-password', async (route) => {
      await held.promise;
      await route.continue();
    });
    const sent = page.waitForRequest('**/api/change-password');
    await change(page).click();
    await sent;
    t.equal(await change(page).isDisabled(), true);
    held.resolve();
  });

  await notice(page, 'status', 'Your password has been changed.').waitFor();
  for (const field of [current(page), next(page), again(page)]) t.equal(await field.inputValue(), '');
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
  await page.goto(`${baseUrl}/account`);
  await current(page).fill('not this one');
  await next(page).fill('a new password');
  await again(page).fill('a new password');
  await change(page).click();
  const failure = passwordForm(page).getByRole('alert');
  await failure.waitFor();
  t.equal(await failure.textContent(), 'Failed to change the password: The current password is wrong');
  t.same(await storedKeys(page), before);
});
