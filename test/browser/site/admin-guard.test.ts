import { notice } from '../harness/noted-notices.ts';
import { writesOf } from '../harness/page-reads.ts';
import { screen } from '../harness/screen.ts';
import { logOut, storedKeys } from '../people/account-in-browser.ts';
import { logIn, makeAccount } from '../people/person.ts';

const REFUSED = "You don't have permission to access the admin area";

const test = screen();
const asAdmin = screen({ as: 'admin' });

test('NAV-20 NAV-21 NAV-22 NAV-23 all others are sent to their own place, and told', async (app) => {
  const { t, page, baseUrl } = app;
  await page.goto('/assmin');
  await notice(page, 'alert', REFUSED).waitFor();
  await page.waitForURL(`${baseUrl}/`);
  for (const role of ['teacher', 'student'] as const) {
    await logIn(app, page, role);
    await page.goto('/assmin');
    await notice(page, 'alert', REFUSED).waitFor();
    t.equal(page.url(), `${baseUrl}/${role}`);
    await page.evaluate(() => localStorage.clear());
  }
});

test('NAV-20 GLB-11 the notice stays for five seconds', async ({ t, page }) => {
  // No time passes but what is asked for, however slow the machine is.
  const start = new Date('2026-03-10T09:00:00Z');
  await page.clock.install({ time: start });
  await page.clock.pauseAt(start.getTime() + 1_000);
  await page.goto('/assmin');
  const refused = notice(page, 'alert', REFUSED);
  await refused.waitFor();
  await page.clock.runFor(4_900);
  t.equal(await refused.count(), 1);
  await page.clock.runFor(200);
  await refused.waitFor({ state: 'detached' });
});

test('NAV-18 NAV-19 ADM-03 SL-70 the administrator logs in at /assmin/login', async (app) => {
  const { t, page, baseUrl } = app;
  const { email, password } = await makeAccount(app, 'admin');
  const teacher = await makeAccount(app, 'teacher');
  await logIn(app, page, 'student');
  await page.goto('/assmin/login');

  await t.test('ADM-01 its fields are checked before anything is sent', async (t) => {
    const writes = writesOf(page);
    await page.getByLabel('Email').fill('lan@');
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.getByText('This is not an email address').waitFor();
    await page.getByText('Please fill in this field').waitFor();
    t.equal(await page.getByLabel('Password', { exact: true }).getAttribute('type'), 'password');
    t.same(writes, []);
  });

  await t.test(
    'ERR-02 NAV-18 CX-06 another account is refused in the banner, as a wrong password is',
    async (t) => {
      await page.getByLabel('Email').fill(teacher.email);
      await page.getByLabel('Password', { exact: true }).fill(teacher.password);
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
      const failure = notice(
        page,
        'alert',
        'Failed to login: The email address, the user name or the password is wrong',
      );
      await failure.waitFor();
      t.equal(await page.getByRole('main').getByRole('alert').count(), 0, 'not in the page');
      t.equal(page.url(), `${baseUrl}/assmin/login`);
    },
  );

  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await notice(page, 'status', 'Logged in successfully!').waitFor();
  await page.getByRole('heading', { name: 'Welcome, Lan!' }).waitFor();
  t.equal(page.url(), `${baseUrl}/assmin`);
  const stored = await storedKeys(page);
  t.match(stored, { role: 'admin', user_role: 'admin', user_email: email });
  t.ok(stored.admin_token);
  t.notOk('token' in stored, 'the student’s login is over');

  await t.test('GLB-05 GLB-06 the header leads to /assmin and to no other role’s pages', async (t) => {
    await page.goto('/about');
    const links = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link');
    await links.first().waitFor();
    t.same(await links.allInnerTexts(), ['Administration']);
    await links.first().click();
    await page.waitForURL(`${baseUrl}/assmin`);
  });

  await t.test('NAV-18 ADM-02 whoever is logged in as administrator goes straight on', async () => {
    await page.goto('/assmin/login');
    await page.waitForURL(`${baseUrl}/assmin`);
  });

  await t.test('ACC-20 ACC-21 logging out leads to the login, without a refusal', async (t) => {
    await logOut(page);
    await notice(page, 'status', 'You are logged out').waitFor();
    t.equal(page.url(), `${baseUrl}/login`);
    t.same(await storedKeys(page), {});
  });

  await t.test('ACC-32 /admin leads to the login of all, which takes the administrator', async () => {
    await page.goto('/admin');
    await page.waitForURL(`${baseUrl}/login`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(`${baseUrl}/assmin`);
  });
});

asAdmin('SL-08 ACC-27 the administrator changes the password with the admin token', async (app) => {
  const { t, page, admin } = app;
  const before = await storedKeys(page);
  await page.goto('/assmin?view=account');
  await page.getByRole('button', { name: 'Change the password' }).click();
  const form = page.getByRole('form', { name: 'Change the password' });
  await form.getByLabel('Current password').fill(admin.password);
  await form.getByLabel('New password', { exact: true }).fill('a new password');
  await form.getByLabel('Repeat the new password').fill('a new password');
  await form.getByRole('button', { name: 'Change the password' }).click();
  await notice(page, 'status', 'Your password has been changed.').waitFor();
  const after = await storedKeys(page);
  t.not(after.admin_token, before.admin_token, 'the new token is kept');
  t.notOk('token' in after);
});
