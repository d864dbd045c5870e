import { becomes } from '../../harness/becomes.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import {
  allSaved,
  counters,
  flashcard,
  followed,
  openDeck,
  plainCards,
  rating,
  revealButton,
  side,
  study,
} from '../people/learning-in-browser.ts';

const test = screen({ as: 'student' });
const onPhone = screen({ as: 'student', locale: 'vi-VN', viewport: { width: 360, height: 640 } });

test('LRN-01 LRN-02 LRN-10 LRN-23 LRN-43 a session: loading, title, position, counters', async (app) => {
  const { t, page, student } = app;
  const deckId = await student.deck('Three words', plainCards(3));
  const held = Promise.withResolvers<void>();
  await page.route('**/api/batch', async (route) => {
    await held.promise;
    await route.continue();
  });
  await openDeck(page, deckId);
  await page.getByText('Loading your cards…').waitFor({ state: 'attached' });
  held.resolve();
  await page.getByRole('heading', { name: 'Three words' }).waitFor();
  await flashcard(page, 1, 3).getByText('1 / 3').waitFor();
  t.same(await counters(page), ['New 3', 'Learning 0', 'Review 0']);
  t.match(await page.title(), /^Three words · /);
});

test('LRN-43 API-02 ERR-34 when the batch fails the calls are made one by one', async (app) => {
  const { page, student } = app;
  const deckId = await student.deck('Three words', plainCards(3));
  await page.route('**/api/batch', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await openDeck(page, deckId);
  await notice(page, 'status', 'Loading everything at once failed').waitFor();
  await flashcard(page, 1, 3).waitFor();
});

test('LRN-11 LRN-12 LRN-19 LRN-20 LRN-21 SL-42 ERR-48 back first: all else comes after reveal, and is announced', async (app) => {
  const { t, page, student } = app;
  const cards = [
    {
      front: 'water',
      back: 'nước',
      example_sentence: 'Can I have some water?',
      definition: 'a liquid',
      audio_file: '/storage/none.mp3',
    },
    { front: 'silent', back: 'im lặng' },
  ];
  await openDeck(page, await student.deck('Back first', cards, { display_back_first: true }));
  await flashcard(page, 1, 2).getByText('nước', { exact: true }).waitFor();
  const announced = page.locator('[aria-live="polite"]').filter({ hasText: /water|nước/ });
  await becomes(t, () => announced.allInnerTexts(), ['Card 1 of 2: nước']);
  t.notMatch(await page.locator('main').innerHTML(), /water/);
  t.equal(
    await page.getByRole('button', { name: 'Play audio' }).count(),
    0,
    'the audio would tell the answer',
  );
  t.equal(await rating(page, 'Unknown').count(), 0);
  await revealButton(page).click();
  t.equal(await revealButton(page).count(), 0);
  for (const text of ['water', 'Can I have some water?', 'a liquid'])
    await flashcard(page, 1, 2).getByText(text, { exact: true }).first().waitFor();
  for (const name of ['Unknown', 'Revealed', 'Confident'] as const) await rating(page, name).waitFor();
  await followed(page);
  t.match(await announced.allInnerTexts(), [/^Answer: water/]);
  await page.getByRole('button', { name: 'Play audio' }).click();
  await notice(page, 'alert', 'Failed to play audio').waitFor();
  await rating(page, 'Confident').click();
  await revealButton(page).click();
  await rating(page, 'Confident').waitFor();
  t.equal(await page.getByRole('button', { name: 'Play audio' }).count(), 0);
});

test('LRN-54 after a rating the card comes first, then what stands around it', async ({
  t,
  page,
  student,
}) => {
  await openDeck(page, await student.deck('Three words', plainCards(3)));
  await revealButton(page).click();
  await rating(page, 'Confident').waitFor();
  await followed(page);
  await page.evaluate(() => {
    const seen: string[] = [];
    const look = () => {
      const { textContent } = document.querySelector('main')!;
      const box = document.querySelector('main input') ? 'box' : 'no box';
      const now = [/New \d/, /\d left/, /front \d/].map((one) => one.exec(textContent)?.[0]).concat(box);
      if (seen.at(-1) !== now.join()) seen.push(now.join());
    };
    look();
    new MutationObserver(look).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    Object.assign(window, { seen });
  });
  await rating(page, 'Confident').click();
  await page.getByText('2 left', { exact: true }).waitFor();
  await page.getByRole('textbox').waitFor();
  t.same(await page.evaluate(() => (window as unknown as { seen: string[] }).seen), [
    'New 3,3 left,front 1,no box',
    'New 3,3 left,front 2,no box',
    'New 2,2 left,front 2,box',
  ]);
});

test('LRN-30 LRN-31 LRN-32 CX-14 LRN-33 LRN-35 LRN-46 LRN-51 what is sent, to the end of a session that is reloaded', async (app) => {
  const { t, page, student } = app;
  await openDeck(page, await student.deck('Three words', plainCards(3)));
  await page.getByText('3 left', { exact: true }).waitFor();
  await study(page, ['Unknown']);
  t.same(await counters(page), ['New 2', 'Learning 1', 'Review 0']);
  await page.getByText('3 left', { exact: true }).waitFor();
  await flashcard(page, 2, 3).waitFor();
  await revealButton(page).click();
  await page.reload();
  await flashcard(page, 2, 3).waitFor();
  await side(page, 'back 2').waitFor();
  t.same(await counters(page), ['New 2', 'Learning 1', 'Review 0']);
  await rating(page, 'Confident').click();
  await study(page, ['Revealed']);
  await flashcard(page, 1, 2).waitFor();
  await side(page, 'front 1').waitFor();
  await study(page, ['Revealed', 'Confident', 'Confident']);
  await page.getByRole('heading', { name: "Congratulations, you have finished today's session!" }).waitFor();
  t.same(await counters(page), [], 'nothing is left to count');
  await allSaved(page);
  const word = { rating: 2, card_type: 'new' };
  t.same(await student.events(), [
    { ...word, front: 'front 2', first_status: 2, tries: 1 },
    { ...word, front: 'front 3', first_status: 1, tries: 2 },
    { ...word, front: 'front 1', first_status: 0, tries: 3 },
  ]);
});

test('LRN-50 on the first three cards a line says what the ratings mean', async (app) => {
  const { t, page, student } = app;
  await openDeck(page, await student.deck('Words', plainCards(5)));
  const explained = page.getByText(/^Did you know it\?/);
  for (const position of [1, 2, 3]) {
    await flashcard(page, position, 5).waitFor();
    await revealButton(page).click();
    await explained.waitFor();
    await rating(page, 'Confident').click();
  }
  await flashcard(page, 4, 5).waitFor();
  await revealButton(page).click();
  await rating(page, 'Confident').waitFor();
  t.equal(await explained.count(), 0);
});

onPhone('LRN-19 LRN-21 at 360 × 640 the buttons are there without scrolling', async (app) => {
  const { t, page, student } = app;
  const card = { front: 'a'.repeat(80), back: 'Tôi không hiểu câu này '.repeat(8).trim() };
  const title = 'Một bộ thẻ có tên rất dài, dài hơn cả màn hình';
  await openDeck(page, await student.deck(title, [card]));
  const reveal = page.getByRole('button', { name: 'Lật thẻ', exact: true });
  const ratings = page.getByRole('group', { name: 'Bạn nhớ thẻ này đến đâu?' });
  const settings = page.getByRole('dialog');
  for (const [buttons, open] of [
    [reveal, async () => {}],
    [ratings, () => reveal.click()],
    [settings, () => page.getByRole('button', { name: 'Sửa cài đặt của bộ thẻ' }).click()],
  ] as const) {
    await open();
    await buttons.waitFor();
    const box = await buttons.boundingBox();
    t.ok(box && box.y + box.height <= 640);
  }
});
