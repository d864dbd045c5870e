import type { Page } from 'playwright-core';
import { until } from '../../harness/until.ts';
import { screen } from '../harness/screen.ts';
import { logIn } from '../people/person.ts';
import { examScene } from '../people/results-in-browser.ts';

const option = (page: Page, number: number, letter: string) =>
  page
    .getByRole('group', { name: `${number}. Question ${number}`, exact: true })
    .getByRole('radio', { name: new RegExp(`^${letter}\\. `) });

const test = screen({}, examScene);

test('ERR-39 EXS-24 a login that ends in the middle of an exam: log in again, and go on', async (app) => {
  const { t, db, page, teacher, classId, exam } = app;
  const account = await logIn(app, page, 'student');
  const { id } = account;
  await account.call('POST /api/classes/:classId/join', { params: { classId } });
  await teacher.call('POST /api/classes/:classId/approve/:studentId', { params: { classId, studentId: id } });
  const given = await exam('AB', { title: 'Unit 1' });
  const path = `/exam/${given.id}`;
  const saved = async (): Promise<unknown> => {
    const { rows } = await db.query<{ answers: Record<string, string> }>(
      'select answers from exam_attempts where exam_id = $1 and student_id = $2',
      [given.id, id],
    );
    return given.questions.map((question) => rows[0]?.answers[question.id]);
  };

  await page.goto(path);
  await option(page, 1, 'A').check();
  await page.getByText(/^Saved at /).waitFor();
  await db.query('update users set token_version = token_version + 1 where id = $1', [id]);
  await option(page, 2, 'B').check();
  await page.waitForURL((url) => url.pathname === '/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(`${app.baseUrl}${path}`);
  await option(page, 2, 'B').waitFor();
  t.same([await option(page, 1, 'A').isChecked(), await option(page, 2, 'B').isChecked()], [true, true]);
  await until(async () => JSON.stringify(await saved()) === '["A","B"]', 'both answers are saved');
});
