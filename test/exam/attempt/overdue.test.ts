import t from 'tap';
import { beginAttempt, standingOf } from '../../../core/exam/attempt/attempt.ts';
import { submitOverdue } from '../../../core/exam/attempt/submit.ts';
import { Appender, type NewEvent } from '../../../core/log/append/appender.ts';
import type { Position } from '../../../core/log/position.ts';
import { startApi, type TestAccount } from '../../harness/api-harness.ts';
import { column } from '../../harness/columns.ts';
import { refused } from '../../harness/refused.ts';
import { until } from '../../harness/until.ts';
import { within } from '../../harness/within.ts';
import { answersOf, examBody, givenClassOf, givenExam, givenExamClassroom } from '../given-exams.ts';
import { facts, takingCalls } from './taking-calls.ts';

const api = await startApi(t);
const MINUTE = 60_000;

const stopClockAt = (ms: number): Promise<void> => api.databaseClock.stopAt(ms);
const iso = (ms: number): string => new Date(ms).toISOString();

/** A worker appends on connections of its own: those of the API may all wait for rows that the worker holds. */
const ofWorker = new Appender(api.pool);

/** What a worker does at this moment; answers how many it has handed in. */
async function sweepAt(moment: number, appender = ofWorker): Promise<number> {
  await stopClockAt(moment);
  return submitOverdue({ pool: api.pool, appender });
}

/** Students who have just opened an exam of half an hour. */
async function started({ students = 1, key = 'ABCD' } = {}) {
  const now = Math.floor(Date.now() / 1_000) * 1_000 + 357;
  await stopClockAt(now);
  const given = await givenExamClassroom(api, { students, key });
  const calls = given.students.map((student: TestAccount) => takingCalls(given.exam.id, student));
  for (const call of calls) await call.attempt();
  return { ...given, calls, lan: calls[0]!, now, deadline: now + 30 * MINUTE };
}

const submissions = (examId: number) => facts(api, 'ExamSubmitted', examId);

t.afterEach(() => api.pool.query('delete from exam_attempts').then(() => {}));

t.test('SL-48 when the time and its grace are over, what was saved is handed in as of the end', async (t) => {
  const { lan, students, exam, now, deadline } = await started();
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
  const points = { score: 2, total: 4 };
  refused(t, await lan.submit({}), 'exam_already_submitted', '', { data: points });
  refused(t, await lan.save(2, {}), 'exam_already_submitted', '', { data: points });
});

t.test('CX-17 who has saved nothing, or all of it long ago, is handed in however much later', async (t) => {
  const { calls, students, exam, now, deadline } = await started({ students: 2 });
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
  const { calls, exam, deadline } = await started({ students: 40 });
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
  const { lan, exam, deadline } = await started();
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
  const points = { score: 1, total: 4 };
  refused(t, await saving, 'exam_already_submitted', '', { data: points });
  t.match(await submissions(exam.id), [{ data: { answers: answersOf(exam, 'A') } }]);
});

t.test('an exam hidden or taken away meanwhile counts too; one that is deleted does not', async (t) => {
  const [hidden, unassigned, deleted] = [await started(), await started(), await started()];
  for (const { lan, exam } of [hidden, unassigned, deleted]) await lan.save(0, answersOf(exam, 'AB'));
  const call = (of: typeof hidden, method: 'PATCH' | 'POST' | 'DELETE', path: string, body?: object) =>
    of.teacher.raw(method, `/api/exams/${of.exam.id}${path}`, { ...(body && { body }) });
  await call(hidden, 'PATCH', '/visibility', { is_hidden: true });
  await call(unassigned, 'POST', '/classes', { class_ids: [] });
  t.equal((await call(deleted, 'DELETE', '')).status, 200);
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
     insert into exam_attempts (exam_id, student_id, started_at, deadline_at, answers)
     select $1, id, $3::timestamptz, $3::timestamptz + interval '30 minutes', jsonb_build_object($4::text, 'A')
     from student`,
    [examId, count, iso(startedAt), rows[0]!.id],
  );
}

t.test('six hundred that end together are all handed in', async (t) => {
  const { exam, now, deadline } = await started({ key: 'A' });
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
  const { students, exam, deadline } = await started({ students: 3 });
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

t.test('a beginning that was kept in the log alone is handed in once its student comes back', async (t) => {
  const { students, exam, now, deadline } = await started();
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
    const { exam, teacher, students, lan, now, deadline } = await started({ students: 2 });
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
    await wrong.call('POST /api/exams/:examId/classes', {
      params: { examId: other.id },
      token: teacher.token,
      body: { class_ids: [await givenClassOf(teacher, students)] },
    });
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
