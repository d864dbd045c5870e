import type { Page } from 'playwright-core';
import { makeAccount, type TestAccount } from './account-in-browser.ts';
import type { BrowserTest } from './browser-harness.ts';
import { storedSession } from './class-in-browser.ts';

export interface TestCard {
  front: string;
  back: string;
  example?: string;
  definition?: string;
  audio?: string;
}

export interface Learner {
  account: TestAccount;
  studentId: number;
  /** A deck of this student's own, with these cards in this order. */
  deck(title: string, cards: TestCard[], backFirst?: boolean): Promise<number>;
  /** The student's events in the order in which the log has them. */
  events(): Promise<LoggedAnswer[]>;
}

export interface LoggedAnswer {
  front: string;
  rating: number;
  card_type: string;
  first_status: number;
  tries: number;
}

/** Cards "front 1" … "front n". */
export const plainCards = (count: number): TestCard[] =>
  Array.from({ length: count }, (_, index) => ({ front: `front ${index + 1}`, back: `back ${index + 1}` }));

/** A student, logged in on this page, by default the test's first, which has nothing of the product yet. */
export async function learner(test: BrowserTest, page: Page = test.page): Promise<Learner> {
  const account = await makeAccount(test, 'student');
  const { token, user } = account.answer;
  const studentId = user.id;
  // Of this host, and nothing that would have to be loaded.
  await page.goto(`${test.baseUrl}/healthz`);
  await page.evaluate(
    (items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    },
    storedSession('student', { ...user, email: user.email ?? '', token }),
  );
  return {
    account,
    studentId,
    deck: (title, cards, backFirst) => deckOf(test, studentId, title, cards, backFirst),
    async events() {
      const { rows } = await test.db.query<LoggedAnswer>(
        `select c.front, (e.data->>'rating')::int as rating, e.data->>'card_type' as card_type,
           (e.data->>'first_status')::int as first_status, (e.data->>'tries')::int as tries
         from events e left join cards c on c.id = (e.data->>'card_id')::int
         where e.student_id = $1 order by e.position`,
        [studentId],
      );
      return rows;
    },
  };
}

/** A deck that only this person has, with these cards in this order. */
export async function deckOf(
  test: BrowserTest,
  userId: number,
  title: string,
  cards: TestCard[],
  backFirst = false,
): Promise<number> {
  const { rows } = await test.db.query<{ id: number }>(
    `with deck as (
       insert into decks (user_id, title, display_back_first) values ($1, $2, $3) returning id
     ), inserted as (
       insert into cards (deck_id, ordinal, front, back, example_sentence, definition, audio_file)
       select deck.id, ordinality, card->>'front', card->>'back', card->>'example', card->>'definition',
         card->>'audio'
       from deck, jsonb_array_elements($4::jsonb) with ordinality as list (card, ordinality)
     )
     select id from deck`,
    [userId, title, backFirst, JSON.stringify(cards)],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The deck was not made');
  return id;
}

export type RatingName = 'Forgot' | 'Needed a look' | 'Knew it';

export const flashcard = (page: Page, position: number, total: number) =>
  page.getByRole('region', { name: `Card ${position} of ${total}` });

/** A side of the card on the screen. */
export const side = (page: Page, text: string) => page.getByRole('region').getByText(text, { exact: true });

export const rating = (page: Page, name: RatingName) => page.getByRole('button', { name, exact: true });
export const revealButton = (page: Page) => page.getByRole('button', { name: 'Reveal', exact: true });

export async function openDeck(test: BrowserTest, deckId: number, page: Page = test.page): Promise<void> {
  await page.goto(`${test.baseUrl}/learn/${deckId}`);
}

/** Reveals and rates the cards that come, one after the other. */
export async function study(page: Page, ratings: RatingName[]): Promise<void> {
  for (const name of ratings) {
    await revealButton(page).click();
    await rating(page, name).click();
  }
}

/** The three counters, as they are read. */
export async function counters(page: Page): Promise<string[]> {
  return page.getByText(/^(New|Learning|Review) \d+$/).allTextContents();
}

/** Resolves when the server has acknowledged every answer of this browser. */
export const allSaved = (page: Page) => page.getByText('All answers saved').waitFor({ state: 'attached' });

/** Goes home from a session. */
export async function leave(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Leave the session' }).click();
  await page.waitForURL('**/student');
}

export const undoButton = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true });

/** What the log has of a student: each answer, and each undo with the card whose answer it takes back. */
export async function loggedAnswers(test: BrowserTest, { studentId }: Learner): Promise<string[]> {
  const { rows } = await test.db.query<{ line: string }>(
    `select e.type || ' ' || c.front as line from events e
     join events r on r.partition = e.partition and r.student_id = e.student_id and r.id::text = coalesce(e.data ->> 'review', e.id::text)
     join cards c on c.id = (r.data ->> 'card_id')::integer
     where e.student_id = $1 order by e.position`,
    [studentId],
  );
  return rows.map(({ line }) => line);
}
