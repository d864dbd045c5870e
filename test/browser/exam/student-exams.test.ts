import type { Page } from 'playwright-core';
import { column } from '../../harness/columns.ts';
import { notice } from '../harness/noted-notices.ts';
import { refuse } from '../harness/refused-calls.ts';
import { screen } from '../harness/screen.ts';
import { studentOf } from '../people/class-in-browser.ts';
import { enter } from '../people/person.ts';
import { examScene } from '../people/results-in-browser.ts';

const exams = (page: Page) => page.getByRole('list', { name: 'Exams of the class' });
const row = (page: Page, title: string) => exams(page).getByRole('listitem').filter({ hasText: title });

const ofExams = screen({}, examScene);

ofExams('the exams of a class as its student sees them', async (app) => {
  const { t, page, teacher, classId, sql, exam, handedIn } = app;
  const student = await studentOf(app, classId, 'An', teacher);
  const opened: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/exams\/\d+$/.test(pathname)) opened.push(pathname);
  });
  const open = () => enter(page, student, '/student');
  const attempts = async () => {
    const rows = await sql`select * from exam_attempts where student_id = ${student.id}`;
    return column(rows, 'exam_id');
  };

  await open();
  await page.getByText('The teacher has not given the class an exam yet.').waitFor();

  const done = await exam('ABC', { title: 'Unit 1' });
  const running = await exam('ABCD', { title: 'Unit 2' });
  await exam('AB', { title: 'Unit 3', is_hidden: true });
  const fresh = await exam('ABCDABCD', { title: 'Unit 4', duration_minutes: 45 });
  await handedIn(done, student.id, 'AC-');
  await student.call('GET /api/exams/:examId', { params: { examId: running.id } });

  await t.test('STU-13 STU-17 API-31 ERR-29 SL-23 SL-299 all are listed, the newest first', async (t) => {
    const allow = await refuse(page, 'GET', `/api/classes/${classId}/exams`);
    await open();
    await notice(page, 'alert', "The class's exams could not be loaded: The server is busy").waitFor();
    await allow(() =>
      page.getByRole('article', { name: '10A1' }).getByRole('button', { name: 'Try again' }).click(),
    );
    await row(page, 'Unit 4').waitFor();
    const texts = await exams(page).getByRole('listitem').allInnerTexts();
    t.match(texts, [
      /^Unit 4\s+45 minutes · 8 questions\s+Take exam$/,
      /^Unit 3\s+30 minutes · 2 questions\s+You cannot take this exam at the moment\.\s+Take exam$/,
      /^Unit 2\s+30 minutes · 4 questions\s+The clock is running until \d\d:\d\d\.\s+Continue exam$/,
      /^Unit 1\s+30 minutes · 3 questions\s+3\.3 points · 1\/3 right\s+You have handed it in; an exam is taken once\.\s+See my answers\s+Retake$/,
    ]);
    const take = row(page, 'Unit 3').getByRole('button', { name: 'Take exam: Unit 3' });
    t.equal(await take.isDisabled(), true, 'it is hidden');
  });

  await t.test(
    'STU-16 CX-09 (document 1 §4) TDY-08 what was handed in has its score and a button that is off',
    async (t) => {
      const retake = row(page, 'Unit 1').getByRole('button', { name: 'Retake exam: Unit 1' });
      t.equal(await retake.isDisabled(), true);
      const hide = (is_hidden: boolean) =>
        teacher.call('PATCH /api/exams/:examId/visibility', {
          params: { examId: done.id },
          body: { is_hidden },
        });
      await hide(true);
      await open();
      await retake.waitFor();
      t.equal(await retake.isDisabled(), true, 'hidden as well');
      t.equal(await row(page, 'Unit 1').getByRole('link').count(), 0);
      await hide(false);
    },
  );

  await t.test('STU-15 nothing starts before the rules have been agreed to', async (t) => {
    const take = row(page, 'Unit 4').getByRole('button', { name: 'Take exam: Unit 4' });
    const question = page.getByRole('dialog', { name: 'Start the exam “Unit 4”?' });
    await page.keyboard.press('Control+k');
    const search = page.getByRole('dialog', { name: 'Find anything' });
    await search.getByRole('combobox').fill('Unit 4');
    await search.getByRole('option', { name: /Unit 4/ }).click();
    await search.waitFor({ state: 'detached' });
    t.match(page.url(), /\/student\/classes$/, 'what finds an exam leads to where it is asked');
    t.same(await attempts(), [running.id], 'no clock was started');
    const pages = await page.evaluate(() => history.length);
    await take.click();
    await question
      .getByText('Press “Start now” and the clock runs, also while the page is closed.')
      .waitFor();
    await question.getByText(/^45 minutes · \d questions? · taken once$/).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    t.same(opened, [], 'no exam was read');
    t.same(await attempts(), [running.id], 'no clock was started');
    await take.click();
    await question.getByRole('button', { name: 'Start now' }).click();
    await page.waitForURL(`**/exam/${fresh.id}`);
    t.equal(await page.evaluate(() => history.length), pages + 1, 'Back leads to the classes in one step');
  });

  await t.test('STU-14 TDY-08 one that is being taken goes on, one handed in has its result', async () => {
    await open();
    await row(page, 'Unit 2').getByRole('link', { name: 'Continue exam: Unit 2' }).click();
    await page.waitForURL(`**/exam/${running.id}`);
    await open();
    await row(page, 'Unit 1').getByRole('link', { name: 'See my answers: Unit 1' }).click();
    await page.waitForURL(`**/exam/${done.id}`);
    const outcome = page.getByRole('region', { name: 'Your result' });
    await outcome.getByText('3/10', { exact: true }).waitFor();
    await outcome.getByText('3.3 points', { exact: true }).waitFor();
    await outcome.getByText('1/3 right').waitFor();
  });
});
