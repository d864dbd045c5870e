import type { Page } from 'playwright-core';
import type { Classroom } from '../../../core/classroom/classroom.schema.ts';
import type { Exam, ExamBody } from '../../../core/exam/exam.schema.ts';
import { answersOf, examBody } from '../../exam/given-exams.ts';
import { becomes } from '../../harness/becomes.ts';
import { until } from '../../harness/until.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { notice } from '../harness/noted-notices.ts';
import { refuse } from '../harness/refused-calls.ts';
import { screen } from '../harness/screen.ts';
import { newClass, newDeck, studentOf } from '../people/class-in-browser.ts';
import { enter, makeAccount, type Person } from '../people/person.ts';

const HUB = '/teacher/exams';

interface Scene {
  test: BrowserTest;
  page: Page;
  teacher: Person;
  classrooms: Classroom[];
}

/** A teacher with a browser and classes of these names. */
async function given(test: BrowserTest, names: string[]): Promise<Scene> {
  const context = await test.newContext();
  const teacher = await makeAccount(test, 'teacher');
  const deck = await newDeck(teacher, 'Unit 1');
  const classrooms: Classroom[] = [];
  for (const name of names) classrooms.push(await newClass(teacher, name, deck.id));
  return { test, teacher, classrooms, page: await context.newPage() };
}

async function newExam(
  teacher: Person,
  classrooms: readonly Classroom[],
  overrides: Partial<ExamBody> = {},
): Promise<Exam> {
  const { id } = await teacher.call('POST /api/exams', { body: examBody('ABCD', overrides) });
  const class_ids = classrooms.map((classroom) => classroom.id);
  return teacher.call('POST /api/exams/:examId/classes', { params: { examId: id }, body: { class_ids } });
}

async function handedIn(test: BrowserTest, exam: Exam, student: Person, letters: string): Promise<void> {
  await student.call('GET /api/exams/:examId', { params: { examId: exam.id } });
  await student.call('POST /api/exams/:examId/submit', {
    params: { examId: exam.id },
    body: { answers: answersOf(exam, letters) },
  });
  await until(async () => {
    const { status } = await test.api('GET /api/exams/:examId/result', {
      params: { examId: exam.id },
      token: student.token,
    });
    return status === 200;
  });
}

const open = ({ page, teacher }: Scene, path = HUB) => enter(page, teacher, path);
const table = (page: Page) => page.getByRole('table', { name: 'Exams' });
const row = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: title, exact: true }) });
const badges = (page: Page, title: string) =>
  page.getByRole('list', { name: `Classes of ${title}` }).getByRole('listitem');
const titles = (page: Page) => table(page).getByRole('rowheader').allInnerTexts();
const openMenu = (page: Page, title: string) =>
  page.getByRole('button', { name: `Assign to class: ${title}`, exact: true }).click();
const assign = async (page: Page, title: string, name: string) => {
  await openMenu(page, title);
  await page.getByRole('menuitem', { name, exact: true }).click();
};
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Of the calls to this address: their bodies. Each is answered when the test lets it, or refused as overloaded. */
async function holdPosts(page: Page, path: string) {
  const bodies: unknown[] = [];
  const answers: ((how: 'let' | 'refuse') => void)[] = [];
  await page.route(`**${path}`, async (route) => {
    bodies.push(route.request().postDataJSON());
    const how = await new Promise<'let' | 'refuse'>((resolve) => answers.push(resolve));
    if (how === 'let') return route.continue();
    return route.fulfill({
      status: 503,
      json: {
        success: false,
        code: 'overloaded',
        message: 'The server is busy, please try again in a moment',
      },
    });
  });
  const next = async (how: 'let' | 'refuse') => {
    await until(() => answers.length > 0);
    answers.shift()?.(how);
  };
  return { bodies, next, stop: () => page.unroute(`**${path}`) };
}

/** Among the classes that the page reads is one where somebody else teaches; the server itself gives a teacher none. */
const addAnothersClass = (page: Page) =>
  page.route(
    ({ pathname }) => pathname === '/api/classes',
    async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: Classroom[] };
      const anothers = { ...answer.data[0], id: 2_000_000, name: "Somebody else's", is_teacher: false };
      await route.fulfill({ response, json: { ...answer, data: [anothers, ...answer.data] } });
    },
  );

const test = screen({ viewport: { width: 1320, height: 900 } });

test('NAV-06 HUB-01 HUB-02 HUB-05 HUB-06 API-33 from the sections to the exams, which a table shows', async (app) => {
  const { t, db } = app;
  const scene = await given(app, ['10A1']);
  const { page, teacher, classrooms } = scene;
  await open(scene, '/teacher');
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Exams' }).click();
  await page.waitForURL(`**${HUB}`);
  await page.getByText('You have no exam yet.').waitFor();
  await page.getByRole('link', { name: 'Write the first exam' }).click();
  await page.waitForURL('**/exam-create');
  await page.goBack();
  await page.getByText('You have no exam yet.').waitFor();

  await newExam(teacher, classrooms, { title: 'Grammar', duration_minutes: 45, is_hidden: true });
  const songs = await newExam(teacher, [], { title: 'Songs' });
  await db.query(
    `update exams set main_content_type = 'audio', main_audio_path = 'exams/song.wav' where id = $1`,
    [songs.id],
  );
  await newExam(teacher, [], { title: 'Animals', main_content_type: 'text', main_text: 'A cat.' });
  await press(page, 'Refresh');
  await notice(page, 'status', 'Everything is up to date.').waitFor();
  await table(page).waitFor();
  t.same(await table(page).getByRole('columnheader').allInnerTexts(), [
    'Title',
    'Questions',
    'Content',
    'Minutes',
    'Visible',
    'Classes',
    'Actions',
  ]);
  t.same(await titles(page), ['Animals', 'Songs', 'Grammar'], 'the newest first');
  const cells = async (title: string) =>
    (await row(page, title).getByRole('cell').allInnerTexts()).slice(0, 3);
  t.same(await cells('Grammar'), ['4', 'Questions only', '45']);
  t.same(await cells('Animals'), ['4', 'Reading', '30']);
  t.same(await cells('Songs'), ['4', 'Listening', '30']);
  t.equal(await row(page, 'Grammar').getByRole('switch').isChecked(), false);
  t.equal(await row(page, 'Animals').getByRole('switch').isChecked(), true);
  t.same(await badges(page, 'Grammar').allInnerTexts(), ['10A1']);

  await page.getByRole('link', { name: 'Create exam' }).click();
  await page.waitForURL('**/exam-create');
});

test('HUB-03 HUB-04 HUB-16 SL-53 exams are searched and filtered', async (app) => {
  const { t } = app;
  const scene = await given(app, []);
  const { page, teacher } = scene;
  const hidden = await newExam(teacher, [], { title: 'Đề giữa kỳ', is_hidden: true });
  await newExam(teacher, [], { title: 'Đề cuối kỳ' });
  await open(scene);
  await table(page).waitFor();
  await page.getByLabel('Search exams').fill('de giua');
  await page.getByText('1 of 2 exams').waitFor();
  await becomes(t, () => titles(page), ['Đề giữa kỳ']);
  await page.getByRole('link', { name: 'Open a class first' }).waitFor();
  await page.getByLabel('Status').selectOption({ label: 'Visible only' });
  await page.getByText('Nothing found').waitFor();
  await press(page, 'Show all exams');
  await becomes(t, () => titles(page), ['Đề cuối kỳ', 'Đề giữa kỳ']);
  await page.getByLabel('Status').selectOption({ label: 'Hidden only' });
  await page.getByText('1 of 2 exams').waitFor();
  await becomes(t, () => titles(page), ['Đề giữa kỳ']);
  await page.getByRole('link', { name: 'Edit: Đề giữa kỳ' }).click();
  await page.waitForURL(`**/exam-edit/${hidden.id}`);
});

test('HUB-07 API-40 ERR-64 an exam is shown and hidden, and a refusal takes it back', async (app) => {
  const { t } = app;
  const scene = await given(app, []);
  const { page, teacher } = scene;
  const exam = await newExam(teacher, [], { title: 'Unit 1', is_hidden: true });
  const isHidden = async () =>
    (await teacher.call('GET /api/exams/:examId', { params: { examId: exam.id } })).is_hidden;
  await open(scene);
  const visible = page.getByRole('switch', { name: 'Visible to students: Unit 1' });
  // The input itself is laid over by what is drawn of it.
  const flip = () => visible.press(' ');
  await flip();
  await notice(page, 'status', 'Exam is now visible to students').waitFor();
  t.equal(await isHidden(), false);
  await flip();
  await notice(page, 'status', 'Exam is now hidden from students').waitFor();
  t.equal(await isHidden(), true);

  const { bodies, next, stop } = await holdPosts(page, `/api/exams/${exam.id}/visibility`);
  await flip();
  t.equal(await visible.isChecked(), true, 'seen at once');
  await next('refuse');
  await notice(page, 'alert', 'Failed to update exam visibility: The server is busy').waitFor();
  t.equal(await visible.isChecked(), false);
  t.same(bodies, [{ is_hidden: false }]);
  await stop();
});

test('HUB-08 HUB-09 HUB-10 HUB-11 HUB-12 HUB-13 API-39 ERR-63 classes are assigned and unassigned at once', async (app) => {
  const { t } = app;
  const scene = await given(app, ['10A1', '10A2', '10A3']);
  const { page, teacher, classrooms } = scene;
  const [a1, a2, a3] = classrooms.map(({ id }) => id);
  const exam = await newExam(teacher, [], { title: 'Unit 1' });
  const assigned = async () => (await teacher.call('GET /api/exams'))[0]?.classes.map(({ id }) => id);
  await addAnothersClass(page);
  await open(scene);
  const offers = async () => {
    await openMenu(page, 'Unit 1');
    await page.getByRole('menuitem').first().waitFor();
    const names = await page.getByRole('menuitem').allInnerTexts();
    // The menu takes the focus a moment after it is seen.
    await page.getByRole('menuitem').first().press('Escape');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    return names;
  };
  t.same(await offers(), ['10A1', '10A2', '10A3']);

  const { bodies, next, stop } = await holdPosts(page, `/api/exams/${exam.id}/classes`);
  for (const name of ['10A1', '10A2']) {
    await assign(page, 'Unit 1', name);
    await badges(page, 'Unit 1').filter({ hasText: name }).waitFor();
  }
  t.same(await badges(page, 'Unit 1').allInnerTexts(), ['10A1', '10A2'], 'seen at once');
  t.same(await offers(), ['10A3']);
  await next('let');
  await next('let');
  await notice(page, 'status', 'Exam assigned to the class').waitFor();
  t.same(bodies.splice(0), [{ class_ids: [a1] }, { class_ids: [a1, a2] }], 'none is lost');
  await until(async () => (await assigned())?.length === 2);

  await page.getByRole('button', { name: 'Remove “Unit 1” from 10A1' }).press('Enter');
  t.same(await badges(page, 'Unit 1').allInnerTexts(), ['10A2']);
  const focused = await page.evaluate(() => document.activeElement?.tagName);
  t.equal(focused, 'DIV', 'the focus stays at the table');
  await next('let');
  await notice(page, 'status', 'Exam removed from the class').waitFor();
  t.same(bodies.splice(0), [{ class_ids: [a2] }]);
  t.same(await assigned(), [a2]);

  await press(page, 'Remove “Unit 1” from 10A2');
  await page.getByText('No class yet').waitFor();
  await assign(page, 'Unit 1', '10A3');
  await badges(page, 'Unit 1').filter({ hasText: '10A3' }).waitFor();
  await next('refuse');
  await notice(page, 'alert', 'Failed to unassign class: The server is busy').waitFor();
  t.same(await badges(page, 'Unit 1').allInnerTexts(), ['10A2', '10A3'], 'it is back');
  await next('refuse');
  await notice(page, 'alert', 'Failed to assign class: The server is busy').waitFor();
  t.same(await badges(page, 'Unit 1').allInnerTexts(), ['10A2']);
  t.same(bodies, [{ class_ids: [] }, { class_ids: [a2, a3] }]);
  t.same(await assigned(), [a2]);
  await stop();
});

test('HUB-14 HUB-15 SL-27 ERR-66 the results of a class are seen from the hub', async (app) => {
  const { t } = app;
  const scene = await given(app, ['10A1']);
  const { page, teacher, classrooms } = scene;
  const [classroom] = classrooms as [Classroom];
  const exam = await newExam(teacher, classrooms, { title: 'Unit 1' });
  const lan = await studentOf(app, classroom.id, 'Lan', teacher);
  const nam = await studentOf(app, classroom.id, 'Nam', teacher);
  await handedIn(app, exam, lan, 'ABCA');
  await open(scene);
  const allow = await refuse(page, 'GET', `/api/classes/${classroom.id}/exam-results`);
  await press(page, 'Results of “Unit 1” in 10A1');
  await notice(page, 'alert', 'Failed to load exam results: The server is busy').waitFor();
  const dialog = page.getByRole('dialog', { name: 'Results: Unit 1' });
  await allow(() => dialog.getByRole('button', { name: 'Try again' }).click());
  await dialog.getByText('1 of 2 students have handed it in').waitFor();
  const results = dialog.getByRole('list', { name: 'Results' }).getByRole('listitem');
  t.match(await results.allInnerTexts(), [
    new RegExp(`^Lan\\s+${lan.email}\\s+7\\.5 3/4 right\\s+Completed$`),
    new RegExp(`^Nam\\s+${nam.email}\\s+Incomplete$`),
  ]);
  await dialog.getByRole('link', { name: 'All results of the class' }).click();
  await page.waitForURL(`**/teacher/classes?classId=${classroom.id}&tab=exams`);
});

test('HUB-17 HUB-18 API-41 ERR-65 an exam is deleted after a question', async (app) => {
  const { t } = app;
  const scene = await given(app, ['10A1']);
  const { page, teacher, classrooms } = scene;
  const [classroom] = classrooms as [Classroom];
  const exam = await newExam(teacher, classrooms, { title: 'Unit 1' });
  await newExam(teacher, classrooms, { title: 'Unit 2' });
  const lan = await studentOf(app, classroom.id, 'Lan', teacher);
  await open(scene);
  await table(page).waitFor();
  // After the list was read: the question tells how many there are now.
  await handedIn(app, exam, lan, 'ABCD');
  const remove = async (answer: string) => {
    await press(page, 'Delete: Unit 1');
    const question = page.getByRole('dialog', { name: 'Delete “Unit 1”?' });
    await question.getByText('from all classes and deletes the results').waitFor();
    await question.getByText('1 student has handed it in.').waitFor();
    await question.getByRole('button', { name: answer }).click();
  };
  await remove('Cancel');
  const allow = await refuse(page, 'DELETE', `/api/exams/${exam.id}`);
  await remove('Delete the exam');
  await notice(page, 'alert', 'Failed to delete exam: The server is busy').waitFor();
  await allow();
  t.same(await titles(page), ['Unit 2', 'Unit 1']);
  await remove('Delete the exam');
  await notice(page, 'status', 'Exam deleted successfully').waitFor();
  t.same(await titles(page), ['Unit 2']);
  const results = await teacher.call('GET /api/classes/:classId/exam-results', {
    params: { classId: classroom.id },
  });
  t.same(
    results.map(({ exam_name }) => exam_name),
    ['Unit 2'],
  );
});

test('NAV-11 CLS-08 SL-16 the exams of one class are reached from it and changed there', async (app) => {
  const { t } = app;
  const scene = await given(app, ['10A1']);
  const { page, teacher, classrooms } = scene;
  const [classroom] = classrooms as [Classroom];
  const exam = await newExam(teacher, classrooms, { title: 'Unit 1' });
  await newExam(teacher, [], { title: 'Of no class' });
  const lan = await studentOf(app, classroom.id, 'Lan', teacher);
  await handedIn(app, exam, lan, 'ABCD');
  await open(scene, `/teacher/classes?classId=${classroom.id}&tab=exams`);
  await page.getByRole('link', { name: 'Create exam' }).click();
  await page.waitForURL(`**/exam-create?classId=${classroom.id}`);
  await page.goBack();
  await page.getByRole('link', { name: 'Exams of the class' }).click();
  await page.waitForURL(`**/teacher/classes/exams/${classroom.id}`);
  await page.getByRole('heading', { name: 'Exams of 10A1' }).waitFor();
  await row(page, 'Unit 1').waitFor();
  t.equal(await row(page, 'Of no class').count(), 0);
  const cells = await row(page, 'Unit 1').getByRole('cell').allInnerTexts();
  t.same(cells.slice(0, 3), ['4', 'Questions only', '30']);
  t.equal(cells[4], '1', 'how many have handed it in');
  await page.getByRole('switch', { name: 'Visible to students: Unit 1' }).press(' ');
  await notice(page, 'status', 'Exam is now hidden from students').waitFor();
  t.equal((await teacher.call('GET /api/exams/:examId', { params: { examId: exam.id } })).is_hidden, true);
  await press(page, 'View results: Unit 1');
  const dialog = page.getByRole('dialog', { name: 'Results: Unit 1' });
  await dialog.getByText('1 of 1 student has handed it in').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();

  for (const [name, url] of [
    ['Create exam', `/exam-create?classId=${classroom.id}`],
    ['Edit: Unit 1', `/exam-edit/${exam.id}?classId=${classroom.id}`],
  ] as const)
    t.equal(await page.getByRole('link', { name }).getAttribute('href'), url);

  await press(page, 'Delete: Unit 1');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the exam' }).click();
  await notice(page, 'status', 'Exam deleted successfully').waitFor();
  await page.getByText('The class has no exam yet.').waitFor();
  t.equal(
    await page.getByRole('link', { name: 'Write the first exam' }).getAttribute('href'),
    `/exam-create?classId=${classroom.id}`,
  );

  await page.goto('/teacher/classes/exams/none');
  await page.waitForURL('**/teacher/classes');
});
