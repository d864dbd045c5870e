import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import {
  allSaved,
  counters,
  flashcard,
  openDeck,
  plainCards,
  revealButton,
  study,
} from '../people/learning-in-browser.ts';
import type { Person } from '../people/person.ts';

const answered = async (student: Person) => (await student.events()).map((event) => event.front);

const test = screen({ as: 'student' });

test('OFF-03 LRN-41 LRN-42 SL-43 the network goes and comes back: every answer once, in order', async (app) => {
  const { t, page, context, student } = app;
  await openDeck(page, await student.deck('Words', plainCards(5)));
  await study(page, ['Knew it']);
  await allSaved(page);
  await revealButton(page).waitFor();
  await context.setOffline(true);
  await study(page, ['Knew it', 'Knew it']);
  await page.getByText('2 answers waiting for the network').waitFor();
  t.equal(await page.getByRole('alert').count(), 0, 'that there is no network is no failure');
  t.same(await answered(student), ['front 1']);
  await context.setOffline(false);
  await allSaved(page);
  await study(page, ['Knew it', 'Knew it']);
  await allSaved(page);
  t.same(await answered(student), ['front 1', 'front 2', 'front 3', 'front 4', 'front 5']);
});

test('LRN-46 SL-43 a reload without the server goes on where the student was and loses nothing', async (app) => {
  const { t, page, student } = app;
  await openDeck(page, await student.deck('Words', plainCards(4)));
  await study(page, ['Forgot']);
  await page.route('**/api/**', (route) => route.abort());
  await study(page, ['Knew it']);
  await page.reload();
  await flashcard(page, 3, 4).waitFor();
  t.same(await counters(page), ['New 2', 'Learning 1', 'Review 0']);
  await study(page, ['Knew it']);
  await page.getByText('2 answers waiting for the network').waitFor();
  await page.unroute('**/api/**');
  await study(page, ['Knew it', 'Knew it']);
  await allSaved(page);
  t.same(await answered(student), ['front 2', 'front 3', 'front 4', 'front 1']);
});

test('SL-43 a closed tab: its answers are sent by whatever page comes next', async (app) => {
  const { t, page, context, student } = app;
  await openDeck(page, await student.deck('Words', plainCards(3)));
  await revealButton(page).waitFor();
  await context.setOffline(true);
  await study(page, ['Knew it', 'Knew it']);
  await page.getByText('2 answers waiting for the network').waitFor();
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  const sent = next.waitForResponse((response) => response.url().endsWith('/progress') && response.ok());
  await next.goto('/about');
  await sent;
  await openDeck(next, await student.deck('Other words', plainCards(1)));
  await allSaved(next);
  t.same(await answered(student), ['front 1', 'front 2']);
});

test('a tab that is closed in the moment of the tap loses nothing', async ({ t, page, context, student }) => {
  const deckId = await student.deck('Words', plainCards(3));
  await openDeck(page, deckId);
  await revealButton(page).click();
  await page.evaluate(() => {
    const button = [...document.querySelectorAll('button')].find((each) =>
      each.textContent.startsWith('Knew it'),
    );
    button?.click();
  });
  await page.close();
  const next = await context.newPage();
  await openDeck(next, deckId);
  await flashcard(next, 2, 3).waitFor();
  await allSaved(next);
  t.same(await answered(student), ['front 1']);
});

test('a reply that is lost after the server has the answer: counted once all the same', async (app) => {
  const { t, page, student } = app;
  await openDeck(page, await student.deck('Words', plainCards(2)));
  const keys: string[] = [];
  const failureSeen = Promise.withResolvers<void>();
  await page.route('**/progress', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    if (keys.length > 1) {
      // What the retry succeeds in is no longer told to have failed.
      await failureSeen.promise;
      return route.continue();
    }
    await route.fetch();
    return route.abort();
  });
  await study(page, ['Knew it']);
  await notice(page, 'alert', 'Failed to submit progress').waitFor();
  failureSeen.resolve();
  await allSaved(page);
  t.same(await answered(student), ['front 1']);
  t.equal(keys.length, 2);
  t.equal(keys[0], keys[1]);
});

test('SL-43 the browser restarts: the queue is still there', async (app) => {
  const { t, page, context, newContext, student } = app;
  await openDeck(page, await student.deck('Words', plainCards(3)));
  await revealButton(page).waitFor();
  await context.setOffline(true);
  await study(page, ['Knew it']);
  await page.getByText('1 answer waiting for the network').waitFor();
  const storageState = await context.storageState({ indexedDB: true });
  await context.close();
  const later = await newContext({ storageState });
  const next = await later.newPage();
  const sent = next.waitForResponse((response) => response.url().endsWith('/progress') && response.ok());
  await next.goto('/about');
  await sent;
  t.same(await answered(student), ['front 1']);
});

test('SL-34 offline at the end of the loaded cards: the session waits and goes on by itself', async (app) => {
  const { t, page, context, db, student } = app;
  const deckId = await student.deck('Many words', plainCards(21));
  await db.query('insert into deck_settings values ($1, $2, 21, 210)', [student.id, deckId]);
  await openDeck(page, deckId);
  await study(
    page,
    Array.from({ length: 19 }, () => 'Knew it' as const),
  );
  await revealButton(page).waitFor();
  await context.setOffline(true);
  await study(page, ['Knew it']);
  await page.getByText('The next cards come as soon as the network is back.').waitFor();
  await context.setOffline(false);
  await flashcard(page, 1, 1).waitFor();
  await study(page, ['Knew it']);
  await allSaved(page);
  t.equal((await answered(student)).length, 21);
});
