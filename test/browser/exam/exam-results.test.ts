import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import type { Exam } from '../../../core/exam/exam.schema.ts';
import { answersOf } from '../../exam/given-exams.ts';
import { until } from '../../harness/until.ts';
import { notice } from '../harness/noted-notices.ts';
import { refuse } from '../harness/refused-calls.ts';
import { DRAWN, hasFocus, POINTS, screen } from '../harness/screen.ts';
import { studentOf } from '../people/class-in-browser.ts';
import { enter } from '../people/person.ts';
import { type ExamScene, examScene, KEY, PASSAGE, thirteenResults } from '../people/results-in-browser.ts';

const open = ({ page, teacher, classId }: ExamScene, tab = 'exams') =>
  enter(page, teacher, `/teacher/classes?classId=${classId}&tab=${tab}`);
const live = (page: Page) => page.getByRole('status').getByText('Live', { exact: true });
const list = (page: Page) => page.getByRole('table', { name: 'Results', exact: true });
const rows = (page: Page) =>
  list(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const names = async (page: Page) =>
  (await rows(page).getByRole('rowheader').allInnerTexts()).map((text) => /^(Lan \d\d|\S+)/.exec(text)?.[0]);
const choose = (page: Page, label: string) =>
  page.getByLabel('Exam', { exact: true }).selectOption({ label });
const sortBy = (page: Page, label: string) => page.getByLabel('Sort by').selectOption({ label });
const total = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const close = async (page: Page) => {
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
};
const textOf = async (locator: Locator) => (await locator.allInnerTexts()).join().replaceAll(/\s+/g, ' ');
const lanOf = (n: number) => `Lan ${String(n).padStart(2, '0')}`;

/** Fifteen students: Lan 1 to 13 have handed in the newer exam with n modulo 7 points, at minute n. */
async function givenResults(scene: ExamScene): Promise<{ older: Exam; exam: Exam }> {
  const { sql } = scene.test;
  const older = await scene.exam('AB', { title: 'Listening' });
  await sql`update exams set main_content_type = 'audio', main_audio_path = 'exams/lan.wav'
    where id = ${older.id}`;
  const { exam, first } = await thirteenResults(scene, 'Unit 1', (n) => scene.student(lanOf(n)));
  await scene.handedIn(older, first, 'A-', { time_spent: 4 });
  const working = await scene.student('Mai');
  await sql`insert into exam_attempts (exam_id, partition, student_id, answers, started_at, deadline_at)
     values (${exam.id}, partition_of(${working}::integer), ${working}, ${answersOf(exam, 'AB')}, now(), now() + interval '1 hour')`;
  return { older, exam };
}

const ofExams = screen({}, examScene);

ofExams('the exam results of a class', async (app) => {
  const { t, page, teacher, classId } = app;

  await open(app);
  await page.getByText('The class has no exam yet.').waitFor();
  const link = page.getByRole('tabpanel').getByRole('link', { name: 'Create an exam' });
  t.equal(await link.getAttribute('href'), `/exam-create?classId=${classId}`);

  const { exam, older } = await givenResults(app);
  const nam = await studentOf(app, classId, 'Nam', teacher);

  await t.test(
    'CLS-10 (document 1 §2) TCH-03 ERR-30 the tabs Progress and Exam results are called so, and results can be read again',
    async (t) => {
      const allow = await refuse(page, 'GET', `/api/classes/${classId}/exam-results`);
      await open(app, 'students');
      const tabs = page.getByRole('tablist').getByRole('tab');
      await tabs.first().waitFor();
      t.same(await tabs.allInnerTexts(), [
        'Overview',
        'Progress',
        'Decks',
        'Exam results',
        'Requests',
        'What was done here',
      ]);
      await page.getByRole('tab', { name: 'Exam results' }).click();
      await page.waitForURL(/tab=exams/);
      await notice(page, 'alert', 'The exam results could not be loaded: The server is busy').waitFor();
      await allow(() => page.getByRole('tabpanel').getByRole('button', { name: 'Try again' }).click());
      await row(page, 'Lan 01').waitFor();
      await live(page).waitFor();
    },
  );

  await t.test('XRS-02 XRS-03 API-31 the newest exam is shown, with the way to change it', async (t) => {
    const options = page.getByLabel('Exam', { exact: true }).locator('option');
    t.same(await options.allInnerTexts(), ['Unit 1', 'Listening', 'All exams']);
    const edit = page.getByRole('link', { name: 'Edit exam' });
    t.equal(await edit.getAttribute('href'), `/exam-edit/${exam.id}?classId=${classId}`);
    await choose(page, 'Listening');
    await row(page, 'Lan 01').getByText('1/2 right').waitFor();
    t.equal(await edit.getAttribute('href'), `/exam-edit/${older.id}?classId=${classId}`);
    await choose(page, 'Unit 1');
    await row(page, 'Lan 02').getByText('2/6 right').waitFor();
  });

  await t.test('XRS-18 what was handed in very fast is marked, and what that means is said', async (t) => {
    const means = page.getByText('The questions may have been known before.');
    t.equal(await means.count(), 0, 'nobody was');
    await choose(page, 'Listening');
    await row(page, 'Lan 01').getByText('Very fast', { exact: true }).waitFor();
    await means.waitFor();
    t.equal(await row(page, 'Nam').getByText('Very fast').count(), 0);
    await row(page, 'Lan 01').getByRole('button').click();
    await dialog(page).getByText('Very fast', { exact: true }).waitFor();
    await dialog(page).getByText('less than 3 seconds for each question').waitFor();
    await close(page);
    await choose(page, 'Unit 1');
    await row(page, 'Lan 02').getByText('2/6 right').waitFor();
  });

  await t.test(
    'XRS-08 XRS-16 (document 1 §9) twelve stand on a page, and all at once when that is asked for',
    async (t) => {
      const pages = page.getByRole('navigation', { name: 'Pages of results' });
      t.equal(await rows(page).count(), 12);
      await pages.getByRole('button', { name: 'Page 2' }).click();
      await row(page, 'Nam').waitFor();
      t.same(await names(page), ['Lan 12', 'Lan 13', 'Nam']);
      await page.getByRole('button', { name: 'Show all', exact: true }).click();
      await rows(page).nth(14).waitFor();
      t.equal(await pages.count(), 0);
    },
  );

  await t.test('XRS-01 XRS-16 SL-27 API-32 each student has a row, those at work on top', async (t) => {
    await total(page, '15 results').waitFor();
    t.same(await list(page).getByRole('columnheader').allInnerTexts(), [
      'Name',
      'Status',
      'Questions done',
      'Time',
      'Handed in at',
      'Points',
    ]);
    t.same(await names(page), ['Mai', ...Array.from({ length: 13 }, (_, n) => lanOf(n + 1)), 'Nam']);
    t.match(await textOf(row(page, 'Lan 03')), /Handed in 6\/6 3m 0s \d\d:03, 20 Nov 2026 5\.0 3\/6 right$/);
    t.match(await textOf(row(page, 'Mai')), /In progress 2\/6 (60|5\d) minutes left\s*$/);
    t.match(await textOf(row(page, 'Lan 12')), /1m 15s late/);
    t.match(await textOf(row(page, 'Lan 13')), /Handed in by the server/);
    await row(page, 'Nam').getByText('Not started').waitFor();
    t.equal(await row(page, 'Nam').getByRole('button').count(), 0, 'there is nothing to open');
  });

  await t.test('XRS-04 XRS-05 XRS-09 SL-25 SL-26 they are sorted and filtered', async (t) => {
    await sortBy(page, 'Most points first');
    t.same((await names(page)).slice(0, 4), ['Mai', 'Lan 06', 'Lan 13', 'Lan 05']);
    await sortBy(page, 'Name, A to Z');
    await page.getByLabel('At least so many right').fill('5');
    await total(page, '4 of 15 results').waitFor();
    t.same(await names(page), ['Lan 05', 'Lan 06', 'Lan 12', 'Lan 13']);
    await page.getByLabel('At least so many right').fill('7');
    await page.getByText('Nobody has that many right.').waitFor();
    await page.getByRole('button', { name: 'Show all students' }).click();
    await total(page, '15 results').waitFor();
    t.equal(await page.getByLabel('At least so many right').inputValue(), '');
  });

  await t.test('XRS-15 the summary has points, and who chose what, the hardest question first', async (t) => {
    const summary = page.getByRole('region', { name: 'Summary' });
    t.match(await textOf(summary), /in 13 of 15 Taking it now 1 student Average points 5\.4(?!\d)/);
    const chart = summary.getByRole('img', { name: 'How many students reached how many points out of 10' });
    await chart.locator(POINTS).nth(10).waitFor(DRAWN);
    await summary.getByRole('button', { name: 'Show the numbers' }).click();
    t.same((await summary.getByRole('row').allInnerTexts()).slice(10), ['9.0–9.9\t0', '10.0\t2']);

    const items = page.getByRole('list', { name: 'Questions, the hardest first' }).locator(':scope > li');
    t.equal(await items.count(), 5);
    t.match(
      await textOf(items.first()),
      /^6\. Question 6 15% right A\. first 0 students B\. second \(right answer\) 2 students C\. third 11 students D\. fourth 0 students$/,
    );
    const pages = page.getByRole('navigation', { name: 'Pages of questions' });
    await pages.getByRole('button', { name: 'Page 2' }).click();
    await items.filter({ hasText: '1. Question 1' }).getByText('92% right').waitFor();
  });

  await t.test('XRS-10 XRS-11 XRS-12 XRS-13 XRS-14 ERR-31 API-35 a result has all answers', async (t) => {
    const allow = await refuse(page, 'GET', `/api/exams/${exam.id}/result`);
    await row(page, 'Lan 03').getByRole('button').click();
    await notice(page, 'alert', 'The result could not be loaded: The server is busy').waitFor();
    await allow(() => dialog(page).getByRole('button', { name: 'Try again' }).click());
    await dialog(page).getByText('5.0 points', { exact: true }).waitFor();
    await dialog(page).getByText('3/6 right').waitFor();
    t.match(await textOf(dialog(page)), /Handed in at \d\d:03, 20 Nov 2026, after 3m 0s/);
    const lines = dialog(page).getByRole('region', { name: 'Passage' }).getByRole('listitem');
    t.same(await lines.allInnerTexts(), PASSAGE.split('\n'));
    const questions = dialog(page).getByRole('list', { name: 'Questions' }).locator(':scope > li');
    t.equal(await questions.count(), 5);
    const text = (n: number) => textOf(questions.nth(n));
    t.match(await text(0), /A\. first Chosen Right answer B\. second C\. third D\. fourth$/);
    t.match(await text(3), /C\. third Chosen D\. fourth Right answer$/);
    await dialog(page).getByRole('button', { name: 'Page 2' }).click();
    t.equal(await questions.count(), 1);
    t.match(await text(0), /^6\. Question 6/);
    await close(page);
    await sortBy(page, 'Latest first');
    await row(page, 'Lan 13').getByRole('button').click();
    await dialog(page).getByText('The time was over: the server handed in what had been saved.').waitFor();
    await close(page);
  });

  await t.test('XRS-07 a refresh reads anew and says so; CSV has every answer', async (t) => {
    await sortBy(page, 'Name, A to Z');
    const read = page.waitForResponse((response) => response.url().endsWith('/api/batch'));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await read;
    await notice(page, 'status', 'Everything is up to date.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    t.equal(download.suggestedFilename(), `class-${classId}-exam-${exam.id}-results.csv`);
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
    t.equal(lines.length, 17);
  });

  await t.test('XRS-06 XRS-11 all exams side by side; one of them is heard', async (t) => {
    await page.route('**/storage/exams/lan.wav', (route) =>
      route.fulfill({ path: 'content/official-decks/audio/cat.mp3' }),
    );
    await choose(page, 'All exams');
    await total(page, '30 results').waitFor();
    t.equal(await page.getByRole('link', { name: 'Edit exam' }).count(), 0);
    t.equal(await page.getByRole('region', { name: 'Summary' }).count(), 0);
    await row(page, 'Lan 01').filter({ hasText: 'Listening' }).getByRole('button').click();
    const player = dialog(page).getByLabel('Audio of the exam');
    await player.waitFor();
    t.equal(await player.getAttribute('src'), '/storage/exams/lan.wav');
    await dialog(page).getByText('Not answered').waitFor();
    await close(page);
    await choose(page, 'Unit 1');
  });

  await t.test('XRS-16 what is begun and handed in meanwhile shows by itself', async (t) => {
    await sortBy(page, 'Name, Z to A');
    await row(page, 'Nam').getByText('Not started').waitFor();
    const params = { examId: exam.id };
    await nam.call('GET /api/exams/:examId', { params });
    await row(page, 'Nam').getByText('In progress').waitFor();
    t.same((await names(page)).slice(0, 2), ['Nam', 'Mai']);
    await nam.call('POST /api/exams/:examId/answers', {
      params,
      body: { version: 0, answers: answersOf(exam, 'AB-A'), skipped: [] },
    });
    await row(page, 'Nam').getByText('3/6').waitFor();
    await row(page, 'Nam').locator('[data-changed]').waitFor({ state: 'attached' });
  });

  await t.test('XRS-17 the class sees on the board who is behind, and it goes on by itself', async (t) => {
    const wall = page.getByRole('dialog', { name: 'Unit 1' });
    const tiles = wall.getByRole('list', { name: 'Students, those who are behind first' });
    const tile = (name: string) => tiles.getByRole('listitem').filter({ hasText: name });
    const show = page.getByRole('button', { name: 'Show on the board' });
    await show.click();
    await tile('Nam').getByText('3/6').waitFor();
    const order = (await tiles.getByRole('listitem').allInnerTexts()).map((text) => text.split('\n')[0]);
    t.same(order.slice(0, 3), ['Mai', 'Nam', 'Lan 01'], 'of those who share a given name the whole one');
    await wall.getByText(/^13 of 15 have handed in · 2 are taking it now$/).waitFor();
    t.match(await wall.getByRole('timer', { name: 'Time left' }).textContent(), /^(1:00:00|5\d:\d\d)$/);
    t.equal(await page.evaluate(() => document.fullscreenElement !== null), true, 'the whole screen');
    await nam.call('POST /api/exams/:examId/submit', {
      params: { examId: exam.id },
      body: { answers: answersOf(exam, KEY) },
    });
    await tile('Nam').getByText('Handed in').waitFor();
    await wall.getByText(/^14 of 15 have handed in/).waitFor();
    await close(page);
    await until(() => page.evaluate(() => document.fullscreenElement === null));
    t.ok(await hasFocus(show), 'the focus is where it was');
    await show.click();
    await wall.getByRole('button', { name: 'Close' }).click();
    await wall.waitFor({ state: 'detached' });
    await row(page, 'Nam').getByText('6/6 right').waitFor();
    await page.getByRole('region', { name: 'Summary' }).getByText('14 of 15').waitFor();
  });
});
