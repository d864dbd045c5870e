import { until } from '../../harness/until.ts';
import { screen } from '../harness/screen.ts';
import {
  allSaved,
  answered,
  flashcard,
  openDeck,
  plainCards,
  revealButton,
  study,
} from '../people/learning-in-browser.ts';

const test = screen({ as: 'student' });

test('SL-43 a tab that is closed in the moment of the tap: any page that comes next sends the answer', async (app) => {
  const { t, page, context, student } = app;
  const deckId = await student.deck('Words', plainCards(3));
  await openDeck(page, deckId);
  await revealButton(page).click();
  await page.evaluate(() => {
    const button = [...document.querySelectorAll('button')].find((each) =>
      each.textContent.startsWith('Confident'),
    );
    button?.click();
  });
  await page.close();
  const next = await context.newPage();
  await next.goto('/about');
  await until(async () => (await answered(student)).length === 1, 'the answer is sent');
  await openDeck(next, deckId);
  await flashcard(next, 2, 3).waitFor();
  t.same(await answered(student), ['front 1']);
});

test('SL-43 the browser restarts: the queue is still there', async (app) => {
  const { t, page, context, newContext, student } = app;
  await openDeck(page, await student.deck('Words', plainCards(3)));
  await revealButton(page).waitFor();
  await context.setOffline(true);
  await study(page, ['Confident']);
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
  const { t, page, context, student } = app;
  const deckId = await student.deck('Many words', plainCards(21));
  await student.settings(deckId, { new_cards_per_day: 21, max_cards_per_day: 210 });
  await openDeck(page, deckId);
  await study(
    page,
    Array.from({ length: 19 }, () => 'Confident' as const),
  );
  await revealButton(page).waitFor();
  await context.setOffline(true);
  await study(page, ['Confident']);
  await page.getByText('The next cards come as soon as the network is back.').waitFor();
  await context.setOffline(false);
  await flashcard(page, 1, 1).waitFor();
  await study(page, ['Confident']);
  await allSaved(page);
  t.equal((await answered(student)).length, 21);
});
