import { becomes } from '../../harness/becomes.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { logOut } from '../people/account-in-browser.ts';
import {
  allSaved,
  flashcard,
  leave,
  openDeck,
  plainCards,
  revealButton,
  study,
} from '../people/learning-in-browser.ts';
import { logIn, type Person } from '../people/person.ts';

const answered = async (student: Person) => (await student.events()).map((event) => event.front);

const test = screen({ as: 'student', timezoneId: 'Asia/Ho_Chi_Minh' });

test('SL-43 ERR-39 an expired login keeps the answers until the student logs in again', async (app) => {
  const { t, page, db, baseUrl, student } = app;
  await openDeck(page, await student.deck('Words', plainCards(3)));
  const { pathname } = new URL(page.url());
  await revealButton(page).waitFor();
  await db.query('update users set token_version = token_version + 1 where id = $1', [student.id]);
  await study(page, ['Knew it']);
  await page.waitForURL((url) => url.pathname === '/login');
  await notice(page, 'alert', 'Invalid or expired session, please log in again').waitFor();
  t.same(await answered(student), []);
  const token = await page.evaluate(() => localStorage.getItem('token'));
  t.equal(token, null, 'the login that was refused is forgotten: with it, nobody stays at the login');
  await page.getByLabel('Email').fill(student.email);
  await page.getByLabel('Password', { exact: true }).fill(student.password);
  const sent = page.waitForResponse(
    (response) =>
      response.url().endsWith('/progress') && response.ok() && response.request().postData() !== null,
  );
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await sent;
  await becomes(t, async () => page.url(), `${baseUrl}${pathname}`);
  await flashcard(page, 2, 3).waitFor();
  await allSaved(page);
  t.same(await answered(student), ['front 1']);
});

test("another student on the same browser neither sends nor sees the first one's answers", async (app) => {
  const { t, page, student: first } = app;
  await openDeck(page, await first.deck('Words', plainCards(3)));
  await revealButton(page).waitFor();
  await page.route('**/api/**', (route) => route.abort());
  await study(page, ['Knew it']);
  await page.getByText('1 answer waiting for the network').waitFor();
  await leave(page);
  await logOut(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  await page.unroute('**/api/**');
  const second = await logIn(app, page, 'student');
  await openDeck(page, await second.deck('Own words', plainCards(2)));
  await study(page, ['Knew it']);
  await allSaved(page);
  t.same(await answered(second), ['front 1']);
  t.same(await answered(first), []);
});

test('GLB-13 GLB-14 logging out with unsaved answers asks first; cancel changes nothing', async (app) => {
  const { t, page, student } = app;
  await openDeck(page, await student.deck('Words', plainCards(3)));
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
