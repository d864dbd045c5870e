import type { Page } from 'playwright-core';
import type { Card } from '../../../core/contract/card-shape.schema.ts';
import type { Way } from '../../../core/deck/deck.schema.ts';
import { becomes } from '../../harness/becomes.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { notice } from '../harness/noted-notices.ts';
import { hasFocus, screen } from '../harness/screen.ts';
import { newClass, studentOf } from '../people/class-in-browser.ts';
import {
  allSaved,
  answerBox,
  flashcard,
  goOnButton,
  openDeck,
  rating,
  revealButton,
  side,
  study,
} from '../people/learning-in-browser.ts';
import { enter, type Person } from '../people/person.ts';

async function opened(page: Page, student: Person, cards: Partial<Card>[], way: Way): Promise<void> {
  const deckId = await student.deck('Words', cards);
  await student.settings(deckId, { way });
  await openDeck(page, deckId);
}

const kept = ({ sql }: BrowserTest, { id: studentId }: Person) =>
  sql<{ rating: number; typed?: string; mode?: string }>`
    select (data ->> 'rating')::integer as rating, data ->> 'typed' as typed, data ->> 'mode' as mode
    from events where student_id = ${studentId} order by position`;

const CAT = { front: 'cat', back: 'mèo' };
const DOG = { front: 'dog', back: 'chó' };

const test = screen({ as: 'student' });
const asTeacher = screen({ as: 'teacher', name: 'Cô Mai' });
const moving = screen({ as: 'student', reducedMotion: 'no-preference' });

test('GLB-24 PRA-04 PRA-06 PRA-07 PRA-22 a way is chosen in the settings and holds at once: options, their keys, what was right', async (app) => {
  const { t, page, student } = app;
  await openDeck(page, await student.deck('Words', [CAT, DOG, { front: 'cow', back: 'bò' }]));
  await page.getByRole('button', { name: "Edit the deck's settings" }).click();
  const dialog = page.getByRole('dialog');
  t.ok(await dialog.getByRole('radio', { name: 'Turn the card' }).isChecked());
  await dialog.getByRole('radio', { name: 'Choose from four' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await notice(page, 'status', 'Settings updated successfully!').waitFor();
  const options = page.getByRole('group', { name: 'Choose the answer' }).getByRole('button');
  const texts = async () => (await options.allInnerTexts()).map((text) => text.replace(/\d\s*/, '')).sort();
  await becomes(t, texts, ['bò', 'chó', 'mèo']);
  const cat = options.filter({ hasText: 'mèo' });
  await cat.click();
  await page.getByText('Correct!').waitFor();
  await rating(page, 'Confident').and(page.locator('[data-suggested]')).waitFor();
  await page.keyboard.press('Enter');
  await flashcard(page, 2, 3).waitFor();
  // As on a Vietnamese keyboard, where the digits are letters.
  const place = Number(await cat.getAttribute('aria-keyshortcuts'));
  await page.evaluate(
    ({ key, code }) => {
      const event = { key, code, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new KeyboardEvent('keydown', event));
    },
    { key: ' ăâê'[place]!, code: `Digit${place}` },
  );
  await options.and(page.getByRole('button', { name: 'mèo Not right' })).waitFor();
  await options.and(page.getByRole('button', { name: 'chó Correct!' })).waitFor();
  const tones = await options.evaluateAll((all) => all.map((each) => each.dataset.tone).sort());
  t.same(tones, ['other', 'right', 'wrong']);
  await rating(page, 'Unknown').and(page.locator('[data-suggested]')).waitFor();
  t.equal(await goOnButton(page).getAttribute('aria-keyshortcuts'), 'Enter');
  await page.keyboard.press('3');
  await flashcard(page, 3, 3).waitFor();
  t.equal(await page.locator('[data-tone]').count(), 0);
  await allSaved(page);
  t.same(await kept(app, student), [
    { rating: 2, typed: 'right', mode: 'choice' },
    { rating: 2, typed: 'wrong', mode: 'choice' },
  ]);
});

moving(
  'PRA-21 LRN-21 (document 2 §2) what was judged is not asked again, may be given any rating, and is felt',
  async (app) => {
    const { t, page, student } = app;
    const { felt } = await noted(page);
    // In the way that is everybody's until another is chosen.
    await openDeck(page, await student.deck('Words', [CAT, DOG, { front: 'melon', back: 'dưa lưới' }]));
    const typed = async (text: string) => {
      await answerBox(page).fill(text);
      await answerBox(page).press('Enter');
      await goOnButton(page).waitFor();
      // (document 2 §2)
      for (const name of ['Unknown', 'Revealed', 'Confident'] as const)
        t.equal(await rating(page, name).count(), 1, `${text} is judged, and ${name} can be given`);
    };
    await typed('mèo');
    await page.getByText('Correct!').waitFor();
    await becomes(t, felt, [10]);
    await rating(page, 'Unknown').click();
    await flashcard(page, 2, 3).waitFor();
    await typed('con bò');
    await page.getByText('Not right').waitFor();
    t.same(await felt(), [10], 'what is wrong is not felt');
    await page.getByText('con bò', { exact: true }).waitFor();
    t.equal(await page.locator('[data-mark]').count(), 0, 'letters of another word say nothing');
    await rating(page, 'Confident').click();
    await flashcard(page, 3, 3).waitFor();
    await typed('dưa lươi');
    await page.getByText('Right letters, look at the marks').waitFor();
    t.ok((await page.locator('[data-mark]').count()) > 0);
    await page.reload();
    await page.getByText('Right letters, look at the marks').waitFor();
    await page.keyboard.press('Enter');
    for (const number of [1, 2]) {
      await flashcard(page, number, 2).waitFor();
      await study(page, ['Confident']);
    }
    await allSaved(page);
    t.match(await student.events(), [
      { front: 'dog', first_status: 2, tries: 1 },
      { front: 'cat', first_status: 0, tries: 2 },
      { front: 'melon', first_status: 1, tries: 2 },
    ]);
  },
);

/** Notes what is felt, and which notes and words sound, without keeping any of it from doing so. */
async function noted(page: Page) {
  await page.addInitScript(() => {
    const felt: unknown[] = [];
    const notes: number[] = [];
    const words: string[] = [];
    Object.assign(window, { noted: { felt, notes, words } });
    navigator.vibrate = (pattern) => felt.push(pattern) > 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      notes.push(this.frequency.value);
      return start.call(this, when);
    };
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
      words.push(new URL(this.src).pathname);
      return play.call(this);
    };
  });
  type Noted = { felt: unknown[]; notes: number[]; words: string[] };
  const all = () => page.evaluate(() => (window as unknown as { noted: Noted }).noted);
  return { felt: async () => (await all()).felt, heard: async () => ({ ...(await all()), felt: undefined }) };
}

moving('PRA-23 SL-315 a right answer is heard, unless the device is to be quiet', async (app) => {
  const { t, page, student } = app;
  const { heard, felt } = await noted(page);
  const audio = '/storage/cards/cat.mp3';
  const animals = ['mèo', 'chó', 'bò', 'gà', 'vịt', 'lợn', 'dê'].map((back) => ({
    front: `animal ${back}`,
    back,
    audio_file: audio,
  }));
  await opened(page, student, animals, 'typing');
  const answer = async (text: string) => {
    await answerBox(page).fill(text);
    await answerBox(page).press('Enter');
    await goOnButton(page).waitFor();
  };
  await answer('mèo');
  await becomes(t, heard, { felt: undefined, notes: [659, 988], words: [audio] });
  await page.keyboard.press('Enter');
  await flashcard(page, 2, 7).waitFor();
  await page.getByRole('button', { name: "Edit the deck's settings" }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('switch', { name: /^Sounds for right answers/ }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  for (const text of ['chó', 'bò', 'gà', 'vịt']) {
    await answer(text);
    t.equal(await page.getByText('5 in a row!').count(), text === 'vịt' ? 1 : 0, text);
    await page.keyboard.press('Enter');
  }
  await answer('con lợn nái');
  await page.getByText('Not right').waitFor();
  t.same(await heard(), { felt: undefined, notes: [659, 988], words: [audio] }, 'no further note');
  t.same(await felt(), [10]);
});

moving(
  'PRA-23 a browser that gives no sound takes nothing else of a right answer',
  async ({ page, student }) => {
    await page.addInitScript(() => {
      globalThis.AudioContext = class {
        constructor() {
          throw new DOMException('too many', 'NotSupportedError');
        }
      } as unknown as typeof AudioContext;
    });
    await opened(page, student, [CAT, DOG], 'typing');
    await answerBox(page).fill(CAT.back);
    await answerBox(page).press('Enter');
    await page.getByText('Correct!').waitFor();
    await goOnButton(page).click();
    await flashcard(page, 2, 2).waitFor();
  },
);

moving('PRA-24 a right choice is one tap; what was only guessed comes again', async (app) => {
  const { t, page, student } = app;
  const deckId = await student.deck('Words', [CAT, DOG, { front: 'cow', back: 'bò' }]);
  // One tap from the page of the deck, without a setting.
  await page.goto(`/student/decks/${deckId}`);
  await page.getByRole('link', { name: 'Choose from four' }).click();
  const options = page.getByRole('group', { name: 'Choose the answer' }).getByRole('button');
  const choose = (text: string) => options.filter({ hasText: text }).click();
  await flashcard(page, 1, 3).waitFor();
  await choose('mèo');
  await flashcard(page, 2, 3).waitFor();
  await choose('bò');
  await page.getByText('Not right').first().waitFor();
  await page.getByRole('button', { name: 'I did know it' }).click();
  await flashcard(page, 3, 3).waitFor();
  await choose('bò');
  // What has the focus, or is pointed at, does not go away.
  await page.getByRole('button', { name: 'I only guessed' }).focus();
  await page.locator('[data-going]').waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await flashcard(page, 1, 1).waitFor();
  await page.getByRole('button', { name: "Edit the deck's settings" }).click();
  const dialog = page.getByRole('dialog');
  t.ok(await dialog.getByRole('radio', { name: 'Choose from four' }).isChecked());
  await dialog.getByRole('radio', { name: 'Turn the card' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await revealButton(page).click();
  await rating(page, 'Confident').click();
  await allSaved(page);
  t.same(await kept(app, student), [
    { rating: 2, typed: 'right', mode: 'choice' },
    { rating: 2, typed: 'wrong', mode: 'choice' },
    { rating: 2, typed: null, mode: null },
  ]);
});

test('PRA-05 of a dictation nothing is to be read before the card is turned', async (app) => {
  const { t, page, student } = app;
  await opened(page, student, [{ ...CAT, audio_file: '/storage/cards/cat.mp3' }, DOG], 'dictation');
  await page.getByText('Listen, and type what you hear.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Play audio' }).waitFor();
  const text = await flashcard(page, 1, 2).textContent();
  t.notMatch(text, /cat|mèo/);
  t.match(text, /listen, and type what you hear/, 'as it is announced');
  await answerBox(page).fill('cat');
  await answerBox(page).press('Enter');
  await page.getByText('Correct!').waitFor();
  await page.keyboard.press('Enter');
  await flashcard(page, 2, 2).waitFor();
  await side(page, 'dog').waitFor();
  await becomes(t, () => hasFocus(answerBox(page)), true);
  await answerBox(page).fill('cho');
  await revealButton(page).click();
  await page.getByText('Right letters, look at the marks').waitFor();
  await rating(page, 'Confident').click();
  await allSaved(page);
  t.same(await kept(app, student), [
    { rating: 2, typed: 'right', mode: 'dictation' },
    { rating: 2, typed: 'accent', mode: 'typing' },
  ]);
});

test('PRA-08 what Telex and VNI compose is judged when it stands', async (app) => {
  const { t, page, student } = app;
  const words = [
    { front: 'house', back: 'nhà' },
    { front: 'road', back: 'đường' },
  ];
  await opened(page, student, words, 'typing');
  await answerBox(page).waitFor();
  const input = await page.context().newCDPSession(page);
  const compose = async (steps: string[]) => {
    await becomes(t, () => hasFocus(answerBox(page)), true);
    for (const text of steps) {
      const place = { selectionStart: text.length, selectionEnd: text.length };
      await input.send('Input.imeSetComposition', { text, ...place });
    }
    // The Enter that picks the word is the input method's.
    const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
    await input.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
    t.equal(await revealButton(page).count(), 1, 'not turned by it');
    await input.send('Input.insertText', { text: steps.at(-1)! });
    await becomes(t, () => answerBox(page).inputValue(), steps.at(-1)!);
    await page.keyboard.press('Enter');
    await page.getByText('Correct!').waitFor();
    await page.keyboard.press('Enter');
  };
  // n h a f
  await compose(['n', 'nh', 'nha', 'nhà']);
  await flashcard(page, 2, 2).waitFor();
  // d 9 u 7 o 7 n g 2
  await compose(['d', 'đ', 'đu', 'đư', 'đưo', 'đươ', 'đươn', 'đương', 'đường']);
  await allSaved(page);
  t.same(await kept(app, student), [
    { rating: 2, typed: 'right', mode: 'typing' },
    { rating: 2, typed: 'right', mode: 'typing' },
  ]);
});

asTeacher('PRA-19 PRA-20 what a classmate has mixed up is an option, and on a list', async (app) => {
  const { t, page, newContext, teacher } = app;
  const words = Array.from({ length: 40 }, (_, n) => ({ front: `word ${n + 1}`, back: `từ ${n + 1}` }));
  const deckId = await teacher.deck('Animals', words);
  const cards = await teacher.cards(deckId);
  const { id: classId } = await newClass(teacher, '10A1', deckId);
  const classmate = await studentOf(app, classId, 'Bình', teacher);
  await classmate.call('POST /api/cards/:cardId/progress', {
    params: { cardId: cards[1]!.id },
    body: { status: 0, time_spent: 2, mode: 'choice', answer: 'từ 40' },
  });

  const student = await studentOf(app, classId, 'Lan', teacher);
  await student.settings(deckId, { new_cards_per_day: 5, way: 'choice' });
  const phone = await (await newContext({ viewport: { width: 360, height: 640 }, hasTouch: true })).newPage();
  await enter(phone, student, '/student');
  const read = phone.waitForResponse('**/mixed-up**');
  await openDeck(phone, deckId);
  const options = phone.getByRole('group', { name: 'Choose the answer' }).getByRole('button');
  await options.filter({ hasText: /từ 1$/ }).click();
  await read;
  await goOnButton(phone).click();
  await flashcard(phone, 2, 5).waitFor();
  await options.filter({ hasText: /từ 40$/ }).click();
  await side(phone, 'từ 2').first().waitFor();

  await page.goto(`/teacher/classes?classId=${classId}&tab=decks`);
  await page.getByRole('button', { name: 'Mixed up: Animals' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mixed up: Animals' });
  const pair = dialog.getByRole('listitem');
  await pair.getByText('1 time · 1 student').waitFor();
  t.match(await pair.textContent(), /word 2 – từ 2\s*word 40 – từ 40/);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  t.ok(await hasFocus(page.getByRole('button', { name: 'Mixed up: Animals' })), 'the focus comes back');
});
