import t from 'tap';
import { startBrowserTest } from './browser-harness.ts';
import { learner, plainCards } from './learning-in-browser.ts';

const ENGLISH = { locale: 'en-US' };

t.test(
  'PRA-09 PRA-10 PRA-11 pairs are found by touch and by keyboard, and nothing of it counts',
  async (t) => {
    const test = await startBrowserTest(t, ENGLISH);
    const { page, baseUrl } = test;
    await page.setViewportSize({ width: 360, height: 740 });
    const student = await learner(test);
    const deckId = await student.deck('Words', plainCards(4));
    await page.goto(`${baseUrl}/student/decks/${deckId}`);
    await page.getByRole('link', { name: 'Play pairs' }).click();
    await page.getByRole('heading', { name: 'Pairs: Words' }).waitFor();
    const tile = (list: 'Fronts' | 'Backs', text: string) =>
      page.getByRole('list', { name: list }).getByRole('button', { name: text });
    await page.getByText('4 pairs left', { exact: true }).waitFor();
    await tile('Fronts', 'front 1').click();
    await tile('Backs', 'back 2').click();
    await page.getByRole('status').getByText('Not a pair.').waitFor();
    await tile('Fronts', 'front 1').click();
    await tile('Backs', 'back 1').click();
    await page.getByText('3 pairs left', { exact: true }).waitFor();
    t.equal(await tile('Fronts', 'front 1 (found)').getAttribute('aria-disabled'), 'true');
    for (const number of [2, 3, 4]) {
      await tile('Backs', `back ${number}`).focus();
      await page.keyboard.press('Enter');
      await tile('Fronts', `front ${number}`).focus();
      await page.keyboard.press('Space');
    }
    const end = page.getByRole('heading', { name: /^All found in [\d.]+ seconds$/ });
    await end.waitFor();
    t.equal(await end.evaluate((heading) => heading === document.activeElement), true);
    await page.getByText('1 mistake, which costs a second', { exact: true }).waitFor();
    await page.getByText('Your best time with this deck', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Play again' }).click();
    await page.getByText('4 pairs left', { exact: true }).waitFor();
    t.same(await student.events(), []);

    const small = await student.deck('Two', plainCards(2));
    await page.goto(`${baseUrl}/student/pairs/${small}`);
    await page.getByText('A game needs at least 3 cards whose sides differ.', { exact: true }).waitFor();
  },
);
