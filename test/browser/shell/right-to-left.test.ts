import type { Locator } from 'playwright-core';
import { becomes } from '../../harness/becomes.ts';
import { screen } from '../harness/screen.ts';
import { studentOf } from '../people/class-in-browser.ts';
import { begin, question } from '../people/exam-taking-in-browser.ts';
import { answerBox, flashcard, openDeck, revealButton } from '../people/learning-in-browser.ts';
import { enter } from '../people/person.ts';
import { examScene } from '../people/results-in-browser.ts';

const ARABIC = 'مرحبا!';
const HEBREW = 'שלום (1)?';

/** Returns whether all letters of a text stand right of its last sign, and right to left. */
const runsLeft = async (within: Locator, text: string): Promise<boolean> => {
  const place = within.filter({ hasText: text }).first();
  await place.waitFor();
  return place.evaluate((element, whole) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const places: DOMRect[] = [];
    let read = '';
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      for (let at = 0; at < node.data.length; at++) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        places.push(range.getBoundingClientRect());
        read += node.data[at];
      }
    }
    const start = read.indexOf(whole);
    if (start < 0) throw new Error(`“${whole}” is not in “${read}”`);
    const [first, second] = [places[start]!, places[start + 1]!];
    const last = places[start + whole.length - 1]!;
    const letters = [...whole.slice(0, -1)].flatMap((letter, index) =>
      /\p{L}/u.test(letter) ? [places[start + index]!] : [],
    );
    return second.left < first.left && letters.every(({ left }) => last.right <= left + 0.5);
  }, text);
};

const test = screen({}, examScene);

test('GLB-26 cards from right to left have their last sign at the left end', async (app) => {
  const { t, page, teacher, newContext } = app;
  const cards = [
    { front: ARABIC, back: 'hello' },
    { front: HEBREW, back: 'peace' },
    { front: 'good bye!', back: 'וְדַי (2)?' },
  ];
  const student = await studentOf(app, app.classId, 'An', teacher);
  await enter(page, student, '/student');
  const deckId = await student.deck('Words', cards);
  await openDeck(page, deckId);
  const card = flashcard(page, 1, 3);
  await becomes(t, () => runsLeft(card.locator('p'), ARABIC), true, 'a card');
  await revealButton(page).click();
  await page.getByRole('button', { name: 'Confident' }).click();
  await becomes(t, () => runsLeft(flashcard(page, 2, 3).locator('p'), HEBREW), true, 'with brackets');
  await page.goto(`/student/pairs/${deckId}`);
  for (const text of [ARABIC, HEBREW])
    await becomes(t, () => runsLeft(page.getByRole('button', { name: text }), text), true, 'pairs');
  await page.goto(`/student/decks/${deckId}`);
  await becomes(t, () => runsLeft(page.getByRole('main'), HEBREW), true, 'own cards');

  // Typed, and judged.
  const typed = await student.deck('Typed', [{ front: 'hello', back: ARABIC }]);
  await student.settings(typed, { way: 'typing' });
  await openDeck(page, typed);
  await answerBox(page).fill('مرحا');
  t.equal(await answerBox(page).evaluate((box) => getComputedStyle(box).unicodeBidi), 'plaintext');
  await answerBox(page).press('Enter');
  const marks = page.locator('[data-mark]').locator('xpath=..');
  t.ok(await runsLeft(marks, 'مرحا'.slice(0, 3)), 'letters run to the left');
  t.equal(
    await marks.evaluate((letters) => getComputedStyle(letters).letterSpacing),
    'normal',
    'and are joined',
  );

  // Of four.
  const chosen = await student.deck('Chosen', [
    ...cards.map(({ front, back }) => ({ front: back, back: front })),
  ]);
  await student.settings(chosen, { way: 'choice' });
  await openDeck(page, chosen);
  await becomes(
    t,
    () => runsLeft(page.getByRole('group', { name: 'Choose the answer' }), HEBREW),
    true,
    'a choice',
  );

  const desk = await (await newContext()).newPage();
  const own = await teacher.deck('Words', cards);
  await enter(desk, teacher, `/teacher?deckId=${own}`);
  await becomes(
    t,
    () => runsLeft(desk.getByRole('list', { name: 'Cards of the deck' }), HEBREW),
    true,
    'the list',
  );
  await desk.getByRole('link', { name: 'Table', exact: true }).click();
  await becomes(t, () => runsLeft(desk.getByRole('grid'), HEBREW), true, 'the table');
});

test('GLB-26 an exam from right to left', async (app) => {
  const { t, page, teacher, classId } = app;
  const exam = await app.exam('AB', { title: 'Short' });
  await app.test
    .sql`update exam_questions set question_text = ${HEBREW}, option_a = ${ARABIC}, option_b = ${HEBREW}
    where exam_id = ${exam.id}`;
  await begin(page, await studentOf(app, classId, 'An', teacher), exam.id);
  t.ok(await runsLeft(question(page, 1).locator('legend'), HEBREW), 'a question');
  t.ok(await runsLeft(question(page, 1).locator('label').first(), ARABIC), 'an option');
  t.ok(await runsLeft(question(page, 1).locator('label').nth(1), HEBREW), 'with brackets');
  await question(page, 1)
    .getByRole('radio', { name: `A. ${ARABIC}` })
    .waitFor();
});
