import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { becomes } from '../becomes.ts';
import { answersOf } from '../exam/given-exams.ts';
import { until } from '../until.ts';
import { loadAccountPage, logIn, logOut } from './account-in-browser.ts';
import { type BrowserTest, startBrowserTest } from './browser-harness.ts';
import { enter, type Person, studentOf } from './class-in-browser.ts';
import { notice } from './noted-notices.ts';
import { type ExamScene, examScene } from './results-in-browser.ts';

/** As a part of a day. */
const MINUTES = 1 / (24 * 60);

const question = (page: Page, number: number) =>
  page.getByRole('group', { name: `${number}. Question ${number}`, exact: true });
const option = (page: Page, number: number, letter: string) =>
  question(page, number).getByRole('radio', { name: new RegExp(`^${letter}\\. `) });
const choose = (page: Page, number: number, letter: string) => option(page, number, letter).check();
const skip = (page: Page, number: number) =>
  page.getByRole('button', { name: `Skip question ${number}`, exact: true }).click();
const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit exam' });
const sure = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true });
const saved = (page: Page) => page.getByText(/^Saved at /).waitFor();
const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const timer = (page: Page) => page.getByRole('timer', { name: 'Time left' });
const bar = (page: Page) => page.getByRole('progressbar', { name: 'Share of the time that is left' });

/** The hues that people call by these names, in degrees; red is on both sides of 0. */
const HUES = { green: [90, 170], amber: [25, 60], red: [345, 375] } as const;

/** Resolves when the share of the time that is left is drawn in this colour. */
const drawnIn = (page: Page, name: keyof typeof HUES) =>
  until(async () => {
    const colour = await bar(page).evaluate((drawn) => getComputedStyle(drawn).backgroundColor);
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
    // Of a wheel on which red, green and blue are 120 degrees apart.
    const degrees = (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
    const [from, to] = HUES[name];
    return [degrees, degrees + 360].some((hue) => hue >= from && hue <= to);
  }, `the time left is drawn in ${name}`);

async function secondsLeft(page: Page): Promise<number> {
  const [seconds = 0, minutes = 0, hours = 0] = ((await timer(page).textContent()) ?? '')
    .split(':')
    .map(Number)
    .reverse();
  return seconds + 60 * (minutes + 60 * hours);
}

interface Kept {
  answers: Record<string, string>;
  skipped: number[];
}

/** What the server has of a student's work, by the numbers of the questions. */
async function kept({ test }: ExamScene, examId: number, student: Person): Promise<Kept> {
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
async function submissions({ test }: ExamScene, student: Person): Promise<number> {
  const { rows } = await test.db.query<{ count: number }>(
    `select count(*)::integer as count from events where student_id = $1 and type = 'ExamSubmitted'`,
    [student.id],
  );
  return rows[0]?.count ?? 0;
}

/** From its start to its result, on a phone. */
async function takeExam(t: Test, test: BrowserTest): Promise<void> {
  const phone = await test.newContext({ viewport: { width: 360, height: 740 } });
  const scene = await examScene(test, await phone.newPage());
  const { page, teacher, classId } = scene;
  const an = await studentOf(test, classId, 'An', teacher);
  const exam = await scene.exam('ABCD'.repeat(6), {
    title: 'Unit 1',
    duration_minutes: 60,
    main_content_type: 'text',
    main_text: 'Once upon a time',
  });
  const first = exam.questions[0]?.id;
  t.ok(first);
  const seen: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/api/exams')) seen.push(await response.text().catch(() => ''));
  });

  await t.test(
    'NAV-17 EXS-01 EXS-03 EXS-04 EXS-05 EXS-09 the exam is there, and its time runs',
    async (t) => {
      await enter(test, page, 'student', an, `/exam/${exam.id}`);
      await title(page, 'Unit 1');
      await page.getByText('60 minutes', { exact: true }).waitFor();
      await page.getByRole('region', { name: 'Passage' }).getByText('Once upon a time').waitFor();
      await drawnIn(page, 'green');
      const before = await secondsLeft(page);
      t.ok(before > 3_500 && before <= 3_600, `${before} seconds`);
      await until(async () => (await secondsLeft(page)) < before);
      await becomes(t, () => page.getByRole('radio').count(), 40);
      await page.getByRole('heading', { name: 'Questions 1 to 10 of 24' }).waitFor();
      t.equal(await submitButton(page).isDisabled(), true);
    },
  );

  await t.test('EXS-06 EXS-07 EXS-08 EXS-14 answers and skips are saved to the server', async (t) => {
    await choose(page, 1, 'A');
    await choose(page, 2, 'D');
    await skip(page, 2);
    for (const letter of 'ABCD') t.equal(await option(page, 2, letter).isDisabled(), false, letter);
    t.equal(await option(page, 2, 'D').isChecked(), false);
    for (const name of ['Question 1: answered', 'Question 2: skipped', 'Question 3: open'])
      await chip(page, name).waitFor();
    await page.getByText('1/24 answered', { exact: true }).waitFor();
    await chip(page, 'Question 11: open').click();
    await page.getByRole('heading', { name: 'Questions 11 to 20 of 24' }).waitFor();
    await choose(page, 11, 'C');
    await until(async () => (await kept(scene, exam.id, an)).answers[11] === 'C');
    t.same(await kept(scene, exam.id, an), { answers: { 1: 'A', 11: 'C' }, skipped: [2] });
    await saved(page);
  });

  await t.test('EXS-12 EXS-24 a reload goes on, also without the server', async (t) => {
    await page.reload();
    await page.getByRole('heading', { name: 'Questions 11 to 20 of 24' }).waitFor();
    t.equal(await option(page, 11, 'C').isChecked(), true);
    await page.route('**/api/exams/**', (route) => route.abort());
    await choose(page, 12, 'D');
    await page.getByText('Not saved yet: the server cannot be reached.').waitFor();
    const before = await secondsLeft(page);
    const asked = page.waitForEvent('dialog');
    const reload = page.reload();
    const dialog = await asked;
    t.equal(dialog.type(), 'beforeunload');
    await dialog.accept();
    await reload;
    await until(() => option(page, 12, 'D').isChecked());
    t.ok((await secondsLeft(page)) <= before);
    await page.unroute('**/api/exams/**');
    await until(async () => (await kept(scene, exam.id, an)).answers[12] === 'D');
    await saved(page);
  });

  const other = await (await test.newContext()).newPage();
  await t.test('another device continues it, and nobody loses anything', async (t) => {
    await enter(test, other, 'student', an, `/exam/${exam.id}`);
    await until(() => option(other, 1, 'A').isChecked());
    await chip(other, 'Question 2: skipped').waitFor();
    await choose(other, 3, 'C');
    await until(async () => (await kept(scene, exam.id, an)).answers[3] === 'C');
    await choose(page, 13, 'A');
    await notice(page, 'status', 'answered in another window or on another device').waitFor();
    await until(async () => (await kept(scene, exam.id, an)).answers[13] === 'A');
    await page.getByRole('button', { name: 'Page 1' }).click();
    t.equal(await option(page, 3, 'C').isChecked(), true);
    t.same((await kept(scene, exam.id, an)).answers, { 1: 'A', 3: 'C', 11: 'C', 12: 'D', 13: 'A' });
  });

  await t.test('EXS-10 SL-45 SL-48 the server clock decides, and to choose takes back a skip', async (t) => {
    const before = await secondsLeft(page);
    await test.moveClock(31 * MINUTES);
    await page.getByRole('button', { name: 'Page 3' }).click();
    await chip(page, 'Question 2: skipped').click();
    await page.getByRole('heading', { name: 'Questions 1 to 10 of 24' }).waitFor();
    t.equal(await option(page, 2, 'A').evaluate((radio) => radio === document.activeElement), true);
    await page.keyboard.press('ArrowDown');
    await drawnIn(page, 'amber');
    t.ok((await secondsLeft(page)) <= before - 31 * 60);
    await until(async () => (await kept(scene, exam.id, an)).answers[2] === 'B');
    t.same((await kept(scene, exam.id, an)).skipped, []);
  });

  await t.test('EXS-11 near the end it is red, and says so', async () => {
    await test.moveClock(25 * MINUTES);
    await choose(page, 4, 'D');
    await drawnIn(page, 'red');
    await notice(page, 'status', 'Less than 5 minutes left').waitFor();
  });

  await t.test('EXS-15 EXS-18 EXS-19 EXS-20 EXS-21 handing in, after a question', async (t) => {
    await skip(page, 5);
    await submitButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Submit the exam?' });
    await dialog.getByText('You have answered 7 of 24 questions.').waitFor();
    await dialog.getByText('1 question is skipped.').waitFor();
    await dialog.getByText('16 questions are not answered yet.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await submitButton(page).click();
    await sure(page).click();
    await notice(page, 'status', 'Exam submitted successfully').waitFor();
    const outcome = page.getByRole('region', { name: 'Your result' });
    // Right are 1 A, 2 B, 3 C, 4 D, 11 C, 12 D and 13 A.
    await outcome.getByText('2.9 points', { exact: true }).waitFor();
    await outcome.getByText('7/24 right').waitFor();
    await outcome.getByText(/^Handed in at \d\d:\d\d, \d+ \w+ \d{4} · took 5\d minutes$/).waitFor();
    await outcome.getByText('The right ones are not shown here').waitFor();
    t.equal(await timer(page).count(), 0, 'no clock that stands still');
    t.equal(await option(page, 1, 'A').isChecked(), true);
    t.equal(await option(page, 1, 'A').isDisabled(), true);
    t.equal(await submitButton(page).count(), 0);
    await page.reload();
    await outcome.getByText('7/24 right').waitFor();
    await until(() => option(page, 4, 'D').isChecked());
    await outcome.getByText(/took 5\d minutes$/).waitFor();
    t.equal(await timer(page).count(), 0);
  });

  await t.test("ERR-55 'Exam already submitted' on the other device, with the first result", async (t) => {
    await submitButton(other).click();
    await sure(other).click();
    await notice(other, 'alert', 'Exam already submitted').waitFor();
    await other.getByText('7/24 right').waitFor();
    await until(() => option(other, 4, 'D').isChecked());
    t.equal(await submissions(scene, an), 1);
  });

  t.ok(seen.length > 10);
  t.notOk(
    seen.some((body) => body.includes('correct_option')),
    'no answer of any call has a key',
  );
  t.notOk(await page.evaluate(() => JSON.stringify({ ...localStorage }).includes('correct_option')));
}

/** With what can go wrong. */
async function meetTrouble(t: Test, test: BrowserTest): Promise<void> {
  const scene = await examScene(test);
  const { page, teacher, classId, exam: newExam } = scene;
  const newPage = async () => (await test.newContext()).newPage();
  const open = async (name: string, examId: number): Promise<Person> => {
    const student = await studentOf(test, classId, name, teacher);
    await enter(test, page, 'student', student, `/exam/${examId}`);
    return student;
  };
  const long = await newExam('A'.repeat(51), { title: 'Long' });
  const short = await newExam('AB', { title: 'Short', duration_minutes: 5 });

  await t.test("NAV-17 ERR-50 'No exam selected'", async () => {
    const student = await studentOf(test, classId, 'An', teacher);
    await enter(test, page, 'student', student, '/exam');
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
    await enter(test, late, 'student', student, `/exam/${short.id}`);
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
    await enter(test, page, 'student', student, `/exam/${short.id}`);
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
    await enter(test, full, 'student', student, `/exam/${short.id}`);
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
    await desk.goto(`${test.baseUrl}/exam/${short.id}`);
    await desk.waitForURL('**/teacher');
  });
}

t.test('exams', async (t) => {
  // Of its own: in the first test the clock is moved.
  const test = await startBrowserTest(t, { locale: 'en-US', own: true });
  await t.test('an exam from its start to its result', (t) => takeExam(t, test));
  await t.test('an exam with what can go wrong', (t) => meetTrouble(t, test));
});
