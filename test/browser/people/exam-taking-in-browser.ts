import type { Page } from 'playwright-core';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { enter, type Person } from './person.ts';

/** Writes a question with the options "text A" to "text D". */
export async function writeQuestion(page: Page, number: number, text: string, right: string): Promise<void> {
  const question = page.getByRole('group', { name: `Question ${number}`, exact: true });
  await question.getByLabel('Question text').fill(text);
  for (const letter of 'ABCD')
    await question.getByLabel(`Option ${letter}`, { exact: true }).fill(`${text} ${letter}`);
  await question.getByRole('radio', { name: `Option ${right} is right` }).check();
}

/** On the page of an exam that asks before it begins. */
export const startQuestion = (page: Page) =>
  page.getByRole('heading', { level: 1, name: /^Start the exam “/ });
export async function startExam(page: Page): Promise<void> {
  await startQuestion(page).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Start now' }).click();
}

/** Logs the page's browser in, and begins an exam at its address. */
export async function begin(page: Page, student: Person, examId: number): Promise<void> {
  await enter(page, student, `/exam/${examId}`);
  await startExam(page);
}

/** A page that was translated has a mark behind each of its texts. */
export const question = (page: Page, number: number) =>
  page.getByRole('group', { name: new RegExp(`^${number}~?\\. `) });
export const option = (page: Page, number: number, letter: string) =>
  question(page, number).getByRole('radio', { name: new RegExp(`^${letter}~?\\. `) });
export const choose = (page: Page, number: number, letter: string) => option(page, number, letter).check();
export const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit exam' });
export async function handIn(page: Page): Promise<void> {
  await submitButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click();
}
export const saved = (page: Page) => page.getByText(/^Saved at /).waitFor();
export const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

interface Kept {
  answers: Record<string, string>;
  skipped: number[];
}

/** What the server has of a student's work at their last exam, by the numbers of the questions. */
export async function kept({ db }: Pick<BrowserTest, 'db'>, student: Person): Promise<Kept> {
  const { rows } = await db.query<Kept>(
    `select coalesce((select jsonb_object_agg(q.ordinal, a.answers->>q.id::text) from exam_questions q
         where q.exam_id = a.exam_id and a.answers ? q.id::text), '{}') as answers,
       array(select q.ordinal::integer from exam_questions q
         where q.exam_id = a.exam_id and q.id = any(a.skipped) order by 1) as skipped
     from exam_attempts a where student_id = $1 order by exam_id desc limit 1`,
    [student.id],
  );
  return rows[0] ?? { answers: {}, skipped: [] };
}

/** How many submissions the log has. */
export async function submissions({ db }: Pick<BrowserTest, 'db'>, student: Person): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from events where student_id = $1 and type = 'ExamSubmitted'`,
    [student.id],
  );
  return rows[0]?.count ?? 0;
}
