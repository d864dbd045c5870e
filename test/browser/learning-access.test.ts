import t from 'tap';
import { logIn } from './account-in-browser.ts';
import { startBrowserTest } from './browser-harness.ts';
import { counters, flashcard, learner, openDeck, plainCards, study } from './learning-in-browser.ts';
import { notice } from './noted-notices.ts';

// A login brings the browser's time zone along: in another one it may be another study day, on which a session ends.
const ENGLISH = { locale: 'en-US', timezoneId: 'Asia/Ho_Chi_Minh' };

t.test('SL-97 somebody who was never logged in is invited to log in, and not blamed', async (t) => {
  const { page, baseUrl } = await startBrowserTest(t, ENGLISH);
  await page.goto(`${baseUrl}/learn/1`);
  await page.waitForURL('**/login?next=%2Flearn%2F1');
  await page.getByRole('heading', { name: 'Log in to go on' }).waitFor();
  t.equal(await page.getByRole('alert').count(), 0);
});

t.test(
  'ERR-39 a login that the server refuses leads to the login; afterwards the session goes on',
  async (t) => {
    const test = await startBrowserTest(t, ENGLISH);
    const { page } = test;
    const student = await learner(test);
    const deckId = await student.deck('Three words', plainCards(3));
    await openDeck(test, deckId);
    await study(page, ['Forgot']);
    await page.evaluate(() => localStorage.setItem('token', 'no.longer.valid'));
    await page.reload();
    await page.waitForURL((url) => url.pathname === '/login');
    await notice(page, 'alert', 'Invalid or expired session, please log in again').waitFor();
    const token = await page.evaluate(() => localStorage.getItem('token'));
    t.equal(token, null, 'the login that was refused is forgotten: with it, nobody stays at the login');
    await page.getByLabel('Email').fill(student.account.email);
    await page.getByLabel('Password', { exact: true }).fill(student.account.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL(`**/learn/${deckId}`);
    await flashcard(page, 2, 3).waitFor();
    t.same(await counters(page), ['New 2', 'Learning 1', 'Review 0']);
  },
);

t.test(
  "LRN-48 teachers are led to their dashboard: 'Teachers cannot access student learning features'",
  async (t) => {
    const test = await startBrowserTest(t, ENGLISH);
    const { page, baseUrl } = test;
    await logIn(test, page, 'teacher');
    await page.goto(`${baseUrl}/learn/1`);
    await notice(page, 'alert', 'Teachers cannot access student learning features').waitFor();
    await page.waitForURL('**/teacher');
  },
);

t.test('LRN-48 the server refuses a teacher who claims to be a student', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page, baseUrl } = test;
  await logIn(test, page, 'teacher');
  await page.evaluate(() => localStorage.setItem('role', 'student'));
  await page.goto(`${baseUrl}/learn/1`);
  await notice(page, 'alert', 'Teachers cannot access student learning features').waitFor();
});

t.test("ERR-40 another's deck: 'This deck is not official or owned by you'", async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const deckId = await (await learner(test)).deck('Private', plainCards(1));
  await page.evaluate(() => localStorage.clear());
  await learner(test);
  await openDeck(test, deckId);
  await notice(page, 'alert', 'This deck is not official or owned by you').waitFor();
  await page.getByRole('link', { name: 'Back to my learning' }).click();
  await page.waitForURL('**/student');
});
