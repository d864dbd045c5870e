import type { Page } from 'playwright-core';
import { screen } from '../harness/screen.ts';
import {
  allSaved,
  congratulation,
  counters,
  flashcard,
  openDeck,
  plainCards,
  side,
  study,
} from '../people/learning-in-browser.ts';

const figure = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

/** The words that are listed as hard, each with how often it was missed. */
const hardWords = (page: Page) =>
  page.getByRole('region', { name: 'Hardest words of this session' }).getByRole('listitem');

const test = screen({ as: 'student' });

test('ACT-04 LRN-36 LRN-37 LRN-38 LRN-44 CX-16 the end tells how it went, what was hard and what comes', async (app) => {
  const { t, page, student } = app;
  const deckId = await student.deck('Four words', plainCards(4));
  await openDeck(page, deckId);
  await study(page, ['Confident', 'Unknown', 'Confident', 'Revealed', 'Unknown', 'Confident', 'Confident']);

  const check = async () => {
    await congratulation(page).waitFor();
    await figure(page, 'Right first time').getByText('50%').waitFor();
    await figure(page, 'Right first time').getByText('2 of 4').waitFor();
    await figure(page, 'Time')
      .getByText(/^\d+s$/)
      .waitFor();
    t.same(await hardWords(page).allTextContents(), [
      'front 2back 2not known at first',
      'front 4back 4not known at first',
    ]);
    // Two of four were not known at once: they come tomorrow.
    await page.getByText('Tomorrow 2 cards wait for you.').waitFor();
    await page.getByText('1-day streak').waitFor();
    await page.getByText('Today counts.').waitFor();
    t.same(await counters(page), []);
  };
  await check();
  await allSaved(page);
  await page.reload();
  await check();

  await page.getByRole('button', { name: "Relearn Today's Session" }).click();
  await flashcard(page, 1, 2).waitFor();
  await side(page, 'front 2').waitFor();
  await study(page, ['Confident', 'Confident']);
  await congratulation(page).waitFor();
  await figure(page, 'Right first time').getByText('2 of 2').waitFor();
  await figure(page, 'Time').getByText('Practice').waitFor();
  t.equal(await hardWords(page).count(), 0);

  await allSaved(page);
  await page.getByRole('button', { name: 'End Session' }).click();
  await page.waitForURL('**/student');
  t.equal((await student.events()).length, 4);
  const left = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.includes('learning:')),
  );
  t.same(left, []);
  await openDeck(page, deckId);
  await congratulation(page).waitFor();
  await figure(page, 'Cards today').getByText('4', { exact: true }).waitFor();
  await page.getByText('Tomorrow 2 cards wait for you.').waitFor();
  t.equal(await figure(page, 'Right first time').count(), 0);
});

test('ACT-04 without the network the end tells of the session alone', async (app) => {
  const { t, page, context, student } = app;
  await openDeck(page, await student.deck('One word', plainCards(1)));
  await page.getByRole('button', { name: 'Reveal', exact: true }).waitFor();
  // What sends the answers is loaded after the page.
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await study(page, ['Confident']);
  await congratulation(page).waitFor();
  await figure(page, 'Right first time').getByText('1 of 1').waitFor();
  t.equal(await page.getByText(/streak$/).count(), 0);
  await context.setOffline(false);
  await allSaved(page);
  await page.getByText('1-day streak').waitFor();
});

test('ACT-04 ACT-06 the end leads to the next deck of today, and from the last one home', async (app) => {
  const { page, student } = app;
  const first = await student.deck('First', plainCards(1));
  const second = await student.deck('Second', plainCards(2));
  await openDeck(page, second);
  await study(page, ['Confident']);
  await openDeck(page, first);
  await study(page, ['Confident']);
  await congratulation(page).waitFor();
  await allSaved(page);
  await page.getByRole('link', { name: 'Next deck: Second' }).click();
  await page.waitForURL(`**/learn/${second}`);
  await study(page, ['Confident']);
  await congratulation(page).waitFor();
  await page.getByRole('button', { name: 'End Session' }).click();
  await page.waitForURL('**/student');

  await page.goto('/learn/today');
  await congratulation(page).waitFor();
  await figure(page, 'Cards today').getByText('3', { exact: true }).waitFor();
  await page.getByText('The next 3 cards come in 2 days.').waitFor();
  await page.getByText('1-day streak').waitFor();
});

test('ACT-06 LRN-39 a deck with nothing to study says when and what', async ({ t, page, student }) => {
  const nothing = page.getByText('There is nothing to study in this deck today.');

  await openDeck(page, await student.deck('Empty', []));
  await nothing.waitFor();
  await page.getByText('This deck has no cards yet.').waitFor();
  await page.getByRole('button', { name: 'End Session' }).click();
  await page.waitForURL('**/student');

  const closed = await student.deck('No new ones', plainCards(3));
  await student.settings(closed, { new_cards_per_day: 0 });
  await openDeck(page, closed);
  await nothing.waitFor();
  await page.getByText('3 new cards wait: your limit for new cards is 0 a day.').waitFor();
  t.same(await counters(page), []);
});

const moving = screen({
  as: 'student',
  viewport: { width: 360, height: 740 },
  reducedMotion: 'no-preference',
});

moving('LRN-60 LRN-61 a touch ends what moves; the hardest words are practised at once', async (app) => {
  const { t, page, student } = app;
  const deckId = await student.deck('Three words', plainCards(3));
  await openDeck(page, deckId);
  await study(page, ['Confident', 'Unknown', 'Confident', 'Confident']);
  await congratulation(page).waitFor();
  await page.locator('[data-cheering]').waitFor();
  await page.mouse.click(180, 180);
  await page.locator('[data-still] [data-cheering]').waitFor();
  await figure(page, 'Right first time').getByText('67%', { exact: true }).waitFor();
  const moves = await page
    .locator('[data-still]')
    .evaluate((end) => end.getAnimations({ subtree: true }).filter(({ id }) => id !== 'pulse').length);
  t.equal(moves, 0, 'all stands');
  t.equal(await page.locator('[aria-hidden] > span').count(), 0, 'nothing flies');
  await allSaved(page);
  const answers = (await student.events()).length;

  await page.getByRole('link', { name: 'Practise this word' }).click();
  await page.waitForURL(`**/student/cram/${deckId}`);
  await page.getByRole('heading', { name: 'Hardest words of this session' }).waitFor();
  await flashcard(page, 1, 1).waitFor();
  await side(page, 'front 2').waitFor();
  await study(page, ['Confident']);
  await page.getByRole('heading', { name: 'You have known every card once' }).waitFor();
  t.equal((await student.events()).length, answers, 'nothing counts');
  await page.getByRole('button', { name: 'Choose other cards' }).click();
  await page.getByRole('radio', { name: 'All cards: 3' }).waitFor();
});

moving('LRN-55 the end of a first session is a feast, and a game is beside it', async (app) => {
  const { t, page, student } = app;
  const deckId = await student.deck('Three words', plainCards(3));
  await page.clock.install();
  await openDeck(page, deckId);
  await study(page, ['Confident', 'Confident', 'Confident']);
  await congratulation(page).waitFor();
  await page.locator('[data-cheering]').waitFor();
  await figure(page, 'Right first time').getByText('100%').waitFor();
  await page.getByRole('img', { name: 'This week you studied on 1 day' }).waitFor();
  t.ok((await page.locator('[aria-hidden] > span').count()) >= 40, 'leaves fly');
  // What flies is in nobody's way.
  await page.getByRole('link', { name: 'Play pairs' }).click();
  await page.getByText('3 pairs left', { exact: true }).waitFor();
  await page.clock.fastForward(5_000);
  await openDeck(page, deckId);
  await congratulation(page).waitFor();
  t.equal(await page.locator('[aria-hidden] > span').count(), 0, 'once');
});
