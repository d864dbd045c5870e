import type { Route } from 'playwright-core';
import { notice } from '../harness/noted-notices.ts';
import { refuse } from '../harness/refused-calls.ts';
import { screen } from '../harness/screen.ts';
import { allSaved, flashcard, openDeck, plainCards, study } from '../people/learning-in-browser.ts';
import { makeAccount } from '../people/person.ts';

const test = screen({ as: 'student' });
const asTeacher = screen({ as: 'teacher' });

asTeacher('LRN-48 the server refuses a teacher who claims to be a student', async ({ page }) => {
  await page.evaluate(() => localStorage.setItem('role', 'student'));
  await page.goto('/learn/1');
  await notice(page, 'alert', 'Teachers cannot access student learning features').waitFor();
});

test('LRN-40 CX-07 ERR-38 (document 2 §8) ERR-40 ERR-41 ERR-42 ERR-43 ERR-44 SL-36 SL-61 a session that cannot be loaded says why, and can be tried again', async (app) => {
  const { page, student } = app;
  const other = await makeAccount(app, 'student', 'Mai');
  for (const [deckId, reason] of [
    [2_000_000, 'Deck not found'],
    [await other.deck('Private', plainCards(1)), 'This deck is not official or owned by you'],
  ] as const) {
    await openDeck(page, deckId);
    await notice(page, 'alert', reason).waitFor();
  }
  for (const path of ['/learn', '/learn/0']) {
    await page.goto(path);
    await notice(page, 'alert', /^No deck selected$/).waitFor();
    await page.waitForURL('**/student');
  }

  const refusal = { code: 'internal_error', message: 'I am a teapot' };
  const deckId = await student.deck('Words', plainCards(2));
  const admit = await refuse(page, 'GET', /\/cards\/set$/, [403, refusal]);
  await openDeck(page, deckId);
  await notice(page, 'alert', /^Access denied$/).waitFor();
  await admit();
  const message = 'Daily card limit reached for this deck.';
  const raise = await refuse(page, 'GET', /\/cards\/set$/, [422, { code: 'daily_limit_reached', message }]);
  await openDeck(page, deckId);
  await notice(page, 'alert', message).waitFor();
  await page.waitForURL('**/student');
  await raise();
  const allow = await refuse(page, 'GET', /\/cards\/set$/, [418, refusal]);
  await openDeck(page, deckId);
  await notice(page, 'alert', 'Failed to fetch cards: I am a teapot').waitFor();
  await allow(() => page.getByRole('button', { name: 'Try again' }).click());
  await flashcard(page, 1, 2).waitFor();
});

test('ERR-45 ERR-46 LRN-42 a failed answer is told and tried again, and counts once', async (app) => {
  const { t, page, student } = app;
  await openDeck(page, await student.deck('Words', plainCards(3)));
  const refused = (status: number, message: string) => (route: Route) =>
    route.fulfill({ status, json: { success: false, code: 'internal_error', message } });
  const told = Promise.withResolvers<void>();
  const failures = [
    refused(429, 'Slow down'),
    async (route: Route) => {
      // The next failure's notice would take the place of the first.
      await told.promise;
      // The server has the answer, its reply is lost.
      await route.fetch();
      await route.abort();
    },
  ];
  const keys: string[] = [];
  await page.route('**/progress', (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    return failures.shift()?.(route) ?? route.continue();
  });
  await study(page, ['Confident']);
  await notice(page, 'alert', 'Too many requests, please try again later').waitFor();
  told.resolve();
  await page.getByText('1 answer waiting for the network').waitFor();
  await allSaved(page);
  t.equal(keys.length, 3);
  t.equal(new Set(keys).size, 1, 'under one key');
  t.equal((await student.events()).length, 1);
  failures.push(refused(418, 'I am a teapot'));
  await study(page, ['Confident']);
  const failed = notice(page, 'alert', 'Failed to submit progress: I am a teapot');
  // Pointed at, it would not go by its time.
  await failed.hover();
  await allSaved(page);
  await failed.waitFor({ state: 'detached' });
  t.equal((await student.events()).length, 2);
});

test('ERR-49 an end that the storage refuses is told', async ({ page, student }) => {
  await openDeck(page, await student.deck('Words', plainCards(1)));
  await study(page, ['Confident']);
  await page.evaluate(() => {
    Storage.prototype.removeItem = () => {
      throw new DOMException('forbidden', 'SecurityError');
    };
  });
  await page.getByRole('button', { name: 'End Session' }).click();
  await notice(page, 'alert', 'Failed to end session').waitFor();
});
