import { screen } from '../harness/screen.ts';
import { allSaved, flashcard, openDeck, plainCards, side, study } from '../people/learning-in-browser.ts';

const test = screen({ as: 'student' });

test('LRN-36 LRN-37 LRN-38 LRN-44 CX-16 relearn sends nothing, End session forgets and leaves', async (app) => {
  const { t, page, student } = app;
  const deckId = await student.deck('Two words', plainCards(2));
  await openDeck(page, deckId);
  await study(page, ['Forgot', 'Knew it', 'Knew it']);
  await page.getByRole('button', { name: "Study today's cards again" }).click();
  await flashcard(page, 1, 1).waitFor();
  await side(page, 'front 1').waitFor();
  await study(page, ['Almost', 'Knew it']);
  await allSaved(page);
  await page.getByRole('button', { name: 'End session' }).click();
  await page.waitForURL('**/student');
  t.equal((await student.events()).length, 2);
  const left = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.includes('learning:')),
  );
  t.same(left, []);
  await openDeck(page, deckId);
  await page.getByRole('heading', { name: /^Congratulations/ }).waitFor();
});

test('LRN-39 a deck with nothing to study', async ({ page, student }) => {
  await openDeck(page, await student.deck('Empty', []));
  await page.getByText('There is nothing to study in this deck today.').waitFor();
  await page.getByRole('button', { name: 'End session' }).click();
  await page.waitForURL('**/student');
});

test('LRN-40 ERR-38 without a deck there is only the way back to the dashboard', async ({ page }) => {
  for (const path of ['/learn', '/learn/abc', '/learn/0']) {
    await page.goto(path);
    await page.getByText('No deck selected').waitFor();
  }
  await page.getByRole('link', { name: 'Back to my learning' }).click();
  await page.waitForURL('**/student');
});
