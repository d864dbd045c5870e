import type { Page } from 'playwright-core';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { allSaved, flashcard, openDeck, plainCards, study } from '../people/learning-in-browser.ts';

/** Every entry of the session's batch is this failure. */
async function failBatch(page: Page, status: number, message: string, code = 'internal_error') {
  await page.route('**/api/batch', async (route) => {
    const { requests } = route.request().postDataJSON() as { requests: { url: string }[] };
    if (!requests.some(({ url }) => url.includes('/api/decks/'))) return route.continue();
    const data = requests.map(() => ({ status, data: { success: false, code, message } }));
    return route.fulfill({ json: { success: true, data } });
  });
}

const test = screen({ as: 'student' });

test('ERR-41 ERR-42 ERR-43 SL-61 a session that cannot be loaded says why, and can be tried again', async (app) => {
  const { page, student } = app;
  await openDeck(page, 2_000_000);
  await notice(page, 'alert', 'Deck not found').waitFor();
  const deckId = await student.deck('Words', plainCards(2));
  await failBatch(page, 403, 'Not today');
  await openDeck(page, deckId);
  await notice(page, 'alert', /^Access denied$/).waitFor();
  await page.unroute('**/api/batch');
  await failBatch(page, 418, 'I am a teapot');
  await openDeck(page, deckId);
  await notice(page, 'alert', 'The cards could not be loaded: I am a teapot').waitFor();
  await page.unroute('**/api/batch');
  await page.getByRole('button', { name: 'Try again' }).click();
  await flashcard(page, 1, 2).waitFor();
});

test('ERR-45 ERR-46 LRN-42 a failed answer is told and tried again until it is saved', async (app) => {
  const { t, page, student } = app;
  await openDeck(page, await student.deck('Words', plainCards(3)));
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

test('ERR-49 an end that the storage refuses is told', async ({ page, student }) => {
  await openDeck(page, await student.deck('Words', plainCards(1)));
  await study(page, ['Knew it']);
  await page.evaluate(() => {
    Storage.prototype.removeItem = () => {
      throw new DOMException('forbidden', 'SecurityError');
    };
  });
  await page.getByRole('button', { name: 'End session' }).click();
  await notice(page, 'alert', 'Failed to end session').waitFor();
});
