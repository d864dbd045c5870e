import t, { type Test } from 'tap';
import { ClockWatch } from '../../core/postgres/clock-watch.ts';
import { migrateQueues, openQueues, QueueClient, WAKE_UP_QUEUE } from '../../core/process/queue.ts';
import type { WorkLoop } from '../../core/process/work-loop.ts';
import { examCloser } from '../../workers/timed-work.ts';
import { facts, takingCalls } from '../exam/attempt/taking-calls.ts';
import { answersOf, givenExamClassroom } from '../exam/given-exams.ts';
import { ownRedis } from '../faults/world/own-redis.ts';
import { startApi, type TestApi } from '../harness/api-harness.ts';
import { until } from '../harness/until.ts';
import { startWorker, stop } from './worker-process.ts';

const MINUTE = 60_000;

const redis = await ownRedis(t);
await redis.start();

/** A student who began a five-minute exam so long ago, by the database's clock, and has answered one question. */
async function givenAttempt(api: TestApi, ago: number) {
  const { students, exam, teacher } = await givenExamClassroom(api, { key: 'AB', duration_minutes: 5 });
  const lan = takingCalls(exam.id, students[0]!);
  await api.databaseClock.advance(-ago);
  const { deadline_at } = await lan.attempt();
  const { status } = await lan.save(0, answersOf(exam, 'A'));
  if (status !== 200) throw new Error(`save: ${status}`);
  await api.databaseClock.advance(ago);
  return { lan, exam, teacher, deadline: Date.parse(deadline_at) };
}

/** A closer by the process's clock, which a test may move; it does not look by itself. */
function givenCloser(t: Test, api: TestApi, told: (string | null)[] = []): WorkLoop {
  const { pool, clock } = api;
  const watch = new ClockWatch({ pool, clock, onChange: (skew) => told.push(skew) });
  const closer = examCloser({ pool, appender: api.services.appender }, watch, (error) => t.error(error));
  t.teardown(() => closer.close());
  return closer;
}

const handedIn = (api: TestApi, examId: number): Promise<void> =>
  until(async () => (await facts(api, 'ExamSubmitted', examId)).length > 0);

for (const backend of ['postgres', 'redis'] as const) {
  const env: Record<string, string> = backend === 'redis' ? { REDIS_URL: redis.url } : {};

  t.test(`the queue on ${backend} wakes the closer when an exam ends`, async (t) => {
    const api = await startApi(t, { env });
    const location = { redisUrl: env.REDIS_URL, databaseUrl: api.databaseUrl };
    await migrateQueues(location);
    const { lan, exam, deadline } = await givenAttempt(api, 5 * MINUTE + 9_000);
    // The log knows of the beginning: who opens the exam again has it end in two seconds.
    await api.pool.query('delete from exam_attempts');

    // This closer does not look by itself: what it does, it was woken for.
    const closer = givenCloser(t, api);
    const woken = new QueueClient(
      () => openQueues(location),
      (queues) =>
        queues.consumer(
          WAKE_UP_QUEUE,
          async ({ data }) => {
            if ('examsEnd' in data) await closer.poll();
          },
          { concurrency: 2 },
        ),
    );
    t.match(await lan.attempt(), { deadline_at: new Date(deadline).toISOString() });
    t.same(await facts(api, 'ExamSubmitted', exam.id), [], 'not before its end');
    await handedIn(api, exam.id);
    t.ok(Date.now() >= deadline + 11_000);
    t.match(await facts(api, 'ExamSubmitted', exam.id), [
      { data: { time_spent: 300, late: 0, by: 'server' }, at: new Date(deadline).toISOString() },
    ]);
    await woken.close();
  });

  t.test(`a worker process on ${backend} hands in what was saved and scores it`, async (t) => {
    const api = await startApi(t, { env });
    await migrateQueues({ redisUrl: env.REDIS_URL, databaseUrl: api.databaseUrl });
    const { lan, exam, deadline } = await givenAttempt(api, 0);
    // All clocks move to where the exam is over.
    await api.databaseClock.advance(5 * MINUTE + 11_000);
    const worker = startWorker(api.databaseUrl, { ...env, TEST_CLOCK_OFFSET: String(5 * MINUTE + 11_000) });
    await until(async () => (await lan.result()).status === 200);
    t.match((await lan.result()).body.data, {
      score: 1,
      total: 2,
      answers: answersOf(exam, 'A'),
      completed_at: new Date(deadline).toISOString(),
      submitted_by: 'server',
    });
    t.equal((await facts(api, 'ExamSubmitted', exam.id)).length, 1);
    const [code] = await stop(worker);
    t.equal(code, 0);
  });
}

t.test('without any queue a worker finds what has ended by itself, also while it was away', async (t) => {
  const api = await startApi(t, { env: { REDIS_URL: 'redis://127.0.0.1:1' } });
  const old = await givenAttempt(api, 60 * MINUTE);
  const soon = await givenAttempt(api, 5 * MINUTE + 8_000);
  const worker = startWorker(api.databaseUrl, { REDIS_URL: 'redis://127.0.0.1:1' });
  for (const { lan, exam, deadline } of [old, soon]) {
    await until(async () => (await lan.result()).status === 200);
    t.match((await lan.result()).body.data, {
      score: 1,
      completed_at: new Date(deadline).toISOString(),
      time_spent_seconds: 300,
      late_seconds: 0,
      submitted_by: 'server',
    });
    t.equal((await facts(api, 'ExamSubmitted', exam.id)).length, 1);
  }
  await stop(worker);
});

t.test('a queue that has lost its jobs delays the end by seconds only', async (t) => {
  const api = await startApi(t, { env: { REDIS_URL: redis.url } });
  const { lan, deadline } = await givenAttempt(api, 5 * MINUTE + 8_000);
  await until(async () => (await redis.jobs(WAKE_UP_QUEUE)).added > 0);
  await redis.kill();
  await redis.start();
  const worker = startWorker(api.databaseUrl, { REDIS_URL: redis.url });
  await until(async () => (await lan.result()).status === 200);
  t.ok(Date.now() - (deadline + 11_000) < 60_000, 'within a minute');
  t.match((await lan.result()).body.data, { submitted_by: 'server' });
  await stop(worker);
});

t.test('two workers that are killed while they hand in leave nothing out and double nothing', async (t) => {
  const api = await startApi(t);
  await migrateQueues({ databaseUrl: api.databaseUrl });
  const { exam, deadline } = await givenAttempt(api, 0);
  await api.pool.query(
    `with student as (
       insert into users (name, email, password_hash, role, time_zone)
       select 'Lan', gen_random_uuid() || '@example.org', '', 'student', 'UTC' from generate_series(1, 3000)
       returning id)
     insert into exam_attempts (exam_id, student_id, started_at, deadline_at)
     select $1, id, $2::timestamptz - interval '5 minutes', $2 from student`,
    [exam.id, new Date(deadline).toISOString()],
  );
  await api.databaseClock.advance(5 * MINUTE + 20_000);
  const env = { TEST_CLOCK_OFFSET: String(5 * MINUTE + 20_000) };
  const count = async (): Promise<number> => {
    const { rows } = await api.pool.query<{ count: number }>(
      `select count(*)::integer from events where type = 'ExamSubmitted'`,
    );
    return rows[0]!.count;
  };
  for (const part of [1, 1_500]) {
    const workers = [startWorker(api.databaseUrl, env), startWorker(api.databaseUrl, env)];
    await until(async () => (await count()) >= part);
    await Promise.all(workers.map((worker) => stop(worker, 'SIGKILL')));
  }
  const worker = startWorker(api.databaseUrl, env);
  await until(async () => {
    const { rows } = await api.pool.query<{ count: number }>('select count(*)::integer from exam_results');
    return rows[0]!.count === 3_001;
  });
  t.equal(await count(), 3_001);
  await until(async () => {
    const { rowCount } = await api.pool.query('select from exam_attempts where not is_submitted limit 1');
    return rowCount === 0;
  });
  await stop(worker);
});

t.test('SL-48 while its clock is wrong a process hands in no exam, then those that are over', async (t) => {
  const api = await startApi(t);
  const running = await givenAttempt(api, 0);
  const told: (string | null)[] = [];
  const closer = givenCloser(t, api, told);
  for (const minutes of [10, -10]) {
    const over = await givenAttempt(api, 60 * MINUTE);
    api.clock.advance(minutes * MINUTE);
    for (let poll = 0; poll < 3; poll++) await closer.poll();
    for (const { exam } of [over, running]) t.same(await facts(api, 'ExamSubmitted', exam.id), []);
    const said = told.splice(0);
    t.equal(said.length, 1, 'told once');
    t.match(said[0], minutes > 0 ? /^\d+\.\d s ahead of the/ : /^\d+\.\d s behind the/);

    api.clock.advance(-minutes * MINUTE);
    await closer.poll();
    t.same(told.splice(0), [null], 'and when it is right again');
    t.match(await facts(api, 'ExamSubmitted', over.exam.id), [
      { data: { time_spent: 300, late: 0, by: 'server' }, at: new Date(over.deadline).toISOString() },
    ]);
  }
  t.same(await facts(api, 'ExamSubmitted', running.exam.id), []);
});

t.test('SL-48 a worker whose clock is ten minutes ahead ends no running exam, and says so', async (t) => {
  const api = await startApi(t);
  await migrateQueues({ databaseUrl: api.databaseUrl });
  const { lan, exam } = await givenAttempt(api, 0);
  const worker = startWorker(
    api.databaseUrl,
    { TEST_CLOCK_OFFSET: String(10 * MINUTE), LOG_LEVEL: 'info' },
    'pipe',
  );
  let output = '';
  worker.stdout!.on('data', (text) => {
    output += String(text);
  });
  await until(() => output.includes('no exam is handed in: the clock of this machine is '));
  t.same(await facts(api, 'ExamSubmitted', exam.id), []);
  t.match(await lan.attempt(), { submitted: false });
  await stop(worker);
});
