import type { BrowserTest } from '../harness/browser-harness.ts';
import { writesOf } from '../harness/page-reads.ts';
import { fits, screen } from '../harness/screen.ts';
import { allSaved, openDeck, plainCards, study } from '../people/learning-in-browser.ts';
import { deckKept, setOffline, workerReady } from '../people/offline-in-browser.ts';
import type { Person } from '../people/person.ts';

const plan = async ({ db }: BrowserTest, { id: studentId }: Person) =>
  (await db.query('select * from review_schedule where student_id = $1', [studentId])).rows;

const viewport = { width: 360, height: 740 };
const onPhone = screen({ as: 'student', viewport });
const inVietnamese = screen({ as: 'student', viewport, locale: 'vi-VN' });
const test = screen({ as: 'student', serviceWorkers: 'allow' });

onPhone(
  'MYC-08 MYC-09 MYC-10 practice for a test asks until all is known, and nothing counts',
  async (app) => {
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
      await study(page, ['Knew it']);
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
  },
);

onPhone('MYC-11 the cards with a tag are practised, of one deck and of all', async (app) => {
  const { t, page, db, student } = app;
  const deckId = await student.deck('Words', plainCards(4));
  const other = await student.deck('More words', [{ front: 'other front', back: 'other back' }]);
  await db.query('update cards set tags = $2 where deck_id = any ($1) and ordinal <= 2', [
    [deckId, other],
    ['Đề 1'],
  ]);
  await openDeck(page, other);
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

test('SL-272 practice and pairs go without a network with what the device keeps', async (app) => {
  const { t, page, context, student } = app;
  const deckId = await student.deck('Words', plainCards(4));
  const other = await student.deck('Others', plainCards(4));
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
