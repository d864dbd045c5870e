import type { Locator } from 'playwright-core';
import { until } from '../../harness/until.ts';
import { notice } from '../harness/noted-notices.ts';
import { refuse } from '../harness/refused-calls.ts';
import { fits, screen } from '../harness/screen.ts';
import { loadAccountPage, logOut } from '../people/account-in-browser.ts';
import { studentOf } from '../people/class-in-browser.ts';
import {
  begin,
  choose,
  handIn,
  kept,
  option,
  question,
  saved,
  submissions,
  title,
} from '../people/exam-taking-in-browser.ts';
import { enter, type Person } from '../people/person.ts';
import { examScene } from '../people/results-in-browser.ts';

const test = screen({}, examScene);

test('an exam with what can go wrong', async (app) => {
  const { t, page, teacher, classId, exam: newExam } = app;
  const newPage = async () => (await app.newContext()).newPage();
  const open = async (name: string, examId: number, on = page): Promise<Person> => {
    const student = await studentOf(app, classId, name, teacher);
    await begin(on, student, examId);
    return student;
  };
  const long = await newExam('A'.repeat(51), { title: 'Long' });
  const short = await newExam('AB', { title: 'Short', duration_minutes: 5 });

  await t.test(
    "NAV-17 ERR-50 (document 2 §8) a teacher is led away, and without an exam: 'No exam selected'",
    async () => {
      await enter(page, teacher, `/exam/${short.id}`);
      await page.waitForURL('**/teacher');
      await enter(page, await studentOf(app, classId, 'An', teacher), '/exam');
      await notice(page, 'alert', 'No exam selected').waitFor();
      await page.waitForURL('**/student');
    },
  );

  await t.test('EXS-22 only the first fifty are shown, with a warning', async (t) => {
    await open('Bình', long.id);
    await page
      .getByRole('alert')
      .getByText('This exam has more than 50 questions; only the first 50 are shown')
      .waitFor();
    await page.getByRole('button', { name: 'Page 5' }).click();
    await question(page, 50).waitFor();
    t.equal(await page.getByRole('button', { name: 'Next page' }).isDisabled(), true);
    for (const passage of [
      page.getByRole('region', { name: 'Passage' }),
      page.getByRole('button', { name: 'Passage' }),
      page.locator('audio'),
    ])
      t.equal(await passage.count(), 0, 'CX-04 of the type none there is nothing to read or hear');
  });

  await t.test('ERR-51 (document 2 §8) what cannot be fetched is told, and can be tried again', async () => {
    await page.route('**/api/exams/*', (route) => route.abort());
    await open('Chi', short.id);
    await notice(page, 'alert', 'Failed to fetch exam: The server cannot be reached.').waitFor();
    await page.getByText('The exam could not be opened: The server cannot be reached.').waitFor();
    await page.unroute('**/api/exams/*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await title(page, 'Short');
  });

  await t.test('ERR-54 ERR-56 EXS-17 what is refused can be submitted again', async (t) => {
    const student = await open('Dũng', short.id);
    const hide = (is_hidden: boolean) =>
      teacher.call('PATCH /api/exams/:examId/visibility', {
        params: { examId: short.id },
        body: { is_hidden },
      });
    await choose(page, 1, 'A');
    const refusal = { code: 'internal_error', message: 'Out of paper' };
    const allow = await refuse(page, 'POST', '/api/exams/*/submit', [500, refusal]);
    await handIn(page);
    await notice(page, 'alert', 'Failed to submit exam: Out of paper').waitFor();
    await allow();
    // A save that is refused shows the same notice as a refused submission.
    await saved(page);
    await hide(true);
    await handIn(page);
    await notice(page, 'alert', 'Unauthorized to submit this exam').waitFor();
    t.equal(await option(page, 1, 'A').isChecked(), true);
    await hide(false);
    await handIn(page);
    await page.getByText('1/2 right').waitFor();
    t.equal(await submissions(app, student), 1);
  });

  await t.test('without the network leaving and logging out ask first, and Back leads there', async (t) => {
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
    await page.unroute('**/api/exams/**');
    await until(async () => (await kept(app, student)).answers[1] === 'A');
    await saved(page);
  });

  await t.test('EXS-13 CX-17 at zero it is handed in, with nothing answered too', async (t) => {
    const late = await newPage();
    // Its five minutes pass in the browser: on the server they never run out under the test.
    await late.clock.install();
    const student = await open('Hà', short.id, late);
    await title(late, 'Short');
    await late.clock.fastForward('04:50');
    t.equal(await submissions(app, student), 0);
    // A page that stood still for seconds doubts its clock and asks the server, where hardly any time has passed.
    await until(async () => {
      await late.clock.fastForward('00:10');
      return (await submissions(app, student)) === 1;
    });
    await notice(late, 'status', 'Exam submitted successfully').waitFor();
    await late.getByText('0/2 right').waitFor();
  });

  await t.test(
    'ERR-52 (document 2 §8) a result that cannot be read says why, and can be read again',
    async () => {
      const student = await studentOf(app, classId, 'Lam', teacher);
      await app.handedIn(short, student.id, 'AB');
      const allow = await refuse(page, 'GET', '/api/exams/*/result');
      await enter(page, student, `/exam/${short.id}`);
      await notice(page, 'alert', 'Failed to fetch exam results: The server is busy').waitFor();
      const outcome = page.getByRole('region', { name: 'Your result' });
      await outcome.getByText('its result could not be loaded').waitFor();
      await allow(() => outcome.getByRole('button', { name: 'Try again' }).click());
      await outcome.getByText('2/2 right').waitFor();
    },
  );

  await t.test('ERR-57 a browser that keeps nothing is told of, and the exam goes on', async () => {
    const full = await newPage();
    await full.addInitScript(() => {
      const keep = Storage.prototype.setItem;
      Storage.prototype.setItem = function setItem(key, value) {
        if (key.includes(':exam:')) throw new DOMException('full', 'QuotaExceededError');
        keep.call(this, key, value);
      };
    });
    const student = await open('Minh', short.id, full);
    await notice(full, 'status', 'Failed to save exam progress').waitFor();
    await choose(full, 1, 'A');
    await until(async () => (await kept(app, student)).answers[1] === 'A');
  });
});

const PASSAGE = Array.from({ length: 60 }, (_, index) => `Line ${index + 1} of the text.`).join('\n');

test('SL-103 SL-165 an exam with a text beside its questions, or on a phone in front of them', async (app) => {
  const { t, page, teacher, classId } = app;
  await page.setViewportSize({ width: 1440, height: 900 });
  const exam = await app.exam('ABCDABCDABCD', { main_content_type: 'text', main_text: PASSAGE });
  await begin(page, await studentOf(app, classId, 'An', teacher), exam.id);
  await page.getByRole('radio').first().waitFor();
  const passage = page.getByRole('region', { name: 'Passage' }).first();
  const [text, questions] = [
    await passage.boundingBox(),
    await page.getByRole('group').first().boundingBox(),
  ];
  t.ok(text!.x + text!.width <= questions!.x);
  t.equal(await page.getByRole('button', { name: 'Passage' }).isVisible(), false);
  await page.getByRole('button', { name: 'Question 10: open' }).click();
  t.equal((await passage.boundingBox())?.y, text!.y, 'it stays there');
  const lines = page.getByRole('list').getByRole('listitem');
  t.equal(await lines.filter({ hasText: /^Line \d+ of/ }).count(), 60);
  const numbers = (list: Locator) =>
    list.evaluate((item) => [getComputedStyle(item).listStyleType, item.parentElement?.tagName]);
  t.same(await numbers(lines.filter({ hasText: 'Line 60 of' })), ['decimal', 'OL'], 'each has its number');

  const radio = page.getByRole('radio', { name: /^B\. / }).first();
  await radio.scrollIntoViewIfNeeded();
  const row = await radio.evaluateHandle((input) => input.closest('[class*="row"]') as HTMLElement);
  const { x, y, width, height } = (await row.asElement()!.boundingBox())!;
  t.ok(height >= 44, 'the whole row of an option is its target');
  await page.mouse.click(x + width - 4, y + height - 4);
  await page.getByRole('button', { name: 'Question 1: answered' }).waitFor();
  t.ok(await radio.isChecked());

  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole('button', { name: 'Question 10: open' }).click();
  const loaded = () =>
    performance.getEntriesByType('resource').some(({ name }) => /passage-drawer/.test(name));
  await until(() => page.evaluate(loaded), 'the passage in front of the questions is loaded ahead');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Passage' }).click();
  const drawer = page.getByRole('dialog', { name: 'Passage' });
  await drawer.getByText('Line 1 of the text.').waitFor();
  const inFront = drawer.getByRole('listitem').filter({ hasText: 'Line 60 of' });
  t.same(await numbers(inFront), ['decimal', 'OL'], 'the same on every screen');
  await page.context().setOffline(false);
  await drawer.getByRole('button', { name: 'Close' }).click();
  await drawer.waitFor({ state: 'hidden' });
  t.ok(await fits(page));

  const leave = page.getByRole('button', { name: 'Leave the exam' });
  await leave.click();
  const dialog = page.getByRole('dialog', { name: 'Leave the exam?' });
  await dialog.getByText('The clock runs on').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  t.match(page.url(), /\/exam\//);
  await leave.click();
  await dialog.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.waitForURL(/\/student$/);
});
