import type { Page } from 'playwright-core';
import type { Person } from './person.ts';
import type { ExamScene } from './results-in-browser.ts';

export const question = (page: Page, number: number) =>
  page.getByRole('group', { name: `${number}. Question ${number}`, exact: true });
export const option = (page: Page, number: number, letter: string) =>
  question(page, number).getByRole('radio', { name: new RegExp(`^${letter}\\. `) });
export const choose = (page: Page, number: number, letter: string) => option(page, number, letter).check();
export const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit exam' });
export const sure = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true });
export const saved = (page: Page) => page.getByText(/^Saved at /).waitFor();
export const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

interface Kept {
  answers: Record<string, string>;
  skipped: number[];
}

/** What the server has of a student's work, by the numbers of the questions. */
export async function kept({ test }: ExamScene, examId: number, student: Person): Promise<Kept> {
  const { rows } = await test.db.query<Kept>(
    `select coalesce((select jsonb_object_agg(q.ordinal, a.answers->>q.id::text) from exam_questions q
         where q.exam_id = a.exam_id and a.answers ? q.id::text), '{}') as answers,
       array(select q.ordinal::integer from exam_questions q
         where q.exam_id = a.exam_id and q.id = any(a.skipped) order by 1) as skipped
     from exam_attempts a where exam_id = $1 and student_id = $2`,
    [examId, student.id],
  );
  return rows[0] ?? { answers: {}, skipped: [] };
}

/** How many submissions the log has. */
export async function submissions({ test }: ExamScene, student: Person): Promise<number> {
  const { rows } = await test.db.query<{ count: number }>(
    `select count(*)::integer as count from events where student_id = $1 and type = 'ExamSubmitted'`,
    [student.id],
  );
  return rows[0]?.count ?? 0;
}
