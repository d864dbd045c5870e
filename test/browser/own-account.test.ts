import type { Page } from 'playwright-core';
import t from 'tap';
import { becomes } from '../becomes.ts';
import { screenCheck } from './accessible-screen.ts';
import { chooseInMenu, chooseLanguage, logIn } from './account-in-browser.ts';
import { type BrowserTest, startBrowserTest } from './browser-harness.ts';
import { learner, openDeck, plainCards, rating, revealButton } from './learning-in-browser.ts';
import { notice } from './noted-notices.ts';
import { refuse } from './refused-calls.ts';

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

t.test('MYA-10 MYA-12 name, time zone and language are set, and stay', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl } = test;
  const { answer } = await logIn(test, page, 'student');
  const rowOf = async () =>
    (await test.db.query('select * from users where id = $1', [answer.user.id])).rows[0];
  await page.goto(`${baseUrl}/account`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill(' ');
  await page.getByRole('button', { name: 'Save the name' }).click();
  await page.getByText('Please fill in this field').waitFor();
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

t.test('MYA-13 the language follows to another device', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl } = test;
  const { email, password, answer } = await logIn(test, page, 'teacher');
  await test.db.query(`update users set language = 'vi' where id = $1`, [answer.user.id]);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${baseUrl}/login`);
  await page.getByLabel('Email or user name').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('button', { name: /^Menu của bạn/ }).waitFor();
});

t.test('MYA-11 a student of a list sees why the name cannot be changed', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl } = test;
  const { answer } = await logIn(test, page, 'student');
  const { rows } = await test.db.query(
    `insert into classes (name, teacher_id) values ('7A', $1) returning id`,
    [answer.user.id],
  );
  await test.db.query('update users set made_in_class_id = $2 where id = $1', [answer.user.id, rows[0].id]);
  await page.goto(`${baseUrl}/account`);
  await page.getByText('Your school made this account. If the name is wrong, ask your teacher.').waitFor();
  t.equal(await page.getByRole('button', { name: 'Save the name' }).count(), 0);
});

t.test('MYA-01 MYA-03 MYA-04 one session is ended by keyboard, then all others', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl } = test;
  const account = await logIn(test, page, 'student');
  const tokens = await elsewhere(test, account, 22);
  await page.goto(`${baseUrl}/account`);
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
    await becomes(t, async () => (await test.api('GET /api/me', { token })).status, 401);
  await page.reload();
  await sessions.getByText('You are logged in nowhere else.').waitFor();
});

t.test('MYA-03 a list that does not come says so, and is asked for again', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl } = test;
  await logIn(test, page, 'teacher');
  const answerAgain = await refuse(page, 'GET', '/api/me/sessions');
  await page.goto(`${baseUrl}/account`);
  const sessions = region(page, 'Where you are logged in');
  await sessions.getByRole('alert').waitFor();
  await answerAgain();
  await sessions.getByRole('button', { name: 'Try again' }).click();
  await sessions.getByText('You are logged in nowhere else.').waitFor();
});

t.test('MYA-14 single keys that are switched off do nothing; Space does', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl } = test;
  const student = await learner(test);
  const deck = await student.deck('Words', plainCards(2));
  await openDeck(test, deck);
  await revealButton(page).waitFor();
  await page.goto(`${baseUrl}/account`);
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

  await openDeck(test, deck);
  await revealButton(page).waitFor();
  await page.keyboard.press(' ');
  await rating(page, 'Knew it').waitFor();
  await page.keyboard.press('3');
  await page.keyboard.press('1');
  t.ok(await rating(page, 'Knew it').isVisible(), 'the card is still to be rated');
  await rating(page, 'Knew it').click();
  await rating(page, 'Knew it').waitFor({ state: 'hidden' });
});

t.test('MYA-10 My account is accessible and fits at 360 px in both languages, for each role', async (t) => {
  for (const [locale, role] of [
    ['vi-VN', 'student'],
    ['en-US', 'admin'],
  ] as const) {
    const test = await startBrowserTest(t, { locale, viewport: { width: 360, height: 740 } });
    const { page, baseUrl } = test;
    await logIn(test, page, role);
    await page.goto(`${baseUrl}${role === 'admin' ? '/assmin?view=account' : '/account'}`);
    await page.getByText(/^(Thiết bị này|This device)$/).waitFor();
    await page.getByRole('combobox', { name: /^(Time zone|Múi giờ)$/ }).waitFor();
    await screenCheck(t, page)(`my account, ${role}`);
  }
});
