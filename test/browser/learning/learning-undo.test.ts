import type { Page, Route } from 'playwright-core';
import { until } from '../../harness/until.ts';
import { screen } from '../harness/screen.ts';
import { logOut } from '../people/account-in-browser.ts';
import {
  allSaved,
  congratulation,
  counters,
  flashcard,
  leave,
  loggedAnswers,
  openDeck,
  plainCards,
  rating,
  revealButton,
  side,
  study,
  undoButton,
} from '../people/learning-in-browser.ts';

/** The deck's progress and what is left today, once the server knows what this page has sent. */
const numbers = (page: Page, deckId: number) =>
  page.evaluate(async (id) => {
    const position = sessionStorage.getItem('nho-after-position');
    const headers = {
      Authorization: `Bearer ${localStorage.getItem('token')}`,
      ...(position && { 'After-Position': position }),
    };
    const read = async (path: string) => (await fetch(path, { headers })).json();
    return [await read(`/api/decks/${id}/stats`), await read(`/api/decks/${id}/counts`)];
  }, deckId);

const test = screen({ as: 'student' });
const onPhone = screen({ as: 'student', viewport: { width: 360, height: 740 } });

onPhone('LRN-52 on a phone the title keeps its room beside what takes an answer back', async (app) => {
  const { t, page, student } = app;
  await openDeck(page, await student.deck('Everyday nouns', plainCards(2)));
  await study(page, ['Confident']);
  await undoButton(page).waitFor();
  const title = page.getByRole('heading', { level: 1, name: 'Everyday nouns' });
  const [needed, given] = await title.evaluate((each) => [each.scrollHeight, each.clientHeight] as const);
  t.ok(needed <= given, `${needed} pixels of text in ${given}`);
  t.equal((await undoButton(page).boundingBox())?.width, 44);
});

test('Z takes back one answer after the other, also after a reload: all is as before', async (app) => {
  const { t, page, student } = app;
  const deckId = await student.deck('Words', plainCards(4));
  await openDeck(page, deckId);
  await revealButton(page).waitFor();
  t.equal(await undoButton(page).count(), 0, 'there is nothing to take back');
  await page.keyboard.press('z');
  await flashcard(page, 1, 4).waitFor();
  const start = await numbers(page, deckId);
  await study(page, ['Confident']);
  await allSaved(page);
  const afterOne = await numbers(page, deckId);
  t.strictNotSame(afterOne, start);
  await study(page, ['Unknown', 'Confident']);
  await revealButton(page).click();
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

  // Opened anew, not only loaded again.
  await page.goto('/student');
  await openDeck(page, deckId);
  await flashcard(page, 3, 4).waitFor();
  await undoButton(page).press('Enter');
  await flashcard(page, 2, 4).waitFor();
  t.same(await counters(page), ['New 3', 'Learning 0', 'Review 0']);
  await page.keyboard.press(' ');
  await rating(page, 'Confident').waitFor();
  await allSaved(page);
  t.same(await numbers(page, deckId), afterOne);
  await page.keyboard.press('Z');
  await flashcard(page, 1, 4).waitFor();
  await undoButton(page).waitFor({ state: 'detached' });
  t.same(await counters(page), ['New 4', 'Learning 0', 'Review 0']);
  await allSaved(page);
  t.same(await numbers(page, deckId), start);
  await study(page, ['Confident']);
  await allSaved(page);
  t.same(await loggedAnswers(app, student), [
    'CardReviewed front 1',
    'CardReviewed front 3',
    'CardReviewUndone front 3',
    'CardReviewUndone front 1',
    'CardReviewed front 1',
  ]);
});

test('the last card of a session comes back, over a reload, and waits for the network to count anew', async (app) => {
  const { t, page, student } = app;
  const deckId = await student.deck('Words', plainCards(2));
  await openDeck(page, deckId);
  await study(page, ['Confident', 'Confident']);
  await congratulation(page).waitFor();
  await undoButton(page).click();
  await flashcard(page, 2, 2).waitFor();
  await side(page, 'front 2').waitFor();
  await page.getByText('The last answer was taken back').waitFor({ state: 'attached' });
  await allSaved(page);
  await page.reload();
  await flashcard(page, 2, 2).waitFor();
  t.same(await counters(page), ['New 1', 'Learning 0', 'Review 0']);
  await undoButton(page).waitFor();
  await page.route('**/api/**', (route) => route.abort());
  await study(page, ['Confident']);
  await congratulation(page).waitFor();
  await page.keyboard.press('z');
  await flashcard(page, 2, 2).waitFor();
  await page.getByText('2 changes waiting for the network').waitFor();
  await page.reload();
  await page.getByText('2 changes waiting for the network').waitFor();
  await page.unroute('**/api/**');
  await allSaved(page);
  t.same(await loggedAnswers(app, student), [
    'CardReviewed front 1',
    'CardReviewed front 2',
    'CardReviewUndone front 2',
    'CardReviewed front 2',
    'CardReviewUndone front 2',
  ]);
  await page.goto('/student');
  await page.getByRole('region', { name: 'My decks' }).getByRole('button', { name: 'Progress' }).click();
  await page.getByRole('dialog', { name: 'Progress: Words' }).getByText('1 of').waitFor();
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
