import type { Page } from 'playwright-core';
import type { Classroom } from '../../../core/classroom/classroom.schema.ts';
import { examBody } from '../../exam/given-exams.ts';
import { becomes } from '../../harness/becomes.ts';
import { until } from '../../harness/until.ts';
import { notice } from '../harness/noted-notices.ts';
import { failsOnce, refuse } from '../harness/refused-calls.ts';
import { hasFocus, screen } from '../harness/screen.ts';
import { newClass, newDeck } from '../people/class-in-browser.ts';
import { enter, makeAccount, type Person } from '../people/person.ts';
import { examScene } from '../people/results-in-browser.ts';

const HUB = '/teacher/exams';

const table = (page: Page) => page.getByRole('table', { name: 'Exams' });
const row = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: title, exact: true }) });
const badges = (page: Page, title: string) =>
  page.getByRole('list', { name: `Classes of ${title}` }).getByRole('listitem');
const titles = (page: Page) => table(page).getByRole('rowheader').allInnerTexts();
const cells = async (page: Page, title: string) =>
  (await row(page, title).getByRole('cell').allInnerTexts()).slice(0, 3);
const openMenu = (page: Page, title: string, ask = 'Assign to class') =>
  page.getByRole('button', { name: `${ask}: ${title}`, exact: true }).click();
const chooseItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true }).click();
const assign = async (page: Page, title: string, name: string) => {
  await openMenu(page, title);
  await chooseItem(page, `Assign: ${name}`);
};
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const isHidden = async (teacher: Person, examId: number) =>
  (await teacher.call('GET /api/exams/:examId', { params: { examId } })).is_hidden;

/** Of the calls to this address: their bodies. Each is answered when the test lets it, or refused as overloaded. */
async function holdPosts(page: Page, path: string) {
  const bodies: unknown[] = [];
  const answers: ((how: 'let' | 'refuse') => void)[] = [];
  await page.route(`**${path}`, async (route) => {
    bodies.push(route.request().postDataJSON());
    const how = await new Promise<'let' | 'refuse'>((resolve) => answers.push(resolve));
    if (how === 'let') return route.continue();
    return route.fulfill({ status: 503, json: { success: false, code: 'overloaded', message: '' } });
  });
  const next = async (how: 'let' | 'refuse') => {
    await until(() => answers.length > 0);
    answers.shift()?.(how);
  };
  return { bodies, next };
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

const test = screen({ viewport: { width: 1320, height: 900 } }, examScene);

test('NAV-06 HUB-01 HUB-02 HUB-03 HUB-04 HUB-05 HUB-06 API-33 SL-53 the exams in a table, searched and filtered', async (app) => {
  const { t, sql, page, teacher, exam } = app;
  await enter(page, teacher, '/teacher');
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Exams' }).click();
  await page.waitForURL(`**${HUB}`);
  await page.getByText('You have no exam yet.').waitFor();
  await page.getByRole('link', { name: 'Write the first exam' }).click();
  await page.waitForURL('**/exam-create');
  await page.goBack();
  await page.getByText('You have no exam yet.').waitFor();

  await exam('ABCD', { title: 'Grammar', duration_minutes: 45 });
  const songs = await exam('ABCD', { title: 'Bài hát', is_hidden: true }, []);
  await sql`update exams set main_content_type = 'audio', main_audio_path = 'exams/song.wav'
    where id = ${songs.id}`;
  await exam('ABCD', { title: 'Animals', main_content_type: 'text', main_text: 'A cat.' }, []);
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
  t.same(await titles(page), ['Animals', 'Bài hát', 'Grammar'], 'the newest first');
  t.same(await cells(page, 'Grammar'), ['4', 'Questions Only', '45']);
  t.same(await cells(page, 'Animals'), ['4', 'Reading', '30']);
  t.same(await cells(page, 'Bài hát'), ['4', 'Listening', '30']);
  t.equal(await row(page, 'Bài hát').getByRole('switch').isChecked(), false);
  t.equal(await row(page, 'Animals').getByRole('switch').isChecked(), true);
  t.same(await badges(page, 'Grammar').allInnerTexts(), ['10A1']);

  await page.getByLabel('Search exams').fill('bai hat');
  await page.getByText('1 of 3 exams').waitFor();
  await becomes(t, () => titles(page), ['Bài hát']);
  await page.getByLabel('Status').selectOption({ label: 'Visible only' });
  await page.getByText('Nothing found').waitFor();
  await press(page, 'Show all exams');
  await becomes(t, () => titles(page), ['Animals', 'Bài hát', 'Grammar']);
  await page.getByLabel('Status').selectOption({ label: 'Hidden only' });
  await becomes(t, () => titles(page), ['Bài hát']);
  await page.getByRole('link', { name: 'Edit: Bài hát' }).click();
  await page.waitForURL(`**/exam-edit/${songs.id}`);
  await page.goBack();
  await page.getByRole('link', { name: 'Create exam' }).click();
  await page.waitForURL('**/exam-create');
});

test('HUB-07 HUB-16 API-40 ERR-64 an exam is shown and hidden, also before there is a class, and a refusal takes it back', async (app) => {
  const { t, page } = app;
  const teacher = await makeAccount(app, 'teacher', 'Cô Lan');
  const { id } = await teacher.call('POST /api/exams', { body: examBody('ABCD', { is_hidden: true }) });
  await enter(page, teacher, HUB);
  await page.getByRole('link', { name: 'Open a class first' }).waitFor();
  const visible = page.getByRole('switch', { name: 'Visible to students: Unit 1' });
  // The input itself is laid over by what is drawn of it.
  const flip = () => visible.press(' ');
  await flip();
  await notice(page, 'status', 'Exam is now visible to students').waitFor();
  t.equal(await isHidden(teacher, id), false);
  await flip();
  await notice(page, 'status', 'Exam is now hidden from students').waitFor();
  t.equal(await isHidden(teacher, id), true);

  const { bodies, next } = await holdPosts(page, `/api/exams/${id}/visibility`);
  await flip();
  t.equal(await visible.isChecked(), true, 'seen at once');
  await next('refuse');
  await notice(page, 'alert', 'Failed to update exam visibility: The server is busy').waitFor();
  t.equal(await visible.isChecked(), false);
  t.same(bodies, [{ is_hidden: false }]);
});

test('HUB-08 HUB-09 (document 2 §2, §8) HUB-10 HUB-11 HUB-12 HUB-13 API-39 ERR-63 classes are assigned and unassigned at once', async (app) => {
  const { t, page, teacher, classId: a1 } = app;
  const deck = await newDeck(teacher, 'Unit 2');
  const { id: a2 } = await newClass(teacher, '10A2', deck.id);
  const { id: a3 } = await newClass(teacher, '10A3', deck.id);
  const exam = await app.exam('ABCD', {}, []);
  const assigned = async () => (await teacher.call('GET /api/exams'))[0]?.classes.map(({ id }) => id);
  await addAnothersClass(page);
  await enter(page, teacher, HUB);
  const offers = async () => {
    await openMenu(page, 'Unit 1');
    await page.getByRole('menuitem').first().waitFor();
    const names = await page.getByRole('menuitem').allInnerTexts();
    // The menu takes the focus a moment after it is seen.
    await page.getByRole('menuitem').first().press('Escape');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    return names;
  };
  const toAssign = ['Assign: 10A1', 'Assign: 10A2', 'Assign: 10A3'];
  t.same(await offers(), ['View results', ...toAssign]);

  const { bodies, next } = await holdPosts(page, `/api/exams/${exam.id}/classes`);
  for (const name of ['10A1', '10A2']) {
    await assign(page, 'Unit 1', name);
    await badges(page, 'Unit 1').filter({ hasText: name }).waitFor();
  }
  t.same(await badges(page, 'Unit 1').allInnerTexts(), ['10A1', '10A2'], 'seen at once');
  t.same(await offers(), ['View results', 'Assign: 10A3', 'View results: 10A1', 'View results: 10A2']);
  for (const how of ['let', 'let'] as const) await next(how);
  await notice(page, 'status', 'Class assigned successfully').waitFor();
  t.same(bodies.splice(0), [{ class_ids: [a1] }, { class_ids: [a1, a2] }], 'none is lost');
  await until(async () => (await assigned())?.length === 2);

  await page.getByRole('button', { name: 'Remove “Unit 1” from 10A1' }).press('Enter');
  t.same(await badges(page, 'Unit 1').allInnerTexts(), ['10A2']);
  const focused = await page.evaluate(() => document.activeElement?.tagName);
  t.equal(focused, 'DIV', 'the focus stays at the table');
  await next('let');
  await notice(page, 'status', 'Class unassigned successfully').waitFor();
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
});

test('HUB-14 HUB-15 HUB-17 HUB-18 SL-27 SL-104 API-41 ERR-65 ERR-66 the results of a class are seen, and go with the exam', async (app) => {
  const { t, page, teacher, classId, student } = app;
  const exam = await app.exam('ABCD');
  await app.exam('ABCD', { title: 'Unit 2' });
  const lan = await student('Lan');
  await student('Nam');
  await enter(page, teacher, HUB);
  await table(page).waitFor();
  // After the list was read: the question tells how many there are now.
  await app.handedIn(exam, lan, 'ABCA');
  const remove = async (answer: string) => {
    await press(page, 'Delete: Unit 1');
    const question = page.getByRole('dialog', { name: 'Delete “Unit 1”?' });
    await question.getByText('from all classes and deletes the results').waitFor();
    await question.getByText('1 student has handed it in.').waitFor();
    await question.getByRole('button', { name: answer }).click();
  };
  await remove('Cancel');

  const allowed = await refuse(page, 'GET', `/api/classes/${classId}/exam-results`);
  await press(page, 'Results of “Unit 1” in 10A1');
  await notice(page, 'alert', 'Failed to load exam results: The server is busy').waitFor();
  const dialog = page.getByRole('dialog', { name: 'Results: Unit 1' });
  await allowed(() => dialog.getByRole('button', { name: 'Try again' }).click());
  await dialog.getByText('1 of 2 students have handed it in').waitFor();
  t.match(await dialog.getByRole('list', { name: 'Results' }).getByRole('listitem').allInnerTexts(), [
    /^Lan\s+\S+@example.org\s+7\.5 3\/4 right\s+Completed$/,
    /^Nam\s+\S+@example.org\s+Incomplete$/,
  ]);
  await dialog.getByRole('link', { name: 'All results of the class' }).click();
  await page.waitForURL(`**/teacher/classes?classId=${classId}&tab=exams`);

  await page.goto(HUB);
  await failsOnce(page, 'DELETE', `/api/exams/${exam.id}`, 'Failed to delete exam', () =>
    remove('Delete the exam'),
  );
  t.same(await titles(page), ['Unit 2', 'Unit 1']);
  await remove('Delete the exam');
  await notice(page, 'status', 'Exam deleted successfully').waitFor();
  t.same(await titles(page), ['Unit 2']);
});

test('HUB-09 HUB-14 SL-104 (document 2 §2, §5) the class selector shows results, and asks for a class where none is chosen', async (app) => {
  const { t, page, teacher, student } = app;
  const deck = await newDeck(teacher, 'Unit 2');
  const { id: a2 } = await newClass(teacher, '10A2', deck.id);
  const exam = await app.exam('ABCD', {}, [app.classId, a2]);
  await app.handedIn(exam, await student('Lan'), 'ABCA');
  await enter(page, teacher, HUB);
  await openMenu(page, 'Unit 1', 'View results');
  t.same(
    await page.getByRole('menuitem').allInnerTexts(),
    ['View results', 'View results: 10A1', 'View results: 10A2'],
    'it is there when every class has the exam',
  );
  await chooseItem(page, 'View results: 10A2');
  const dialog = page.getByRole('dialog', { name: 'Results: Unit 1' });
  await dialog.getByText('The class has no students yet.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });

  await openMenu(page, 'Unit 1', 'View results');
  await chooseItem(page, 'View results');
  const select = dialog.getByRole('combobox', { name: 'Class' });
  t.equal(await select.inputValue(), '', 'nothing is chosen');
  const show = dialog.getByRole('button', { name: 'View results' });
  await show.click();
  await notice(page, 'alert', 'Please select a class to view results').waitFor();
  t.ok(await hasFocus(select));
  await select.selectOption({ label: '10A1' });
  await dialog.getByText('Please select a class to view results').waitFor({ state: 'detached' });
  await show.click();
  await dialog.getByText('1 of 1 student has handed it in').waitFor();
  await dialog.getByText('3/4 right').waitFor();
});

test('NAV-11 CLS-08 SL-16 the exams of one class are reached from it and changed there', async (app) => {
  const { t, page, teacher, classId } = app;
  const exam = await app.exam('ABCD');
  await app.exam('ABCD', { title: 'Of no class' }, []);
  await app.handedIn(exam, await app.student('Lan'), 'ABCD');
  const create = `/exam-create?classId=${classId}`;
  await enter(page, teacher, `/teacher/classes?classId=${classId}&tab=exams`);
  await page.getByRole('link', { name: 'Create exam' }).click();
  await page.waitForURL(`**${create}`);
  await page.goBack();
  await page.getByRole('link', { name: 'Exams of the class' }).click();
  await page.waitForURL(`**/teacher/classes/exams/${classId}`);
  await page.getByRole('heading', { name: 'Exams of 10A1' }).waitFor();
  await row(page, 'Unit 1').waitFor();
  t.equal(await row(page, 'Of no class').count(), 0);
  t.same(await cells(page, 'Unit 1'), ['4', 'Questions Only', '30']);
  const handedIn = row(page, 'Unit 1').getByRole('cell').nth(4);
  t.equal(await handedIn.textContent(), '1', 'how many have handed it in');
  await page.getByRole('switch', { name: 'Visible to students: Unit 1' }).press(' ');
  await notice(page, 'status', 'Exam is now hidden from students').waitFor();
  t.equal(await isHidden(teacher, exam.id), true);
  await press(page, 'View results: Unit 1');
  const dialog = page.getByRole('dialog', { name: 'Results: Unit 1' });
  await dialog.getByText('1 of 1 student has handed it in').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  const href = (name: string) => page.getByRole('link', { name }).getAttribute('href');
  t.equal(await href('Create exam'), create);
  t.equal(await href('Edit: Unit 1'), `/exam-edit/${exam.id}?classId=${classId}`);

  await press(page, 'Delete: Unit 1');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the exam' }).click();
  await notice(page, 'status', 'Exam deleted successfully').waitFor();
  await page.getByText('The class has no exam yet.').waitFor();
  t.equal(await href('Write the first exam'), create);

  await page.goto('/teacher/classes/exams/none');
  await page.waitForURL('**/teacher/classes');
});
