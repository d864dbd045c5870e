import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Pool } from 'pg';
import t, { type Test } from 'tap';
import type { LogRun } from '../../core/log/log.schema.ts';
import { cancelLogRun, logRuns, requestLogRun } from '../../core/log/runs/log-runs.ts';
import { migrateQueues } from '../../core/process/queue.ts';
import { projections } from '../../core/projections.ts';
import { logRun } from '../../core/run-kinds.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { until } from '../harness/until.ts';
import { given, neighbours, projectAll, review } from '../log/given-events.ts';
import { startWorker, stop } from './worker-process.ts';

const SCRIPT = join(import.meta.dirname, '../../workers/run-child.ts');
const DAY_MS = 24 * 60 * 60_000;

const { first, second, elsewhere } = neighbours();

interface Database {
  pool: Pool;
  url: string;
  worker(env?: Record<string, string>): ChildProcess;
}

/** A database whose log has been projected, and workers on it that end with the test. */
async function givenDatabase(t: Test): Promise<Database> {
  const { pool, url } = await createTestDatabase(t);
  await migrateQueues({ databaseUrl: url });
  const students = [first, second, elsewhere];
  await given(
    pool,
    students.flatMap((student) => [1, 2, 3].map((card_id) => review(student, { card_id }))),
  );
  await projectAll(pool);
  const DATA_DIR = t.testdir({});
  return {
    pool,
    url,
    worker(env = {}) {
      // At noon it is not yet, or no more, night.
      const noon = new Date().setUTCHours(12, 0, 0, 0) - Date.now();
      const worker = startWorker(url, {
        DATA_DIR,
        APP_TIME_ZONE: 'UTC',
        TEST_CLOCK_OFFSET: String(noon),
        ...env,
      });
      t.teardown(() => worker.exitCode === null && worker.signalCode === null && stop(worker, 'SIGKILL'));
      return worker;
    },
  };
}

const tamper = (pool: Pool) =>
  pool.query('update deck_stats set reviews = reviews + 1 where student_id = $1', [first]);

async function ended(pool: Pool, id: number): Promise<LogRun> {
  await until(async () => (await logRuns.byId(pool, id)).finished_at !== null);
  return logRuns.byId(pool, id);
}

const request = async (pool: Pool, kind: LogRun['kind']): Promise<number> =>
  (await requestLogRun(pool, projections, { kind })).id;

/** What becomes of a run of this kind that is asked for now. */
const run = async (pool: Pool, kind: LogRun['kind']) => ended(pool, await request(pool, kind));

/** Runs the process of a run as a worker does. */
const runChild = (url: string, id: number) =>
  spawnSync(process.execPath, [SCRIPT, 'log-run', String(id)], {
    env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: url, LOG_LEVEL: 'error' },
    encoding: 'utf8',
  });

/** The process of the run that a worker is at; undefined when there is none. */
function childOf({ pid }: ChildProcess): number | undefined {
  try {
    return Number(
      execFileSync('pgrep', ['-P', String(pid), '-f', 'run-child.ts log-run'], { encoding: 'utf8' }),
    );
  } catch {
    return undefined;
  }
}

/** The next process of the run, once it is at it. */
async function nextChild(pool: Pool, worker: ChildProcess, last?: number): Promise<number> {
  let child: number | undefined;
  await until(async () => {
    child = childOf(worker);
    if (child === undefined || child === last) return false;
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'nho rebuilding'
         and wait_event_type = 'Lock' and backend_start > (
           select max(backend_start) from pg_stat_activity
           where datname = current_database() and application_name = 'nho log run')`,
    );
    return rowCount !== 0;
  });
  return child!;
}

/** Has every run stand still where it reads the log, until what is answered is called. */
async function holdLog(pool: Pool): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query('begin; lock table events in access exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

// They wait more than they work: so many at the same time.
t.jobs = 3;
const ALONGSIDE = { buffered: true };

t.test('a row that is not what the log says is told, and put right by a rebuild', ALONGSIDE, async (t) => {
  const { pool, worker } = await givenDatabase(t);
  await tamper(pool);
  const { rows: right } = await pool.query('select sum(reviews)::integer - 1 as reviews from deck_stats');
  const running = worker();
  const verified = await run(pool, 'verify');
  t.match(verified, { status: 'completed', percent: 100, differences: 2, failure: null });
  t.match(verified.rows.map(({ projection, table, side }) => `${projection} ${table} ${side}`).sort(), [
    'deck_stats deck_stats live',
    'deck_stats deck_stats rebuilt',
  ]);
  t.ok(verified.rows.every(({ row }) => row.student_id === first));

  t.match(await run(pool, 'rebuild'), { status: 'completed', differences: 2 });
  t.same((await pool.query('select sum(reviews)::integer as reviews from deck_stats')).rows, right);
  t.match(await run(pool, 'verify'), { status: 'completed', differences: 0, rows: [] });
  t.same(await stop(running), [0, null]);
});

t.test('what was found is logged as an error, and what is well is not', ALONGSIDE, async (t) => {
  const { pool, url } = await givenDatabase(t);
  const logged = async (): Promise<string> => {
    const id = await request(pool, 'verify');
    const { status, stdout } = runChild(url, id);
    t.equal(status, 0);
    t.equal((await logRuns.byId(pool, id)).status, 'completed');
    return stdout;
  };
  t.equal(await logged(), '');
  await tamper(pool);
  t.match(await logged(), /"level":50.*"differences":2.*projections differed from the log/);
});

t.test('a run whose process, or whose worker, is killed is taken up again', ALONGSIDE, async (t) => {
  const { pool, worker } = await givenDatabase(t);
  const letGo = await holdLog(pool);
  const id = await request(pool, 'verify');
  const killed = worker();
  const child = await nextChild(pool, killed);
  process.kill(child, 'SIGKILL');
  const another = await nextChild(pool, killed, child);
  t.match(await logRuns.byId(pool, id), { status: 'running', failure: null });
  await stop(killed, 'SIGKILL');
  const running = worker();
  await nextChild(pool, running, another);
  await letGo();
  t.match(await ended(pool, id), { status: 'completed', differences: 0 });
  t.same(await stop(running), [0, null]);
});

t.test('one whose process dies three times by itself has failed, and says so', ALONGSIDE, async (t) => {
  const { pool, worker } = await givenDatabase(t);
  const letGo = await holdLog(pool);
  const id = await request(pool, 'rebuild');
  const running = worker();
  let child: number | undefined;
  for (let time = 0; time < 3; time++) {
    child = await nextChild(pool, running, child);
    process.kill(child, 'SIGKILL');
  }
  t.match(await ended(pool, id), {
    status: 'failed',
    failure: 'It broke off 3 times, at last with: SIGKILL',
  });
  await letGo();
  t.match(await run(pool, 'verify'), { status: 'completed' });
});

t.test('one that is cancelled ends, though it waits, and the next one runs', ALONGSIDE, async (t) => {
  const { pool, worker } = await givenDatabase(t);
  await tamper(pool);
  const letGo = await holdLog(pool);
  const id = await request(pool, 'rebuild');
  const running = worker();
  await nextChild(pool, running);
  t.equal((await cancelLogRun(pool, logRun, id)).status, 'running');
  t.match(await ended(pool, id), { status: 'cancelled', differences: null });
  await letGo();
  const next = await request(pool, 'verify');
  t.match(await ended(pool, next), { status: 'completed', differences: 2 });
});

t.test('of two processes that take up a run one is at it', ALONGSIDE, async (t) => {
  const { pool, url, worker } = await givenDatabase(t);
  const letGo = await holdLog(pool);
  const id = await request(pool, 'verify');
  await nextChild(pool, worker());
  t.equal(runChild(url, id).status, 0);
  t.equal((await logRuns.byId(pool, id)).status, 'running');
  await letGo();
  t.equal((await ended(pool, id)).status, 'completed');
});

t.test('each night the workers verify once', ALONGSIDE, async (t) => {
  const { pool, worker } = await givenDatabase(t);
  await pool.query(`
    update events set recorded_at = recorded_at - interval '2 days';
    update study_time_rule set since = since - interval '2 days';
    update study_clocks set recorded_at = recorded_at - interval '2 days'`);
  const night = new Date().setUTCHours(4, 0, 0, 0) - Date.now();
  const nights = async (): Promise<LogRun[]> =>
    (await logRuns.latest(pool)).filter(({ finished_at }) => finished_at !== null);
  for (const [index, offset] of [night, night + DAY_MS].entries()) {
    const workers = [0, 1].map(() => worker({ TEST_CLOCK_OFFSET: String(offset) }));
    await until(async () => (await nights()).length === index + 1);
    await Promise.all(workers.map((one) => stop(one)));
  }
  const verified = { kind: 'verify', status: 'completed', is_nightly: true, differences: 0 } as const;
  const all = await logRuns.latest(pool);
  t.match(all, [verified, verified]);
  t.equal(all.length, 2);
});
