import type { Pool } from 'pg';
import t, { type Test } from 'tap';
import { deckImportRun } from '../../core/deck-import/deck-import.run.ts';
import { eventRegister } from '../../core/events.ts';
import { submitOverdue } from '../../core/exam/attempt/submit.ts';
import { deckStats } from '../../core/learning/progress/deck-stats.projection.ts';
import { Appender } from '../../core/log/append/appender.ts';
import { partitionOf } from '../../core/log/position.ts';
import { projectBatch } from '../../core/log/projecting/project-batch.ts';
import { projectTogether } from '../../core/log/projecting/project-together.ts';
import { replayParked } from '../../core/log/projecting/replay-parked.ts';
import { readBy } from '../../core/log/projection.ts';
import { Rebuilding } from '../../core/log/rebuilding/rebuilding.ts';
import { requestLogRun } from '../../core/log/runs/log-runs.ts';
import { migrate } from '../../core/migrating.ts';
import type { NewerDatabaseError } from '../../core/postgres/newer-database.ts';
import { migrateQueues } from '../../core/process/queue.ts';
import { projections } from '../../core/projections.ts';
import { waitingRuns } from '../../core/run/run-rows.ts';
import { logRun } from '../../core/run-kinds.ts';
import { givenPeople } from '../classroom/given-classes.ts';
import { createTestDatabase, openTestPool } from '../harness/database-harness.ts';
import { sql } from '../harness/sql.ts';
import { until } from '../harness/until.ts';
import { given, projectAll, review } from '../log/given-events.ts';
import { givenProjector } from '../log/projecting/given-projector.ts';
import { nho } from '../nho/nho-process.ts';
import { startWorker, stop } from '../workers/worker-process.ts';

const NEWER = '9999-of-a-newer-version';
const REFUSED = { name: 'NewerDatabaseError', migrations: NEWER };
const STUDENT = 1;
const partition = partitionOf(STUDENT);

const migrated = (pool: Pool) => pool.query('insert into migrations (name) values ($1)', [NEWER]);
const broughtBack = (pool: Pool) => pool.query('delete from migrations where name = $1', [NEWER]);

/** What a projection must leave alone. */
async function state(pool: Pool): Promise<{ reviews: number; taken: number; parked: number }> {
  const rows = await sql(pool)`select coalesce((select sum(reviews) from deck_stats), 0)::integer as reviews,
    (select sum(position) from projection_checkpoints)::integer as taken,
    (select count(*) from parked_events)::integer as parked`;
  return rows[0]!;
}

const UNTOUCHED = { reviews: 0, taken: 0, parked: 0 };
const ALL = { reviews: 2, taken: 2 * projections.length, parked: 0 };

async function givenLog(t: Test): Promise<{ pool: Pool; url: string }> {
  const database = await createTestDatabase(t);
  await given(database.pool, [review(STUDENT), { ...review(STUDENT), version: 99 }]);
  return database;
}

/** A projector, and what it has told of a newer version; it ends with the test. */
function listening(t: Test, pool: Pool) {
  const told: (NewerDatabaseError | null)[] = [];
  const projector = givenProjector(t, pool, {
    onNewer: (error) => told.push(error),
    onParked: () => t.fail('nothing is parked'),
  });
  return { projector, told };
}

const mended = (pool: Pool) => pool.query('update events set version = 1');

t.test('nothing is applied or parked in a database that a newer version has migrated', async (t) => {
  const { pool } = await givenLog(t);
  await migrated(pool);
  for (const projection of projections) await t.rejects(projectBatch(pool, projection, partition), REFUSED);
  t.same(await state(pool), UNTOUCHED);
  await mended(pool);
  // Also what it could read: the rules may be others by now.
  await t.rejects(projectTogether(pool, projections, [partition]), REFUSED);
  t.same(await state(pool), UNTOUCHED);
  await broughtBack(pool);
  await projectAll(pool);
  t.same(await state(pool), ALL);
});

// The first time an event fails among others, and then by itself, which is when it would be parked.
for (const moment of [1, 2])
  t.test(
    `nothing is parked when the newer version migrates while a batch is under way: failure ${moment}`,
    async (t) => {
      const { pool, url } = await givenLog(t);
      const beside = openTestPool(t, { connectionString: url, max: 1 });
      let times = 0;
      const overtaken = {
        ...readBy(eventRegister, deckStats),
        apply: async () => {
          if (++times === moment) await migrated(beside);
          throw new Error('column "of a newer version" does not exist');
        },
      };
      await t.rejects(projectBatch(pool, overtaken, partition), REFUSED);
      t.same(await state(pool), UNTOUCHED);
      t.ok(times >= moment);
    },
  );

t.test('a projector says so once, keeps looking, and goes on when it is no longer so', async (t) => {
  const { pool } = await givenLog(t);
  await migrated(pool);
  const { projector, told } = listening(t, pool);
  projector.start();
  await until(() => told.length > 0);
  for (let turn = 0; turn < 20; turn++) await projector.partition(partition);
  t.match(told, [{ ...REFUSED, message: /start that version, and stop this one/ }]);
  t.same(await state(pool), UNTOUCHED);

  await mended(pool);
  await broughtBack(pool);
  await until(async () => (await state(pool)).taken === ALL.taken);
  t.same(await state(pool), ALL);
  t.equal(told.length, 2);
  t.equal(told[1], null);
});

t.test('a projector that is woken before it has looked says so as well', async (t) => {
  const { pool } = await givenLog(t);
  await migrated(pool);
  const { projector, told } = listening(t, pool);
  await projector.partition(partition);
  await projector.partition(partition);
  t.match(told, [REFUSED]);
  t.same(await state(pool), UNTOUCHED);
});

t.test('a worker running while a newer version migrates stops projecting, says so, and lives', async (t) => {
  const { pool, url } = await createTestDatabase(t);
  await migrateQueues({ databaseUrl: url });
  const worker = startWorker(url, { LOG_LEVEL: 'info', DATA_DIR: t.testdir({}) }, 'pipe');
  t.teardown(() => worker.exitCode === null && stop(worker, 'SIGKILL'));
  let log = '';
  worker.stdout!.on('data', (text) => (log += text));
  await given(pool, [review(STUDENT)]);
  await until(async () => (await state(pool)).taken === projections.length);

  await migrated(pool);
  await until(() => log.includes('nothing is projected'));
  const before = await state(pool);
  await given(pool, [{ ...review(STUDENT), version: 99 }]);
  // Its polls of the log are what it goes on with.
  const polls = async () => {
    const rows = await sql(pool)<{ at: string }>`select max(query_start) as at from pg_stat_activity
      where query like '%p.head > c.position order by%' and pid <> pg_backend_pid()`;
    return rows[0]!.at;
  };
  const first = await polls();
  await until(async () => (await polls()) > first, 'it looks again');
  t.same(await state(pool), before, 'not even an event that it cannot read is parked');
  t.equal(log.split('nothing is projected').length, 2, `once: ${log}`);
  t.match(log, NEWER);

  await mended(pool);
  await broughtBack(pool);
  await until(async () => (await state(pool)).taken === 2 * projections.length);
  t.same(await state(pool), ALL);
  t.match(log, 'projecting goes on');
  await stop(worker);
});

t.test('nothing is rebuilt, replaced or replayed in it', async (t) => {
  const { pool, url } = await givenLog(t);
  await projectAll(pool);
  t.match(await state(pool), { parked: projections.length - 1 }, 'parked as ever before');
  const options = { databaseUrl: url, projections };
  const rebuilding = await Rebuilding.begin(options);
  t.teardown(() => rebuilding.close());
  await rebuilding.build();
  await pool.query('update deck_stats set reviews = 5');
  await migrated(pool);
  await mended(pool);
  await t.rejects(Rebuilding.begin(options), REFUSED);
  await t.rejects(rebuilding.build(), REFUSED);
  await t.rejects(rebuilding.replace(), REFUSED);
  await t.rejects(replayParked(pool, { projections }), REFUSED);
  t.match(await state(pool), { reviews: 5, parked: projections.length - 1 });
  const schemas = await sql(pool)`select from pg_namespace where starts_with(nspname, 'nho_rebuilding_')`;
  t.equal(schemas.length, 1, 'the refused one has left no schema');
});

t.test('what waits for workers waits for those of the newer version', async (t) => {
  const { pool, url } = await createTestDatabase(t);
  await givenPeople(pool, { students: 1, decks: 0 });
  await sql(
    pool,
  )`insert into exams (id, teacher_id, title, duration_minutes, main_content_type) overriding system value
    values (1, 2, 'Unit 1', 30, 'none');
    insert into exam_attempts (exam_id, partition, student_id, started_at, deadline_at)
    values (1, partition_of(1), 1, '2026-03-01T05:00:00Z', '2026-03-01T05:30:00Z')`;
  const { id } = await requestLogRun(pool, projections, { kind: 'verify' });
  const services = { pool, appender: new Appender(pool) };
  await migrated(pool);
  t.same(await waitingRuns(pool, logRun), []);
  t.same(await waitingRuns(pool, deckImportRun), []);
  t.equal(await submitOverdue(services), 0);
  await t.rejects(migrate(url, projections), REFUSED);
  await broughtBack(pool);
  t.same(await waitingRuns(pool, logRun), [id]);
  t.equal(await submitOverdue(services), 1);
});

t.test('the commands on the log refuse it with a sentence', async (t) => {
  const { pool, url } = await createTestDatabase(t);
  await migrated(pool);
  for (const words of [['verify'], ['optimize', '--all']]) {
    const { code, stderr } = await nho(url, ...words);
    t.equal(code, 2, words.join(' '));
    t.match(stderr, /migrated by a newer version of Nhớ \(9999-of-a-newer-version\): start that version/);
    t.equal(stderr.trim().split('\n').length, 1);
  }
});
