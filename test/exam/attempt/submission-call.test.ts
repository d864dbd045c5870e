import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import t, { type Test } from 'tap';
import { beginAttempt, type ExamServices, openExam, standingOf } from '../../../core/exam/attempt/attempt.ts';
import { submitExam, submitOverdue } from '../../../core/exam/attempt/submit.ts';
import { Appender, type NewEvent } from '../../../core/log/append/appender.ts';
import { type Position, partitionOf } from '../../../core/log/position.ts';
import { inTransaction } from '../../../core/postgres/transaction.ts';
import { startApi } from '../../harness/api-harness.ts';
import { column } from '../../harness/columns.ts';
import { refused } from '../../harness/refused.ts';
import { until } from '../../harness/until.ts';
import { within } from '../../harness/within.ts';
import { examCalls } from '../exam-calls.ts';
import { answersOf, examBody, givenClassOf, givenExam, givenExamClassroom } from '../given-exams.ts';
import { facts, iso, MINUTE, started, type TakingCalls, takingCalls } from './taking-calls.ts';

const api = await startApi(t);
const second = await startApi(t, { databaseUrl: api.databaseUrl });
t.afterEach(() => api.pool.query('delete from exam_attempts').then(() => {}));

const stopClockAt = (ms: number): Promise<void> => api.databaseClock.stopAt(ms);

/** The answer is that the exam is handed in already, with so many points. */
const alreadyIn = (t: Test, answer: Parameters<typeof refused>[1], score: number, total = 4) =>
  refused(t, answer, 'exam_already_submitted', `with ${score}`, { data: { score, total } });

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

t.test('an exam is begun in four trips to the database, and handed in in three', async (t) => {
  const { students, exam } = await givenExamClassroom(api, { students: 1, key: 'ABCD' });
  const studentId = students[0]!.id;
  const open = (services: ExamServices) => openExam(services, exam.id, studentId);
  t.equal(await tripsOf(open), 4, 'the last announces it');
  t.equal(await tripsOf(open), 1, 'looked at once more');
  const answers = answersOf(exam, 'ABCD');
  const handIn = (services: ExamServices) =>
    submitExam(services, { examId: exam.id, studentId, answers, key: randomUUID() });
  t.equal(await tripsOf(handIn), 3);
});

const submissions = (examId: number) => facts(api, 'ExamSubmitted', examId);

t.test('EXS-18 EXS-25 API-35 API-36 ERR-53 an exam that is handed in has a result, not before', async (t) => {
  const { lan, students, exam, now } = await started(api);
  refused(t, await lan.result(), 'no_exam_result', 'No result found for this exam');
  const answers = answersOf(exam, 'AB-A');
  await stopClockAt(now + 61_999);
  const submitted = await lan.submit(answers);
  t.equal(submitted.status, 200, JSON.stringify(submitted.body));
  const { position } = submitted.body.data;
  const told = { score: 2, total: 4, position, answers_counted: 'sent', late_seconds: 0 };
  t.same(submitted.body, { success: true, data: told });
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
  const data = {
    ...{ exam_id: exam.id, student_id: studentId, score: 2, total: 4, answers, completed: true },
    ...{ completed_at: iso(now + 61_999), started_at: iso(now), time_spent_seconds: 61 },
    ...{ late_seconds: 0, submitted_by: 'student' },
  };
  t.same(result.body, { success: true, data });
  t.match(await lan.attempt(), { submitted: true });
});

t.test('API-35 ERR-53 (document 2 §7) who has handed in reads the result at once, as it stays', async (t) => {
  const { lan, minh, hoa, students, exam, teaching, deadline } = await started(api, { students: 3 });
  refused(t, await lan.result(), 'no_exam_result', 'nobody has handed in yet');
  await lan.save(0, answersOf(exam, 'AB'));
  await stopClockAt(deadline - MINUTE);
  t.equal((await minh.submit(answersOf(exam, 'AB-A'))).status, 200);
  t.equal((await hoa.submit({})).status, 200);
  await stopClockAt(deadline + 25_000);
  t.equal((await lan.submit(answersOf(exam, 'ABCD'))).status, 200, 'late: what had been saved counts');

  const calls = [lan, minh, hoa];
  const read = () => Promise.all(calls.map((call) => call.result()));
  const atOnce = await read();
  t.same(
    atOnce.map(({ status, body }) => [status, body.data.score, body.data.late_seconds]),
    [
      [200, 2, 25],
      [200, 2, 0],
      [200, 0, 0],
    ],
  );
  const ofMinh = `?student_id=${students[1]!.id}`;
  refused(t, await teaching.result(exam.id, ofMinh), 'no_exam_result', 'others see what is projected');
  await api.project();
  t.same(column(await read(), 'body'), column(atOnce, 'body'), 'and it does not change');
  t.equal((await teaching.result(exam.id, ofMinh)).status, 200);
});

t.test('ERR-55 CX-09 of twenty submissions at once one counts; the others hear its points', async (t) => {
  const { students, exam } = await started(api, { students: 6, key: 'AAAAAAAAAAAAAAAAAAAA' });
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
    for (const answer of answers) if (answer.status !== 200) alreadyIn(t, answer, right, 20);
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
  const { lan, exam, teaching, deadline } = await started(api);
  const key = randomUUID();
  const answers = answersOf(exam, 'ABC');
  const all = await Promise.all(Array.from({ length: 20 }, () => lan.submit(answers, key)));
  const [{ body: first }] = all as [(typeof all)[0]];
  t.match(first.data, { score: 3, total: 4 });
  for (const { status, body } of all) t.same([status, body], [200, first]);

  await stopClockAt(deadline + 3_600_000);
  const again = await lan.submit(Object.fromEntries(Object.entries(answers).toReversed()), key);
  t.same([again.status, again.body], [200, first], 'late, and with its answers in another order');
  await teaching.setHidden(exam.id, true);
  const hidden = await lan.submit(answers, key);
  t.same([hidden.status, hidden.body], [200, first], 'after the exam has been hidden');

  for (const other of [await lan.submit(answersOf(exam, 'ABCD'), key), await lan.submit(answers)])
    alreadyIn(t, other, 3);
  t.equal((await lan.submit(answers, 'no UUID')).status, 422);
  t.equal((await submissions(exam.id)).length, 1);
});

t.test('the refusal of a second submission tells what the first is worth by the present key', async (t) => {
  const { lan, exam, teaching } = await started(api, { key: 'AB' });
  await lan.submit(answersOf(exam, 'AA'));
  const [first, other] = exam.questions;
  const questions = [first!, { ...other!, correct_option: 'A' as const }];
  await teaching.update(exam.id, examBody('', { questions }));
  alreadyIn(t, await lan.submit({}), 2, 2);
});

t.test('CX-17 nothing answered is handed in as well, and is worth 0', async (t) => {
  const { lan, exam } = await started(api, { key: 'AB' });
  t.match(await lan.submit({}), { status: 200, body: { data: { score: 0, total: 2 } } });
  await api.project();
  t.match((await lan.result()).body.data, { score: 0, total: 2, answers: {}, completed: true });
  t.match(await submissions(exam.id), [{ data: { answers: {}, by: 'student' } }]);
});

t.test('SL-48 what is handed in after the grace is late; what was saved in time counts', async (t) => {
  const offsets = [-1, 0, 10_000, 10_001, 11_999, 3_600_000];
  const { calls, exam, now, deadline } = await started(api, { students: offsets.length });
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
  const { lan, minh, hoa, exam, deadline } = await started(api, { students: 3 });
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
  for (const other of [await lan.submit(answersOf(exam, 'AB'), key), await lan.submit(better)])
    alreadyIn(t, other, 2);
  t.equal((await submissions(exam.id)).length, 3);
});

t.test('EXS-17 answers to what is not in the exam are refused, and then it can be handed in', async (t) => {
  const { lan, exam, teaching } = await started(api, { key: 'AB' });
  const other = await givenExamClassroom(api, { key: 'A' });
  const foreign = other.exam.questions[0]!.id;
  const [first, kept] = exam.questions;
  for (const id of [foreign, 2_000_000_000, 9_999_999_999])
    refused(t, await lan.submit({ [id]: 'A', [first!.id]: 'A' }), 'question_not_in_exam', '', {
      params: { questions: id },
    });
  for (const [id, letter] of [[first!.id, 'E'] as const, [first!.id, 'a'], ['abc', 'A'], [-1, 'A']])
    t.match(await lan.submit({ [id!]: String(letter) }), {
      status: 422,
      body: { code: 'validation_failed' },
    });
  t.same(await submissions(exam.id), []);

  // One that was taken out while it was on the student's screen.
  await teaching.update(exam.id, examBody('', { questions: [kept!] }));
  t.match(await lan.submit(answersOf(exam, 'AB')), { status: 200, body: { data: { score: 1, total: 1 } } });
});

t.test('a save that races with the submission changes nothing; later ones are refused', async (t) => {
  const { calls, exam } = await started(api, { students: 60 });
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
  const { lan, exam, deadline } = await started(api);
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
  t.match(await lan.attempt(), { submitted: true, version: 1 }, 'another window sees that it is over');
  for (const other of [await lan.save(1, {}), await lan.submit({})]) alreadyIn(t, other, 4);
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
  const { lan, exam, now } = await started(api, { key: 'AB' });
  await api.sql`delete from exam_attempts where exam_id = ${exam.id}`;
  await stopClockAt(now + 60_000);
  t.equal((await lan.submit(answersOf(exam, 'AB'))).status, 200);
  t.match(await submissions(exam.id), [{ data: { time_spent: 60, late: 0 } }]);
  await api.sql`delete from exam_attempts where exam_id = ${exam.id}`;
  t.match(await lan.attempt(), { submitted: true }, 'a row that is lost later says that it is over');
  t.equal(await sweepAt(now + 60 * MINUTE), 0, 'and nothing is left to be handed in');
});

t.test('SL-24 who is in several classes that have the exam hands it in once for all of them', async (t) => {
  const [teacher, student] = [await api.register('teacher'), await api.register('student')];
  const classes = [await givenClassOf(teacher, [student]), await givenClassOf(teacher, [student])];
  const exam = await givenExam(teacher, classes, examBody('AB'));
  const lan = takingCalls(exam.id, student);
  const { deadline_at } = await lan.attempt();
  for (const classId of classes) {
    const data = await student.data('GET /api/classes/:classId/exams', { params: { classId } });
    t.match(data, [{ id: exam.id, completed: false, deadline_at }], 'begun in all of them');
  }
  t.equal((await lan.submit(answersOf(exam, 'AA'))).status, 200);
  t.equal((await lan.submit(answersOf(exam, 'AB'))).status, 409);
  await api.project();
  for (const classId of classes) {
    const results = await teacher.data('GET /api/classes/:classId/exam-results', { params: { classId } });
    t.match(results, [{ student_id: student.id, exam_id: exam.id, score: 1, total: 2 }]);
  }
});

/** A worker appends on connections of its own: those of the API may all wait for rows that the worker holds. */
const ofWorker = new Appender(api.pool);

/** What a worker does at this moment; answers how many it has handed in. */
async function sweepAt(moment: number, appender = ofWorker): Promise<number> {
  await stopClockAt(moment);
  return submitOverdue({ pool: api.pool, appender });
}

t.test('SL-48 when the time and its grace are over, what was saved is handed in as of the end', async (t) => {
  const { lan, students, exam, now, deadline } = await started(api);
  const answers = answersOf(exam, 'AB-A');
  await lan.save(0, answersOf(exam, 'DDDD'));
  await stopClockAt(deadline + 10_000);
  t.equal((await lan.save(1, answers)).status, 200);

  for (const moment of [now, deadline, deadline + 10_000, deadline + 10_999])
    t.equal(await sweepAt(moment), 0);
  t.same(await submissions(exam.id), []);
  t.equal(await sweepAt(deadline + 11_000), 1);
  t.equal(await sweepAt(deadline + 3_600_000), 0, 'once');
  t.same(await submissions(exam.id), [
    {
      student_id: students[0]!.id,
      data: { exam_id: exam.id, answers, time_spent: 1_800, late: 0, by: 'server' },
      at: iso(deadline),
    },
  ]);

  await api.project();
  t.match((await lan.result()).body.data, {
    score: 2,
    total: 4,
    answers,
    completed_at: iso(deadline),
    started_at: iso(now),
    time_spent_seconds: 1_800,
    late_seconds: 0,
    submitted_by: 'server',
  });
  for (const late of [await lan.submit({}), await lan.save(2, {})]) alreadyIn(t, late, 2);
});

t.test('CX-17 who has saved nothing, or all of it long ago, is handed in however much later', async (t) => {
  const { calls, students, exam, now, deadline } = await started(api, { students: 2 });
  await calls[1]!.save(0, answersOf(exam, 'ABCD'));
  t.equal(await sweepAt(now + 30 * 24 * 60 * MINUTE), 2);
  const stored = await submissions(exam.id);
  t.equal(stored.length, 2);
  for (const [index, answers] of [{}, answersOf(exam, 'ABCD')].entries())
    t.same(
      stored.find(({ student_id }) => student_id === students[index]!.id),
      {
        student_id: students[index]!.id,
        data: { exam_id: exam.id, answers, time_spent: 1_800, late: 0, by: 'server' },
        at: iso(deadline),
      },
    );
});

t.test('who hands in at the same moment does so once, and so do two workers', async (t) => {
  const { calls, exam, deadline } = await started(api, { students: 40 });
  await Promise.all(calls.map((lan) => lan.save(0, answersOf(exam, 'ABC'))));
  await stopClockAt(deadline + 11_000);
  const [sent] = await Promise.all([
    Promise.all(calls.map((lan) => lan.submit(answersOf(exam, 'AB')))),
    sweepAt(deadline + 11_000),
    sweepAt(deadline + 11_000),
  ]);
  await sweepAt(deadline + 11_000);
  const stored = await submissions(exam.id);
  t.same(
    column(stored, 'student_id').toSorted((a, b) => a - b),
    [...new Set(column(stored, 'student_id'))].toSorted((a, b) => a - b),
    'nobody twice',
  );
  t.equal(stored.length, 40);
  t.equal(
    sent.filter(({ status }) => status === 200).length,
    stored.filter(({ data }) => data.by === 'student').length,
  );
  for (const { status, body } of sent)
    if (status !== 200)
      t.same([body.code, body.data], ['exam_already_submitted', { score: 3, total: 4 }], 'what was saved');
  await api.project();
  for (const lan of calls) if ((await lan.result()).status !== 200) t.fail('a result is missing');
  const rows = await api.sql`select from exam_attempts where not is_submitted`;
  t.equal(rows.length, 0);
});

t.test('a save still on its way when the server hands in is told the truth', async (t) => {
  const { lan, exam, deadline } = await started(api);
  await lan.save(0, answersOf(exam, 'A'));
  // An append that is under way until it is let go.
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isAppending = false;
  class SlowAppender extends Appender {
    override async append(event: NewEvent): Promise<Position> {
      isAppending = true;
      await held;
      return super.append(event);
    }
  }
  const sweep = sweepAt(deadline + 11_000, new SlowAppender(api.pool));
  await until(() => isAppending);
  await stopClockAt(deadline + 9_000);
  const saving = lan.save(1, answersOf(exam, 'ABCD'));
  await until(async () => {
    const rows = await api.sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'update exam_attempts%'`;
    return rows.length > 0;
  });
  letGo();
  t.equal(await within(sweep, 'the server has handed in'), 1);
  alreadyIn(t, await saving, 1);
  t.match(await submissions(exam.id), [{ data: { answers: answersOf(exam, 'A') } }]);
});

t.test('an exam hidden or taken away meanwhile counts too; one that is deleted does not', async (t) => {
  const [hidden, unassigned, deleted] = [await started(api), await started(api), await started(api)];
  for (const { lan, exam } of [hidden, unassigned, deleted]) await lan.save(0, answersOf(exam, 'AB'));
  await hidden.teaching.setHidden(hidden.exam.id, true);
  await unassigned.teaching.setClasses(unassigned.exam.id, []);
  t.equal((await deleted.teaching.remove(deleted.exam.id)).status, 200);
  t.equal(await sweepAt(deleted.deadline + 11_000), 2);
  await api.project();
  for (const { lan } of [hidden, unassigned])
    t.match((await lan.result()).body.data, { score: 2, submitted_by: 'server' });
  t.same(await submissions(deleted.exam.id), []);
});

/** So many students of whom each has an attempt that began at this moment and has answered with this letter. */
async function givenAttempts(examId: number, count: number, startedAt: number): Promise<void> {
  const rows = await api.sql<{ id: number }>`select id from exam_questions where exam_id = ${examId}`;
  await api.pool.query(
    `with student as (
       insert into users (name, email, password_hash, role, time_zone)
       select 'Lan', gen_random_uuid() || '@example.org', '', 'student', 'UTC' from generate_series(1, $2)
       returning id)
     insert into exam_attempts (exam_id, partition, student_id, started_at, deadline_at, answers)
     select $1, partition_of(id), id, $3::timestamptz, $3::timestamptz + interval '30 minutes', jsonb_build_object($4::text, 'A')
     from student`,
    [examId, count, iso(startedAt), rows[0]!.id],
  );
}

t.test('six hundred that end together are all handed in', async (t) => {
  const { exam, now, deadline } = await started(api, { key: 'A' });
  await givenAttempts(exam.id, 600, now);
  t.equal(await sweepAt(deadline + 11_000), 500);
  t.equal(await sweepAt(deadline + 11_000), 101, 'with the one who had opened it');
  t.equal(await sweepAt(deadline + 11_000), 0);
  t.equal((await submissions(exam.id)).length, 601);
  await api.project();
  const rows = await api.sql`select score, submitted_by, count(*)::integer from exam_results
    where exam_id = ${exam.id} group by 1, 2 order by 1`;
  t.same(rows, [
    { score: 0, submitted_by: 'server', count: 1 },
    { score: 1, submitted_by: 'server', count: 600 },
  ]);
});

t.test('one that cannot be handed in holds up no other, and is tried again', async (t) => {
  const { students, exam, deadline } = await started(api, { students: 3 });
  const broken = students[1]!.id;
  class FailingAppender extends Appender {
    override append(event: NewEvent): Promise<Position> {
      return event.studentId === broken ? Promise.reject(new Error('broken')) : super.append(event);
    }
  }
  await t.rejects(sweepAt(deadline + 11_000, new FailingAppender(api.pool)), { message: 'broken' });
  t.same(
    column(await submissions(exam.id), 'student_id'),
    [students[0]!.id, students[2]!.id].toSorted((a, b) => a - b),
  );
  t.equal(await sweepAt(deadline + 11_000), 1);
  t.equal((await submissions(exam.id)).length, 3);
});

t.test('what fails in one partition holds up no other, and is tried again', async (t) => {
  const { students, exam, deadline } = await started(api, { students: 3 });
  const broken = students[1]!.id;
  const others = students.filter(({ id }) => partitionOf(id) !== partitionOf(broken));
  t.not(others.length, 0);
  await api.pool.query(`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger fail before update on exam_attempts for each row when (old.student_id = ${broken}) execute function fail()`);
  await t.rejects(sweepAt(deadline + 11_000), { message: 'broken' });
  const closed =
    await api.sql`select student_id from exam_attempts where exam_id = ${exam.id} and is_submitted order by 1`;
  t.same(
    column(closed, 'student_id'),
    column(others, 'id').toSorted((a, b) => a - b),
  );
  await api.pool.query('drop function fail cascade');
  t.equal(await sweepAt(deadline + 11_000), students.length - others.length);
  t.equal((await submissions(exam.id)).length, 3, 'each of them once');
});

t.test('an attempt that another worker is closing is left to it', async (t) => {
  const { students, exam, deadline } = await started(api, { students: 2 });
  const held = students[0]!.id;
  await inTransaction(api.pool, async (tx) => {
    await tx.query('select from exam_attempts where exam_id = $1 and student_id = $2 for update', [
      exam.id,
      held,
    ]);
    t.equal(await within(sweepAt(deadline + 11_000), 'the other one is handed in'), 1);
    t.same(column(await submissions(exam.id), 'student_id'), [students[1]!.id]);
  });
  t.equal(await sweepAt(deadline + 11_000), 1);
});

t.test('an exam that is deleted while its student begins it is not there', async (t) => {
  const { teacher, students, exam } = await givenExamClassroom(api, { students: 1, key: 'AB' });
  const studentId = students[0]!.id;
  const services = { pool: api.pool, appender: ofWorker };
  const standing = await standingOf(api.pool, exam.id, studentId);
  t.equal((await examCalls(teacher).remove(exam.id)).status, 200);
  await t.rejects(beginAttempt(services, exam.id, studentId, standing), { code: 'exam_not_found' });
});

t.test('a beginning that was kept in the log alone is handed in once its student comes back', async (t) => {
  const { students, exam, now, deadline } = await started(api);
  await api.sql`delete from exam_attempts`;
  const told: number[] = [];
  await stopClockAt(deadline + 60_000);
  const attempt = await beginAttempt(
    { pool: api.pool, appender: api.services.appender, onStarted: (endsIn) => told.push(endsIn) },
    exam.id,
    students[0]!.id,
    await standingOf(api.pool, exam.id, students[0]!.id),
  );
  t.same([attempt.startedAt, attempt.deadlineAt, told], [now, deadline, [11_000 - 60_000]]);
  t.equal(await sweepAt(deadline + 60_000), 1);
  t.same(column(await submissions(exam.id), 'at'), [iso(deadline)]);
});

t.test('SL-48 a host whose own clock is wrong ends no exam early and moves no deadline', async (t) => {
  for (const minutes of [10, -10, 24 * 60]) {
    const { exam, teacher, students, lan, now, deadline } = await started(api, { students: 2 });
    const wrong = await startApi(t, { databaseUrl: api.databaseUrl, clockOffset: minutes * MINUTE });
    const [there, late] = students.map((student) => takingCalls(exam.id, student.as({ api: wrong }))) as [
      typeof lan,
      typeof lan,
    ];
    const started_at = iso(now);
    t.match(await there.attempt(), { started_at, deadline_at: iso(deadline), remaining_seconds: 1_800 });
    await stopClockAt(deadline + 10_000);
    const saved = await there.save(0, answersOf(exam, 'AB'));
    t.match(saved.body.data, { saved_at: iso(deadline + 10_000), remaining_seconds: -10 });
    t.equal((await late.submit(answersOf(exam, 'ABC'))).status, 200);
    await stopClockAt(deadline + 10_001);
    refused(t, await there.save(1, {}), 'exam_time_over');
    t.equal(await submitOverdue({ pool: wrong.pool, appender: wrong.services.appender }), 0);

    const other = await givenExam(teacher, [], examBody('A'));
    await examCalls(teacher.as({ api: wrong })).setClasses(other.id, [await givenClassOf(teacher, students)]);
    const begun = await takingCalls(other.id, students[0]!.as({ api: wrong })).attempt();
    t.match(begun, { started_at: iso(deadline + 10_001), remaining_seconds: 1_800 }, 'begun there as well');

    t.equal(await sweepAt(deadline + 11_000), 1);
    t.same(
      (await submissions(exam.id)).map(({ data, at }) => [data.by, data.time_spent, data.late, at]),
      [
        ['server', 1_800, 0, iso(deadline)],
        ['student', 1_810, 0, iso(deadline + 10_000)],
      ],
    );
  }
});
