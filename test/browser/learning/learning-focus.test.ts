import type { Page } from 'playwright-core';
import { screen } from '../harness/screen.ts';
import { flashcard, openDeck, rating, revealButton } from '../people/learning-in-browser.ts';

const HOUSE = { front: 'house', back: 'nhà' };

/** Pixels by which the page is wider and higher than the screen. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth - clientWidth, scrollHeight - clientHeight];
  });

const test = screen({ as: 'student' });
const onPhone = screen({ as: 'student', viewport: { width: 360, height: 640 } });

test('a session has the page alone and fits every screen', async ({ t, page, student }) => {
  const deckId = await student.deck('Words', [HOUSE, HOUSE, HOUSE]);
  for (const [width, height] of [
    [360, 640],
    [1440, 900],
    [740, 360],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openDeck(page, deckId);
    await revealButton(page).waitFor();
    t.equal(await page.getByRole('contentinfo').count(), 0);
    t.equal(await page.getByRole('navigation').count(), 0);
    t.same(await overflow(page), [0, 0], `${width} × ${height}`);
    await revealButton(page).click();
    await rating(page, 'Knew it').waitFor();
    t.same(await overflow(page), [0, 0], `${width} × ${height}, turned over`);
    await rating(page, 'Knew it').click();
  }
});

onPhone('above an open keyboard the word, the box and the button are all seen', async (app) => {
  const { t, page, student } = app;
  await openDeck(page, await student.deck('Words', [HOUSE]));
  await page.getByLabel('Type the answer').click();
  // What `interactive-widget=resizes-content` does when a keyboard opens.
  await page.setViewportSize({ width: 360, height: 380 });
  for (const part of [
    page.getByText('house').first(),
    page.getByLabel('Type the answer'),
    revealButton(page),
  ]) {
    const box = await part.boundingBox();
    t.ok(box && box.y >= 0 && box.y + box.height <= 380);
  }
  t.same(await overflow(page), [0, 0]);
});

test('the X and Escape lead home, without a question', async ({ t, page, student }) => {
  const deckId = await student.deck('Words', [HOUSE]);
  await openDeck(page, deckId);
  await page.getByRole('link', { name: 'Leave the session' }).click();
  await page.waitForURL(/\/student$/);
  await openDeck(page, deckId);
  await page.getByLabel('Type the answer').fill('n');
  await page.keyboard.press('Escape');
  await flashcard(page, 1, 1).waitFor();
  t.match(page.url(), /\/learn\//, 'in the box it leaves the box only');
  await page.keyboard.press('Escape');
  await page.waitForURL(/\/student$/);
});

test('the keys that are printed are those that work', async ({ t, page, student }) => {
  await openDeck(page, await student.deck('Words', [HOUSE]));
  await revealButton(page).getByText('Space').waitFor();
  t.notOk(await revealButton(page).getByText('Enter').isVisible());
  await page.getByLabel('Type the answer').click();
  await revealButton(page).getByText('Enter').waitFor();
  t.notOk(await revealButton(page).getByText('Space').isVisible());
});

test('LRN-13 a long answer has neither box nor hint', async ({ t, page, student }) => {
  const back = 'Một câu trả lời dài như thế này thì nhớ chứ không gõ.';
  await openDeck(page, await student.deck('Texts', [{ front: 'text', back }]));
  await revealButton(page).waitFor();
  t.equal(await page.getByLabel('Type the answer').count(), 0);
  t.equal(await page.getByRole('button', { name: 'Hint' }).count(), 0);
});

test('what is pressed on a card leaves the focus with the card, wherever it was', async (app) => {
  const { t, page, student } = app;
  await openDeck(page, await student.deck('Words', [HOUSE, HOUSE]));
  await page.getByRole('button', { name: "Edit the deck's settings" }).focus();
  await revealButton(page).click();
  const card = page.getByRole('region', { name: 'Card 1 of 2' });
  await rating(page, 'Knew it').waitFor();
  t.ok(await card.evaluate((element) => element === document.activeElement), 'from a button of the page');
  await rating(page, 'Knew it').click();
  await flashcard(page, 2, 2).waitFor();
  const next = page.getByRole('region', { name: 'Card 2 of 2' });
  t.ok(await next.evaluate((element) => element === document.activeElement));
  await page.keyboard.press('Space');
  await rating(page, 'Knew it').waitFor();
});
