import t from 'tap';
import { becomes } from '../becomes.ts';
import { logOut } from './account-in-browser.ts';
import { startBrowserTest } from './browser-harness.ts';
import {
  allSaved,
  flashcard,
  type Learner,
  learner,
  leave,
  openDeck,
  plainCards,
  revealButton,
  study,
} from './learning-in-browser.ts';
import { notice } from './noted-notices.ts';

// A login brings the browser's time zone along: in another one it may be another study day, on which a session ends.
const ENGLISH = { locale: 'en-US', timezoneId: 'Asia/Ho_Chi_Minh' };

const answered = async (student: Learner) => (await student.events()).map((event) => event.front);

t.test('SL-43 ERR-39 an expired login keeps the answers until the student logs in again', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const student = await learner(test);
  await openDeck(test, await student.deck('Words', plainCards(3)));
  await revealButton(page).waitFor();
  await test.db.query('update users set token_version = token_version + 1 where id = $1', [
    student.studentId,
  ]);
  await study(page, ['Knew it', 'Knew it']);
  await notice(page, 'alert', 'Invalid or expired session, please log in again').waitFor();
  t.same(await answered(student), []);
  const { pathname } = new URL(page.url());
  await page.getByRole('button', { name: 'Log in again to save your answers' }).click();
  const token = await page.evaluate(() => localStorage.getItem('token'));
  t.equal(token, null, 'the login that was refused is forgotten: with it, nobody stays at the login');
  await page.waitForURL((url) => url.pathname === '/login');
  await page.getByLabel('Email').fill(student.account.email);
  await page.getByLabel('Password', { exact: true }).fill(student.account.password);
  const sent = page.waitForResponse(
    (response) =>
      response.url().endsWith('/progress') && response.ok() && response.request().postData() !== null,
  );
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await sent;
  await becomes(t, async () => page.url(), `${test.baseUrl}${pathname}`);
  await flashcard(page, 3, 3).waitFor();
  await allSaved(page);
  t.same(await answered(student), ['front 1', 'front 2']);
});

t.test("another student on the same browser neither sends nor sees the first one's answers", async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const first = await learner(test);
  await openDeck(test, await first.deck('Words', plainCards(3)));
  await revealButton(page).waitFor();
  await page.route('**/api/**', (route) => route.abort());
  await study(page, ['Knew it']);
  await page.getByText('1 answer waiting for the network').waitFor();
  await leave(page);
  await logOut(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  await page.unroute('**/api/**');
  const second = await learner(test);
  await openDeck(test, await second.deck('Own words', plainCards(2)));
  await study(page, ['Knew it']);
  await allSaved(page);
  t.same(await answered(second), ['front 1']);
  t.same(await answered(first), []);
});

t.test('GLB-13 GLB-14 logging out with unsaved answers asks first; cancel changes nothing', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const student = await learner(test);
  await openDeck(test, await student.deck('Words', plainCards(3)));
  await revealButton(page).waitFor();
  await page.route('**/api/**', (route) => route.abort());
  await study(page, ['Knew it']);
  await page.getByText('1 answer waiting for the network').waitFor();
  await leave(page);
  await logOut(page);
  const dialog = page.getByRole('dialog', { name: 'Log out with unsaved answers?' });
  await dialog.getByText('1 answer has not reached the server yet.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  // The question's own entry of the history goes a moment after it.
  await page.waitForFunction(() => !history.state?.dialogs?.length);
  await page.goBack();
  await flashcard(page, 2, 3).waitFor();
  await page.unroute('**/api/**');
  await allSaved(page);
  t.same(await answered(student), ['front 1'], 'still logged in, and nothing lost');
  await leave(page);
  await logOut(page);
  await page.waitForURL('**/login');
  t.equal(await page.getByRole('dialog').count(), 0, 'with nothing unsaved it does not ask');
});
