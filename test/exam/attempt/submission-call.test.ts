import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import t from 'tap';
import { type ExamServices, openExam } from '../../../core/exam/attempt/attempt.ts';
import { submitExam, submitOverdue } from '../../../core/exam/attempt/submit.ts';
import { Appender } from '../../../core/log/append/appender.ts';
import { startApi } from '../../harness/api-harness.ts';
import { refused } from '../../harness/refused.ts';
import { answersOf, examBody, givenClassOf, givenExam, givenExamClassroom } from '../given-exams.ts';
import { facts, type TakingCalls, takingCalls } from './taking-calls.ts';

const api = await startApi(t);
const second = await startApi(t, { databaseUrl: api.databaseUrl });
const MINUTE = 60_000;

const stopClockAt = (ms: number): Promise<void> => api.databaseClock.stopAt(ms);
const iso = (ms: number): string => new Date(ms).toISOString();

async function started({ students = 1, key = 'ABCD' } = {}) {
  const now = Math.floor(Date.now() / 1_000) * 1_000 + 357;
  await stopClockAt(now);
  const given = await givenExamClassroom(api, { students, key });
  const calls = given.students.map((student) => takingCalls(given.exam.id, student));
  for (const call of calls) await call.attempt();
  return { ...given, calls, lan: calls[0]!, now, deadline: now + 30 * MINUTE };
}

/** What goes to the database and back while something is done to an exam, each waiting for the one before. */
async function tripsOf(work: (services: ExamServices) => Promise<unknown>): Promise<number> {
  let trips = 0;
  const query = (...args: Parameters<Pool['query']>) => {
    trips++;
    return api.pool.query(...args);
  };
  const pool: Pool = Object.create(api.pool, { query: { value: query } });
  await work({ pool, appender: new Appender(pool) });
  return trips;
}

t.test('an exam is begun in three trips to the database, and handed in in three', async (t) => {
  const { students, exam } = await givenExamClassroom(api, { students: 1, key: 'ABCD' });
  const studentId = students[0]!.id;
  const open = (services: ExamServices) => openExam(services, exam.id, studentId);
  t.equal(await tripsOf(open), 3);
  t.equal(await tripsOf(open), 1, 'looked at once more');
  const answers = answersOf(exam, 'ABCD');
  const handIn = (services: ExamServices) =>
    submitExam(services, { examId: exam.id, studentId, answers, key: randomUUID() });
  t.equal(await tripsOf(handIn), 3);
});

const submissions = (examId: number) => facts(api, 'ExamSubmitted', examId);

t.test('EXS-18 EXS-25 API-35 API-36 ERR-53 an exam that is handed in has a result, not before', async (t) => {
  const { lan, students, exam, now } = await started();
  refused(t, await lan.result(), 'no_exam_result', 'No result found for this exam');
  const answers = answersOf(exam, 'AB-A');
  await stopClockAt(now + 61_999);
  const submitted = await lan.submit(answers);
  t.equal(submitted.status, 200, JSON.stringify(submitted.body));
  const { position } = submitted.body.data;
  t.same(submitted.body, {
    success: true,
    data: { score: 2, total: 4, position, answers_counted: 'sent', late_seconds: 0 },
  });
  t.match(position, /^\d+-\d+-[0-9a-f]{8}$/);
  const studentId = students[0]!.id;
  t.same(await submissions(exam.id), [
    {
      student_id: studentId,
      data: { exam_id: exam.id, answers, time_spent: 61, late: 0, by: 'student' },
      at: iso(now + 61_999),
    },
  ]);
  await api.project();
  const result = await lan.result();
  t.equal(result.status, 200);
  t.same(result.body, {
    success: true,
    data: {
      exam_id: exam.id,
      student_id: studentId,
      score: 2,
      total: 4,
      answers,
      completed: true,
      completed_at: iso(now + 61_999),
      started_at: iso(now),
      time_spent_seconds: 61,
      late_seconds: 0,
      submitted_by: 'student',
    },
  });
  t.match(await lan.attempt(), { submitted: true });
});

t.test('ERR-55 CX-09 of twenty submissions at once one counts; the others hear its points', async (t) => {
  const { students, exam } = await started({ students: 6, key: 'AAAAAAAAAAAAAAAAAAAA' });
  for (const student of students) {
    const windows = Array.from({ length: 20 }, (_, right) =>
      takingCalls(exam.id, right % 2 ? student.as({ api: second }) : student).submit(
        answersOf(exam, 'A'.repeat(right).padEnd(20, 'B')),
      ),
    );
    const answers = await Promise.all(windows);
    const winners = answers.flatMap(({ status, body }, right) => (status === 200 ? [{ right, body }] : []));
    t.equal(winners.length, 1);
    const [{ right, body }] = winners as [(typeof winners)[0]];
    t.match(body.data, { score: right, total: 20 });
    for (const answer of answers)
      if (answer.status !== 200)
        refused(t, answer, 'exam_already_submitted', '', { data: { score: right, total: 20 } });
    const stored = (await submissions(exam.id)).filter(({ student_id }) => student_id === student.id);
    t.same(
      stored.map(({ data }) => data.answers),
      [answersOf(exam, 'A'.repeat(right).padEnd(20, 'B'))],
    );
  }
  await api.project();
  const rows = await api.sql`select from exam_results where exam_id = ${exam.id}`;
  t.equal(rows.length, 6);
});

t.test('a submission that is sent again with its key succeeds as the first time', async (t) => {
  const { lan, exam, teacher, deadline } = await started();
  const key = randomUUID();
  const answers = answersOf(exam, 'ABC');
  const all = await Promise.all(Array.from({ length: 20 }, () => lan.submit(answers, key)));
  const [{ body: first }] = all as [(typeof all)[0]];
  t.match(first.data, { score: 3, total: 4 });
  for (const { status, body } of all) t.same([status, body], [200, first]);

  await stopClockAt(deadline + 3_600_000);
  const again = await lan.submit(Object.fromEntries(Object.entries(answers).toReversed()), key);
  t.same([again.status, again.body], [200, first], 'late, and with its answers in another order');
  await teacher.data('PATCH /api/exams/:examId/visibility', {
    params: { examId: exam.id },
    body: { is_hidden: true },
  });
  const hidden = await lan.submit(answers, key);
  t.same([hidden.status, hidden.body], [200, first], 'after the exam has been hidden');

  const points = { score: 3, total: 4 };
  for (const other of [await lan.submit(answersOf(exam, 'ABCD'), key), await lan.submit(answers)])
    refused(t, other, 'exam_already_submitted', '', { data: points });
  const { status } = await (await started()).students[0]!.call('POST /api/exams/:examId/submit', {
    params: { examId: exam.id },
    body: { answers },
    headers: { 'idempotency-key': 'no UUID' },
  });
  t.equal(status, 422);
  t.equal((await submissions(exam.id)).length, 1);
});

t.test('the refusal of a second submission tells what the first is worth by the present key', async (t) => {
  const { lan, exam, teacher } = await started({ key: 'AB' });
  await lan.submit(answersOf(exam, 'AA'));
  const [first, other] = exam.questions;
  await teacher.data('PATCH /api/exams/:examId', {
    params: { examId: exam.id },
    body: examBody('', { questions: [first!, { ...other!, correct_option: 'A' }] }),
  });
  const data = { score: 2, total: 2 };
  refused(t, await lan.submit({}), 'exam_already_submitted', '', { data: data });
});

t.test('CX-17 nothing answered is handed in as well, and is worth 0', async (t) => {
  const { lan, exam } = await started({ key: 'AB' });
  t.match(await lan.submit({}), { status: 200, body: { data: { score: 0, total: 2 } } });
  await api.project();
  t.match((await lan.result()).body.data, { score: 0, total: 2, answers: {}, completed: true });
  t.match(await submissions(exam.id), [{ data: { answers: {}, by: 'student' } }]);
});

t.test('SL-48 what is handed in after the grace is late; what was saved in time counts', async (t) => {
  const offsets = [-1, 0, 10_000, 10_001, 11_999, 3_600_000];
  const { calls, exam, now, deadline } = await started({ students: offsets.length });
  const saved = answersOf(exam, 'ABD');
  await stopClockAt(deadline);
  for (const lan of calls) await lan.save(0, saved);
  for (const [index, offset] of offsets.entries()) {
    await stopClockAt(deadline + offset);
    const { status, body } = await calls[index]!.submit(answersOf(exam, 'ABCD'));
    t.equal(status, 200, JSON.stringify(body));
    const isLate = offset > 10_000;
    t.match(
      body.data,
      isLate
        ? { score: 2, total: 4, answers_counted: 'saved', late_seconds: Math.floor(offset / 1_000) }
        : { score: 4, total: 4, answers_counted: 'sent', late_seconds: 0 },
      `${offset} ms after the end`,
    );
  }
  t.same(
    (await submissions(exam.id)).map(({ data, at }) => [Date.parse(at) - now, data]),
    [
      [1_799_999, 1_799, 0],
      [1_800_000, 1_800, 0],
      [1_810_000, 1_810, 0],
      [1_810_001, 1_810, 10],
      [1_811_999, 1_811, 11],
      [5_400_000, 5_400, 3_600],
    ].map(([at, time_spent, late]) => [
      at,
      {
        exam_id: exam.id,
        answers: late ? saved : answersOf(exam, 'ABCD'),
        time_spent,
        late,
        by: 'student',
      },
    ]),
  );
  await api.project();
  t.match((await calls.at(-1)!.result()).body.data, { score: 2, answers: saved, late_seconds: 3_600 });
});

t.test('SL-48 a late submission that is sent again is answered as the first time', async (t) => {
  const { calls, exam, deadline } = await started({ students: 3 });
  const [lan, minh, hoa] = calls as [(typeof calls)[0], (typeof calls)[0], (typeof calls)[0]];
  await lan.save(0, answersOf(exam, 'AB'));
  await hoa.save(0, answersOf(exam, 'ABCD'));
  await stopClockAt(deadline + 10_001);
  const [better, key] = [answersOf(exam, 'ABCD'), randomUUID()];
  const first = await lan.submit(better, key);
  t.match(first.body.data, { score: 2, answers_counted: 'saved', late_seconds: 10 });
  t.match((await minh.submit(better)).body.data, { score: 0, answers_counted: 'saved' }, 'nothing was saved');
  t.match((await hoa.submit(better)).body.data, { score: 4, answers_counted: 'sent' }, 'all of it was saved');
  await stopClockAt(deadline + 3_600_000);
  const again = await lan.submit(better, key);
  t.same([again.status, again.body], [200, first.body]);
  const points = { score: 2, total: 4 };
  for (const other of [await lan.submit(answersOf(exam, 'AB'), key), await lan.submit(better)])
    refused(t, other, 'exam_already_submitted', '', { data: points });
  t.equal((await submissions(exam.id)).length, 3);
});

t.test('EXS-17 answers to what is not in the exam are refused, and then it can be handed in', async (t) => {
  const { lan, exam, teacher } = await started({ key: 'AB' });
  const other = await givenExamClassroom(api, { key: 'A' });
  const foreign = other.exam.questions[0]!.id;
  const [first, kept] = exam.questions;
  for (const id of [foreign, 2_000_000_000, 9_999_999_999])
    refused(t, await lan.submit({ [id]: 'A', [first!.id]: 'A' }), 'question_not_in_exam', '', {
      params: { questions: id },
    });
  const malformed: Record<string, string>[] = [
    { [first!.id]: 'E' },
    { [first!.id]: 'a' },
    { abc: 'A' },
    { '-1': 'A' },
  ];
  for (const answers of malformed)
    t.match(await lan.submit(answers), { status: 422, body: { code: 'validation_failed' } });
  t.same(await submissions(exam.id), []);

  // One that was taken out while it was on the student's screen.
  await teacher.data('PATCH /api/exams/:examId', {
    params: { examId: exam.id },
    body: examBody('', { questions: [kept!] }),
  });
  t.match(await lan.submit(answersOf(exam, 'AB')), { status: 200, body: { data: { score: 1, total: 1 } } });
});

t.test('the first fifty questions are scored', async (t) => {
  const { lan, exam } = await started({ key: 'A'.repeat(51) });
  t.match((await lan.submit(answersOf(exam, 'A'.repeat(51)))).body.data, { score: 50, total: 50 });
});

t.test('a save that races with the submission changes nothing; later ones are refused', async (t) => {
  const { calls, exam } = await started({ students: 60 });
  await Promise.all(calls.map((lan) => lan.save(0, answersOf(exam, 'A'))));
  await Promise.all(
    calls.map(async (lan, index) => {
      const submit = () => lan.submit(answersOf(exam, 'ABCA'));
      const early = index % 2 ? submit() : undefined;
      const saving = lan.save(1, answersOf(exam, 'DDDD'));
      const [saved, submitted] = await Promise.all([saving, early ?? submit()]);
      if (submitted.status !== 200 || ![200, 409].includes(saved.status))
        t.fail(`${submitted.status} ${saved.status}`);
      const after = await lan.save(saved.status === 200 ? 2 : 1, {});
      if (after.body.code !== 'exam_already_submitted') t.fail(JSON.stringify(after.body));
    }),
  );
  const stored = await submissions(exam.id);
  t.equal(stored.length, 60);
  for (const { data } of stored) if (data.answers?.[exam.questions[3]!.id] !== 'A') t.fail('another answer');
});

t.test('a process that dies when the submission is in the log leaves nothing open', async (t) => {
  const { lan, exam, deadline } = await started();
  const key = randomUUID();
  const answers = answersOf(exam, 'ABCD');
  await lan.save(0, answersOf(exam, 'DDDD'));
  const first = await lan.submit(answers, key);
  const dies = () =>
    api.pool.query('update exam_attempts set is_submitted = false where exam_id = $1', [exam.id]);
  const isMarked = async (): Promise<boolean> => {
    const rows = await api.sql<{ is_submitted: boolean }>`select is_submitted from exam_attempts
      where exam_id = ${exam.id}`;
    return rows[0]!.is_submitted;
  };
  await dies();
  const points = { score: 4, total: 4 };
  t.match(await lan.attempt(), { submitted: true, version: 1 }, 'another window sees that it is over');
  refused(t, await lan.save(1, {}), 'exam_already_submitted', '', { data: points });
  refused(t, await lan.submit({}), 'exam_already_submitted', '', { data: points });
  const again = await lan.submit(answers, key);
  t.same([again.status, again.body], [200, first.body]);
  t.equal(await isMarked(), true, 'the repetition has marked it');

  await dies();
  const { appender } = api.services;
  await stopClockAt(deadline + 11_000);
  await submitOverdue({ pool: api.pool, appender });
  t.equal(await isMarked(), true, 'and so does the server at the end');
  t.same(
    (await submissions(exam.id)).map(({ data }) => [data.by, data.answers]),
    [['student', answers]],
  );
});

t.test('SL-23 SL-24 ERR-54 who may not take the exam may not hand it in', async (t) => {
  const { lan, exam, teacher, classId, students } = await started();
  const unauthorized = async (calls = lan) =>
    refused(t, await calls.submit(answersOf(exam, 'A')), 'exam_submit_unauthorized');
  const setHidden = (is_hidden: boolean) =>
    teacher.call('PATCH /api/exams/:examId/visibility', { params: { examId: exam.id }, body: { is_hidden } });
  const assign = (class_ids: number[]) =>
    teacher.call('POST /api/exams/:examId/classes', { params: { examId: exam.id }, body: { class_ids } });
  const pending = await api.register('student');
  await pending.data('POST /api/classes/:classId/join', { params: { classId } });
  await unauthorized(takingCalls(exam.id, pending));
  await unauthorized(takingCalls(exam.id, await api.register('student')));
  await setHidden(true);
  await unauthorized();
  await setHidden(false);
  await assign([]);
  await unauthorized();
  await assign([classId]);
  await teacher.data('DELETE /api/classes/:classId/students/:studentId', {
    params: { classId, studentId: students[0]!.id },
  });
  await unauthorized();
  t.same(await submissions(exam.id), []);
  t.equal((await facts(api, 'ExamStarted', exam.id)).length, 1, 'and no clock is started');
  t.match(await lan.submit({}).then(() => takingCalls(exam.id, teacher).submit({})), {
    status: 403,
    body: { code: 'wrong_role' },
  });
  await teacher.data('DELETE /api/exams/:examId', { params: { examId: exam.id } });
  refused(t, await lan.submit({}), 'exam_not_found');
});

t.test('EXS-26 nobody hands in what they have not begun', async (t) => {
  const { students, exam } = await givenExamClassroom(api, { students: 2, key: 'AB' });
  const [lan, minh] = students.map((student) => takingCalls(exam.id, student)) as [TakingCalls, TakingCalls];
  const answers = answersOf(exam, 'AB');
  refused(t, await lan.submit(answers), 'exam_not_begun');
  t.same(await facts(api, 'ExamStarted', exam.id), []);
  t.same(await submissions(exam.id), []);
  t.same(await api.sql`select from exam_attempts where exam_id = ${exam.id}`, []);
  await lan.attempt();
  t.equal((await lan.submit(answers)).status, 200);
  await minh.save(0, answers);
  t.equal((await minh.submit(answers)).status, 200, 'a save has begun it');
});

t.test('EXS-26 an exam that the log has begun is handed in also when its row was lost', async (t) => {
  const { lan, exam, now } = await started({ key: 'AB' });
  await api.sql`delete from exam_attempts where exam_id = ${exam.id}`;
  await stopClockAt(now + 60_000);
  t.equal((await lan.submit(answersOf(exam, 'AB'))).status, 200);
  t.match(await submissions(exam.id), [{ data: { time_spent: 60, late: 0 } }]);
});

t.test('SL-24 who is in several classes that have the exam hands it in once for all of them', async (t) => {
  const [teacher, student] = [await api.register('teacher'), await api.register('student')];
  const classes = [await givenClassOf(teacher, [student]), await givenClassOf(teacher, [student])];
  const exam = await givenExam(teacher, classes, examBody('AB'));
  const lan = takingCalls(exam.id, student);
  await lan.attempt();
  t.equal((await lan.submit(answersOf(exam, 'AA'))).status, 200);
  t.equal((await lan.submit(answersOf(exam, 'AB'))).status, 409);
  await api.project();
  for (const classId of classes) {
    const results = await teacher.data('GET /api/classes/:classId/exam-results', { params: { classId } });
    t.match(results, [{ student_id: student.id, exam_id: exam.id, score: 1, total: 2 }]);
  }
});
