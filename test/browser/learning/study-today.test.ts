import type { Page } from 'playwright-core';
import { becomes } from '../../harness/becomes.ts';
import { screen } from '../harness/screen.ts';
import { newClass, studentOf } from '../people/class-in-browser.ts';
import {
  allSaved,
  congratulation,
  counters,
  flashcard,
  loggedAnswers,
  openDeck,
  plainCards,
  rating,
  revealButton,
  side,
  study,
} from '../people/learning-in-browser.ts';
import { enter, makeAccount } from '../people/person.ts';
import { examScene } from '../people/results-in-browser.ts';

const band = (page: Page) => page.getByRole('region', { name: 'Today', exact: true });
const decks = (page: Page) => page.getByRole('region', { name: 'My decks' });
const newCards = (page: Page, count: number) =>
  band(page).getByRole('link', { name: `Learn ${count} new cards` });
const header = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

const test = screen({ as: 'student' });
const asGuest = screen();

const ofExams = screen({}, examScene);

test('NAV-05 NAV-16 TDY-10 SL-117 SL-267 a newcomer is led to the first deck, which then stands among the own ones alone', async (app) => {
  const { t, page } = app;
  await page.goto('/learn/today');
  await page.getByText('You have not begun any deck yet.').waitFor();
  t.equal(await page.getByText('There is nothing to study today.').count(), 0);
  await page.getByRole('link', { name: 'See the decks' }).click();
  await page.waitForURL('**/student/decks');
  await page.goto('/student');
  await band(page).getByText('Choose your first deck').waitFor();
  t.equal(await decks(page).count(), 0);
  await band(page).getByRole('link', { name: 'See the decks' }).click();
  const official = page.getByRole('region', { name: 'Official decks' });
  const nouns = { name: 'Everyday nouns', exact: true };
  const learn = official.getByRole('article', nouns).getByRole('link', { name: 'Learn: Everyday nouns' });
  await learn.waitFor();
  const isInSight = () => official.evaluate((region) => region.getBoundingClientRect().top < innerHeight);
  await becomes(t, isInSight, true);
  await learn.click();
  await study(page, ['Confident']);
  await allSaved(page);
  await page.goto('/student');
  await decks(page).getByRole('article', nouns).waitFor();
  await official.getByRole('link').first().waitFor();
  t.equal(await official.getByRole('article', nouns).count(), 0);
});

test('TDY-03 TDY-06 TDY-10 TDY-14 one button studies all decks that are due, over a reload, and then today is done', async (app) => {
  const { t, page, student } = app;
  const first = await student.deck('First deck', plainCards(2));
  const second = await student.deck('Second deck', [
    { front: 'cat', back: 'mèo' },
    { front: 'dog', back: 'chó' },
  ]);
  // Begun, each by its first card.
  for (const deckId of [first, second]) {
    await openDeck(page, deckId);
    await study(page, ['Confident']);
    await allSaved(page);
  }
  await page.goto('/student');
  await newCards(page, 2).waitFor();
  t.match(await band(page).textContent(), /0\s*to review\s*2\s*new\s*≈ 1\s*min/);
  await decks(page).getByRole('article', { name: 'First deck' }).getByText('1 of 2 cards learnt').waitFor();
  await decks(page).getByRole('article', { name: 'Second deck' }).getByText('1 new').waitFor();

  await newCards(page, 2).click();
  await page.waitForURL('**/learn/today');
  await flashcard(page, 1, 2).waitFor();
  await header(page, 'First deck').waitFor();
  t.same(await counters(page), ['New 2', 'Learning 0', 'Review 0']);
  await study(page, ['Unknown']);

  await page.reload();
  await flashcard(page, 2, 2).waitFor();
  await header(page, 'Second deck').waitFor();
  await side(page, 'dog').waitFor();
  await study(page, ['Confident']);
  await side(page, 'front 2').waitFor();
  await page.keyboard.press('z');
  await side(page, 'dog').waitFor();
  await study(page, ['Confident', 'Confident']);
  await congratulation(page).waitFor();
  await allSaved(page);
  t.same(await loggedAnswers(app, student), [
    'CardReviewed front 1',
    'CardReviewed cat',
    'CardReviewed dog',
    'CardReviewUndone dog',
    'CardReviewed dog',
    'CardReviewed front 2',
  ]);
  await page.getByRole('button', { name: 'End Session' }).click();
  await page.waitForURL('**/student');

  await band(page).getByText('Done for today').waitFor();
  // The one that was not known at first.
  await band(page).getByText('Next: tomorrow, 1 card').waitFor();
  await band(page).getByRole('link', { name: 'Play pairs' }).waitFor();
  t.equal(await band(page).getByRole('link', { name: 'Study more' }).count(), 0, 'no card is left');
  await openDeck(page, first);
  await congratulation(page).waitFor();
});

test('TDY-06 CON-08 (document 2 §3, §9) what a deck was teaching is learnt on over all decks, and in the deck again', async (app) => {
  const { t, page, student } = app;
  const deckId = await student.deck('Words', plainCards(12));
  await openDeck(page, deckId);
  await study(page, ['Confident', ...Array.from({ length: 10 }, () => 'Unknown' as const)]);
  await flashcard(page, 12, 12).waitFor();
  t.same(await counters(page), ['New 1', 'Learning 10', 'Review 0']);
  await allSaved(page);
  await page.goto('/student');
  await newCards(page, 11).click();
  await page.waitForURL('**/learn/today');
  await header(page, 'Words').waitFor();
  await side(page, 'front 2').waitFor();
  t.same(await counters(page), ['New 1', 'Learning 10', 'Review 0']);
  await study(page, ['Confident', 'Revealed']);
  await becomes(t, () => counters(page), ['New 1', 'Learning 9', 'Review 0']);
  await openDeck(page, deckId);
  await side(page, 'front 4').waitFor();
  t.same(await counters(page), ['New 1', 'Learning 9', 'Review 0']);
  await allSaved(page);
  t.same(await loggedAnswers(app, student), ['CardReviewed front 1', 'CardReviewed front 2']);
});

test('TDY-05 each rating says when the card comes again', async ({ t, page, student }) => {
  await openDeck(page, await student.deck('Words', plainCards(1)));
  const days = async () => {
    await rating(page, 'Confident').waitFor();
    return page
      .getByRole('group', { name: 'How well did you know it?' })
      .getByRole('button')
      .evaluateAll((all) =>
        all.map((each) => document.getElementById(`${each.getAttribute('aria-describedby')}`)?.textContent),
      );
  };
  await revealButton(page).click();
  t.same(await days(), ['today', 'today', '2 days']);
  await rating(page, 'Confident').click();
  await page.getByRole('button', { name: "Relearn Today's Session" }).click();
  await revealButton(page).click();
  t.same(await days(), [undefined, undefined, undefined], 'practice changes no day');
});

ofExams('TDY-04 TDY-11 exams that wait are in the band, and a class stands below as a card', async (app) => {
  const { t, page, teacher, classId } = app;
  const exam = await app.exam('ABC', { title: 'Unit 1', duration_minutes: 45 });
  const student = await studentOf(app, classId, 'Nguyễn Thị Lan', teacher);
  await enter(page, student, '/student');
  await page.getByRole('heading', { level: 1, name: 'Hello, Lan!' }).waitFor();
  const row = band(page).getByRole('list', { name: 'Exams to take' }).getByRole('listitem');
  await row.first().waitFor();
  t.match(await row.allInnerTexts(), [/^Unit 1\s+45 minutes · 3 questions\s+Take exam$/]);
  await row.getByRole('button', { name: 'Take exam: Unit 1' }).click();
  const question = page.getByRole('dialog', { name: 'Start the exam “Unit 1”?' });
  await question.getByRole('button', { name: 'Start now' }).click();
  await page.waitForURL(`**/exam/${exam.id}`);
  await page.getByRole('radio').first().waitFor();
  await page.goto('/student');
  await row.getByRole('link', { name: 'Continue exam: Unit 1' }).waitFor();
});

test('MYC-05 TDY-14 who has done the day plays with its deck, or asks for more of it', async (app) => {
  const { t, page, student } = app;
  const deckId = await student.deck('Many', plainCards(6));
  await student.settings(deckId, { new_cards_per_day: 1 });
  await student.study(deckId, 1);
  await page.goto('/student');
  await band(page).getByText('Done for today').waitFor();
  await band(page).getByText('See you tomorrow!').waitFor();
  await band(page).getByRole('img', { name: "1 of today's 1 cards are done" }).waitFor();
  await band(page).getByRole('link', { name: 'Play pairs' }).click();
  await page.waitForURL(`**/student/pairs/${deckId}`);
  await page.getByText('6 pairs left', { exact: true }).waitFor();
  await page.goto('/student');
  await band(page).getByRole('link', { name: 'Study more' }).click();
  await page.getByRole('button', { name: '5 more cards today' }).click();
  await flashcard(page, 1, 5).waitFor();
  t.equal((await student.events()).length, 1);
});

asGuest('TDY-15 MYC-12 decks of classes come first, and a touch of a deck opens its page', async (app) => {
  const { t, page } = app;
  const teacher = await makeAccount(app, 'teacher');
  const classroom = await newClass(teacher, '10A1', await teacher.deck('Of the class', plainCards(4)));
  const student = await studentOf(app, classroom.id, 'An', teacher);
  await student.study(await student.deck('Of my own', plainCards(9)), 1);
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, student, '/student');
  await decks(page).getByRole('article').nth(1).waitFor();
  t.same(await decks(page).getByRole('heading', { level: 3 }).allInnerTexts(), ['Of the class', 'Of my own']);
  // Anywhere on the card.
  const card = decks(page).getByRole('article', { name: 'Of the class' });
  await card.getByText('0 of 4 cards learnt').waitFor();
  await card.click();
  await header(page, 'Of the class').waitFor();
  await page.getByRole('link', { name: 'Play pairs' }).click();
  await page.getByText('4 pairs left', { exact: true }).waitFor();
});

asGuest('TDY-12 nothing moves while the home is loading', async (app) => {
  const { t, page } = app;
  const teacher = await makeAccount(app, 'teacher');
  const deckId = await teacher.deck('Unit 1', plainCards(30));
  const classroom = await newClass(teacher, '10A1', deckId);
  const student = await studentOf(app, classroom.id, 'An', teacher);
  const done = await makeAccount(app, 'student', 'Bình');
  await done.study(await done.deck('Words', plainCards(2)), 2);
  const people = [
    [student, newCards(page, 20)],
    [done, band(page).getByText('Done for today')],
    [await makeAccount(app, 'student', 'Chi'), band(page).getByText('Choose your first deck')],
  ] as const;
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ])
    for (const [person, known] of people) {
      await page.setViewportSize(viewport);
      await enter(page, person, '/student');
      const heights = [await band(page).evaluate((each) => each.getBoundingClientRect().height)];
      await known.waitFor();
      heights.push(await band(page).evaluate((each) => each.getBoundingClientRect().height));
      t.ok(Math.abs(heights[0]! - heights[1]!) < 2, `${person.name} ${viewport.width}: ${heights}`);
    }
});
