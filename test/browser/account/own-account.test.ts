import type { Page } from 'playwright-core';
import { becomes } from '../../harness/becomes.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { chooseInMenu, chooseLanguage } from '../people/account-in-browser.ts';
import { openDeck, plainCards, rating, revealButton } from '../people/learning-in-browser.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

const changed = (page: Page) => notice(page, 'status', 'Your account has been changed.').waitFor();

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Logs the account in so many times more, as from other devices. */
async function elsewhere(test: BrowserTest, body: { email: string; password: string }, times: number) {
  const tokens: string[] = [];
  for (let time = 0; time < times; time += 1) {
    const headers = { 'user-agent': FIREFOX };
    const { body: answer } = await test.api('POST /api/login', { body, headers });
    tokens.push(answer.token);
  }
  return tokens;
}

const test = screen({ as: 'student' });
const asTeacher = screen({ as: 'teacher' });

test('MYA-10 MYA-12 name, time zone and language are set, and stay', async ({ t, page, db, student }) => {
  const rowOf = async () => (await db.query('select * from users where id = $1', [student.id])).rows[0];
  await page.goto('/account');
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
});

asTeacher('MYA-13 the language follows to another device', async ({ page, db, teacher }) => {
  await db.query(`update users set language = 'vi' where id = $1`, [teacher.id]);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await page.getByLabel('Email or user name').fill(teacher.email);
  await page.getByLabel('Password', { exact: true }).fill(teacher.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('button', { name: /^Menu của bạn/ }).waitFor();
});

test('MYA-11 a student of a list sees why the name cannot be changed', async ({ t, page, db, student }) => {
  const { rows } = await db.query(`insert into classes (name, teacher_id) values ('7A', $1) returning id`, [
    student.id,
  ]);
  await db.query('update users set made_in_class_id = $2 where id = $1', [student.id, rows[0].id]);
  await page.goto('/account');
  await page.getByText('Your school made this account. If the name is wrong, ask your teacher.').waitFor();
  t.equal(await page.getByRole('button', { name: 'Save the name' }).count(), 0);
});

test('MYA-01 MYA-03 MYA-04 one session is ended by keyboard, then all others', async (app) => {
  const { t, page, api, student: account } = app;
  const tokens = await elsewhere(app, account, 22);
  await page.goto('/account');
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
  await sessions.getByText('You are logged in nowhere else.').waitFor();
  for (const token of tokens.slice(0, 3))
    await becomes(t, async () => (await api('GET /api/me', { token })).status, 401);
  await page.reload();
  await sessions.getByText('You are logged in nowhere else.').waitFor();
});

test('MYA-14 single keys that are switched off do nothing; Space does', async ({ t, page, student }) => {
  const deck = await student.deck('Words', plainCards(2));
  await openDeck(page, deck);
  await revealButton(page).waitFor();
  await page.goto('/account');
  const keys = page.getByRole('combobox', { name: /^Shortcuts of one letter/ });
  await becomes(t, () => keys.inputValue(), 'on');
  await keys.selectOption({ label: 'Off' });
  await changed(page);
  await becomes(t, () => keys.inputValue(), 'off');
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
  await rating(page, 'Knew it').waitFor();
  await page.keyboard.press('3');
  await page.keyboard.press('1');
  t.ok(await rating(page, 'Knew it').isVisible(), 'the card is still to be rated');
  await rating(page, 'Knew it').click();
  await rating(page, 'Knew it').waitFor({ state: 'hidden' });
});
