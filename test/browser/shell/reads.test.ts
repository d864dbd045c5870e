import type { Locator, Page } from 'playwright-core';
import { until } from '../../harness/until.ts';
import { notice } from '../harness/noted-notices.ts';
import { readsOf } from '../harness/page-reads.ts';
import { refuse } from '../harness/refused-calls.ts';
import { screen } from '../harness/screen.ts';
import { adminInBrowser } from '../people/admin-in-browser.ts';
import { studentOf, withClass } from '../people/class-in-browser.ts';
import { startExam, startQuestion } from '../people/exam-taking-in-browser.ts';
import { flashcard, plainCards } from '../people/learning-in-browser.ts';
import { enter, makeAccount } from '../people/person.ts';
import { examsOf } from '../people/results-in-browser.ts';
import { hold } from './held-calls.ts';

/** A teacher's class with an exam, which one student has handed in. */
const test = screen({}, async (app) => {
  const teacher = await makeAccount(app, 'teacher');
  const { id: classId } = (await withClass({ teacher })).classroom;
  const student = await studentOf(app, classId, 'An', teacher);
  const exams = examsOf({ test: app, page: app.page, teacher, classId });
  const exam = await exams.exam('ABC', { title: 'Test 1' });
  await exams.handedIn(exam, student.id, 'AB-');
  return { teacher, student, classId, exam, exams };
});

const HUB = ['/api/classes?include=decks', '/api/exams'];

test('API-02 ERR-34 ERR-62 the hub loads by one batch; a refused part leaves the other, a failed one both', async (app) => {
  const { t, page, teacher } = app;
  const reads = readsOf(page);
  const row = page.getByRole('row').filter({ hasText: 'Test 1' });
  await enter(page, teacher, '/teacher/exams');
  await row.getByText('10A1').first().waitFor();
  t.same(reads.batches, [HUB]);
  t.same(
    reads.alone.filter((url) => HUB.includes(url)),
    [],
  );
  await page.getByRole('button', { name: 'Refresh' }).click();
  await notice(page, 'status', 'Everything is up to date.').waitFor();
  t.same(reads.batches, [HUB, HUB]);

  const allow = await refuse(page, 'GET', '/api/classes');
  await page.reload();
  await notice(page, 'alert', 'Failed to load classes: The server is busy').waitFor();
  await page.getByText('Your classes could not be loaded').waitFor();
  await row.waitFor();
  await allow(() => page.getByRole('button', { name: 'Try again' }).click());
  await page.getByText('Your classes could not be loaded').waitFor({ state: 'detached' });

  // When the batch itself fails, the calls are made one by one, which is no error.
  await page.route('**/api/batch', (route) => route.fulfill({ status: 500, body: 'broken' }));
  reads.alone.length = 0;
  await page.reload();
  await row.getByText('10A1').first().waitFor();
  t.same(reads.alone.filter((url) => HUB.includes(url)).sort(), HUB);
  t.equal(await page.getByRole('alert').count(), 0);
});

test('API-02 XRS-14 an attempt is read by one batch of exam and result', async (app) => {
  const { t, page, teacher, student, classId, exam, exams } = app;
  // The exam that is shown at first is read for its own sake.
  const newer = await exams.exam('A', { title: 'Test 2' });
  await exams.handedIn(newer, student.id, '-');
  await enter(page, teacher, `/teacher/classes?classId=${classId}&tab=exams`);
  await page.getByLabel('Exam', { exact: true }).selectOption({ label: 'All exams' });
  const row = page
    .getByRole('table', { name: 'Results', exact: true })
    .getByRole('row')
    .filter({ hasText: '2/3 right' });
  await row.waitFor();
  const reads = readsOf(page);
  await row.getByRole('button').click();
  await page.getByRole('dialog').getByText('2/3 right').waitFor();
  const asked = [`/api/exams/${exam.id}`, `/api/exams/${exam.id}/result?student_id=${student.id}`];
  t.same(reads.batches, [asked]);
  t.same(
    reads.alone.filter((url) => asked.includes(url)),
    [],
  );
});

const asStudent = screen({ as: 'student' });

screen()("API-02 the administrator's log is read by one batch at first", async (app) => {
  const { t, page } = app;
  const admin = await adminInBrowser(app);
  const reads = readsOf(page);
  await admin.open('log');
  await page.getByText('No event is parked.').waitFor();
  const [first = []] = reads.batches;
  for (const url of ['/api/admin/log', '/api/admin/log/parked', '/api/admin/decks'])
    t.ok(first.includes(url), url);
});

asStudent('SL-110 a session is asked for once, before any script has come', async ({ t, page, student }) => {
  const deckId = await student.deck('Words', plainCards(2));
  const letScripts = await hold(page, '**/assets/*.js');
  const reads = readsOf(page);
  const deck = `/api/decks/${deckId}`;
  const asked = [[deck, `${deck}/cards/set?limit=20`, `${deck}/counts`, '/api/me']];
  const early = page.waitForRequest('**/api/batch');
  await page.goto(`/learn/${deckId}`, { waitUntil: 'commit' });
  await early;
  t.same(reads.batches, asked);
  letScripts();
  await flashcard(page, 1, 2).waitFor();
  t.same(reads.batches, asked, 'the client has taken the answers');
});

test('SL-166 SL-296 EXS-29 an exam is read once it was agreed to, and once; its question comes with the document', async (app) => {
  const { t, page, student, exams, sql } = app;
  const { id } = await exams.exam('AB', { title: 'Test 2' });
  const letScripts = await hold(page, '**/assets/*.js');
  const reads = readsOf(page);
  await enter(page, student);
  const early = page.waitForRequest('**/api/classes?include=exams');
  await page.goto(`/exam/${id}`, { waitUntil: 'commit' });
  await early;
  letScripts();
  await startQuestion(page).waitFor();
  const address = `/api/exams/${id}`;
  const count = (url: string) => reads.alone.filter((read) => read === url).length;
  t.equal(count('/api/classes?include=exams'), 1, 'the client has taken the answer');
  await page.reload();
  await startQuestion(page).waitFor();
  t.equal(count(address), 0, 'nor does a reload read the exam');
  t.equal(
    (await sql`select from exam_attempts where student_id = ${student.id} and exam_id = ${id}`).length,
    0,
  );
  await startExam(page);
  await page.getByRole('group', { name: /^1\. / }).waitFor();
  t.equal(count(address), 1);
  await page.reload();
  await page.getByRole('group', { name: /^1\. / }).waitFor();
  await until(async () => count(address) === 2, 'it goes on, and asks how things stand');
});

type Place = Page | Locator;
type Shown = (place: Place) => Locator;

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const text = (said: string) => (place: Place) => place.getByText(said, { exact: true });
const chooseClass: Shown = (place) => place.getByRole('combobox', { name: 'Class' });
const classHasNone: Shown = (place) => place.getByText('The class has no exam yet.');
const theDeck: Shown = (place) => place.getByRole('article', { name: 'Unit 1', exact: true });
const noExam: Shown = (place) => place.getByText('You have no exam yet.');
const theClass: Shown = (place) => place.getByRole('article', { name: '10A1' });
// The first while the news of the class is still on its way.
const nothingToStudy: Shown = (place) => place.getByText(/^(Choose your first deck|Done for today)$/);
const chooser: Shown = (place) => place.getByLabel('Choose a deck');
const link: Shown = (place) => place.getByRole('link').first();
const ownDeck: Shown = (place) => place.getByRole('combobox').filter({ hasText: 'My own deck' });

/** Where it is shown, what is read, what is said of it if anything, and what comes in the end. */
const OF_TEACHERS: [title: string, at: string, path: string, says: string, shown: Shown][] = [
  ['ERR-18 the home', '/teacher', '/api/teacher/home', '', theClass],
  ['ERR-18 classes', '/teacher/classes', '/api/classes', 'The classes could not be loaded', theClass],
  ['ERR-28 a class', '&tab=decks', '/api/classes/:class', 'The class could not be loaded', text('Unit 1')],
  ['ERR-23 requests', '&tab=requests', '/join-requests', 'The requests could not be loaded', text('An')],
  ['ERR-58 exams', '/teacher/exams', '/api/exams', 'Failed to load exams', noExam],
  ['ERR-58 a new exam', '/exam-create', '/api/classes', 'Failed to load classes', chooseClass],
  [
    'ERR-29 exams',
    '&tab=exams',
    '/api/classes/:class/exams',
    "The class's exams could not be loaded",
    classHasNone,
  ],
  ['ERR-07 decks', '/teacher/decks', '/api/decks', 'The decks could not be loaded', theDeck],
];

/** Of the home: what is read, what is said of it, which part it is, what is there meanwhile and in the end. */
const OF_STUDENTS: [title: string, path: string, says: string, place: string, rest: Shown, shown: Shown][] = [
  ['ERR-18 classes', 'classes', 'The classes could not be loaded', 'My classes', chooser, theClass],
  ['ERR-07 decks', 'decks', 'The decks could not be loaded', 'All decks', text('My classes'), ownDeck],
  ['ERR-16', 'official-decks', 'The official decks could not be loaded', 'Official decks', chooser, link],
  ['ACT-01 days', 'activity', '', 'Your study rhythm', chooser, text('1-day streak')],
  [
    'STU-05 (document 1 §2) the deck studied last',
    'recent-deck',
    '',
    'Last studied',
    chooser,
    text('My own deck'),
  ],
  ['TDY-10 today', 'today', '', 'Today', chooser, nothingToStudy],
];

const asTeacher = screen({ as: 'teacher' }, withClass);
const ofClass = screen({ as: 'student' }, async (app) => {
  const teacher = await makeAccount(app, 'teacher');
  const { classroom } = await withClass({ teacher });
  const params = { classId: classroom.id };
  await app.student.call('POST /api/classes/:classId/join', { params });
  const approved = { params: { ...params, studentId: app.student.id } };
  await teacher.call('POST /api/classes/:classId/approve/:studentId', approved);
  await app.student.study(await app.student.deck('My own deck', plainCards(1)), 1);
  return {};
});

/** What the page reads is refused; it says so, and shows it when it is tried again. */
async function triesAgain(
  page: Page,
  at: string,
  path: string,
  says: string,
  place: Place,
  shown: Shown,
  rest?: Shown,
) {
  const allow = await refuse(page, 'GET', path);
  await page.goto(at);
  if (says) await notice(page, 'alert', `${says}: The server is busy`).waitFor();
  const again = place.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await rest?.(page).waitFor();
  await allow(() => again.click());
  await shown(place).waitFor();
  await again.waitFor({ state: 'detached' });
}

for (const [title, at, path, says, shown] of OF_TEACHERS)
  asTeacher(`${title}: what cannot be read can be tried again`, async (app) => {
    const { page, classroom } = app;
    await studentOf(app, classroom.id, 'An');
    const tab = at.replace(/^&/, `/teacher/classes?classId=${classroom.id}&`);
    const read = path.replace(/^\/join/, '/api/classes/:class/join').replace(':class', String(classroom.id));
    await triesAgain(page, tab, read, says, page.getByRole('main'), shown);
  });

for (const [title, path, says, place, rest, shown] of OF_STUDENTS)
  ofClass(`API-04 ${title}: what cannot be read leaves the rest, and can be tried again`, ({ page }) =>
    triesAgain(page, '/student', `/api/${path}`, says, region(page, place), shown, rest),
  );

asTeacher('MYA-03 where one is logged in: what cannot be read can be tried again', async ({ page }) => {
  const place = region(page, 'Where you are logged in');
  return triesAgain(
    page,
    '/account',
    '/api/me/sessions',
    '',
    place,
    text('You are not logged in anywhere else.'),
  );
});
