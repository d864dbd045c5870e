import type { Page } from 'playwright-core';
import t from 'tap';
import { until } from '../until.ts';
import { logIn } from './account-in-browser.ts';
import { givenExamClass } from './results-in-browser.ts';

const option = (page: Page, number: number, letter: string) =>
  page
    .getByRole('group', { name: `${number}. Question ${number}`, exact: true })
    .getByRole('radio', { name: new RegExp(`^${letter}\\. `) });

t.test('ERR-39 EXS-24 a login that ends in the middle of an exam: log in again, and go on', async (t) => {
  const { test, page, teacher, classId, exam } = await givenExamClass(t, { locale: 'en-US', seed: true });
  const account = await logIn(test, page, 'student');
  const { id } = account.answer.user;
  await test.api('POST /api/classes/:classId/join', { params: { classId }, token: account.answer.token });
  await teacher.call('POST /api/classes/:classId/approve/:studentId', { params: { classId, studentId: id } });
  const given = await exam('AB', { title: 'Unit 1' });
  const path = `/exam/${given.id}`;
  const saved = async (): Promise<unknown> => {
    const { rows } = await test.db.query<{ answers: Record<string, string> }>(
      'select answers from exam_attempts where exam_id = $1 and student_id = $2',
      [given.id, id],
    );
    return given.questions.map((question) => rows[0]?.answers[question.id]);
  };

  await page.goto(`${test.baseUrl}${path}`);
  await option(page, 1, 'A').check();
  await page.getByText(/^Saved at /).waitFor();
  await test.db.query('update users set token_version = token_version + 1 where id = $1', [id]);
  await option(page, 2, 'B').check();
  await page.getByRole('button', { name: 'Log in again', exact: true }).click();
  const token = await page.evaluate(() => localStorage.getItem('token'));
  if (!t.equal(token, null, 'the login that was refused is forgotten: with it, nobody comes to the login'))
    return;

  await page.waitForURL((url) => url.pathname === '/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(`${test.baseUrl}${path}`);
  await option(page, 2, 'B').waitFor();
  t.same([await option(page, 1, 'A').isChecked(), await option(page, 2, 'B').isChecked()], [true, true]);
  await until(async () => JSON.stringify(await saved()) === '["A","B"]', 'both answers are saved');
});
