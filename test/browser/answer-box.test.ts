import t from 'tap';
import { startBrowserTest } from './browser-harness.ts';
import { flashcard, learner, openDeck, rating, revealButton } from './learning-in-browser.ts';

const ENGLISH = { locale: 'en-US' };

t.test('LRN-13 LRN-14 LRN-15 LRN-16 the answer box: hint, letters, length', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const cards = [{ front: 'family', back: 'gd / gia đình' }];
  await openDeck(test, await (await learner(test)).deck('One word', cards));
  const card = flashcard(page, 1, 1);
  await card.getByText('G__ ___H').waitFor();
  await card.getByText('0 / 8').waitFor();
  await page.getByLabel('Type the answer').fill('giaxd');
  await card.getByText('5 / 8').waitFor();
  const marks = await card.locator('[data-mark]').evaluateAll((all) => all.map((each) => each.dataset.mark));
  t.same(marks, ['correct', 'correct', 'correct', 'wrong', 'accent']);
});

t.test('LRN-17 the right answer reveals after one second, whatever its case', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  await openDeck(test, await (await learner(test)).deck('One word', [{ front: 'house', back: 'nhà' }]));
  await revealButton(page).waitFor();
  await page.clock.install();
  const box = page.getByLabel('Type the answer');
  await box.fill('nh');
  await page.clock.runFor(5_000);
  await box.fill('NHà');
  await page.clock.runFor(900);
  t.equal(await rating(page, 'Confident').count(), 0, 'not yet');
  await page.clock.runFor(200);
  await rating(page, 'Confident').waitFor();
});

t.test('LRN-18 Enter in the answer box reveals and shows what was typed', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  await openDeck(test, await (await learner(test)).deck('One word', [{ front: 'house', back: 'nhà' }]));
  await page.getByLabel('Type the answer').fill('nha');
  await page.keyboard.press('Enter');
  await rating(page, 'Confident').waitFor();
  await page.getByText('You typed').waitFor();
});
