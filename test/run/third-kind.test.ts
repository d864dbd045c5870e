import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { loadConfig } from '../../core/process/config.ts';
import { performRun } from '../../core/run/perform-run.ts';
import { RunHistory } from '../../core/run/run-history.ts';
import { cancelRun, waitingRuns } from '../../core/run/run-rows.ts';
import { RunStarter } from '../../workers/run-starter.ts';
import { column } from '../harness/columns.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { sql } from '../harness/sql.ts';
import { until } from '../harness/until.ts';
import { endsWithin, PATIENCE_MS } from '../harness/within.ts';
import { type Manner, SUM_TABLE, sumRun } from './sum.run.ts';

const SCRIPT = join(import.meta.dirname, 'child-sum.ts');

const { pool, url } = await createTestDatabase(t);
await pool.query(SUM_TABLE);
t.beforeEach(async () => void (await pool.query('truncate sums, tidied')));

interface Sum {
  id: number;
  status: string;
  percent: number;
  attempts: number;
  tries: number;
  sum: number | null;
  failure: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

const history = new RunHistory<Sum, Sum>({
  select:
    'select id, status, percent, attempts, tries, sum, failure, created_at, started_at, finished_at from sums',
  show: (row) => row,
  listed: 5,
  notFound: 'log_run_not_found',
});
const noFiles = () => Promise.reject(new Error('sums have no files'));
const read = (id: number): Promise<Sum> => history.byId(pool, id);

async function ask(manner: Manner, upTo = 4): Promise<number> {
  const rows = await sql(pool)<{ id: number }>`insert into sums (manner, up_to)
    values (${manner}, ${upTo}) returning id`;
  return rows[0]!.id;
}

/** The runs once all have ended, or as they are after a minute: what they should be is then asserted. */
async function ended(...ids: number[]): Promise<Sum[]> {
  const runs = (): Promise<Sum[]> => Promise.all(ids.map(read));
  await until(async () => (await runs()).every(({ finished_at }) => finished_at !== null)).catch(() => {});
  return runs();
}

const isRunning = (id: number): Promise<void> =>
  until(async () => (await read(id)).percent > 0, 'its process is at it');

/** What a worker has for a kind; it ends with the test. */
function givenStarter(t: Test, { longestSeconds = 3_600, errors = [] as string[] } = {}): RunStarter {
  const config = loadConfig({ DATABASE_URL: url, IMPORT_SECONDS_MAX: String(longestSeconds) });
  const starter = new RunStarter({
    kind: sumRun,
    script: SCRIPT,
    pool,
    config,
    now: () => Date.now(),
    storage: noFiles,
    // Without NODE_OPTIONS: a process as it runs in use, not one that the test runner watches.
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      DATABASE_URL: url,
      LOG_LEVEL: 'fatal',
      IMPORT_SECONDS_MAX: String(longestSeconds),
      JWT_SECRET: 'a secret that signs tokens, of enough characters',
    },
    onError: (error) => errors.push(String(error)),
  });
  t.teardown(() => starter.close());
  starter.start();
  return starter;
}

/** The processes of runs that this test has begun. */
const children = (): number[] => {
  try {
    return execFileSync('pgrep', ['-P', String(process.pid), '-f', 'child-sum.ts'], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number);
  } catch {
    return [];
  }
};

t.test('a run that is asked for is performed in a process of its own, and tidied after', async (t) => {
  const starter = givenStarter(t);
  const id = await ask('sums', 10);
  t.match(await read(id), { status: 'queued', percent: 0, started_at: null });
  starter.poll();
  t.match(await ended(id), [{ status: 'completed', sum: 55, percent: 98, attempts: 0, started_at: /^20/ }]);
  await until(async () => (await pool.query('select from tidied')).rowCount === 1, 'it is tidied up');
  t.same(column(await history.latest(pool), 'id'), [id]);
});

t.test('what goes wrong ends the run, is tried again, or is given up in the end', async (t) => {
  const errors: string[] = [];
  const [wrong, breaks] = [await ask('wrong'), await ask('breaks')];
  const [dies, away] = [await ask('dies'), await ask('away once')];
  givenStarter(t, { errors });
  t.match(await ended(wrong, breaks, dies, away), [
    { status: 'failed', tries: 1, attempts: 0, failure: '{"reason":"error","error":"wrong"}' },
    ...['Error: breaks', 'exit code 9'].map((detail) => ({
      ...{ status: 'failed', tries: 3, attempts: 3 },
      failure: JSON.stringify({ reason: 'broke', attempts: 3, detail }),
    })),
    { status: 'completed', tries: 2, attempts: 0, sum: 10 },
  ]);
  t.same(errors, Array(3).fill(`Error: The process of run ${dies} died: exit code 9`));
});

t.test('one that waits is cancelled at once, one that runs as soon as it hears of it', async (t) => {
  const waits = await ask('listens');
  t.equal(await cancelRun(pool, sumRun, waits), 'ended');
  t.match(await read(waits), { status: 'cancelled', tries: 0 });
  t.equal(await cancelRun(pool, sumRun, waits), 'over');
  t.equal(await cancelRun(pool, sumRun, waits + 1), 'over');
  const runs = await ask('listens');
  givenStarter(t);
  await isRunning(runs);
  t.same(await waitingRuns(pool, sumRun), [], 'a process is at it');
  t.equal(await cancelRun(pool, sumRun, runs), 'asked');
  t.match(await ended(runs), [{ status: 'cancelled', tries: 1, sum: null }]);
});

t.test('it hears so by itself, without a worker that would end its process', async (t) => {
  const id = await ask('listens');
  const client = new pg.Client(url);
  await client.connect();
  t.teardown(() => client.end());
  const performed = performRun(sumRun, {
    client,
    runId: id,
    config: loadConfig({ DATABASE_URL: url }),
    now: () => Date.now(),
    storage: noFiles,
    log: pino({ level: 'silent' }),
  });
  await isRunning(id);
  t.equal(await cancelRun(pool, sumRun, id), 'asked');
  // It would go on for ever: the end of its connection, with that of the test, ends it.
  if (!t.ok(await endsWithin(performed, PATIENCE_MS), 'the run hears that it is to stop')) return;
  t.equal(await performed, 'over');
  t.match(await read(id), { status: 'cancelled', tries: 1 });
});

t.test('a process that does not hear, or is too slow, is ended; one at its last step is not', async (t) => {
  const holder = await pool.connect();
  t.teardown(async () => {
    await holder.query('select pg_advisory_unlock_all()');
    holder.release();
  });
  await holder.query('select pg_advisory_lock(4711)');
  const deaf = await ask('deaf');
  const first = givenStarter(t);
  await until(async () => (await read(deaf)).tries === 1);
  const last = await ask('last step');
  givenStarter(t);
  await isRunning(last);
  t.equal(await cancelRun(pool, sumRun, last), 'asked');
  t.equal(await cancelRun(pool, sumRun, deaf), 'asked');
  t.match(await ended(deaf), [{ status: 'cancelled', tries: 1 }]);
  await first.close();

  const slow = await ask('listens');
  givenStarter(t, { longestSeconds: 1 });
  t.match(await ended(slow), [{ status: 'failed', failure: '{"reason":"too_long","seconds":1}' }]);
  // It was asked to stop before either of them.
  t.match(await read(last), { status: 'running', percent: 99 });
  await holder.query('select pg_advisory_unlock(4711)');
  t.match(await ended(last), [{ status: 'completed', sum: 10, tries: 1 }]);
});

t.test('of two workers one performs a run; what is left when it ends is begun anew', async (t) => {
  const id = await ask('listens');
  const first = givenStarter(t);
  await isRunning(id);
  const second = givenStarter(t);
  second.poll();
  const [child] = children();
  t.equal(children().length, 1);
  const names = readFileSync(`/proc/${child}/environ`, 'utf8')
    .split('\0')
    .map((line) => line.split('=')[0]);
  t.ok(names.includes('DATABASE_URL'));
  t.notOk(names.includes('JWT_SECRET'), 'a secret that it does not need');
  await first.close();
  await until(async () => (await read(id)).tries === 2, 'the other worker begins it anew');
  t.match(await read(id), { status: 'running', attempts: 0 });
  t.equal(await cancelRun(pool, sumRun, id), 'asked');
  t.match(await ended(id), [{ status: 'cancelled' }]);
});
