import { mock } from 'node:test';
import t from 'tap';
import type { ClassResult } from '../../../core/exam/attempt/submission.schema.ts';
import type { KeyedQuestion } from '../../../core/exam/results/scoring.ts';
import { isVeryFast } from '../../../core/exam/results/very-fast.ts';
import {
  CLASS_RESULTS_MAX_AGE_MS,
  dropClassResults,
  loadClassResults,
} from '../../../web/exam/results/exam-result.queries.ts';
import { wallNames, wallOrder } from '../../../web/exam/results/exam-wall.modal.tsx';
import {
  changeResultControls,
  chosenExam,
  INITIAL_RESULT_CONTROLS,
  type ResultControls,
  type ResultControlsChange,
} from '../../../web/exam/results/results-controls.ts';
import { changedResults, listedResults, RESULT_SORTS } from '../../../web/exam/results/results-list.ts';
import {
  resultsFileName,
  resultsTable,
  spreadsheetDate,
} from '../../../web/exam/results/results-of-exam.tsx';
import type { Get } from '../../../web/lib/call/gathered-get.ts';
import { csvText } from '../../../web/lib/text/csv.ts';
import { column } from '../../harness/columns.ts';
import { countedGet, emptyCache } from '../../lib/kept/user-cache.ts';

t.beforeEach(emptyCache);

/** A student who has not started, unremarkable but for what the test says. */
function result(student_id: number, name: string, more: Partial<ClassResult> = {}): ClassResult {
  return {
    student_id,
    exam_id: 5,
    exam_name: 'Unit 1',
    name,
    email: `${student_id}@example.org`,
    status: 'not_started',
    completed: false,
    score: null,
    total: 4,
    answered_count: 0,
    remaining_seconds: null,
    answers: {},
    started_at: null,
    completed_at: null,
    time_spent_seconds: null,
    late_seconds: 0,
    submitted_by: null,
    ...more,
  };
}

/** Handed in at this minute, with so many points. */
const handedIn = (
  student_id: number,
  name: string,
  score: number,
  minute: number,
  more: Partial<ClassResult> = {},
): ClassResult =>
  result(student_id, name, {
    status: 'submitted',
    completed: true,
    score,
    started_at: '2026-11-21T02:00:00.000Z',
    completed_at: `2026-11-21T02:${String(minute).padStart(2, '0')}:00.000Z`,
    time_spent_seconds: minute * 60,
    submitted_by: 'student',
    ...more,
  });

const ids = (rows: ClassResult[]) => column(rows, 'student_id').join();

const ROWS = [
  handedIn(1, 'Đức', 2, 30),
  handedIn(2, 'An', 4, 20),
  result(3, 'Bình'),
  handedIn(4, 'Yến', 2, 10),
  result(5, 'Ánh', { status: 'in_progress' }),
];

t.test('XRS-04 XRS-16 SL-25 those at work first, others by name, score or time, both ways', async (t) => {
  const sorted = RESULT_SORTS.map((sort) => [sort, ids(listedResults(ROWS, { sort, minimum: 0 }))]);
  t.same(Object.fromEntries(sorted), {
    'name-up': '5,2,3,1,4',
    'name-down': '5,4,1,3,2',
    'score-down': '5,2,1,4,3',
    'score-up': '5,3,1,4,2',
    'date-down': '5,1,2,4,3',
    'date-up': '5,4,2,1,3',
  });
});

t.test('XRS-05 SL-26 the minimum is of right answers; who has not handed in counts as 0', async (t) => {
  const listed = (minimum: number) => ids(listedResults(ROWS, { sort: 'name-up', minimum }));
  t.equal(listed(0), '5,2,3,1,4');
  t.equal(listed(0.5), '2,1,4');
  t.equal(listed(3), '2');
  t.equal(listed(5), '');
});

t.test('changed is who has handed in or will be scored again, of an exam that was before', async (t) => {
  const before = [result(1, 'An'), handedIn(2, 'Bình', 1, 5), handedIn(3, 'Chi', 2, 5)];
  const [an, binh] = [handedIn(1, 'An', 0, 9), handedIn(2, 'Bình', 2, 5)];
  t.same(changedResults(before, [an, binh, before[2]!, handedIn(4, 'Dung', 4, 8)]), [1, 2]);
  const others = before.map((row) => ({ ...row, exam_id: 6, score: 9 }));
  t.same(changedResults(before, others), []);
});

const working = (id: number, name: string, answered_count: number) =>
  result(id, name, { status: 'in_progress', answered_count, remaining_seconds: 60 });

t.test('XRS-17 who is behind stands first, by a given name, or the whole where two share it', async (t) => {
  const rows = [
    handedIn(1, 'Trần An', 0, 5),
    working(2, 'Lê Bình', 3),
    result(3, 'Võ Chi'),
    working(4, 'Ngô Dung', 4),
    working(5, 'Bùi Anh Em', 3),
  ];
  t.equal(ids(wallOrder(rows)), '3,2,5,4,1');
  const names = wallNames([result(1, 'Trần Thị Bình'), result(2, 'Lê Bình'), result(3, 'Võ Dung')]);
  t.same([...names.values()], ['Trần Thị Bình', 'Lê Bình', 'Dung']);
});

const given = (...changes: ResultControlsChange[]): ResultControls =>
  changes.reduce(changeResultControls, INITIAL_RESULT_CONTROLS);

t.test('SL-25 XRS-09 a change of filter or sort leads to page one; a reset keeps the exam', async (t) => {
  const changes: ResultControlsChange[] = [{ exam: 'all' }, { sort: 'score-down' }, { minimum: '3' }];
  for (const change of changes) t.equal(given({ page: 3 }, change).page, 1, JSON.stringify(change));
  t.equal(given({ sort: 'score-down' }, { page: 2 }).page, 2);
  t.equal(INITIAL_RESULT_CONTROLS.sort, 'name-up');
  t.same(given({ exam: '7' }, { sort: 'date-up' }, { minimum: '3' }, { page: 2 }, 'reset'), {
    ...INITIAL_RESULT_CONTROLS,
    exam: '7',
  });
});

t.test('XRS-02 XRS-06 CX-25 the newest exam with a result, a chosen one, or all of them', async (t) => {
  const hidden = { id: 9, submission_count: 0 };
  const newest = { id: 8, submission_count: 2 };
  const older = { id: 7, submission_count: 30 };
  const exams = [hidden, newest, older];
  t.equal(chosenExam(exams, ''), newest);
  t.equal(chosenExam(exams, '7'), older);
  t.equal(chosenExam(exams, '9'), hidden);
  t.equal(chosenExam(exams, 'all'), null);
  t.equal(chosenExam(exams, '6'), newest, 'one that is gone');
  t.equal(chosenExam([hidden], ''), hidden, 'nobody has handed in any');
  t.equal(chosenExam([], ''), null);
});

const TEXTS: Parameters<typeof resultsTable>[2] = {
  head: ['Name', 'Email', 'Exam', 'Status', 'Score', 'Of', 'At', 'Seconds', 'Late', 'Remark'],
  veryFast: 'Very fast',
  question: (number, letter) => `Question ${number} (${letter})`,
  status: ({ status }) => status,
  date: (timestamp) => timestamp.slice(0, 16),
};

t.test('XRS-18 the file has every answer of every student to every question, made harmless', async (t) => {
  const questions: KeyedQuestion[] = [
    { id: 71, correct_option: 'B' },
    { id: 70, correct_option: 'D' },
  ];
  const table = resultsTable(
    [
      handedIn(1, '=Lan', 1, 30, { answers: { 70: 'A', 71: 'B' }, late_seconds: 12 }),
      handedIn(2, 'An, Bình', 0, 5, { answers: { 70: 'C' }, time_spent_seconds: 11 }),
      result(3, 'Chi'),
    ],
    questions,
    TEXTS,
  );
  t.equal(
    csvText(table),
    [
      '\uFEFFName,Email,Exam,Status,Score,Of,At,Seconds,Late,Remark,Question 1 (B),Question 2 (D)',
      "'=Lan,1@example.org,Unit 1,submitted,1,4,2026-11-21T02:30,1800,12,,B,A",
      '"An, Bình",2@example.org,Unit 1,submitted,0,4,2026-11-21T02:05,11,0,Very fast,,C',
      'Chi,3@example.org,Unit 1,not_started,,4,,,,,,',
      '',
    ].join('\r\n'),
  );
});

t.test('XRS-18 what took less than three seconds for each question was very fast', async (t) => {
  const took = (time_spent_seconds: number | null, total: number) =>
    isVeryFast({ time_spent_seconds, total });
  t.equal(took(0, 2), true, 'handed in by what was known before');
  t.equal(took(119, 40), true);
  t.equal(took(120, 40), false);
  t.equal(took(2, 1), true);
  t.equal(took(3, 1), false);
  t.equal(took(0, 0), false, 'without questions');
  t.equal(took(null, 40), false, 'not handed in');
});

t.test('only the questions that are scored have a column', async (t) => {
  const questions = Array.from(
    { length: 60 },
    (_, index): KeyedQuestion => ({ id: index + 1, correct_option: 'A' }),
  );
  const [head] = resultsTable([], questions, TEXTS);
  t.equal(head?.length, TEXTS.head.length + 50);
});

t.test('the file is named by class and exam; its moments are dates for spreadsheets', async (t) => {
  t.equal(spreadsheetDate(new Date(2026, 10, 5, 9, 5).toISOString()), '2026-11-05 09:05');
  t.equal(resultsFileName(12, 5), 'class-12-exam-5-results.csv');
  t.equal(resultsFileName(12, null), 'class-12-exam-results.csv');
});

const unit1 = { classId: 1, examId: 5 };

const countingGet = (rows = 1) =>
  countedGet((asked) => ({ data: Array.from({ length: rows }, (): ClassResult => result(asked, 'An')) }));

t.test('CON-04 CON-07 the results are cached for five minutes', async (t) => {
  const { get, asked } = countingGet();
  t.equal(CLASS_RESULTS_MAX_AGE_MS, 300_000);
  const first = await loadClassResults(unit1, get);
  mock.timers.tick(CLASS_RESULTS_MAX_AGE_MS - 1);
  t.same(await loadClassResults(unit1, get), first);
  t.same(asked, ['/api/classes/1/exam-results?exam_id=5']);
  mock.timers.tick(1);
  t.match(await loadClassResults(unit1, get), [{ student_id: 2 }]);
});

t.test('CON-04 API-32 each class and exam for itself, and all exams at once', async (t) => {
  const { get, asked } = countingGet();
  for (const [classId, examId] of [[1, 5], [1], [2, 5], [1, 55]] as [number, number?][])
    await loadClassResults({ classId, ...(examId && { examId }) }, get);
  t.same(
    asked.map((url) => url.slice('/api/classes/'.length)),
    ['1/exam-results?exam_id=5', '1/exam-results', '2/exam-results?exam_id=5', '1/exam-results?exam_id=55'],
  );
});

t.test('XRS-07 SL-62 what is read after a change or a refresh comes past the cache', async (t) => {
  const { get, asked } = countingGet();
  await loadClassResults(unit1, get);
  dropClassResults();
  await loadClassResults(unit1, get);
  t.equal(asked.length, 2);
  const slow = Promise.withResolvers<unknown>();
  const late = loadClassResults({ classId: 2, examId: 5 }, (() => slow.promise) as Get);
  dropClassResults();
  slow.resolve({ data: [] });
  t.same(await late, []);
  t.match(await loadClassResults({ classId: 2, examId: 5 }, get), [{ student_id: 3 }], 'it was not kept');
});

t.test('XRS-16 what somebody is still at is not cached, nor what would fill the storage', async (t) => {
  const atIt = countedGet(() => ({ data: [result(1, 'An', { status: 'in_progress' })] }));
  for (const { get, asked } of [atIt, countingGet(501)]) {
    for (let time = 0; time < 2; time++) await loadClassResults(unit1, get);
    t.equal(asked.length, 2);
  }
});
