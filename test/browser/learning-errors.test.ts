import type { Page } from 'playwright-core';
import t from 'tap';
import { startBrowserTest } from './browser-harness.ts';
import { allSaved, flashcard, learner, openDeck, plainCards, study } from './learning-in-browser.ts';
import { notice } from './noted-notices.ts';

const ENGLISH = { locale: 'en-US' };

/** Every entry of the session's batch is this failure. */
async function failBatch(page: Page, status: number, message: string, code = 'internal_error') {
  await page.route('**/api/batch', async (route) => {
    const { requests } = route.request().postDataJSON() as { requests: { url: string }[] };
    if (!requests.some(({ url }) => url.includes('/api/decks/'))) return route.continue();
    const data = requests.map(() => ({ status, data: { success: false, code, message } }));
    return route.fulfill({ json: { success: true, data } });
  });
}

t.test('ERR-41 SL-61 any other 403 is an access denied', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const deckId = await (await learner(test)).deck('Words', plainCards(1));
  await failBatch(page, 403, 'Not today');
  await openDeck(test, deckId);
  await notice(page, 'alert', /^Access denied$/).waitFor();
});

t.test("ERR-42 a deck that is not there: 'Deck not found'", async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  await learner(test);
  await openDeck(test, 2_000_000);
  await notice(test.page, 'alert', 'Deck not found').waitFor();
});

t.test("ERR-43 any other failure: 'The cards could not be loaded: {message}', and another try", async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const deckId = await (await learner(test)).deck('Words', plainCards(2));
  await failBatch(page, 418, 'I am a teapot');
  await openDeck(test, deckId);
  await notice(page, 'alert', 'The cards could not be loaded: I am a teapot').waitFor();
  await page.unroute('**/api/batch');
  await page.getByRole('button', { name: 'Try again' }).click();
  await flashcard(page, 1, 2).waitFor();
});

t.test(
  'ERR-44 SL-36 the daily limit, told by its message: session cleared, back to the dashboard',
  async (t) => {
    const test = await startBrowserTest(t, ENGLISH);
    const { page } = test;
    const deckId = await (await learner(test)).deck('Words', plainCards(2));
    await openDeck(test, deckId);
    await study(page, ['Forgot']);
    await failBatch(page, 403, 'Daily card limit reached for this deck.');
    await page.reload();
    await page.waitForURL('**/student');
    await notice(page, 'alert', 'Daily card limit reached for this deck.').waitFor();
    const left = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.includes('learning:')),
    );
    t.same(left, []);
  },
);

t.test('ERR-45 ERR-46 LRN-42 a failed answer is told and tried again until it is saved', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const student = await learner(test);
  await openDeck(test, await student.deck('Words', plainCards(3)));
  const keys: string[] = [];
  const failures = [
    { status: 429, message: 'Slow down' },
    { status: 418, message: 'I am a teapot' },
  ];
  const told = Promise.withResolvers<void>();
  await page.route('**/progress', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    // The next failure's notice would take the place of the first.
    if (keys.length === 2) await told.promise;
    const failure = failures.shift();
    if (!failure) return route.continue();
    const { status, message } = failure;
    return route.fulfill({ status, json: { success: false, code: 'internal_error', message } });
  });
  await study(page, ['Knew it']);
  await notice(page, 'alert', 'Too many requests, please try again later').waitFor();
  told.resolve();
  await page.getByText('1 answer waiting for the network').waitFor();
  await allSaved(page);
  t.equal(keys.length, 3);
  t.equal(new Set(keys).size, 1, 'under one key');
  t.equal((await student.events()).length, 1);
  failures.push({ status: 418, message: 'I am a teapot' });
  await study(page, ['Knew it']);
  await notice(page, 'alert', 'Failed to submit progress: I am a teapot').waitFor();
  await allSaved(page);
  t.equal((await student.events()).length, 2);
});

t.test('ERR-49 an end that the storage refuses is told', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  await openDeck(test, await (await learner(test)).deck('Words', plainCards(1)));
  await study(page, ['Knew it']);
  await page.evaluate(() => {
    Storage.prototype.removeItem = () => {
      throw new DOMException('forbidden', 'SecurityError');
    };
  });
  await page.getByRole('button', { name: 'End session' }).click();
  await notice(page, 'alert', 'Failed to end session').waitFor();
});
