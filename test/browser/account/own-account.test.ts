import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { eraseDue } from '../../../core/person/retention.ts';
import { becomes } from '../../harness/becomes.ts';
import { until } from '../../harness/until.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { chooseInMenu, chooseLanguage } from '../people/account-in-browser.ts';
import { openDeck, plainCards, rating, revealButton } from '../people/learning-in-browser.ts';
import { enter } from '../people/person.ts';
import { logInByForm } from './account-forms.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

const changed = (page: Page) => notice(page, 'status', 'Your account has been changed.').waitFor();

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const test = screen({ as: 'student', at: '/account' });

test('OWN-01 OWN-02 MYA-10 MYA-12 MYA-13 own data are taken home; name, time zone and language are set', async (app) => {
  const { t, page, sql, student } = app;
  const data = region(page, 'My data');
  await data.getByRole('button', { name: 'Make a file of my data' }).click();
  await data.getByText(/^Your file is ready \(/).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    data.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  t.equal(download.suggestedFilename(), 'my-data.json');
  const account = { email: student.email, role: 'student' };
  const taken = JSON.parse(await readFile(await download.path(), 'utf8'));
  t.match(taken, { account, events: [], decks: [] });

  const rowOf = async () => (await sql`select * from users where id = ${student.id}`)[0];
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill(' ');
  await page.getByRole('button', { name: 'Save the name' }).click();
  await page.getByText('What is your name?').waitFor();
  await name.fill('Nguyễn Lan');
  await page.getByRole('button', { name: 'Save the name' }).click();
  await changed(page);
  await page.getByRole('button', { name: 'Your menu, Nguyễn Lan' }).waitFor();

  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await becomes(t, async () => /^Like this device/.test(await zone.inputValue()), true);
  await zone.fill('berlin');
  await page.getByRole('option', { name: 'Europe/Berlin' }).click();
  await becomes(t, async () => (await rowOf()).time_zone, 'Europe/Berlin');
  await becomes(t, () => zone.inputValue(), 'Europe/Berlin');

  await chooseLanguage(page, 'VI – Tiếng Việt');
  await page.getByRole('heading', { level: 1, name: 'Tài khoản của bạn' }).waitFor();
  await becomes(t, async () => (await rowOf()).language, 'vi');
  t.match(await rowOf(), { name: 'Nguyễn Lan', time_zone_chosen: true });

  // As on another device.
  await page.evaluate(() => localStorage.clear());
  await logInByForm(page, student, '/login');
  await page.getByRole('button', { name: /^Menu của bạn/ }).waitFor();
});

test('MYA-11 a student of a list sees why the name cannot be changed', async ({ t, page, sql, student }) => {
  const rows = await sql`insert into classes (name, teacher_id)
    values ('7A', ${student.id}) returning id`;
  await sql`update users set made_in_class_id = ${rows[0].id} where id = ${student.id}`;
  await page.reload();
  await page.getByText('Your school made this account. If the name is wrong, ask your teacher.').waitFor();
  t.equal(await page.getByRole('button', { name: 'Save the name' }).count(), 0);
});

test('MYA-01 MYA-03 MYA-04 one session is ended by keyboard, then all others', async (app) => {
  const { t, page, api, student } = app;
  const login = {
    body: { email: student.email, password: student.password },
    headers: { 'user-agent': FIREFOX },
  };
  const tokens: string[] = [];
  for (let time = 0; time < 22; time += 1) tokens.push((await api('POST /api/login', login)).body.token);
  await page.reload();
  const sessions = region(page, 'Where you are logged in');
  const rows = sessions.getByRole('listitem');
  await becomes(t, () => rows.count(), 10);
  await sessions.getByRole('button', { name: 'Show all 23' }).click();
  await becomes(t, () => rows.count(), 23);
  await becomes(t, () => sessions.getByText('This device', { exact: true }).count(), 1);
  await sessions
    .getByRole('button', { name: /^Log out there: Firefox · Linux, since/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await notice(page, 'status', 'Logged out there.').waitFor();
  await becomes(t, () => rows.count(), 22);
  await becomes(t, () => page.evaluate(() => document.activeElement?.textContent), 'Where you are logged in');

  await sessions.getByRole('button', { name: 'Log out everywhere else' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere else' }).click();
  await becomes(t, () => rows.count(), 1);
  await sessions.getByText('You are not logged in anywhere else.').waitFor();
  await becomes(t, () => sessions.getByRole('button').count(), 0);
  for (const token of tokens.slice(0, 3))
    await becomes(t, async () => (await api('GET /api/me', { token })).status, 401);
  await page.reload();
  await sessions.getByText('You are not logged in anywhere else.').waitFor();
});

test('MYA-14 SL-207 SL-208 single keys that are switched off do nothing; Space does', async (app) => {
  const { t, page, newContext, student } = app;
  const other = await (await newContext()).newPage();
  await enter(other, student, '/student');
  const kept = () => other.evaluate(() => localStorage.getItem('letter_keys'));
  const deck = await student.deck('Words', plainCards(2));
  await openDeck(page, deck);
  await revealButton(page).waitFor();
  await page.goto('/account');
  const keys = page.getByRole('combobox', { name: /^Shortcuts of one letter/ });
  await becomes(t, () => keys.inputValue(), 'on');
  await keys.selectOption({ label: 'Off' });
  await changed(page);
  await becomes(t, () => keys.inputValue(), 'off');
  t.equal(await kept(), null, 'another browser has not heard of it');
  await other.goto('/account');
  await becomes(t, kept, 'off', 'when it opens its account it has');
  await other.context().close();
  await page.getByRole('heading', { name: 'Keyboard' }).focus();
  await page.keyboard.press('?');
  t.equal(await page.getByRole('dialog').count(), 0);
  await chooseInMenu(page, 'Keyboard shortcuts');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Keys that are a letter, digit or mark alone are switched off/).waitFor();
  t.equal(await dialog.getByText('Take the last answer back').count(), 0);

  await openDeck(page, deck);
  await revealButton(page).waitFor();
  await page.keyboard.press(' ');
  await rating(page, 'Confident').waitFor();
  await page.keyboard.press('3');
  await page.keyboard.press('1');
  t.ok(await rating(page, 'Confident').isVisible(), 'the card is still to be rated');
  await rating(page, 'Confident').click();
  await rating(page, 'Confident').waitFor({ state: 'hidden' });
});

test('OWN-03 an account is deleted, kept after all, deleted again, and gone', async (app) => {
  const { t, page, db, sql, student } = app;
  const deletion = region(page, 'Delete my account');
  const banner = region(page, 'Your account will be deleted');
  const confirm = async (password: string) => {
    await deletion.getByLabel('Your password, to be sure that it is you').fill(password);
    await deletion.getByRole('button', { name: 'Delete in 14 days' }).click();
  };
  await deletion.getByRole('button', { name: 'Delete my account…' }).click();
  await confirm('not the password');
  await deletion
    .getByRole('alert')
    .getByText(/current password is wrong/)
    .waitFor();
  await confirm(student.password);
  await deletion.getByText(/^Your account will be deleted at .+, as you asked\.$/).waitFor();

  await page.goto('/student');
  await banner.waitFor();
  // Now all that the page needs was asked for with the document.
  await page.reload();
  await banner.getByRole('button', { name: 'Keep my account' }).click();
  await page.getByText('Your account stays.').waitFor();
  await banner.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Choose your first deck').waitFor();
  t.equal(await banner.count(), 0);

  await page.goto('/account');
  await deletion.getByRole('button', { name: 'Delete my account…' }).click();
  await confirm(student.password);
  await deletion.getByRole('button', { name: 'Keep my account' }).waitFor();
  await sql`update users set delete_at = now() where id = ${student.id}`;
  // As the worker does each minute; it may have been quicker.
  await eraseDue(db, async () => {});
  await until(async () => (await db.query('select from users where id = $1', [student.id])).rowCount === 0);
  await page.goto('/student');
  await page.waitForURL(/\/login/);
  await logInByForm(page, student);
  await page
    .getByRole('alert')
    .getByText(/the password is wrong/)
    .waitFor();
});
