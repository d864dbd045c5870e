import t from 'tap';
import { becomes } from '../becomes.ts';
import { type BrowserTest, startBrowserTest } from './browser-harness.ts';
import {
  allSaved,
  flashcard,
  type Learner,
  learner,
  openDeck,
  rating,
  revealButton,
  side,
  type TestCard,
} from './learning-in-browser.ts';
import { notice } from './noted-notices.ts';

const ENGLISH = { locale: 'en-US' };

async function opened(test: BrowserTest, student: Learner, cards: TestCard[], way: string): Promise<void> {
  const deckId = await student.deck('Words', cards);
  await test.db.query(
    `insert into deck_settings (student_id, deck_id, new_cards_per_day, max_cards_per_day, way)
     values ($1, $2, 20, 200, $3)`,
    [student.studentId, deckId, way],
  );
  await openDeck(test, deckId);
}

async function kept(test: BrowserTest, { studentId }: Learner) {
  const { rows } = await test.db.query<{ rating: number; typed?: string; mode?: string }>(
    `select (data ->> 'rating')::integer as rating, data ->> 'typed' as typed, data ->> 'mode' as mode
     from events where student_id = $1 order by position`,
    [studentId],
  );
  return rows;
}

const box = (test: BrowserTest) => test.page.getByRole('textbox', { name: 'Type the answer' });

t.test('PRA-04 a way is chosen in the settings of the session, and holds at once', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const student = await learner(test);
  await openDeck(
    test,
    await student.deck('Words', [
      { front: 'cat', back: 'mèo' },
      { front: 'dog', back: 'chó' },
    ]),
  );
  await page.getByRole('button', { name: "Edit the deck's settings" }).click();
  const dialog = page.getByRole('dialog');
  t.ok(await dialog.getByRole('radio', { name: 'Turn the card' }).isChecked());
  await dialog.getByRole('radio', { name: 'Choose from four' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await notice(page, 'status', 'Settings updated successfully!').waitFor();
  const options = page.getByRole('group', { name: 'Choose the answer' }).getByRole('button');
  await becomes(
    t,
    async () => (await options.allInnerTexts()).map((text) => text.replace(/\d\s*/, '')).sort(),
    ['chó', 'mèo'],
  );
});

t.test('PRA-06 PRA-07 an option is chosen by its key, and Enter rates as it speaks for', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const student = await learner(test);
  const words = [
    { front: 'cat', back: 'mèo' },
    { front: 'dog', back: 'chó' },
  ];
  await opened(test, student, words, 'choice');
  const options = page.getByRole('group', { name: 'Choose the answer' }).getByRole('button');
  await options.filter({ hasText: 'mèo' }).waitFor();
  await page.keyboard.press(
    (await options.filter({ hasText: 'mèo' }).getAttribute('aria-keyshortcuts')) ?? '',
  );
  await page.getByText('Exactly right').waitFor();
  t.equal(await rating(page, 'Knew it').getAttribute('aria-keyshortcuts'), '3 Enter');
  await page.keyboard.press('Enter');
  await flashcard(page, 2, 2).waitFor();
  await options.filter({ hasText: 'mèo' }).click();
  await page.getByText('Not quite').waitFor();
  t.equal(await rating(page, 'Forgot').getAttribute('aria-keyshortcuts'), '1 Enter');
  await rating(page, 'Knew it').click();
  await allSaved(page);
  t.same(await kept(test, student), [
    { rating: 2, typed: 'right', mode: 'choice' },
    { rating: 2, typed: 'wrong', mode: 'choice' },
  ]);
});

t.test('PRA-05 of a dictation nothing is to be read before the card is turned', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const student = await learner(test);
  const words = [
    { front: 'cat', back: 'mèo', audio: '/storage/cards/cat.mp3' },
    { front: 'dog', back: 'chó' },
  ];
  await opened(test, student, words, 'dictation');
  await page.getByText('Listen, and type what you hear.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Play audio' }).waitFor();
  const text = await flashcard(page, 1, 2).textContent();
  t.notMatch(text, /cat|mèo/);
  t.match(text, /listen, and type what you hear/, 'as it is announced');
  await box(test).fill('cat');
  await box(test).press('Enter');
  await page.getByText('Exactly right').waitFor();
  await page.keyboard.press('Enter');
  await flashcard(page, 2, 2).waitFor();
  await side(page, 'dog').waitFor();
  await becomes(t, () => box(test).evaluate((input) => input === document.activeElement), true);
  await box(test).fill('cho');
  await revealButton(page).click();
  await page.getByText('Right letters, look at the marks').waitFor();
  await rating(page, 'Knew it').click();
  await allSaved(page);
  t.same(await kept(test, student), [
    { rating: 2, typed: 'right', mode: 'dictation' },
    { rating: 2, typed: 'accent', mode: 'typing' },
  ]);
});

t.test('PRA-08 what Telex and VNI compose is judged when it stands', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const student = await learner(test);
  const words = [
    { front: 'house', back: 'nhà' },
    { front: 'road', back: 'đường' },
  ];
  await opened(test, student, words, 'typing');
  await box(test).waitFor();
  const input = await page.context().newCDPSession(page);
  const compose = async (steps: string[]) => {
    await becomes(t, () => box(test).evaluate((one) => one === document.activeElement), true);
    for (const text of steps) {
      const place = { selectionStart: text.length, selectionEnd: text.length };
      await input.send('Input.imeSetComposition', { text, ...place });
    }
    // The Enter that picks the word is the input method's.
    const enter = { key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229 };
    await input.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
    t.equal(await revealButton(page).count(), 1, 'not turned by it');
    await input.send('Input.insertText', { text: steps.at(-1)! });
    await becomes(t, () => box(test).inputValue(), steps.at(-1)!);
    await page.keyboard.press('Enter');
    await page.getByText('Exactly right').waitFor();
    await page.keyboard.press('Enter');
  };
  // n h a f
  await compose(['n', 'nh', 'nha', 'nhà']);
  await flashcard(page, 2, 2).waitFor();
  // d 9 u 7 o 7 n g 2
  await compose(['d', 'đ', 'đu', 'đư', 'đưo', 'đươ', 'đươn', 'đương', 'đường']);
  await allSaved(page);
  t.same(await kept(test, student), [
    { rating: 2, typed: 'right', mode: 'typing' },
    { rating: 2, typed: 'right', mode: 'typing' },
  ]);
});
