import type { Page } from 'playwright-core';
import { column } from '../../harness/columns.ts';
import { given, review } from '../../log/given-events.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { memberWithoutLogin, newClass } from './class-in-browser.ts';
import { plainCards } from './learning-in-browser.ts';
import { enter, makeAccount, type Person } from './person.ts';

/** What a student has done: so many cards, so many days ago, ten seconds each. */
export interface Work {
  daysAgo: number;
  cards: number;
}

export interface ProgressScene {
  test: BrowserTest;
  page: Page;
  teacher: Person;
  classId: number;
  deckId: number;
  cards: number[];
  student(name: string, work?: Work[]): Promise<number>;
}

const CARDS = 40;
const SECONDS_PER_CARD = 10;

export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** A teacher whose class has one deck of forty cards, and nobody in it yet. */
export async function progressScene(
  test: BrowserTest,
  page: Page = test.page,
  className = '10A1',
): Promise<ProgressScene> {
  const { db } = test;
  const teacher = await makeAccount(test, 'teacher');
  const deckId = await teacher.deck('Unit 1', plainCards(CARDS));
  const { id: classId } = await newClass(teacher, className, deckId);
  const cards = column(await teacher.cards(deckId), 'id');
  return {
    test,
    page,
    teacher,
    classId,
    deckId,
    cards,
    async student(name, work = []) {
      const id = await memberWithoutLogin(db, classId, name);
      const reviews = work.flatMap(({ daysAgo: days, cards: count }) =>
        cards
          .slice(0, count)
          .map((card_id) =>
            review(id, { deck_id: deckId, card_id, day: daysAgo(days), time_spent: SECONDS_PER_CARD }),
          ),
      );
      await given(db, reviews);
      return id;
    },
  };
}

export const openProgress = ({ page, teacher, classId }: ProgressScene, query = '') =>
  enter(page, teacher, `/teacher/classes?classId=${classId}&tab=students${query}`);

export const students = (page: Page) =>
  page
    .getByRole('table', { name: 'Students' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });

export const student = (page: Page, name: string) => students(page).filter({ hasText: name });

export const opener = (page: Page, name: string) => student(page, name).getByRole('button');

/** Of the rows that are shown: name, cards and time. */
export async function figures(page: Page): Promise<[name: string, cards: number, time: string][]> {
  const rows = await students(page).all();
  return Promise.all(
    rows.map(async (row) => {
      const [, cards, , time = ''] = await row.getByRole('cell').allInnerTexts();
      const [person = ''] = await row.getByRole('rowheader').allInnerTexts();
      return [person.split('\n')[0]?.trim() ?? '', Number(cards), time.trim()];
    }),
  );
}
