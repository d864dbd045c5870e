import type { Page } from 'playwright-core';
import t from 'tap';
import { notice } from './account-in-browser.ts';
import { type BrowserTest, startBrowserTest } from './browser-harness.ts';
import {
  allSaved,
  counters,
  flashcard,
  learner,
  openDeck,
  plainCards,
  revealButton,
  side,
  study,
} from './learning-in-browser.ts';

const ENGLISH = { locale: 'en-US' };
const DAY_MS = 86_400_000;

/** The browser's clock and the product's move on together. */
function calendar(test: BrowserTest) {
  const start = Date.now();
  let days = 0;
  return async (more: number) => {
    days += more;
    await test.moveClock(more);
    await test.context.clock.setFixedTime(start + days * DAY_MS);
  };
}

const completed = (page: Page) => page.getByRole('heading', { name: /^Congratulations/ }).waitFor();

t.test(
  'LRN-30 CX-15 SL-32 the student comes back: what was hard returns first, and is asked once',
  async (t) => {
    const test = await startBrowserTest(t, ENGLISH);
    const { page } = test;
    const later = calendar(test);
    const student = await learner(test);
    const deckId = await student.deck('Words', plainCards(3));
    await openDeck(test, deckId);
    await study(page, ['Unknown', 'Confident', 'Confident', 'Confident']);
    await completed(page);
    await allSaved(page);

    await later(1);
    await openDeck(test, deckId);
    await flashcard(page, 1, 1).waitFor();
    await side(page, 'front 1').waitFor();
    t.same(await counters(page), ['New 0', 'Learning 0', 'Review 1']);
    await study(page, ['Revealed']);
    t.same(await counters(page), ['New 0', 'Learning 1', 'Review 0']);
    await study(page, ['Unknown', 'Confident']);
    await completed(page);
    await allSaved(page);
    const events = await student.events();
    t.equal(events.length, 4);
    t.same(events[3], { front: 'front 1', rating: 1, card_type: 'review', first_status: 1, tries: 1 });

    await later(1);
    await openDeck(test, deckId);
    await flashcard(page, 1, 3).waitFor();
    t.same(await counters(page), ['New 0', 'Learning 0', 'Review 3']);
  },
);

t.test('LRN-39 a day with nothing due has the no-cards screen', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const later = calendar(test);
  const deckId = await (await learner(test)).deck('Words', plainCards(2));
  await openDeck(test, deckId);
  await study(page, ['Confident', 'Confident']);
  await completed(page);
  await allSaved(page);
  await later(1);
  await openDeck(test, deckId);
  await page.getByText('There is nothing to study in this deck today.').waitFor();
});

t.test("CX-21 yesterday's session is discarded, though it is not 24 hours old", async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const deckId = await (await learner(test)).deck('Words', plainCards(4));
  await openDeck(test, deckId);
  await study(page, ['Unknown', 'Unknown']);
  await test.moveClock(1);
  await openDeck(test, deckId);
  await flashcard(page, 1, 4).waitFor();
  t.same(await counters(page), ['New 4', 'Learning 0', 'Review 0']);
});

t.test('an answer that was given yesterday without a network counts for yesterday', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page, context } = test;
  const later = calendar(test);
  const student = await learner(test);
  const deckId = await student.deck('Words', plainCards(3));
  await openDeck(test, deckId);
  await study(page, ['Confident']);
  await allSaved(page);
  await context.setOffline(true);
  await study(page, ['Confident']);
  await page.getByText('1 answer waiting for the network').waitFor();
  await page.close();
  await later(1);
  await context.setOffline(false);
  const next = await context.newPage();
  await openDeck(test, deckId, next);
  await study(next, ['Confident']);
  await allSaved(next);
  const { rows } = await test.db.query<{ day: string }>(
    `select data->>'day' as day from events where student_id = $1 order by position`,
    [student.studentId],
  );
  const [first, second, third] = rows.map(({ day }) => Date.parse(day) / DAY_MS);
  t.equal(second, first);
  t.equal(third, Number(first) + 1);
});

t.test("ERR-44 SL-36 the server's own daily limit sends the student back to the dashboard", async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const later = calendar(test);
  const student = await learner(test);
  const deckId = await student.deck('Words', plainCards(2));
  await openDeck(test, deckId);
  await study(page, ['Confident', 'Confident']);
  await completed(page);
  await allSaved(page);
  await later(2);
  await test.db.query('insert into deck_settings values ($1, $2, 0, 1)', [student.studentId, deckId]);
  await openDeck(test, deckId);
  await revealButton(page).waitFor();
  t.same(await counters(page), ['New 0', 'Learning 0', 'Review 1']);
  await study(page, ['Confident']);
  await completed(page);
  await page.getByRole('button', { name: 'End Session' }).click();
  await page.waitForURL('**/student');
  await openDeck(test, deckId);
  await notice(page, 'alert', 'Daily card limit reached for this deck.').waitFor();
  await page.waitForURL('**/student');
});
