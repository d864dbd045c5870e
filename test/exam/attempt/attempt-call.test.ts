import t from 'tap';
import type { TestApi } from '../../harness/api-harness.ts';
import { startApi } from '../../harness/api-harness.ts';
import { refused } from '../../harness/refused.ts';
import { until } from '../../harness/until.ts';
import { examBody, givenClassOf, givenExam, givenExamClassroom } from '../given-exams.ts';
import { facts, takingCalls } from './taking-calls.ts';

const api = await startApi(t);
const MINUTE = 60_000;

async function stopClock(): Promise<number> {
  const now = Math.floor(Date.now() / 1_000) * 1_000 + 357;
  await api.databaseClock.stopAt(now);
  return now;
}

const iso = (ms: number): string => new Date(ms).toISOString();

t.test('EXM-01 CX-24 SL-48 SL-49 API-34 the first GET starts the clock and tells no key', async (t) => {
  const now = await stopClock();
  const { students, exam } = await givenExamClassroom(api, { key: 'AB', main_content_type: 'none' });
  const lan = takingCalls(exam.id, students[0]!);
  const opened = await lan.open();
  t.equal(opened.status, 200, JSON.stringify(opened.body));
  t.same(opened.body, {
    success: true,
    data: {
      id: exam.id,
      title: 'Unit 1',
      duration_minutes: 30,
      is_hidden: false,
      main_content_type: 'none',
      created_at: exam.created_at,
      main_text: null,
      main_audio_path: null,
      questions: exam.questions.map(({ correct_option, ...question }) => question),
      attempt: {
        started_at: iso(now),
        deadline_at: iso(now + 30 * MINUTE),
        remaining_seconds: 1_800,
        submitted: false,
        answers: {},
        skipped: [],
        version: 0,
        saved_at: null,
      },
    },
  });
  await api.databaseClock.advance(90_250);
  const again = await lan.open();
  t.same(
    again.body.data.attempt,
    { ...opened.body.data.attempt, remaining_seconds: 1_709.75 },
    'nothing but time has passed',
  );
  t.same(await facts(api, 'ExamStarted', exam.id), [
    { student_id: students[0]!.id, data: { exam_id: exam.id, duration_minutes: 30 }, at: iso(now) },
  ]);
});

t.test('SL-48 twenty windows on two API processes begin one attempt', async (t) => {
  await stopClock();
  const second = await startApi(t, { databaseUrl: api.databaseUrl, clockOffset: 12_345 });
  const { students, exam } = await givenExamClassroom(api);
  const windows = Array.from({ length: 20 }, (_, index) =>
    takingCalls(exam.id, students[0]!.as(index % 2 ? { api: second } : {})).attempt(),
  );
  const attempts = await Promise.all(windows);
  t.equal((await facts(api, 'ExamStarted', exam.id)).length, 1);
  t.equal(new Set(attempts.map(({ deadline_at }) => deadline_at)).size, 1);
  t.equal(new Set(attempts.map(({ started_at }) => started_at)).size, 1);
});

t.test('SL-48 a duration that is edited later counts for who begins later', async (t) => {
  const now = await stopClock();
  const { teacher, students, exam } = await givenExamClassroom(api, { students: 2, key: 'A' });
  const [lan, minh] = students.map((student) => takingCalls(exam.id, student));
  t.equal((await lan!.attempt()).deadline_at, iso(now + 30 * MINUTE));
  await teacher.data('PATCH /api/exams/:examId', {
    params: { examId: exam.id },
    body: examBody('', { duration_minutes: 180, questions: exam.questions }),
  });
  t.equal((await lan!.attempt()).deadline_at, iso(now + 30 * MINUTE));
  t.equal((await minh!.attempt()).deadline_at, iso(now + 180 * MINUTE));
});

t.test('SL-48 no way to begin again: another window, an own clock, the class, or a lost row', async (t) => {
  const now = await stopClock();
  const { teacher, students, classId, exam } = await givenExamClassroom(api);
  const student = students[0]!;
  const lan = takingCalls(exam.id, student);
  const { deadline_at } = await lan.attempt();
  await api.databaseClock.advance(10 * MINUTE);
  const claims = { started_at: iso(now + 10 * MINUTE), remaining_seconds: 1_800, time_spent: 0 };
  const saved = await student.data('POST /api/exams/:examId/answers', {
    params: { examId: exam.id },
    body: { version: 0, answers: {}, skipped: [], ...claims },
    headers: { date: new Date(now).toUTCString() },
  });
  t.same(saved, { version: 1, saved_at: iso(now + 10 * MINUTE), remaining_seconds: 1_200 });

  await student.data('POST /api/classes/:classId/leave', { params: { classId } });
  t.equal((await lan.open()).status, 403);
  await student.data('POST /api/classes/:classId/join', { params: { classId } });
  await teacher.data('POST /api/classes/:classId/approve/:studentId', {
    params: { classId, studentId: student.id },
  });
  t.match(await lan.attempt(), { deadline_at, remaining_seconds: 1_200, version: 1 });

  await teacher.data('PATCH /api/exams/:examId', {
    params: { examId: exam.id },
    body: examBody('', { duration_minutes: 180, questions: exam.questions }),
  });
  await api.pool.query('delete from exam_attempts where exam_id = $1', [exam.id]);
  t.match(
    await lan.attempt(),
    { started_at: iso(now), deadline_at, remaining_seconds: 1_200 },
    'from the log',
  );

  await api.databaseClock.advance(20 * MINUTE + 1_500);
  t.match(await lan.attempt(), { deadline_at, remaining_seconds: -1.5 });
  t.equal((await facts(api, 'ExamStarted', exam.id)).length, 1);
});

const setHidden = (of: TestApi, token: string, examId: number, is_hidden: boolean) =>
  of.call('PATCH /api/exams/:examId/visibility', { params: { examId }, token, body: { is_hidden } });

t.test('SL-24 an exam opens for approved students of a class that has it, and for nobody else', async (t) => {
  await stopClock();
  const { teacher, students, classId, exam } = await givenExamClassroom(api);
  const [pending, stranger] = [await api.register('student'), await api.register('student')];
  await pending.data('POST /api/classes/:classId/join', { params: { classId } });
  for (const student of [pending, stranger])
    refused(t, await takingCalls(exam.id, student).open(), 'exam_not_accessible');

  const lan = takingCalls(exam.id, students[0]!);
  await setHidden(api, teacher.token, exam.id, true);
  refused(t, await lan.open(), 'exam_not_accessible');
  await setHidden(api, teacher.token, exam.id, false);

  await teacher.data('POST /api/exams/:examId/classes', {
    params: { examId: exam.id },
    body: { class_ids: [] },
  });
  refused(t, await lan.open(), 'exam_not_accessible');
  const elsewhere = await givenClassOf(teacher, [stranger]);
  await teacher.data('POST /api/exams/:examId/classes', {
    params: { examId: exam.id },
    body: { class_ids: [elsewhere] },
  });
  refused(t, await lan.open(), 'exam_not_accessible');
  t.same(await facts(api, 'ExamStarted', exam.id), [], 'no clock has been started');
  t.equal((await takingCalls(exam.id, stranger).open()).status, 200);

  await teacher.data('DELETE /api/exams/:examId', { params: { examId: exam.id } });
  for (const id of [exam.id, 2_000_000_000])
    refused(t, await takingCalls(id, stranger).open(), 'exam_not_found');
});

t.test('SL-23 who has handed in reads the own result, however closed the exam is', async (t) => {
  await stopClock();
  const { teacher, students, classId, exam } = await givenExamClassroom(api, { key: 'AB' });
  const student = students[0]!;
  const lan = takingCalls(exam.id, student);
  await lan.attempt();
  t.equal((await lan.submit({ [exam.questions[0]!.id]: 'A' })).status, 200);
  await api.project();
  const before = await lan.result();
  t.equal(before.status, 200);

  await setHidden(api, teacher.token, exam.id, true);
  await teacher.data('POST /api/exams/:examId/classes', {
    params: { examId: exam.id },
    body: { class_ids: [] },
  });
  await student.data('POST /api/classes/:classId/leave', { params: { classId } });
  refused(t, await lan.open(), 'exam_not_accessible');
  const after = await lan.result();
  t.same([after.status, after.body], [200, before.body]);

  await teacher.data('DELETE /api/exams/:examId', { params: { examId: exam.id } });
  // Other processes hear of it a moment later.
  await until(async () => (await lan.result()).body.code === 'exam_not_found');
  refused(t, await lan.result(), 'exam_not_found');
});

t.test('an exam that several classes have is one for a student of them all', async (t) => {
  await stopClock();
  const [teacher, student] = [await api.register('teacher'), await api.register('student')];
  const classes = [await givenClassOf(teacher, [student]), await givenClassOf(teacher, [student])];
  const exam = await givenExam(teacher, classes, examBody('A'));
  const attempt = await takingCalls(exam.id, student).attempt();
  for (const classId of classes) {
    const data = await student.data('GET /api/classes/:classId/exams', { params: { classId } });
    t.match(data, [{ id: exam.id, completed: false, deadline_at: attempt.deadline_at }]);
  }
});
