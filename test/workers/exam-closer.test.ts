import t, { type Test } from 'tap';
import { ClockWatch } from '../../core/postgres/clock-watch.ts';
import { migrateQueues, WAKE_UP_QUEUE } from '../../core/process/queue.ts';
import type { WorkLoop } from '../../core/process/work-loop.ts';
import { examCloser } from '../../workers/timed-work.ts';
import { facts, iso, MINUTE, takingCalls } from '../exam/attempt/taking-calls.ts';
import { answersOf, givenExamClassroom } from '../exam/given-exams.ts';
import { ownRedis } from '../faults/world/own-redis.ts';
import { startApi, type TestApi } from '../harness/api-harness.ts';
import { until } from '../harness/until.ts';
import { startWorker, stop, wokenBy } from './worker-process.ts';

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

/** The result, once there is one. */
async function resultOf({ result }: ReturnType<typeof takingCalls>) {
  await until(async () => (await result()).status === 200);
  return (await result()).body.data;
}

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
    const woken = wokenBy(location, async (job) => 'examsEnd' in job && closer.poll());
    t.match(await lan.attempt(), { deadline_at: iso(deadline) });
    const submissions = () => facts(api, 'ExamSubmitted', exam.id);
    t.same(await submissions(), [], 'not before its end');
    await until(async () => (await submissions()).length > 0);
    t.ok(Date.now() >= deadline + 11_000);
    t.match(await submissions(), [{ data: { time_spent: 300, late: 0, by: 'server' }, at: iso(deadline) }]);
    await woken.close();
  });

  t.test(`a worker process on ${backend} hands in what was saved and scores it`, async (t) => {
    const api = await startApi(t, { env });
    await migrateQueues({ redisUrl: env.REDIS_URL, databaseUrl: api.databaseUrl });
    const { lan, exam, deadline } = await givenAttempt(api, 0);
    // All clocks move to where the exam is over.
    await api.databaseClock.advance(5 * MINUTE + 11_000);
    const worker = startWorker(api.databaseUrl, { ...env, TEST_CLOCK_OFFSET: String(5 * MINUTE + 11_000) });
    t.match(await resultOf(lan), {
      ...{ score: 1, total: 2, answers: answersOf(exam, 'A') },
      ...{ completed_at: iso(deadline), submitted_by: 'server' },
    });
    t.equal((await facts(api, 'ExamSubmitted', exam.id)).length, 1);
    t.same(await stop(worker), [0, null]);
  });
}

t.test('without any queue a worker finds what has ended by itself, also while it was away', async (t) => {
  const api = await startApi(t, { env: { REDIS_URL: 'redis://127.0.0.1:1' } });
  const old = await givenAttempt(api, 60 * MINUTE);
  const soon = await givenAttempt(api, 5 * MINUTE + 8_000);
  const worker = startWorker(api.databaseUrl, { REDIS_URL: 'redis://127.0.0.1:1' });
  for (const { lan, exam, deadline } of [old, soon]) {
    t.match(await resultOf(lan), {
      ...{ score: 1, completed_at: iso(deadline), submitted_by: 'server' },
      ...{ time_spent_seconds: 300, late_seconds: 0 },
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
  const result = await resultOf(lan);
  t.ok(Date.now() - (deadline + 11_000) < 60_000, 'within a minute');
  t.match(result, { submitted_by: 'server' });
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
     insert into exam_attempts (exam_id, partition, student_id, started_at, deadline_at)
     select $1, partition_of(id), id, $2::timestamptz - interval '5 minutes', $2 from student`,
    [exam.id, iso(deadline)],
  );
  await api.databaseClock.advance(5 * MINUTE + 20_000);
  const env = { TEST_CLOCK_OFFSET: String(5 * MINUTE + 20_000) };
  const count = async () => (await api.sql`select from events where type = 'ExamSubmitted'`).length;
  for (const part of [1, 1_500]) {
    const workers = [startWorker(api.databaseUrl, env), startWorker(api.databaseUrl, env)];
    await until(async () => (await count()) >= part);
    await Promise.all(workers.map((worker) => stop(worker, 'SIGKILL')));
  }
  const worker = startWorker(api.databaseUrl, env);
  await until(async () => (await api.sql`select from exam_results`).length === 3_001);
  t.equal(await count(), 3_001);
  await until(async () => (await api.sql`select from exam_attempts where not is_submitted`).length === 0);
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
      { data: { time_spent: 300, late: 0, by: 'server' }, at: iso(over.deadline) },
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
