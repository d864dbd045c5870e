import type { Page, Route } from 'playwright-core';
import { until } from '../../harness/until.ts';
import { screen } from '../harness/screen.ts';
import { logOut } from '../people/account-in-browser.ts';
import {
  allSaved,
  counters,
  flashcard,
  leave,
  loggedAnswers,
  openDeck,
  plainCards,
  revealButton,
  side,
  study,
  undoButton,
} from '../people/learning-in-browser.ts';

/** The names under which this browser keeps what can be taken back. */
const kept = (page: Page) =>
  page.evaluate(() => Object.keys({ ...localStorage }).filter((key) => key.endsWith(':undo')));

const test = screen({ as: 'student' });

test('after a reload Z takes back the last answer, then the one before it; each once', async (app) => {
  const { t, page, student } = app;
  const deckId = await student.deck('Words', plainCards(4));
  await openDeck(page, deckId);
  await study(page, ['Knew it', 'Forgot', 'Knew it']);
  await allSaved(page);
  await page.reload();
  await flashcard(page, 4, 4).waitFor();
  t.same(await counters(page), ['New 1', 'Learning 1', 'Review 0']);

  await undoButton(page).waitFor();
  await page.keyboard.press('z');
  await flashcard(page, 3, 4).waitFor();
  await side(page, 'front 3').waitFor();
  await revealButton(page).waitFor();
  t.same(await counters(page), ['New 2', 'Learning 1', 'Review 0']);
  await allSaved(page);
  t.same(await loggedAnswers(app, student), [
    'CardReviewed front 1',
    'CardReviewed front 3',
    'CardReviewUndone front 3',
  ]);

  // Opened anew, not only loaded again.
  await page.goto('/student');
  await openDeck(page, deckId);
  await flashcard(page, 3, 4).waitFor();
  await page.keyboard.press('z');
  await flashcard(page, 2, 4).waitFor();
  t.same(await counters(page), ['New 3', 'Learning 0', 'Review 0']);
  await page.keyboard.press('z');
  await flashcard(page, 1, 4).waitFor();
  await undoButton(page).waitFor({ state: 'detached' });
  t.same(await counters(page), ['New 4', 'Learning 0', 'Review 0']);
  await study(page, ['Knew it']);
  await allSaved(page);
  t.same(await loggedAnswers(app, student), [
    'CardReviewed front 1',
    'CardReviewed front 3',
    'CardReviewUndone front 3',
    'CardReviewUndone front 1',
    'CardReviewed front 1',
  ]);
});

test('logging out removes what could be taken back', async (app) => {
  const { t, page, student } = app;
  await openDeck(page, await student.deck('Words', plainCards(3)));
  await study(page, ['Knew it']);
  await allSaved(page);
  t.equal((await kept(page)).length, 1);
  await leave(page);
  await logOut(page);
  await page.waitForURL('**/login');
  t.same(await kept(page), []);
  t.same(await loggedAnswers(app, student), ['CardReviewed front 1'], 'and the answer stands');
});

test('logging out while the next page still loads leads to the login alone', async ({ t, page, student }) => {
  await openDeck(page, await student.deck('Words', plainCards(1)));
  await revealButton(page).waitFor();
  const held: Route[] = [];
  await page.route(/\/assets\/student-dashboard\.page-/, (route) => void held.push(route));
  await leave(page);
  await until(() => held.length > 0, 'the page is asked for');
  await logOut(page);
  await page.waitForURL(/\/login(\?|$)/);
  t.equal(new URL(page.url()).search, '');
  for (const route of held) await route.continue();
});
