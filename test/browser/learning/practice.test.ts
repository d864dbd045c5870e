import type { BrowserTest } from '../harness/browser-harness.ts';
import { writesOf } from '../harness/page-reads.ts';
import { fits, hasFocus, screen } from '../harness/screen.ts';
import { allSaved, openDeck, plainCards, study } from '../people/learning-in-browser.ts';
import { deckKept, setOffline, workerReady } from '../people/offline-in-browser.ts';
import type { Person } from '../people/person.ts';

const plan = ({ sql }: BrowserTest, { id: studentId }: Person) =>
  sql`select * from review_schedule where student_id = ${studentId}`;

const viewport = { width: 360, height: 740 };
const onPhone = screen({ as: 'student', viewport });
const inVietnamese = screen({ as: 'student', viewport, locale: 'vi-VN' });
const test = screen({ as: 'student', serviceWorkers: 'allow' });

onPhone('MYC-08 MYC-09 MYC-10 practice asks until all is known, and nothing counts', async (app) => {
  const { t, page, student } = app;
  const deckId = await student.deck('Words', plainCards(3));
  const writes = writesOf(page);
  const before = await plan(app, student);
  await page.goto(`/student/decks/${deckId}`);
  await page.getByRole('link', { name: 'Practise for a test' }).click();
  await page.getByRole('heading', { name: 'Practice for a test: Words' }).waitFor();
  t.ok(await page.getByRole('radio', { name: 'Flagged: 0' }).isDisabled());
  await page.getByRole('radio', { name: 'All cards: 3' }).check();
  t.ok(await fits(page));
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByText('Practice for a test: your plan stays as it is.', { exact: true }).waitFor();
  const card = (place: string) => page.getByRole('region', { name: `Card ${place}` });
  await card('1 of 3').waitFor();
  await page.keyboard.press('Space');
  await page.keyboard.press('1');
  await card('2 of 3').waitFor();
  await page.keyboard.press('Space');
  await page.keyboard.press('3');
  await card('3 of 3').waitFor();
  await page.keyboard.press('Space');
  await page.keyboard.press('z');
  await card('2 of 3').waitFor();
  for (const place of ['2 of 3', '3 of 3', '1 of 1']) {
    await card(place).waitFor();
    await study(page, ['Confident']);
  }
  await page.getByRole('heading', { name: 'You have known every card once' }).waitFor();
  await page.getByText('2 of 3 right at the first try', { exact: true }).waitFor();
  await page.getByText('missed once', { exact: true }).waitFor();
  t.ok(await fits(page));
  await page.getByRole('button', { name: 'Again 1 wrong card' }).click();
  await card('1 of 1').waitFor();
  await page.getByRole('link', { name: 'Leave the session' }).click();
  await page.getByRole('heading', { name: 'Words' }).waitFor();
  t.same(await student.events(), []);
  t.same(await plan(app, student), before);
  t.same(
    writes.filter((call) => /progress|undo|mark/.test(call)),
    [],
  );
});

onPhone('MYC-11 the cards with a tag are practised, of one deck and of all', async (app) => {
  const { t, page, sql, student } = app;
  const deckId = await student.deck('Words', plainCards(4));
  const other = await student.deck('More words', [{ front: 'other front', back: 'other back' }]);
  await sql`update cards set tags = ${['Đề 1']} where deck_id = any (${[deckId, other]}) and ordinal <= 2`;
  await openDeck(page, other);
  await study(page, ['Confident']);
  await allSaved(page);
  await page.goto(`/student/cram/${deckId}`);
  await page.getByRole('combobox', { name: 'Tag' }).selectOption({ label: 'Đề 1: 2' });
  await page.getByRole('radio', { name: 'All cards: 2' }).waitFor();
  await page.getByText('3 cards in 2 decks', { exact: true }).waitFor();
  t.ok(await fits(page));
  const begin = page.getByRole('button', { name: 'Begin' });
  await begin.click();
  await page.getByRole('heading', { name: 'Words' }).waitFor();
  await study(page, ['Confident', 'Confident']);
  await page.getByText('2 of 2 right at the first try', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Choose other cards' }).click();
  await page.getByRole('combobox', { name: 'Tag' }).selectOption({ label: 'Đề 1: 2' });
  await page.getByRole('switch', { name: 'From all my decks with this tag' }).check();
  await page.getByRole('radio', { name: 'All cards: 3' }).waitFor();
  await begin.click();
  await page.getByRole('heading', { name: 'Đề 1' }).waitFor();
  await study(page, ['Confident', 'Confident', 'Confident']);
  await page.getByText('3 of 3 right at the first try', { exact: true }).waitFor();
  t.equal((await student.events()).length, 1);
});

inVietnamese('MYC-09 in Vietnamese the answer is typed, and the end leads to other cards', async (app) => {
  const { t, page, student } = app;
  const deckId = await student.deck('Từ', [{ front: 'cat', back: 'mèo' }]);
  await page.goto(`/student/cram/${deckId}`);
  await page.getByRole('combobox', { name: 'Cách luyện' }).selectOption({ label: 'Gõ đáp án' });
  await page.getByRole('button', { name: 'Bắt đầu' }).click();
  await page.getByText('Luyện trước bài kiểm tra: lịch ôn của bạn giữ nguyên.', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Gõ đáp án' }).fill('mèo');
  await page.getByRole('textbox', { name: 'Gõ đáp án' }).press('Enter');
  await page.getByRole('button', { name: 'Tiếp tục', exact: true }).click();
  await page.getByRole('heading', { name: 'Bạn đã thuộc mọi thẻ một lần' }).waitFor();
  await page.getByRole('button', { name: 'Chọn thẻ khác' }).click();
  await page.getByRole('button', { name: 'Bắt đầu' }).waitFor();
  t.ok(await fits(page));
  t.same(await student.events(), []);
});

onPhone(
  'PRA-09 PRA-10 PRA-11 PRA-30 pairs are found by touch and by keyboard; nothing counts',
  async (app) => {
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
    // Whoever has been quicker than ever is cheered.
    await page.locator('[data-cheering]').waitFor();
    const again = page.getByRole('button', { name: 'Play again' });
    const { y, height } = (await again.boundingBox())!;
    const screenHeight = page.viewportSize()!.height;
    t.ok(y > screenHeight * 0.6 && y + height <= screenHeight, `under the thumb: ${y} + ${height}`);
    t.equal(
      await page.getByRole('link', { name: 'Back to the deck' }).getAttribute('href'),
      `/student/decks/${deckId}`,
    );
    await again.click();
    await page.getByText('4 pairs left', { exact: true }).waitFor();
    t.same(await student.events(), []);

    const small = await student.deck('Two', plainCards(2));
    await page.goto(`/student/pairs/${small}`);
    await page.getByText('A game needs at least 3 cards whose sides differ.', { exact: true }).waitFor();
  },
);

onPhone('MYC-13 six pairs stand on the screen of a phone, and a found one is green', async (app) => {
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

test('SL-272 practice and pairs go without a network with what the device keeps', async (app) => {
  const { t, page, context, student } = app;
  const deckId = await student.deck('Words', plainCards(4));
  const other = await student.deck('Others', plainCards(4));
  await openDeck(page, deckId);
  await study(page, ['Confident']);
  await allSaved(page);
  await page.goto('/student');
  await deckKept(page, deckId);
  await workerReady(page);
  await setOffline(context, true);
  await page.goto(`/student/cram/${deckId}`);
  await page
    .getByText('Without a network you practise the cards of this deck that this device keeps.')
    .waitFor();
  await page.getByRole('radio', { name: 'All cards: 3' }).check();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('region', { name: 'Card 1 of 3' }).waitFor();
  await study(page, ['Confident', 'Confident', 'Confident']);
  await page.getByText('3 of 3 right at the first try', { exact: true }).waitFor();
  await page.goto(`/student/pairs/${deckId}`);
  await page.getByText('3 pairs left', { exact: true }).waitFor();
  for (const path of ['cram', 'pairs']) {
    await page.goto(`/student/${path}/${other}`);
    await page.getByText(/^This deck is not on this device yet/).waitFor();
    t.equal(await page.getByRole('alert').count(), 0, 'nothing is told as a failure');
  }
  await setOffline(context, false);
  t.equal((await student.events()).length, 1);
});
