import { answersOf } from '../../exam/given-exams.ts';
import { until } from '../../harness/until.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { loadAccountPage, logOut } from '../people/account-in-browser.ts';
import { studentOf } from '../people/class-in-browser.ts';
import {
  choose,
  kept,
  option,
  question,
  saved,
  submissions,
  submitButton,
  sure,
  title,
} from '../people/exam-taking-in-browser.ts';
import { enter, logIn, type Person } from '../people/person.ts';
import { examScene } from '../people/results-in-browser.ts';

const test = screen();

test('an exam with what can go wrong', async (test) => {
  const { t } = test;
  const scene = await examScene(test);
  const { page, teacher, classId, exam: newExam } = scene;
  const newPage = async () => (await test.newContext()).newPage();
  const open = async (name: string, examId: number): Promise<Person> => {
    const student = await studentOf(test, classId, name, teacher);
    await enter(page, student, `/exam/${examId}`);
    return student;
  };
  const long = await newExam('A'.repeat(51), { title: 'Long' });
  const short = await newExam('AB', { title: 'Short', duration_minutes: 5 });

  await t.test("NAV-17 ERR-50 'No exam selected'", async () => {
    const student = await studentOf(test, classId, 'An', teacher);
    await enter(page, student, '/exam');
    await page.getByText('No exam selected').waitFor();
  });

  await t.test('EXS-22 only the first fifty are shown, with a warning', async (t) => {
    await open('Bình', long.id);
    await page
      .getByRole('alert')
      .getByText('This exam has more than 50 questions; only the first 50 are shown')
      .waitFor();
    await page.getByRole('button', { name: 'Page 5' }).click();
    await question(page, 50).waitFor();
    t.equal(await page.getByRole('button', { name: 'Next page' }).isDisabled(), true);
    t.equal(await page.getByRole('region', { name: 'Passage' }).count(), 0);
  });

  await t.test('ERR-51 what cannot be fetched is told, and can be tried again', async () => {
    await page.route('**/api/exams/*', (route) => route.abort());
    await open('Chi', short.id);
    await notice(page, 'alert', 'The exam could not be opened: The server cannot be reached.').waitFor();
    await page.unroute('**/api/exams/*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await title(page, 'Short');
  });

  await t.test('ERR-54 ERR-56 EXS-17 what is refused can be submitted again', async (t) => {
    const student = await open('Dũng', short.id);
    await choose(page, 1, 'A');
    await page.route('**/submit', (route) =>
      route.fulfill({
        status: 500,
        json: { success: false, code: 'internal_error', message: 'Out of paper' },
      }),
    );
    await submitButton(page).click();
    await sure(page).click();
    await notice(page, 'alert', 'Failed to submit exam: Out of paper').waitFor();
    await page.unroute('**/submit');
    // A save that is refused shows the same notice as a refused submission.
    await saved(page);
    await teacher.call('PATCH /api/exams/:examId/visibility', {
      params: { examId: short.id },
      body: { is_hidden: true },
    });
    await submitButton(page).click();
    await sure(page).click();
    await notice(page, 'alert', 'Unauthorized to submit this exam').waitFor();
    t.equal(await option(page, 1, 'A').isChecked(), true);
    await teacher.call('PATCH /api/exams/:examId/visibility', {
      params: { examId: short.id },
      body: { is_hidden: false },
    });
    await submitButton(page).click();
    await sure(page).click();
    await page.getByText('1/2 right').waitFor();
    t.equal(await submissions(scene, student), 1);
  });

  await t.test('without the network it says that it is not handed in, and hands it in later', async (t) => {
    const student = await open('Giang', short.id);
    await loadAccountPage(page);
    await choose(page, 2, 'B');
    await saved(page);
    await page.route('**/api/exams/**', (route) => route.abort());
    await choose(page, 1, 'A');
    await page.getByText('Not saved yet: the server cannot be reached.').waitFor();
    const pages = await page.evaluate(() => history.length);
    await page.getByRole('button', { name: 'Leave the exam' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
    await page.waitForURL('**/student');
    t.equal(await page.evaluate(() => history.length), pages + 1, 'Back leads to the exam in one step');
    await logOut(page);
    const warning = page.getByRole('dialog', { name: 'Log out during the exam?' });
    await warning.getByRole('button', { name: 'Cancel' }).click();
    await warning.waitFor({ state: 'hidden' });
    // The question's own entry of the history goes a moment after it.
    await until(() => page.evaluate(() => !history.state?.dialogs));
    await page.goBack();
    await page.waitForURL(`**/exam/${short.id}`);
    await submitButton(page).click();
    await sure(page).click();
    await page.getByText('Not handed in yet: the server cannot be reached.').waitFor();
    t.equal(await option(page, 1, 'B').isDisabled(), true);
    t.equal(await submissions(scene, student), 0);
    await page.unroute('**/api/exams/**');
    await page.getByText('2/2 right').waitFor();
    t.equal(await submissions(scene, student), 1);
  });

  await t.test('EXS-13 CX-17 at zero it is handed in, with nothing answered too', async (t) => {
    const student = await studentOf(test, classId, 'Hà', teacher);
    const late = await newPage();
    // Its five minutes pass in the browser: on the server they never run out under the test.
    await late.clock.install();
    await enter(late, student, `/exam/${short.id}`);
    await title(late, 'Short');
    await late.clock.fastForward('04:50');
    t.equal(await submitButton(late).count(), 1);
    t.equal(await submissions(scene, student), 0);
    await late.clock.fastForward('00:10');
    await notice(late, 'status', 'Exam submitted successfully').waitFor();
    await late.getByText('0/2 right').waitFor();
    t.equal(await submissions(scene, student), 1);
  });

  await t.test('ERR-52 a result that cannot be read says why, and can be read again', async () => {
    const student = await studentOf(test, classId, 'Lam', teacher);
    await student.call('GET /api/exams/:examId', { params: { examId: short.id } });
    await student.call('POST /api/exams/:examId/submit', {
      params: { examId: short.id },
      body: { answers: answersOf(short, 'AB') },
    });
    await page.route('**/result', (route) =>
      route.fulfill({
        status: 418,
        json: { success: false, code: 'internal_error', message: 'I am a teapot' },
      }),
    );
    await enter(page, student, `/exam/${short.id}`);
    await notice(page, 'alert', 'The results could not be loaded: I am a teapot').waitFor();
    const outcome = page.getByRole('region', { name: 'Your result' });
    await outcome.getByText('its result could not be loaded').waitFor();
    await page.unroute('**/result');
    await outcome.getByRole('button', { name: 'Try again' }).click();
    await outcome.getByText('2/2 right').waitFor();
  });

  await t.test('ERR-57 a browser that keeps nothing is told of, and the exam goes on', async () => {
    const student = await studentOf(test, classId, 'Minh', teacher);
    const full = await newPage();
    await full.addInitScript(() => {
      const keep = Storage.prototype.setItem;
      Storage.prototype.setItem = function setItem(key, value) {
        if (key.includes(':exam:')) throw new DOMException('full', 'QuotaExceededError');
        keep.call(this, key, value);
      };
    });
    await enter(full, student, `/exam/${short.id}`);
    await notice(full, 'status', 'Failed to save exam progress').waitFor();
    await choose(full, 1, 'A');
    await until(async () => (await kept(scene, short.id, student)).answers[1] === 'A');
  });

  await t.test('an exam that is deleted meanwhile', async () => {
    const gone = await newExam('AB', { title: 'Gone' });
    await open('Khánh', gone.id);
    await choose(page, 1, 'A');
    await saved(page);
    await teacher.call('DELETE /api/exams/:examId', { params: { examId: gone.id } });
    await choose(page, 2, 'A');
    await notice(page, 'alert', 'The exam could not be opened: Exam not found').waitFor();
    await page.getByRole('link', { name: 'Back to my learning' }).click();
    await page.waitForURL('**/student');
  });

  await t.test('NAV-17 a teacher is led away', async () => {
    const desk = await newPage();
    await logIn(test, desk, 'teacher');
    await desk.goto(`/exam/${short.id}`);
    await desk.waitForURL('**/teacher');
  });
});
