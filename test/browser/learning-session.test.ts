import t from 'tap';
import { startBrowserTest } from './browser-harness.ts';
import {
  allSaved,
  counters,
  flashcard,
  learner,
  openDeck,
  plainCards,
  rating,
  revealButton,
  side,
  study,
} from './learning-in-browser.ts';
import { notice } from './noted-notices.ts';

const ENGLISH = { locale: 'en-US' };

t.test(
  'LRN-01 LRN-02 LRN-10 LRN-23 LRN-43 a session: loading, title, position, counters, one batch',
  async (t) => {
    const test = await startBrowserTest(t, ENGLISH);
    const { page } = test;
    const student = await learner(test);
    const deckId = await student.deck('Three words', plainCards(3));
    const batches: { url: string }[][] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/batch', async (route) => {
      const { requests } = route.request().postDataJSON() as { requests: { url: string }[] };
      if (requests.some(({ url }) => url.includes('/cards/set'))) {
        batches.push(requests);
        await held;
      }
      await route.continue();
    });
    await openDeck(test, deckId);
    await page.getByText('Loading your cards…').waitFor({ state: 'attached' });
    release();
    await page.getByRole('heading', { name: 'Three words' }).waitFor();
    await flashcard(page, 1, 3).getByText('1 / 3').waitFor();
    t.same(await counters(page), ['New 3', 'Learning 0', 'Review 0']);
    t.match(batches, [
      [
        { url: `/api/decks/${deckId}` },
        { url: `/api/decks/${deckId}/cards/set?limit=20` },
        { url: `/api/decks/${deckId}/counts` },
      ],
    ]);
    t.match(await page.title(), /^Three words · /);
  },
);

t.test('LRN-43 API-02 ERR-34 when the batch fails the three calls are made one by one', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const deckId = await (await learner(test)).deck('Three words', plainCards(3));
  await page.route('**/api/batch', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await openDeck(test, deckId);
  await notice(page, 'status', 'Loading everything at once failed').waitFor();
  await flashcard(page, 1, 3).waitFor();
});

t.test('LRN-11 LRN-12 LRN-19 LRN-21 front and example first; answer and ratings after reveal', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const cards = [{ front: 'water', back: 'nước', example: 'Can I have some water?', definition: 'a liquid' }];
  await openDeck(test, await (await learner(test)).deck('One word', cards));
  const card = flashcard(page, 1, 1);
  await card.getByText('water', { exact: true }).waitFor();
  await card.getByText('Can I have some water?').waitFor();
  t.notMatch(await page.content(), /nước/, 'the answer is nowhere on the page');
  t.equal(await rating(page, 'Forgot').count(), 0);
  await revealButton(page).click();
  await card.getByText('nước', { exact: true }).waitFor();
  await card.getByText('a liquid').waitFor();
  for (const name of ['Forgot', 'Needed a look', 'Knew it'] as const) await rating(page, name).waitFor();
  t.equal(await revealButton(page).count(), 0);
});

t.test(
  'LRN-11 SL-42 a deck that shows the back first keeps front and example for after reveal',
  async (t) => {
    const test = await startBrowserTest(t, ENGLISH);
    const { page } = test;
    const cards = [
      { front: 'water', back: 'nước', example: 'Can I have some water?', audio: '/storage/none.mp3' },
    ];
    await openDeck(test, await (await learner(test)).deck('Back first', cards, true));
    await flashcard(page, 1, 1).getByText('nước', { exact: true }).waitFor();
    t.notMatch(await page.locator('main').innerHTML(), /water/);
    t.equal(
      await page.getByRole('button', { name: 'Play audio' }).count(),
      0,
      'the audio would tell the answer',
    );
    await revealButton(page).click();
    await flashcard(page, 1, 1).getByText('Can I have some water?').waitFor();
    await page.getByRole('button', { name: 'Play audio' }).waitFor();
  },
);

t.test(
  'LRN-20 ERR-48 the player is there only with audio; audio that cannot be played is told',
  async (t) => {
    const test = await startBrowserTest(t, ENGLISH);
    const { page } = test;
    const cards = [
      { front: 'silent', back: 'im lặng' },
      { front: 'broken', back: 'hỏng', audio: '/storage/cards/missing.mp3' },
    ];
    await openDeck(test, await (await learner(test)).deck('Audio', cards));
    await revealButton(page).waitFor();
    t.equal(await page.getByRole('button', { name: 'Play audio' }).count(), 0);
    await study(page, ['Knew it']);
    await page.getByRole('button', { name: 'Play audio' }).click();
    await notice(page, 'alert', 'Failed to play audio').waitFor();
  },
);

t.test('LRN-30 LRN-31 LRN-32 CX-14 LRN-33 LRN-35 what is sent, to the end of the session', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const student = await learner(test);
  await openDeck(test, await student.deck('Three words', plainCards(3)));
  await study(page, ['Forgot']);
  t.same(await counters(page), ['New 2', 'Learning 1', 'Review 0']);
  await flashcard(page, 2, 3).waitFor();
  await study(page, ['Knew it', 'Needed a look']);
  await flashcard(page, 1, 2).waitFor();
  await side(page, 'front 1').waitFor();
  await study(page, ['Needed a look', 'Knew it', 'Knew it']);
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

t.test('LRN-46 reloading resumes where the student was, revealed card included', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  await openDeck(test, await (await learner(test)).deck('Three words', plainCards(3)));
  await study(page, ['Forgot']);
  await revealButton(page).click();
  await page.reload();
  await flashcard(page, 2, 3).waitFor();
  await side(page, 'back 2').waitFor();
  t.same(await counters(page), ['New 2', 'Learning 1', 'Review 0']);
  await rating(page, 'Knew it').click();
  await flashcard(page, 3, 3).waitFor();
});

t.test('LRN-19 LRN-21 at 360 × 640 the buttons are there without scrolling', async (t) => {
  // The longer of the two languages.
  const test = await startBrowserTest(t, { locale: 'vi-VN', viewport: { width: 360, height: 640 } });
  const { page } = test;
  const card = { front: 'a'.repeat(80), back: 'Tôi không hiểu câu này '.repeat(8).trim() };
  const title = 'Một bộ thẻ có tên rất dài, dài hơn cả màn hình';
  await openDeck(test, await (await learner(test)).deck(title, [card]));
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

t.test('what changes is announced', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  await openDeck(test, await (await learner(test)).deck('One word', [{ front: 'house', back: 'nhà' }]));
  const announced = page.locator('[aria-live="polite"]').filter({ hasText: /house|nhà/ });
  await page.getByRole('button', { name: 'Reveal', exact: true }).waitFor();
  t.same(await announced.allInnerTexts(), ['Card 1 of 1: house']);
  await page.getByRole('button', { name: 'Reveal', exact: true }).click();
  await page.getByRole('button', { name: 'Knew it' }).waitFor();
  t.same(await announced.allInnerTexts(), ['Answer: nhà']);
});
