import { hasFocus, screen } from '../harness/screen.ts';
import { plainCards } from '../people/learning-in-browser.ts';

const test = screen({ as: 'student', viewport: { width: 360, height: 740 } });

test('PRA-09 PRA-10 PRA-11 pairs are found by touch and by keyboard, and nothing of it counts', async (app) => {
  const { t, page, student } = app;
  const deckId = await student.deck('Words', plainCards(4));
  await page.goto(`/student/decks/${deckId}`);
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
  t.equal(await hasFocus(end), true);
  await page.getByText('1 mistake, which costs a second', { exact: true }).waitFor();
  await page.getByText('A new record!', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Play again' }).click();
  await page.getByText('4 pairs left', { exact: true }).waitFor();
  t.same(await student.events(), []);

  const small = await student.deck('Two', plainCards(2));
  await page.goto(`/student/pairs/${small}`);
  await page.getByText('A game needs at least 3 cards whose sides differ.', { exact: true }).waitFor();
});

test('MYC-13 six pairs stand on the screen of a phone while the clock runs, and a found one is green', async (app) => {
  const { t, page, student } = app;
  const long = 'một câu dài hơn chỗ của nó '.repeat(6).trim();
  const cards = plainCards(6).map(({ front, back }) => ({ front, back: `${back} ${long}` }));
  await page.goto(
    `/student/pairs/${await student.deck('Một bộ thẻ có tên rất dài, dài hơn màn hình', cards)}`,
  );
  const tiles = page.getByRole('main').getByRole('listitem');
  await tiles.nth(11).waitFor();
  t.equal(await page.getByRole('navigation').count(), 0, 'nothing else asks for attention');
  t.equal(await page.evaluate(() => document.documentElement.scrollHeight), 740);
  for (const tile of await tiles.all()) {
    const { y, height } = (await tile.boundingBox())!;
    t.ok(height >= 44 && y + height <= 740, `${y} + ${height}`);
  }
  const tile = (text: RegExp) => page.getByRole('main').getByRole('button', { name: text });
  const edge = (text: RegExp) => tile(text).evaluate((each) => getComputedStyle(each).borderTopColor);
  const before = await edge(/^front 1/);
  await tile(/^front 1/).click();
  await tile(/^back 1 /).click();
  await page.getByText('5 pairs left', { exact: true }).waitFor();
  t.not(await edge(/^front 1/), before);
  await page.keyboard.press('Escape');
  await page.waitForURL(/\/student\/decks\/\d+$/);
});
