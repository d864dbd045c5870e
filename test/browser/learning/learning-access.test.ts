import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { counters, flashcard, openDeck, plainCards, study } from '../people/learning-in-browser.ts';
import { logIn } from '../people/person.ts';

const asGuest = screen({ timezoneId: 'Asia/Ho_Chi_Minh' });
const test = screen({ as: 'student', timezoneId: 'Asia/Ho_Chi_Minh' });
const asTeacher = screen({ as: 'teacher', timezoneId: 'Asia/Ho_Chi_Minh' });

asGuest('SL-97 somebody who was never logged in is invited to log in, and not blamed', async (app) => {
  const { t, page } = app;
  await page.goto('/learn/1');
  await page.waitForURL('**/login?next=%2Flearn%2F1');
  await page.getByRole('heading', { name: 'Log in to go on' }).waitFor();
  t.equal(await page.getByRole('alert').count(), 0);
});

test('ERR-39 a login that the server refuses leads to the login; afterwards the session goes on', async (app) => {
  const { t, page, student } = app;
  const deckId = await student.deck('Three words', plainCards(3));
  await openDeck(page, deckId);
  await study(page, ['Forgot']);
  await page.evaluate(() => localStorage.setItem('token', 'no.longer.valid'));
  await page.reload();
  await page.waitForURL((url) => url.pathname === '/login');
  await notice(page, 'alert', 'Invalid or expired session, please log in again').waitFor();
  const token = await page.evaluate(() => localStorage.getItem('token'));
  t.equal(token, null, 'the login that was refused is forgotten: with it, nobody stays at the login');
  await page.getByLabel('Email').fill(student.email);
  await page.getByLabel('Password', { exact: true }).fill(student.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(`**/learn/${deckId}`);
  await flashcard(page, 2, 3).waitFor();
  t.same(await counters(page), ['New 2', 'Learning 1', 'Review 0']);
});

asTeacher('LRN-48 the server refuses a teacher who claims to be a student', async ({ page }) => {
  await page.evaluate(() => localStorage.setItem('role', 'student'));
  await page.goto('/learn/1');
  await notice(page, 'alert', 'Teachers cannot access student learning features').waitFor();
});

test("ERR-40 another's deck: 'This deck is not official or owned by you'", async (app) => {
  const { page, student } = app;
  const deckId = await student.deck('Private', plainCards(1));
  await page.evaluate(() => localStorage.clear());
  await logIn(app, page, 'student');
  await openDeck(page, deckId);
  await notice(page, 'alert', 'This deck is not official or owned by you').waitFor();
  await page.getByRole('link', { name: 'Back to my learning' }).click();
  await page.waitForURL('**/student');
});
