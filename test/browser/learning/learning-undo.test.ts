import type { Page } from 'playwright-core';
import { becomes } from '../../harness/becomes.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import {
  allSaved,
  counters,
  flashcard,
  loggedAnswers,
  openDeck,
  plainCards,
  rating,
  revealButton,
  side,
  study,
  undoButton,
} from '../people/learning-in-browser.ts';

const completed = (page: Page) => page.getByRole('heading', { name: /^Congratulations/ });

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
  await study(page, ['Knew it']);
  await undoButton(page).waitFor();
  const title = page.getByRole('heading', { level: 1, name: 'Everyday nouns' });
  const [needed, given] = await title.evaluate((each) => [each.scrollHeight, each.clientHeight] as const);
  t.ok(needed <= given, `${needed} pixels of text in ${given}`);
  t.equal((await undoButton(page).boundingBox())?.width, 44);
});

test('Z takes back one answer after the other: card, counters and progress as before', async (app) => {
  const { t, page, student } = app;
  const deckId = await student.deck('Words', plainCards(4));
  await openDeck(page, deckId);
  await revealButton(page).waitFor();
  t.equal(await undoButton(page).count(), 0, 'there is nothing to take back');
  await page.keyboard.press('z');
  await flashcard(page, 1, 4).waitFor();
  const start = await numbers(page, deckId);
  await study(page, ['Knew it']);
  await allSaved(page);
  const afterOne = await numbers(page, deckId);
  t.strictNotSame(afterOne, start);
  await study(page, ['Forgot', 'Knew it']);
  t.same(await counters(page), ['New 1', 'Learning 1', 'Review 0']);

  await revealButton(page).click();
  await page.keyboard.press('z');
  await flashcard(page, 3, 4).waitFor();
  await side(page, 'front 3').waitFor();
  await revealButton(page).waitFor();
  t.same(await counters(page), ['New 2', 'Learning 1', 'Review 0']);
  await page.keyboard.press('Z');
  await flashcard(page, 2, 4).waitFor();
  t.same(await counters(page), ['New 3', 'Learning 0', 'Review 0']);
  await allSaved(page);
  t.same(await numbers(page, deckId), afterOne);

  await page.keyboard.press('z');
  await flashcard(page, 1, 4).waitFor();
  await undoButton(page).waitFor({ state: 'detached' });
  t.same(await counters(page), ['New 4', 'Learning 0', 'Review 0']);
  await allSaved(page);
  t.same(await numbers(page, deckId), start);
  t.same(await loggedAnswers(app, student), [
    'CardReviewed front 1',
    'CardReviewed front 3',
    'CardReviewUndone front 3',
    'CardReviewUndone front 1',
  ]);
});

test('on the completion screen the button leads back to the last card, which counts anew', async (app) => {
  const { t, page, student } = app;
  const deckId = await student.deck('Words', plainCards(2));
  await openDeck(page, deckId);
  await study(page, ['Knew it', 'Knew it']);
  await completed(page).waitFor();
  await allSaved(page);
  const studied = async () => (await numbers(page, deckId))[0].data.cards_studied;
  await becomes(t, studied, 2);
  await undoButton(page).click();
  await flashcard(page, 2, 2).waitFor();
  await side(page, 'front 2').waitFor();
  t.same(await counters(page), ['New 1', 'Learning 0', 'Review 0']);
  await page.getByText('The last answer was taken back').waitFor({ state: 'attached' });
  await allSaved(page);

  await t.test('a reload stays at this card', async (t) => {
    await page.reload();
    await flashcard(page, 2, 2).waitFor();
    t.same(await counters(page), ['New 1', 'Learning 0', 'Review 0']);
    t.equal(await undoButton(page).count(), 1, 'the answer before it can still be taken back');
  });
  await study(page, ['Knew it']);
  await completed(page).waitFor();
  await allSaved(page);
  await becomes(t, studied, 2);
  await page.keyboard.press('z');
  await flashcard(page, 2, 2).waitFor();
  await allSaved(page);
  t.same(await loggedAnswers(app, student), [
    'CardReviewed front 1',
    'CardReviewed front 2',
    'CardReviewUndone front 2',
    'CardReviewed front 2',
    'CardReviewUndone front 2',
  ]);

  await t.test('the dashboard shows the progress without what was taken back', async () => {
    await page.goto('/student');
    await page.getByRole('region', { name: 'My decks' }).getByRole('button', { name: 'Progress' }).click();
    await page.getByRole('dialog', { name: 'Progress: Words' }).getByText('1 of').waitFor();
  });
});

test('without the network undos wait behind their answers, over a reload', async (app) => {
  const { t, page, student } = app;
  const deckId = await student.deck('Words', plainCards(3));
  await openDeck(page, deckId);
  const start = await numbers(page, deckId);
  await revealButton(page).waitFor();
  await page.route('**/api/**', (route) => route.abort());
  await study(page, ['Knew it', 'Knew it']);
  await page.getByText('2 answers waiting for the network').waitFor();
  await page.keyboard.press('z');
  await page.getByText('3 changes waiting for the network').waitFor();
  await page.keyboard.press('z');
  await flashcard(page, 1, 3).waitFor();
  await page.reload();
  await flashcard(page, 1, 3).waitFor();
  t.same(await counters(page), ['New 3', 'Learning 0', 'Review 0']);
  await page.getByText('4 changes waiting for the network').waitFor();
  await page.unroute('**/api/**');
  await allSaved(page);
  t.same(await numbers(page, deckId), start);
  await study(page, ['Knew it']);
  await allSaved(page);
  t.same(await loggedAnswers(app, student), [
    'CardReviewed front 1',
    'CardReviewed front 2',
    'CardReviewUndone front 2',
    'CardReviewUndone front 1',
    'CardReviewed front 1',
  ]);
});

test('an answer that can no longer be taken back is told, and what follows is sent', async (app) => {
  const { t, page, db, student } = app;
  await openDeck(page, await student.deck('Words', plainCards(3)));
  await study(page, ['Knew it']);
  await allSaved(page);
  await db.query(`update events set recorded_at = recorded_at - interval '25 hours' where student_id = $1`, [
    student.id,
  ]);
  await page.keyboard.press('z');
  const told = 'The answer could not be taken back: Only answers of the last 24 hours can be taken back';
  await notice(page, 'alert', told).waitFor();
  await study(page, ['Forgot', 'Knew it']);
  await allSaved(page);
  t.same(await loggedAnswers(app, student), ['CardReviewed front 1', 'CardReviewed front 2']);
});

test('in the answer box z is a letter; after the button the keys belong to the card', async (app) => {
  const { t, page, student } = app;
  await openDeck(page, await student.deck('Words', plainCards(4)));
  await study(page, ['Forgot', 'Forgot', 'Forgot']);
  await page.getByLabel('Type the answer').click();
  await page.keyboard.type('zz');
  t.equal(await page.getByLabel('Type the answer').inputValue(), 'zz');
  await flashcard(page, 4, 4).waitFor();
  await undoButton(page).focus();
  await page.keyboard.press('Enter');
  await flashcard(page, 3, 4).waitFor();
  await page.keyboard.press(' ');
  await rating(page, 'Knew it').waitFor();

  await t.test('held down, it takes back one answer only', async (t) => {
    await page.keyboard.down('z');
    await flashcard(page, 2, 4).waitFor();
    for (let repeat = 1; repeat <= 3; repeat++) await page.keyboard.down('z');
    await page.keyboard.up('z');
    await page.keyboard.press(' ');
    await page.keyboard.press('3');
    await flashcard(page, 3, 4).waitFor();
    t.same(await counters(page), ['New 2', 'Learning 1', 'Review 0']);
  });
});
