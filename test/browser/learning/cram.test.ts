import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { type BrowserTest, startBrowserTest } from '../harness/browser-harness.ts';
import { screen } from '../harness/screen.ts';
import { allSaved, openDeck, plainCards, study } from '../people/learning-in-browser.ts';
import { deckKept, setOffline, workerReady } from '../people/offline-in-browser.ts';
import { logIn, type Person } from '../people/person.ts';

const plan = async ({ db }: BrowserTest, { id: studentId }: Person) =>
  (await db.query('select * from review_schedule where student_id = $1', [studentId])).rows;

async function onPhone(t: Test, locale: string) {
  const test = await startBrowserTest(t, { locale });
  await test.page.setViewportSize({ width: 360, height: 740 });
  return test;
}

const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

t.test('MYC-08 MYC-09 MYC-10 practice for a test asks until all is known, and nothing counts', async (t) => {
  const test = await onPhone(t, 'en-US');
  const { page } = test;
  const student = await logIn(test, test.page, 'student');
  const deckId = await student.deck('Words', plainCards(3));
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  const before = await plan(test, student);
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
    await page.getByRole('button', { name: 'Reveal' }).click();
    await page.getByRole('button', { name: /^Knew it/ }).click();
  }
  const end = page.getByRole('heading', { name: 'You have known every card once' });
  await end.waitFor();
  await page.getByText('2 of 3 right at the first try', { exact: true }).waitFor();
  await page.getByText('missed once', { exact: true }).waitFor();
  t.ok(await fits(page));
  await page.getByRole('button', { name: 'Again 1 wrong card' }).click();
  await card('1 of 1').waitFor();
  await page.getByRole('link', { name: 'Leave the session' }).click();
  await page.getByRole('heading', { name: 'Words' }).waitFor();
  t.same(await student.events(), []);
  t.same(await plan(test, student), before);
  t.same(
    calls.filter((call) => /progress|undo|mark/.test(call)),
    [],
  );
});

t.test('MYC-11 the cards with a tag are practised, of one deck and of all', async (t) => {
  const test = await onPhone(t, 'en-US');
  const { page, db } = test;
  const student = await logIn(test, test.page, 'student');
  const deckId = await student.deck('Words', plainCards(4));
  const other = await student.deck('More words', [{ front: 'other front', back: 'other back' }]);
  const tagCards = (id: number, count: number) =>
    db.query('update cards set tags = $3 where deck_id = $1 and ordinal <= $2', [id, count, ['Đề 1']]);
  await tagCards(deckId, 2);
  await tagCards(other, 1);
  await openDeck(test.page, other);
  await study(page, ['Knew it']);
  await allSaved(page);
  await page.goto(`/student/cram/${deckId}`);
  await page.getByRole('combobox', { name: 'Tag' }).selectOption({ label: 'Đề 1: 2' });
  await page.getByRole('radio', { name: 'All cards: 2' }).waitFor();
  await page.getByText('3 cards in 2 decks', { exact: true }).waitFor();
  t.ok(await fits(page));
  const begin = page.getByRole('button', { name: 'Begin' });
  await begin.click();
  await page.getByRole('heading', { name: 'Words' }).waitFor();
  await study(page, ['Knew it', 'Knew it']);
  await page.getByText('2 of 2 right at the first try', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Choose other cards' }).click();
  await page.getByRole('combobox', { name: 'Tag' }).selectOption({ label: 'Đề 1: 2' });
  await page.getByRole('switch', { name: 'From all my decks with this tag' }).check();
  await page.getByRole('radio', { name: 'All cards: 3' }).waitFor();
  await begin.click();
  await page.getByRole('heading', { name: 'Đề 1' }).waitFor();
  await study(page, ['Knew it', 'Knew it', 'Knew it']);
  await page.getByText('3 of 3 right at the first try', { exact: true }).waitFor();
  t.equal((await student.events()).length, 1);
});

t.test('MYC-09 in Vietnamese the answer is typed, and the end leads to other cards', async (t) => {
  const test = await onPhone(t, 'vi-VN');
  const { page } = test;
  const student = await logIn(test, test.page, 'student');
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

const test = screen({ as: 'student', serviceWorkers: 'allow' });

test('SL-272 practice and pairs go without a network with what the device keeps', async (app) => {
  const { t, page, context, student } = app;
  const [deckId, other] = [
    await student.deck('Words', plainCards(4)),
    await student.deck('Others', plainCards(4)),
  ];
  await openDeck(page, deckId);
  await study(page, ['Knew it']);
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
  await study(page, ['Knew it', 'Knew it', 'Knew it']);
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
