import t from 'tap';
import { migrateQueues, openQueues, QueueClient, WAKE_UP_QUEUE } from '../../core/queue.ts';
import { ExamCloser } from '../../workers/exam-closer.ts';
import { startApi, type TestApi } from '../api-harness.ts';
import { answersOf, givenExamClassroom } from '../exam/given-exams.ts';
import { facts, takingCalls } from '../exam/taking-calls.ts';
import { ownRedis } from '../faults/own-redis.ts';
import { until } from '../until.ts';
import { startWorker, stop } from './worker-process.ts';

const MINUTE = 60_000;

const redis = await ownRedis(t);
await redis.start();

/** A student who began an exam of five minutes so long ago, by the product's clock, and has answered one question. */
async function givenAttempt(api: TestApi, ago: number) {
  const { students, exam, teacher } = await givenExamClassroom(api, { key: 'AB', duration_minutes: 5 });
  const lan = takingCalls(api, exam.id, students[0]!);
  api.clock.advance(-ago);
  const { deadline_at } = await lan.attempt();
  const { status } = await lan.save(0, answersOf(exam, 'A'));
  if (status !== 200) throw new Error(`save: ${status}`);
  api.clock.advance(ago);
  return { lan, exam, teacher, deadline: Date.parse(deadline_at) };
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
    const closer = new ExamCloser(
      { pool: api.pool, appender: api.services.appender, now: () => api.clock.now() },
      (error) => t.error(error),
    );
    const woken = new QueueClient(
      () => openQueues(location),
      (queues) =>
        queues.consumer(
          WAKE_UP_QUEUE,
          async ({ data }) => {
            if ('examsEnd' in data) await closer.look();
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
    await closer.close();
  });

  t.test(`a worker process on ${backend} hands in what was saved and scores it`, async (t) => {
    const api = await startApi(t, { env });
    await migrateQueues({ redisUrl: env.REDIS_URL, databaseUrl: api.databaseUrl });
    // The worker's clock is where the exam is over.
    const { lan, exam, deadline } = await givenAttempt(api, 0);
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
