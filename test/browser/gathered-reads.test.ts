import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import type { Exam } from '../../core/exam/exam.schema.ts';
import { answersOf, examBody } from '../exam/given-exams.ts';
import { until } from '../until.ts';
import { adminInBrowser } from './admin-in-browser.ts';
import { type BrowserTest, startBrowserTest } from './browser-harness.ts';
import {
  enter,
  keepLoggedIn,
  newClass,
  newDeck,
  type Person,
  registered,
  studentOf,
} from './class-in-browser.ts';
import { flashcard, learner, plainCards } from './learning-in-browser.ts';
import { notice } from './noted-notices.ts';
import { readsOf } from './page-reads.ts';
import { refuse } from './refused-calls.ts';

const ENGLISH = { locale: 'en-US' };

interface Scene {
  test: BrowserTest;
  page: Page;
  teacher: Person;
  student: Person;
  classId: number;
  exam: Exam;
}

/** A teacher's class with an exam, which one student has handed in. */
async function given(t: Test): Promise<Scene> {
  const test = await startBrowserTest(t, ENGLISH);
  const teacher = await registered(test, 'teacher', 'Cô Hoa');
  const { id: classId } = await newClass(teacher, '10A1', (await newDeck(teacher, 'Unit 1')).id);
  const student = await studentOf(test, classId, 'An', teacher);
  const { id } = await teacher.call('POST /api/exams', { body: examBody('ABC', { title: 'Test 1' }) });
  const exam = await teacher.call('POST /api/exams/:examId/classes', {
    params: { examId: id },
    body: { class_ids: [classId] },
  });
  await student.call('GET /api/exams/:examId', { params: { examId: id } });
  await student.call('POST /api/exams/:examId/submit', {
    params: { examId: id },
    body: { answers: answersOf(exam, 'AB-') },
  });
  return { test, page: test.page, teacher, student, classId, exam };
}

const HUB = ['/api/classes?include=decks', '/api/exams'];

t.test('API-02 the hub loads by one batch, anew too; a refused part leaves the other', async (t) => {
  const { test, page, teacher } = await given(t);
  const reads = readsOf(page);
  const row = page.getByRole('row').filter({ hasText: 'Test 1' });
  await enter(test, page, 'teacher', teacher, '/teacher/exams');
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
  await page.getByText('Your classes could not be loaded').waitFor();
  await row.waitFor();
  await allow();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Your classes could not be loaded').waitFor({ state: 'detached' });
});

t.test(
  'API-02 ERR-34 when the batch fails, the hub makes its calls one by one, which is no error',
  async (t) => {
    const { test, page, teacher } = await given(t);
    await page.route('**/api/batch', (route) => route.fulfill({ status: 500, body: 'broken' }));
    const reads = readsOf(page);
    await enter(test, page, 'teacher', teacher, '/teacher/exams');
    await page.getByRole('row').filter({ hasText: 'Test 1' }).getByText('10A1').first().waitFor();
    t.same(reads.alone.filter((url) => HUB.includes(url)).sort(), HUB);
    t.equal(await page.getByRole('alert').count(), 0);
  },
);

t.test('API-02 XRS-14 an attempt is read by one batch of exam and result', async (t) => {
  const { test, page, teacher, student, classId, exam } = await given(t);
  // The exam that is shown at first is read for its own sake.
  const { id: newer } = await teacher.call('POST /api/exams', { body: examBody('A', { title: 'Test 2' }) });
  await teacher.call('POST /api/exams/:examId/classes', {
    params: { examId: newer },
    body: { class_ids: [classId] },
  });
  const params = { examId: newer };
  await student.call('GET /api/exams/:examId', { params });
  await student.call('POST /api/exams/:examId/submit', { params, body: { answers: {} } });
  const isCounted = async () => {
    const exams = await teacher.call('GET /api/classes/:classId/exams', { params: { classId } });
    return exams.some(({ id, submission_count: count }) => id === newer && count > 0);
  };
  await until(isCounted);
  await enter(test, page, 'teacher', teacher, `/teacher/classes?classId=${classId}&tab=exams`);
  await page.getByLabel('Exam', { exact: true }).selectOption({ label: 'All exams' });
  const row = page
    .getByRole('list', { name: 'Results', exact: true })
    .getByRole('listitem')
    .filter({ hasText: '2/3' });
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

t.test("API-02 the administrator's log is read by one batch at first", async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const admin = await adminInBrowser(test);
  const reads = readsOf(test.page);
  await admin.open('log');
  await test.page.getByText('No event is parked.').waitFor();
  const [first = []] = reads.batches;
  for (const url of ['/api/admin/log', '/api/admin/log/parked', '/api/admin/decks'])
    t.ok(first.includes(url), url);
});

t.test('SL-110 a session is asked for once, before any script has come', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const deckId = await (await learner(test)).deck('Words', plainCards(2));
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.fallback();
  });
  const reads = readsOf(page);
  const deck = `/api/decks/${deckId}`;
  const asked = [[deck, `${deck}/cards/set?limit=20`, `${deck}/counts`]];
  const early = page.waitForRequest('**/api/batch');
  await page.goto(`${test.baseUrl}/learn/${deckId}`, { waitUntil: 'commit' });
  await early;
  t.same(reads.batches, asked);
  scripts.resolve();
  await flashcard(page, 1, 2).waitFor();
  t.same(reads.batches, asked, 'the client has taken the answers');
});

t.test(
  'SL-296 an exam is asked for once, when all scripts of its page have come, and not before',
  async (t) => {
    const { test, page, student, classId, teacher } = await given(t);
    const { id } = await teacher.call('POST /api/exams', { body: examBody('AB', { title: 'Test 2' }) });
    await teacher.call('POST /api/exams/:examId/classes', {
      params: { examId: id },
      body: { class_ids: [classId] },
    });
    const vendor = Promise.withResolvers<void>();
    await page.route('**/assets/vendor-*.js', async (route) => {
      await vendor.promise;
      await route.fallback();
    });
    const reads = readsOf(page);
    const others = page.waitForResponse('**/assets/exam-session.page-*.js');
    await keepLoggedIn(page, test, 'student', student);
    await page.goto(`${test.baseUrl}/exam/${id}`, { waitUntil: 'commit' });
    await (await others).finished();
    const address = `/api/exams/${id}`;
    t.notOk(reads.alone.includes(address), 'its clock does not run yet');
    vendor.resolve();
    await page.getByRole('group', { name: /^1\. / }).waitFor();
    t.same(
      reads.alone.filter((url) => url === address),
      [address],
    );
  },
);
