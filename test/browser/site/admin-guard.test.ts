import { changePassword, logInByForm } from '../account/account-forms.ts';
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

test('NAV-18 NAV-19 ADM-03 SL-70 the administrator logs in at /assmin/login', async (app) => {
  const { t, page, baseUrl } = app;
  const admin = await makeAccount(app, 'admin');
  const teacher = await makeAccount(app, 'teacher');
  await logIn(app, page, 'student');
  await page.goto('/assmin/login');

  await t.test('ADM-01 (document 2 §2, §5) its fields are checked before anything is sent', async (t) => {
    const writes = writesOf(page);
    const email = page.getByRole('textbox', { name: 'Email', exact: true });
    await email.fill('lan');
    t.equal(await email.getAttribute('type'), 'email');
    await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
    await page.getByText('This is not an email address').waitFor();
    await page.getByText('Please fill in this field').waitFor();
    t.equal(await page.getByLabel('Password', { exact: true }).getAttribute('type'), 'password');
    t.same(writes, []);
  });

  await t.test('ERR-02 NAV-18 CX-06 another account is refused as a wrong password is', async (t) => {
    await logInByForm(page, teacher);
    const failure = notice(
      page,
      'alert',
      'Failed to login: The email address, the user name or the password is wrong',
    );
    await failure.waitFor();
    t.equal(await page.getByRole('main').getByRole('alert').count(), 0, 'not in the page');
    t.equal(page.url(), `${baseUrl}/assmin/login`);
  });

  await logInByForm(page, admin);
  await notice(page, 'status', 'Logged in successfully!').waitFor();
  await page.getByRole('heading', { name: 'Welcome, Lan!' }).waitFor();
  t.equal(page.url(), `${baseUrl}/assmin`);
  const stored = await storedKeys(page);
  t.match(stored, { role: 'admin', user_role: 'admin', user_email: admin.email });
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
    await logInByForm(page, admin);
    await page.waitForURL(`${baseUrl}/assmin`);
  });
});

asAdmin('ACC-22 ACC-23 ACC-24 ACC-27 SL-08 the form of a password keeps nothing when hidden', async (app) => {
  const { t, page, admin } = app;
  const before = await storedKeys(page);
  await page.goto('/assmin?view=account');
  const form = page.getByRole('form', { name: 'Change the password' });
  const fields = ['Current password', 'New password', 'Repeat the new password'].map((name) =>
    form.getByLabel(name, { exact: true }),
  );
  const show = page.getByRole('button', { name: 'Change the password' });
  await show.waitFor();
  t.equal(await form.count(), 0);
  await show.click();
  for (const field of fields) await field.fill('secret secret');
  await page.getByRole('button', { name: 'Keep the password' }).click();
  await form.waitFor({ state: 'detached' });
  await show.click();
  for (const field of fields) t.equal(await field.inputValue(), '');
  await changePassword(form, admin.password, 'a new password');
  await notice(page, 'status', 'Your password has been changed.').waitFor();
  const after = await storedKeys(page);
  t.not(after.admin_token, before.admin_token, 'the new token is kept');
  t.notOk('token' in after);
});
