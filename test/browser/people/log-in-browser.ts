import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { partitionOf } from '../../../core/log/position.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { type AdminInBrowser, adminInBrowser } from './admin-in-browser.ts';
import { makeAccount, type Person } from './person.ts';

const HOURS = 24;
/** Long after the hours of the night in which a worker verifies by itself. No test here has asked for that. */
const EVENING = 20;

/** A zone where it is evening now. */
function eveningZone(now: Date): string {
  const ahead = (EVENING - now.getUTCHours() + HOURS) % HOURS;
  const offset = ahead > HOURS / 2 ? ahead - HOURS : ahead;
  // In these names the sign is the other way round.
  return offset > 0 ? `Etc/GMT-${offset}` : `Etc/GMT+${-offset}`;
}

export interface LogScene {
  test: BrowserTest;
  admin: AdminInBrowser;
  student: Person;
  deckId: number;
  /** The student answers the next cards; resolves when the server has these answers. */
  answer(count: number): Promise<void>;
}

/** Settings of a product that verifies nothing by itself. */
export const quietNights = () => ({ APP_TIME_ZONE: eveningZone(new Date()) });

/** An administrator, logged in on the test's first page, and a student who has answered some cards. */
export async function givenLog(test: BrowserTest, answers: number): Promise<LogScene> {
  const admin = await adminInBrowser(test);
  const cards = Array.from({ length: 20 }, (_, index) => ({ front: `f${index}`, back: `b${index}` }));
  const deckId = await admin.teacher.deck('Animals', cards, { is_official: true });
  const student = await makeAccount(test, 'student', 'An');
  const scene: LogScene = {
    test,
    admin,
    student,
    deckId,
    async answer(count) {
      for (const { id } of await student.call('GET /api/decks/:deckId/cards/set', {
        params: { deckId },
        query: { limit: count },
      }))
        await student.call('POST /api/cards/:cardId/progress', {
          params: { cardId: id },
          body: { status: 2, time_spent: 3, card_type: 'new' },
        });
    },
  };
  await scene.answer(answers);
  return scene;
}

/** Appends an answer that no projection can read yet, as if another version of the product had written it. */
export async function appendPoison({ test, student, deckId }: LogScene): Promise<void> {
  const data = { deck_id: deckId, card_id: 1, rating: 2, card_type: 'new', first_status: 2, tries: 1 };
  await test.db.query(
    `select * from append_events(array[$1]::smallint[], array[$2]::integer[], array[$3]::uuid[],
       array['CardReviewed'], array[99]::smallint[], $4::jsonb, array[$5], array[now()])`,
    [
      partitionOf(student.id),
      student.id,
      randomUUID(),
      JSON.stringify([{ ...data, time_spent: 5, day: '2026-03-01' }]),
      '0'.repeat(64),
    ],
  );
}

/** What that program has learnt to read since. */
export const mendPoison = ({ test }: LogScene) =>
  test.db.query('update events set version = 1 where version = 99');

export const panel = (page: Page) => page.getByRole('tabpanel', { name: 'System log' });
export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });
export const lastVerification = (page: Page) => page.getByRole('article', { name: 'Last verification' });
export const projection = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Projections' }).getByRole('listitem').filter({ hasText: name });
