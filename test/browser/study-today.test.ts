import type { Page } from 'playwright-core';
import t from 'tap';
import { becomes } from '../becomes.ts';
import { startBrowserTest } from './browser-harness.ts';
import { enter, newClass, registered, studentOf } from './class-in-browser.ts';
import {
  allSaved,
  counters,
  deckOf,
  flashcard,
  learner,
  loggedAnswers,
  openDeck,
  plainCards,
  rating,
  revealButton,
  side,
  study,
} from './learning-in-browser.ts';
import { refuse } from './refused-calls.ts';
import { givenExamClass } from './results-in-browser.ts';
import { studentInBrowser } from './student-in-browser.ts';

const ENGLISH = { locale: 'en-US' };
const band = (page: Page) => page.getByRole('region', { name: 'Today', exact: true });
const decks = (page: Page) => page.getByRole('region', { name: 'My decks' });
const everything = (page: Page, count: number) =>
  band(page).getByRole('link', { name: `Study everything (${count})` });
const header = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

t.test('TDY-10 a newcomer is led to the first deck', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  await studentInBrowser(test);
  const { page } = test;
  await page.goto(`${test.baseUrl}/student`);
  await band(page).getByText('Choose your first deck').waitFor();
  t.equal(await decks(page).count(), 0);
  await band(page).getByRole('link', { name: 'See the decks' }).click();
  const official = page.getByRole('region', { name: 'Official decks' });
  await official.getByRole('link').first().waitFor();
  await becomes(
    t,
    () => official.evaluate((region) => region.getBoundingClientRect().top < innerHeight),
    true,
  );
});

t.test('SL-267 a newcomer who studies everything hears what would be here, and chooses a deck', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  await studentInBrowser(test);
  const { page } = test;
  await page.goto(`${test.baseUrl}/learn/today`);
  await page.getByText('You have not begun any deck yet.').waitFor();
  t.equal(await page.getByText('There is nothing to study today.').count(), 0);
  await page.getByRole('link', { name: 'See the decks' }).click();
  await page.waitForURL('**/student/decks');
});

t.test('SL-117 an official deck that was begun stands among the own ones, and no longer twice', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  await studentInBrowser(test);
  const { page } = test;
  await page.goto(`${test.baseUrl}/student`);
  const official = page.getByRole('region', { name: 'Official decks' });
  const nouns = { name: 'Everyday nouns', exact: true };
  await official.getByRole('article', nouns).getByRole('link').click();
  await study(page, ['Knew it']);
  await allSaved(page);
  await page.goto(`${test.baseUrl}/student`);
  await decks(page).getByRole('article', nouns).waitFor();
  await official.getByRole('link').first().waitFor();
  t.equal(await official.getByRole('article', nouns).count(), 0);
});

t.test('TDY-10 TDY-06 one button studies all decks that are due, and then today is done', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const student = await learner(test);
  const first = await student.deck('First deck', plainCards(2));
  const second = await deckOf(test, student.studentId, 'Second deck', [
    { front: 'cat', back: 'mèo' },
    { front: 'dog', back: 'chó' },
  ]);
  // Begun, each by its first card.
  for (const deckId of [first, second]) {
    await openDeck(test, deckId);
    await study(page, ['Knew it']);
    await allSaved(page);
  }
  await page.goto(`${test.baseUrl}/student`);
  await everything(page, 2).waitFor();
  t.match(await band(page).textContent(), /0\s*to review\s*2\s*new\s*≈ 1\s*min/);
  await decks(page).getByRole('article', { name: 'First deck' }).getByText('1 of 2 cards learnt').waitFor();
  await decks(page).getByRole('article', { name: 'Second deck' }).getByText('1 new').waitFor();

  await everything(page, 2).click();
  await page.waitForURL('**/learn/today');
  await flashcard(page, 1, 2).waitFor();
  await header(page, 'First deck').waitFor();
  t.same(await counters(page), ['New 2', 'Learning 0', 'Review 0']);
  await study(page, ['Forgot']);

  await t.test('TDY-06 it goes on after a reload, and the last answer can be taken back', async () => {
    await page.reload();
    await flashcard(page, 2, 2).waitFor();
    await header(page, 'Second deck').waitFor();
    await side(page, 'dog').waitFor();
    await study(page, ['Knew it']);
    await side(page, 'front 2').waitFor();
    await page.keyboard.press('z');
    await side(page, 'dog').waitFor();
    await study(page, ['Knew it', 'Knew it']);
  });
  await page.getByRole('heading', { name: /^Congratulations/ }).waitFor();
  await allSaved(page);
  t.same(await loggedAnswers(test, student), [
    'CardReviewed front 1',
    'CardReviewed cat',
    'CardReviewed dog',
    'CardReviewUndone dog',
    'CardReviewed dog',
    'CardReviewed front 2',
  ]);
  await page.getByRole('button', { name: 'End session' }).click();
  await page.waitForURL('**/student');

  await t.test('TDY-03 what comes next is told, and nothing to go on with', async (t) => {
    await band(page).getByText('Done for today').waitFor();
    // The one that was not known at first.
    await band(page).getByText('Next: tomorrow, 1 card').waitFor();
    t.equal(await band(page).getByRole('link').count(), 0);
  });
});

t.test('TDY-05 each rating says when the card comes again', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const student = await learner(test);
  await openDeck(test, await student.deck('Words', plainCards(1)));
  const days = async () => {
    await rating(page, 'Knew it').waitFor();
    return page
      .getByRole('group', { name: 'How well did you know it?' })
      .getByRole('button')
      .evaluateAll((all) =>
        all.map((each) => document.getElementById(`${each.getAttribute('aria-describedby')}`)?.textContent),
      );
  };
  await revealButton(page).click();
  t.same(await days(), ['today', 'today', '2 days']);
  await rating(page, 'Forgot').click();
  await revealButton(page).click();
  t.same(await days(), ['today', 'today', 'tomorrow']);
  await rating(page, 'Knew it').click();
  await page.getByRole('button', { name: "Study today's cards again" }).click();
  await revealButton(page).click();
  t.same(await days(), [undefined, undefined, undefined], 'practice changes no day');
});

t.test('TDY-06 a card that was answered over all decks is not asked again in its own', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const student = await learner(test);
  const deckId = await student.deck('Words', plainCards(3));
  await openDeck(test, deckId);
  await study(page, ['Knew it']);
  await allSaved(page);
  await page.goto(`${test.baseUrl}/learn/today`);
  await flashcard(page, 1, 2).waitFor();
  await study(page, ['Knew it']);
  await allSaved(page);
  await openDeck(test, deckId);
  await flashcard(page, 1, 1).waitFor();
  await side(page, 'front 3').waitFor();
});

t.test('TDY-10 an error says so and can be tried again', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  await studentInBrowser(test);
  const { page } = test;
  const [allowBatch, allow] = [
    await refuse(page, 'POST', '/api/batch'),
    await refuse(page, 'GET', '/api/today'),
  ];
  await page.goto(`${test.baseUrl}/student`);
  const again = band(page).getByRole('alert').getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await allow();
  await allowBatch();
  await again.click();
  await band(page).getByText('Choose your first deck').waitFor();
});

t.test('TDY-04 TDY-11 exams that wait are in the band, and a class stands below as a card', async (t) => {
  const scene = await givenExamClass(t);
  const { test, page, teacher, classId } = scene;
  const exam = await scene.exam('ABC', { title: 'Unit 1', duration_minutes: 45 });
  const student = await studentOf(test, classId, 'Nguyễn Thị Lan', teacher);
  await enter(test, page, 'student', student, '/student');
  await page.getByRole('heading', { level: 1, name: 'Hello, Lan!' }).waitFor();
  const row = band(page).getByRole('list', { name: 'Exams to take' }).getByRole('listitem');
  await row.first().waitFor();
  t.match(await row.allInnerTexts(), [/^Unit 1\s+45 minutes · 3 questions\s+Take exam$/]);
  await row.getByRole('button', { name: 'Take exam: Unit 1' }).click();
  await page
    .getByRole('dialog', { name: 'Start the exam “Unit 1”?' })
    .getByRole('button', { name: 'Start now' })
    .click();
  await page.waitForURL(`**/exam/${exam.id}`);
  await page.getByRole('radio').first().waitFor();
  await page.goto(`${test.baseUrl}/student`);
  await row.getByRole('link', { name: 'Continue exam: Unit 1' }).waitFor();
});

t.test('TDY-12 nothing moves while the home is loading', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const teacher = await registered(test, 'teacher', 'Cô Hoa');
  const deckId = await deckOf(test, teacher.id, 'Unit 1', plainCards(30));
  const classroom = await newClass(teacher, '10A1', deckId);
  const student = await studentOf(test, classroom.id, 'An', teacher);
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    await enter(test, page, 'student', student, '/student');
    const heights = [await band(page).evaluate((each) => each.getBoundingClientRect().height)];
    await everything(page, 20).waitFor();
    heights.push(await band(page).evaluate((each) => each.getBoundingClientRect().height));
    t.ok(Math.abs(heights[0]! - heights[1]!) < 2, `${viewport.width}: ${heights}`);
  }
});
