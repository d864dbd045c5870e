import t from 'tap';
import { startBrowserTest } from './browser-harness.ts';
import {
  allSaved,
  counters,
  flashcard,
  learner,
  openDeck,
  plainCards,
  side,
  study,
} from './learning-in-browser.ts';

const ENGLISH = { locale: 'en-US' };

t.test(
  'LRN-36 LRN-37 LRN-38 LRN-44 CX-16 relearn sends nothing, End session forgets and leaves',
  async (t) => {
    const test = await startBrowserTest(t, ENGLISH);
    const { page } = test;
    const student = await learner(test);
    const deckId = await student.deck('Two words', plainCards(2));
    await openDeck(test, deckId);
    await study(page, ['Forgot', 'Knew it', 'Knew it']);
    await page.getByRole('button', { name: "Study today's cards again" }).click();
    await flashcard(page, 1, 1).waitFor();
    await side(page, 'front 1').waitFor();
    await study(page, ['Needed a look', 'Knew it']);
    await allSaved(page);
    await page.getByRole('button', { name: 'End session' }).click();
    await page.waitForURL('**/student');
    t.equal((await student.events()).length, 2);
    const left = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.includes('learning:')),
    );
    t.same(left, []);
    await openDeck(test, deckId);
    await page.getByRole('heading', { name: /^Congratulations/ }).waitFor();
  },
);

t.test('SL-34 a day of more than 20 cards is loaded in parts and learnt to the end', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const student = await learner(test);
  const deckId = await student.deck('Many words', plainCards(22));
  await test.db.query('insert into deck_settings values ($1, $2, 22, 220)', [student.studentId, deckId]);
  await openDeck(test, deckId);
  await flashcard(page, 1, 20).waitFor();
  t.same(await counters(page), ['New 22', 'Learning 0', 'Review 0']);
  await study(page, ['Forgot', ...Array.from({ length: 19 }, () => 'Knew it' as const)]);
  await flashcard(page, 1, 3).waitFor();
  await side(page, 'front 1').waitFor();
  await study(page, ['Knew it', 'Knew it', 'Knew it']);
  await page.getByRole('heading', { name: /^Congratulations/ }).waitFor();
  await allSaved(page);
  t.equal(new Set((await student.events()).map((event) => event.front)).size, 22);
});

t.test('LRN-39 a deck with nothing to study', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  await openDeck(test, await (await learner(test)).deck('Empty', []));
  await page.getByText('There is nothing to study in this deck today.').waitFor();
  await page.getByRole('button', { name: 'End session' }).click();
  await page.waitForURL('**/student');
});

t.test('LRN-40 ERR-38 without a deck there is only the way back to the dashboard', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  await learner(test);
  for (const path of ['/learn', '/learn/abc', '/learn/0']) {
    await page.goto(`${test.baseUrl}${path}`);
    await page.getByText('No deck selected').waitFor();
  }
  await page.getByRole('link', { name: 'Back to my learning' }).click();
  await page.waitForURL('**/student');
});
