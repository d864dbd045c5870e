import type { Page } from 'playwright-core';
import type { Card } from '../../../core/contract/card-shape.schema.ts';
import { dayNumber, dayOfNumber } from '../../../core/learning/study-day.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { makeAccount, type Person } from './person.ts';

/** Cards "front 1" … "front n". */
export const plainCards = (count: number): Partial<Card>[] =>
  Array.from({ length: count }, (_, index) => ({ front: `front ${index + 1}`, back: `back ${index + 1}` }));

export type RatingName = 'Unknown' | 'Revealed' | 'Confident';

export const flashcard = (page: Page, position: number, total: number) =>
  page.getByRole('region', { name: `Card ${position} of ${total}` });

export const side = (page: Page, text: string) => page.getByRole('region').getByText(text, { exact: true });

export const rating = (page: Page, name: RatingName) => page.getByRole('button', { name, exact: true });
/** Takes what the program has judged as the rating. */
export const goOnButton = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true });
export const revealButton = (page: Page) => page.getByRole('button', { name: 'Reveal', exact: true });

/** In which the answer is typed. */
export const answerBox = (page: Page) => page.getByRole('textbox', { name: 'Type the answer' });
export const congratulation = (page: Page) => page.getByRole('heading', { name: /^Congratulations/ });

export const openDeck = (page: Page, deckId: number) => page.goto(`/learn/${deckId}`);

/** Resolves once what stands around the card has followed it: it does so when the next frame is drawn. */
export const followed = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

/** Reveals and rates the cards that come, one after the other. */
export async function study(page: Page, ratings: RatingName[]): Promise<void> {
  for (const name of ratings) {
    await revealButton(page).click();
    await rating(page, name).click();
  }
}

export async function counters(page: Page): Promise<string[]> {
  await followed(page);
  return page.getByText(/^(New|Learning|Review) \d+$/).allTextContents();
}

/** Resolves when the server has acknowledged every answer of this browser. */
export async function allSaved(page: Page): Promise<void> {
  await followed(page);
  await page.getByText('All answers saved').waitFor({ state: 'attached' });
}

export async function leave(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Leave the session' }).click();
  await page.waitForURL('**/student');
}

export const undoButton = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true });

/** The cards that a student has answered, as the log has them. */
export const answered = async (student: Person) => (await student.events()).map(({ front }) => front);

/** What the log has of a student: each answer, and each undo with the card whose answer it takes back. */
export async function loggedAnswers(test: BrowserTest, { id: studentId }: Person): Promise<string[]> {
  const { rows } = await test.db.query<{ line: string }>(
    `select e.type || ' ' || c.front as line from events e
     join events r on r.partition = e.partition and r.student_id = e.student_id and r.id::text = coalesce(e.data ->> 'review', e.id::text)
     join cards c on c.id = (r.data ->> 'card_id')::integer
     where e.student_id = $1 order by e.position`,
    [studentId],
  );
  return rows.map(({ line }) => line);
}

/** A student who studied so many days ago, most of a year with a missed day here and there. */
export async function regularStudent(test: BrowserTest): Promise<Person> {
  const student = await makeAccount(test, 'student', 'Mai');
  const { today } = await student.call('GET /api/activity');
  const days = Array.from({ length: 300 }, (_, ago) => ago).filter((ago) => ago !== 0 && ago % 20 !== 0);
  await test.db.query(
    `insert into deck_stats (partition, student_id, deck_id, day, card_ids, reviews, seconds, last_studied_at)
     select partition_of($1), $1, 1, day, (select array_agg(c) from generate_series(1, 5 + (date_part('doy', day)::integer * 7) % 40) c),
       40, 400, now() from unnest($2::date[]) day`,
    [student.id, days.map((ago) => dayOfNumber(dayNumber(today) - ago))],
  );
  await test.db.query(
    'insert into recall_days (partition, student_id, day, asked, recalled) values (partition_of($1), $1, $2, 124, 108)',
    [student.id, today],
  );
  return student;
}

/** A student whom nobody sees has learnt all cards of a deck, as after one answer to each. */
export const cardsLearnt = ({ db }: BrowserTest, deckId: number) =>
  db.query(
    `insert into review_schedule (partition, student_id, card_id, deck_id, stability, difficulty, introduced_day, anchor_day, due_day,
       reviews, lapses, last_reviewed_at)
     select partition_of(0), 0, id, deck_id, 2, 5, '2026-01-01', '2026-01-01', '2026-01-03', 1, 0, now() from cards where deck_id = $1`,
    [deckId],
  );
