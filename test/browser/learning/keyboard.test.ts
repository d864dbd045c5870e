import type { Locator, Page } from 'playwright-core';
import { lengths } from '../../../core/learning/answering/typed-answer.ts';
import { hasFocus, screen } from '../harness/screen.ts';
import {
  allSaved,
  answerBox,
  congratulation,
  flashcard,
  goOnButton,
  openDeck,
  plainCards,
  rating,
  revealButton,
  study,
} from '../people/learning-in-browser.ts';

const HOUSE = { front: 'house', back: 'nhà' };
const CAT = { front: 'cat', back: 'mèo' };

/** Pixels by which the page is wider and higher than the screen. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth - clientWidth, scrollHeight - clientHeight];
  });

const test = screen({ as: 'student' });

test('a whole session by the keyboard: Space and Enter reveal, 1 2 3 rate, and a held key acts once', async (app) => {
  const { t, page, student } = app;
  await openDeck(page, await student.deck('Words', plainCards(3)));
  await revealButton(page).waitFor();
  await page.keyboard.press('3');
  await flashcard(page, 1, 3).waitFor();
  let held: string | undefined;
  for (const [reveal, rate] of [
    [' ', '1'],
    ['Enter', '2'],
    [' ', '3'],
    ['Enter', '3'],
    [' ', '3'],
  ] as const) {
    await page.keyboard.press(reveal);
    await rating(page, 'Confident').waitFor();
    if (held) {
      await page.keyboard.down(held);
      await page.keyboard.up(held);
    }
    await page.keyboard.down(rate);
    await rating(page, 'Confident').waitFor({ state: 'hidden' });
    held = rate;
  }
  await congratulation(page).waitFor();
  await allSaved(page);
  t.match(await student.events(), [
    { front: 'front 3', first_status: 2, tries: 1 },
    { front: 'front 1', first_status: 0, tries: 2 },
    { front: 'front 2', first_status: 1, tries: 2 },
  ]);
});

test('what has the focus keeps its keys, and the focus is with the card that comes', async (app) => {
  const { t, page, student } = app;
  await openDeck(page, await student.deck('Words', plainCards(4)));
  const settings = page.getByRole('button', { name: "Edit the deck's settings" });
  const dialog = page.getByRole('dialog');
  await settings.focus();
  await revealButton(page).click();
  await rating(page, 'Confident').waitFor();
  t.ok(await hasFocus(flashcard(page, 1, 4)), 'from a button of the page');
  await settings.press(' ');
  await dialog.getByRole('button', { name: 'Save' }).press('3');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await flashcard(page, 1, 4).waitFor();
  await settings.press('3');
  await flashcard(page, 2, 4).waitFor();

  await revealButton(page).click();
  await rating(page, 'Unknown').waitFor();
  await page.keyboard.press('Tab');
  t.ok(await hasFocus(rating(page, 'Unknown')));
  await page.keyboard.press('Enter');
  await flashcard(page, 3, 4).waitFor();
  t.ok(await hasFocus(flashcard(page, 3, 4)));
  await page.keyboard.press('Tab');
  t.ok(await hasFocus(answerBox(page)));
});

test('LRN-18 in the answer box keys are letters; only Enter reveals', async ({ t, page, student }) => {
  await openDeck(page, await student.deck('Words', plainCards(3)));
  const box = answerBox(page);
  await box.click();
  await page.keyboard.type('p z 1 2 3');
  t.equal(await box.inputValue(), 'p z 1 2 3');
  await flashcard(page, 1, 3).waitFor();
  t.equal(await goOnButton(page).count(), 0);
  await page.keyboard.press('Enter');
  await goOnButton(page).waitFor();
  await page.keyboard.press('2');
  await flashcard(page, 2, 3).waitFor();
  t.ok(await hasFocus(box), 'who types goes on typing');
  t.equal(await box.inputValue(), '', 'in an empty box');
});

test('the keys are shown on wide screens only, and those that are shown work', async (app) => {
  const { t, page, student } = app;
  await page.setViewportSize({ width: 1200, height: 800 });
  await openDeck(page, await student.deck('Words', plainCards(1)));
  await revealButton(page).getByText('Space').waitFor();
  t.notOk(await revealButton(page).getByText('Enter').isVisible());
  await answerBox(page).click();
  await revealButton(page).getByText('Enter').waitFor();
  t.notOk(await revealButton(page).getByText('Space').isVisible());
  await page.keyboard.press('Escape');
  await page.keyboard.press(' ');
  await rating(page, 'Confident').waitFor();
  const keys = page.locator('kbd');
  t.same(await keys.allInnerTexts(), ['1', '2', '3']);
  await page.setViewportSize({ width: 360, height: 640 });
  await keys.first().waitFor({ state: 'hidden' });
});

test('LRN-13 LRN-14 LRN-15 LRN-16 LRN-18 SL-93 (document 2 §2) the answer box, for an answer of any length: hint, letters, length', async (app) => {
  const { t, page, student } = app;
  const long = 'Một câu trả lời dài như thế này thì nhớ chứ không gõ.';
  const cards = [
    { front: 'family', back: 'gd / gia đình' },
    { front: 'text', back: long },
  ];
  await openDeck(page, await student.deck('One word', cards));
  const card = flashcard(page, 1, 2);
  await card.getByText('0 / 8').waitFor();
  t.equal(await card.getByText('G__ ___H').count(), 0, 'who has not asked for a hint recalls');
  await card.getByRole('button', { name: 'Hint', exact: true }).click();
  await card.getByText('G__ ___H').waitFor();
  t.ok(await hasFocus(answerBox(page)));
  await answerBox(page).fill('giaxd');
  await card.getByText('5 / 8').waitFor();
  const marks = await card.locator('[data-mark]').evaluateAll((all) => all.map((each) => each.dataset.mark));
  t.same(marks, ['correct', 'correct', 'correct', 'wrong', 'accent']);
  const line = () =>
    card.locator('[data-mark="wrong"]').evaluate((each) => getComputedStyle(each).textDecorationLine);
  t.equal(await line(), 'none', 'LRN-49 nobody is corrected while they type');
  await page.keyboard.press('Enter');
  await page.getByText('Not right').waitFor();
  await page.getByText('You typed').waitFor();
  t.equal(await line(), 'underline');
  await goOnButton(page).click();
  await flashcard(page, 2, 2).waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  const begun = long.slice(0, 30);
  await answerBox(page).fill(begun);
  const { typed, expected } = lengths(begun, long);
  await flashcard(page, 2, 2).getByText(`${typed} / ${expected}`).waitFor();
  t.equal(await page.getByRole('button', { name: 'Hint' }).count(), 0);
  t.equal(await page.locator('[data-mark]').count(), 0, 'so many letters are not marked one by one');
  const inView = async (button: Locator) => {
    const box = await button.boundingBox();
    t.ok(box && box.y + box.height <= 740, 'the filled button is in the first screen');
  };
  await inView(revealButton(page));
  await page.keyboard.press('Enter');
  await page.getByText('Not right').waitFor();
  await inView(goOnButton(page));
  const sheet = page.getByText('Not right').locator('..');
  t.notMatch(await sheet.textContent(), long, 'the answer stands on the card alone');
});

test('LRN-17 the right answer reveals after one second, whatever its case', async ({ t, page, student }) => {
  await openDeck(page, await student.deck('One word', [HOUSE]));
  await revealButton(page).waitFor();
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  await answerBox(page).fill('nh');
  await page.clock.runFor(5_000);
  await answerBox(page).fill('NHà');
  await page.clock.runFor(900);
  t.equal(await goOnButton(page).count(), 0, 'not yet');
  await page.clock.runFor(200);
  await goOnButton(page).waitFor();
});

test('CX-14 the log is told what was typed, which side was asked, and how long it took to turn the card', async (app) => {
  const { t, page, sql, student } = app;
  await openDeck(page, await student.deck('Two words', [HOUSE, CAT], { display_back_first: true }));
  await answerBox(page).fill('hause');
  await page.keyboard.press('Enter');
  await rating(page, 'Confident').click();
  await flashcard(page, 2, 2).waitFor();
  await revealButton(page).click();
  await rating(page, 'Confident').click();
  await allSaved(page);
  const rows = await sql<{ version: number; data: Record<string, unknown> }>`select version, data
    from events where student_id = ${student.id} order by position`;
  t.match(rows, [
    { version: 2, data: { asked: 'back', typed: 'wrong' } },
    { version: 2, data: { asked: 'back' } },
  ]);
  t.notOk('typed' in rows[1]!.data, 'nothing was typed to the second');
  for (const { data } of rows) t.ok(Number(data.think_ms) > 0 && Number(data.think_ms) < 60_000);
});

test('SL-94 a session has the page alone, fits every screen, and is left by the X and by Escape', async (app) => {
  const { t, page, student } = app;
  const deckId = await student.deck('Words', [HOUSE, HOUSE, HOUSE, HOUSE]);
  for (const [width, height] of [
    [360, 640],
    [1440, 900],
    [740, 360],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openDeck(page, deckId);
    await revealButton(page).waitFor();
    for (const part of ['banner', 'contentinfo'] as const) t.equal(await page.getByRole(part).count(), 0);
    t.equal(await page.getByRole('navigation').count(), 0);
    t.same(await overflow(page), [0, 0], `${width} × ${height}`);
    await revealButton(page).click();
    await rating(page, 'Confident').waitFor();
    t.same(await overflow(page), [0, 0], `${width} × ${height}, turned over`);
    await rating(page, 'Confident').click();
  }
  await answerBox(page).click();
  // What `interactive-widget=resizes-content` does when a keyboard opens.
  await page.setViewportSize({ width: 360, height: 380 });
  for (const part of [page.getByText('house').first(), answerBox(page), revealButton(page)]) {
    const box = await part.boundingBox();
    t.ok(box && box.y >= 0 && box.y + box.height <= 380, 'seen above an open keyboard');
  }
  t.same(await overflow(page), [0, 0]);

  await page.getByRole('link', { name: 'Leave the session' }).click();
  await page.waitForURL(/\/student$/);
  await openDeck(page, deckId);
  await answerBox(page).press('Escape');
  await flashcard(page, 4, 4).waitFor();
  t.match(page.url(), /\/learn\//, 'in the box it leaves the box only');
  await page.keyboard.press('Escape');
  await page.waitForURL(/\/student$/);
});

/** A key as keyboards of other countries send it. */
const sendKey = (page: Page, init: Omit<KeyboardEventInit, 'view'>) =>
  page.evaluate((sent) => {
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...sent }));
  }, init);

test('GLB-24 LRN-21 number keys of Vietnamese and French keyboards, of the block and with AltGr rate', async (app) => {
  const { t, page, student } = app;
  const keys: Omit<KeyboardEventInit, 'view'>[] = [
    { key: 'ă', code: 'Digit1' },
    { key: '&', code: 'Digit1' },
    { key: '1', code: 'Numpad1' },
    { key: '1', code: 'Digit1', ctrlKey: true, altKey: true, modifierAltGraph: true },
  ];
  await openDeck(page, await student.deck('Words', plainCards(keys.length)));
  for (const [index, key] of keys.entries()) {
    await flashcard(page, index + 1, keys.length).waitFor();
    await revealButton(page).click();
    await rating(page, 'Unknown').waitFor();
    for (const command of [{ ctrlKey: true }, { altKey: true }])
      await sendKey(page, { key: '1', code: 'Digit1', ...command });
    t.ok(await rating(page, 'Unknown').isVisible(), 'a command of the browser');
    await sendKey(page, key);
    await rating(page, 'Unknown').waitFor({ state: 'hidden' });
  }
  // Each comes once more, and is remembered then.
  await study(page, ['Confident', 'Confident', 'Confident', 'Confident']);
  await congratulation(page).waitFor();
  await allSaved(page);
  t.same(
    (await student.events()).map(({ first_status, tries }) => [first_status, tries]),
    [
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
    ],
  );
});
