import { screen } from '../harness/screen.ts';
import {
  allSaved,
  counters,
  flashcard,
  goOnButton,
  openDeck,
  plainCards,
  rating,
  revealButton,
} from '../people/learning-in-browser.ts';
import { logIn } from '../people/person.ts';

const test = screen({ as: 'student' });

test('a whole session by the keyboard: Space and Enter reveal, 1 2 3 rate', async ({ t, page, student }) => {
  await openDeck(page, await student.deck('Words', plainCards(3)));
  await revealButton(page).waitFor();
  for (const [reveal, rate] of [
    [' ', '1'],
    ['Enter', '2'],
    [' ', '3'],
    ['Enter', '3'],
    [' ', '3'],
  ] as const) {
    await page.keyboard.press(reveal);
    await rating(page, 'Knew it').waitFor();
    await page.keyboard.press(rate);
    await rating(page, 'Knew it').waitFor({ state: 'hidden' });
  }
  await page.getByRole('heading', { name: /^Congratulations/ }).waitFor();
  await allSaved(page);
  t.match(await student.events(), [
    { front: 'front 3', first_status: 2, tries: 1 },
    { front: 'front 1', first_status: 0, tries: 2 },
    { front: 'front 2', first_status: 1, tries: 2 },
  ]);
});

test('a key that is held rates one card, and a rating before reveal does nothing', async (app) => {
  const { t, page, student } = app;
  await openDeck(page, await student.deck('Words', plainCards(4)));
  await revealButton(page).waitFor();
  await page.keyboard.press('3');
  await flashcard(page, 1, 4).waitFor();
  await page.keyboard.down(' ');
  await page.keyboard.down(' ');
  await rating(page, 'Knew it').waitFor();
  await page.keyboard.up(' ');
  await page.keyboard.down('3');
  await flashcard(page, 2, 4).waitFor();
  await page.keyboard.press(' ');
  await rating(page, 'Knew it').waitFor();
  for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down('3');
  await flashcard(page, 2, 4).waitFor();
  t.same(await counters(page), ['New 3', 'Learning 0', 'Review 0']);
  await page.keyboard.up('3');
  await page.keyboard.press('3');
  await flashcard(page, 3, 4).waitFor();
});

test('LRN-18 in the answer box keys are letters; only Enter reveals', async ({ t, page, student }) => {
  await openDeck(page, await student.deck('Words', plainCards(3)));
  const box = page.getByLabel('Type the answer');
  await box.click();
  await page.keyboard.type('p 1 2 3');
  t.equal(await box.inputValue(), 'p 1 2 3');
  await flashcard(page, 1, 3).waitFor();
  t.equal(await goOnButton(page).count(), 0);
  await page.keyboard.press('Enter');
  await goOnButton(page).waitFor();
  await page.keyboard.press('2');
  await flashcard(page, 2, 3).waitFor();
  t.ok(await box.evaluate((each) => each === document.activeElement), 'who types goes on typing');
  t.equal(await box.inputValue(), '', 'in an empty box');
});

test('LRN-18 an input method that composes does not reveal with its Enter', async (app) => {
  const { t, page, context, student } = app;
  await openDeck(page, await student.deck('Words', [{ front: 'house', back: 'nhà' }]));
  await page.getByLabel('Type the answer').click();
  const input = await context.newCDPSession(page);
  await input.send('Input.imeSetComposition', { text: 'nha', selectionStart: 3, selectionEnd: 3 });
  await input.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Enter',
    code: 'Enter',
    windowsVirtualKeyCode: 229,
  });
  t.equal(await goOnButton(page).count(), 0);
  await input.send('Input.insertText', { text: 'nhá' });
  t.equal(await page.getByLabel('Type the answer').inputValue(), 'nhá');
  await page.keyboard.press('Enter');
  await goOnButton(page).waitFor();
});

test('Space on a control presses that control; in the settings no key rates', async ({ page, student }) => {
  await openDeck(page, await student.deck('Words', plainCards(3)));
  await revealButton(page).click();
  const settings = page.getByRole('button', { name: "Edit the deck's settings" });
  await settings.focus();
  await page.keyboard.press(' ');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).focus();
  await page.keyboard.press('3');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await flashcard(page, 1, 3).waitFor();
  await settings.focus();
  await page.keyboard.press('3');
  await flashcard(page, 2, 3).waitFor();
});

test('the keyboard starts again at the card, not at the top of the page', async ({ t, page, student }) => {
  await openDeck(page, await student.deck('Words', plainCards(3)));
  await revealButton(page).click();
  await rating(page, 'Forgot').waitFor();
  await page.keyboard.press('Tab');
  t.ok(await rating(page, 'Forgot').evaluate((each) => each === document.activeElement));
  await page.keyboard.press('Enter');
  await flashcard(page, 2, 3).waitFor();
  await page.keyboard.press('Tab');
  t.ok(await page.getByLabel('Type the answer').evaluate((each) => each === document.activeElement));
});

test('the keys are shown on wide screens only', async ({ t, page, student }) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  await openDeck(page, await student.deck('Words', plainCards(1)));
  await page.getByText('Space', { exact: true }).waitFor();
  await page.keyboard.press(' ');
  const keys = page.locator('kbd');
  await keys.first().waitFor();
  t.same(await keys.allInnerTexts(), ['1', '2', '3']);
  await page.setViewportSize({ width: 360, height: 640 });
  await keys.first().waitFor({ state: 'hidden' });
});

test('LRN-13 LRN-14 LRN-15 LRN-16 the answer box: hint, letters, length', async ({ t, page, student }) => {
  const cards = [{ front: 'family', back: 'gd / gia đình' }];
  await openDeck(page, await student.deck('One word', cards));
  const card = flashcard(page, 1, 1);
  await card.getByText('0 / 8').waitFor();
  t.equal(await card.getByText('G__ ___H').count(), 0, 'who has not asked for a hint recalls');
  await card.getByRole('button', { name: 'Hint', exact: true }).click();
  await card.getByText('G__ ___H').waitFor();
  t.ok(await page.getByLabel('Type the answer').evaluate((each) => each === document.activeElement));
  await page.getByLabel('Type the answer').fill('giaxd');
  await card.getByText('5 / 8').waitFor();
  const marks = await card.locator('[data-mark]').evaluateAll((all) => all.map((each) => each.dataset.mark));
  t.same(marks, ['correct', 'correct', 'correct', 'wrong', 'accent']);
  const line = () =>
    card.locator('[data-mark="wrong"]').evaluate((each) => getComputedStyle(each).textDecorationLine);
  t.equal(await line(), 'none', 'LRN-49 nobody is corrected while they type');
  await page.keyboard.press('Enter');
  await page.getByText('Not right').waitFor();
  t.equal(await line(), 'underline');
});

test('LRN-17 the right answer reveals after one second, whatever its case', async ({ t, page, student }) => {
  await openDeck(page, await student.deck('One word', [{ front: 'house', back: 'nhà' }]));
  await revealButton(page).waitFor();
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  const box = page.getByLabel('Type the answer');
  await box.fill('nh');
  await page.clock.runFor(5_000);
  await box.fill('NHà');
  await page.clock.runFor(900);
  t.equal(await goOnButton(page).count(), 0, 'not yet');
  await page.clock.runFor(200);
  await goOnButton(page).waitFor();
});

test('LRN-18 Enter in the answer box reveals and shows what was typed', async ({ page, student }) => {
  await openDeck(page, await student.deck('One word', [{ front: 'house', back: 'nhà' }]));
  await page.getByLabel('Type the answer').fill('nha');
  await page.keyboard.press('Enter');
  await page.getByText('You typed').waitFor();
});

test('CX-14 the log is told what was typed, which side was asked, and how long it took to turn the card', async (app) => {
  const { t, page, db } = app;
  const cards = [
    { front: 'house', back: 'nhà' },
    { front: 'cat', back: 'mèo' },
  ];
  const student = await logIn(app, page, 'student');
  await openDeck(page, await student.deck('Two words', cards, { display_back_first: true }));
  await page.getByLabel('Type the answer').fill('hause');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I did remember it' }).click();
  await flashcard(page, 2, 2).waitFor();
  await revealButton(page).click();
  await rating(page, 'Knew it').click();
  await allSaved(page);
  const { rows } = await db.query<{ version: number; data: Record<string, unknown> }>(
    'select version, data from events where student_id = $1 order by position',
    [student.id],
  );
  t.match(rows, [
    { version: 2, data: { asked: 'back', typed: 'wrong', think_ms: Number } },
    { version: 2, data: { asked: 'back', think_ms: Number } },
  ]);
  t.notOk('typed' in rows[1]!.data, 'nothing was typed to the second');
  for (const { data } of rows) t.ok(Number(data.think_ms) > 0 && Number(data.think_ms) < 60_000);
});
