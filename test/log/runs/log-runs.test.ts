import type { Pool } from 'pg';
import t from 'tap';
import { requestNightlyVerification } from '../../../core/log/runs/log.run.ts';
import {
  cancelLogRun,
  lastVerification,
  logRuns,
  openLogRun,
  requestLogRun,
} from '../../../core/log/runs/log-runs.ts';
import { projections } from '../../../core/projections.ts';
import { forgetOldRuns, runBroke, waitingRuns } from '../../../core/run/run-rows.ts';
import { logRun } from '../../../core/run-kinds.ts';
import { column } from '../../harness/columns.ts';
import { createTestDatabase } from '../../harness/database-harness.ts';
import { sql } from '../../harness/sql.ts';
import { given, review } from '../given-events.ts';

const ALL = projections.map(({ name }) => name);
const timeZone = 'Asia/Ho_Chi_Minh';

const { pool } = await createTestDatabase(t);
t.beforeEach(async () => void (await pool.query('truncate log_runs')));
await given(pool, [review(1)]);
/** When the first event was recorded. */
const beginAt = (at: string) => pool.query('update events set recorded_at = $1', [at]);
await beginAt('2026-01-01T00:00:00Z');

const end = (id: number, status = 'completed', differences: number | null = 0) =>
  pool.query('update log_runs set status = $2, differences = $3, finished_at = now() where id = $1', [
    id,
    status,
    differences,
  ]);

const waiting = () => waitingRuns(pool, logRun);
const storage = () => Promise.reject(new Error('A log run has no files'));
const broke = (id: number, detail: string) => runBroke({ pool, storage }, logRun, id, detail);

/** Holds a run as the process does that is at it. */
async function givenProcess(id: number): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query(`select pg_advisory_lock(hashtext('nho log run'), 0)`);
  await client.query(`update log_runs set status = 'running', started_at = now() where id = $1`, [id]);
  return async () => {
    await client.query('select pg_advisory_unlock_all()');
    client.release();
  };
}

t.test('a run is asked for, of all projections or of some with what belongs to them', async (t) => {
  const run = await requestLogRun(pool, projections, { kind: 'verify' });
  t.match(run, {
    kind: 'verify',
    status: 'queued',
    projections: ALL,
    percent: 0,
    differences: null,
    rows: [],
    is_nightly: false,
    failure: null,
    started_at: null,
    finished_at: null,
  });
  t.same(await openLogRun(pool), run);
  t.same(await waiting(), [run.id]);
  await end(run.id);
  t.equal(await openLogRun(pool), null);
  t.same(await waiting(), []);
  const chosen = await requestLogRun(pool, projections, { kind: 'rebuild', projections: ['class_progress'] });
  t.same(chosen.projections, ['deck_stats', 'class_progress']);
  t.same(column(await logRuns.latest(pool), 'id'), [chosen.id, run.id]);
});

t.test('a projection that is none is named', async (t) => {
  const asked = requestLogRun(pool, projections, { kind: 'verify', projections: ['deck_stats', 'decks'] });
  const reason = `There is no projection "decks": there are ${ALL.join(', ')}`;
  await t.rejects(asked, { code: 'validation_failed', errors: { projections: [reason] } });
  t.same(await logRuns.latest(pool), []);
});

t.test('of several that are asked for at once, one waits and the others are refused', async (t) => {
  const asked = await Promise.allSettled(
    Array.from({ length: 5 }, () => requestLogRun(pool, projections, { kind: 'rebuild' })),
  );
  t.equal(asked.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const one of asked) if (one.status === 'rejected') t.equal(one.reason.code, 'log_run_waits');
});

t.test('one that a process is at is left to it; one whose process has died is not', async (t) => {
  const { id } = await requestLogRun(pool, projections, { kind: 'verify' });
  const letGo = await givenProcess(id);
  t.same(await waiting(), []);
  t.match(await cancelLogRun(pool, logRun, id), { status: 'running', finished_at: null });
  await letGo();
  t.same(await waiting(), [id]);
  t.match(await cancelLogRun(pool, logRun, id), { status: 'cancelled' });
  t.equal(await lastVerification(pool), null, 'a cancelled one tells nothing');
  await t.rejects(logRuns.byId(pool, id + 1), { code: 'log_run_not_found' });
});

t.test('a run that breaks off three times has failed, and says why', async (t) => {
  const { id } = await requestLogRun(pool, projections, { kind: 'verify' });
  await broke(id, 'SIGKILL');
  await broke(id, 'SIGKILL');
  t.match(await logRuns.byId(pool, id), { status: 'queued', failure: null });
  await broke(id, 'exit code 134');
  t.match(await logRuns.byId(pool, id), {
    status: 'failed',
    failure: 'It broke off 3 times, at last with: exit code 134',
    finished_at: /^20/,
  });
  t.match(await lastVerification(pool), { id, status: 'failed' });
  await broke(id, 'late');
  t.match(await logRuns.byId(pool, id), { failure: /134/ });
});

t.test('the last verification is told, not what was rebuilt since', async (t) => {
  const { id } = await requestLogRun(pool, projections, { kind: 'verify' });
  await end(id, 'completed', 3);
  const rebuilt = await requestLogRun(pool, projections, { kind: 'rebuild' });
  await end(rebuilt.id);
  t.match(await lastVerification(pool), { id, differences: 3 });
});

/** Asks for the nightly verification at a time of that place, and ends it. */
async function askAt(at: string, zone = timeZone): Promise<boolean> {
  const isNew = await requestNightlyVerification(pool, projections, { now: Date.parse(at), timeZone: zone });
  const open = await openLogRun(pool);
  if (open) await end(open.id);
  return isNew;
}

t.test('each night one verification is asked for, from 03:30 where the school is', async (t) => {
  t.equal(await askAt('2026-11-22T03:29:59+07:00'), false);
  t.equal(await askAt('2026-11-22T03:30:00+07:00'), true);
  t.match(await logRuns.latest(pool), [{ kind: 'verify', is_nightly: true, projections: ALL }]);
  t.equal(await askAt('2026-11-22T03:30:05+07:00'), false);
  t.equal(await askAt('2026-11-22T11:59:59+07:00'), false);
  t.equal(await askAt('2026-11-22T23:59:59+07:00'), false);
  t.equal(await askAt('2026-11-23T03:30:00+07:00'), true);
});

t.test('a log that is younger than a day is left alone', async (t) => {
  t.teardown(() => beginAt('2026-01-01T00:00:00Z'));
  await beginAt('2026-11-21T20:00:00+07:00');
  t.equal(await askAt('2026-11-22T03:30:00+07:00'), false);
  t.equal(await askAt('2026-11-23T03:30:00+07:00'), true);
});

t.test('a night without a worker is made up for until noon, and the next one is as ever', async (t) => {
  t.equal(await askAt('2026-11-22T11:59:59+07:00'), true);
  t.equal(await askAt('2026-11-23T03:30:00+07:00'), true);
  t.equal(await askAt('2026-11-24T12:00:00+07:00'), false);
});

t.test('in the night in which clocks are put forward or back there is one as well', async (t) => {
  const zone = 'Europe/Berlin';
  t.equal(await askAt('2026-03-28T11:59:00+01:00', zone), true);
  t.equal(await askAt('2026-03-29T03:30:00+02:00', zone), true);
  t.equal(await askAt('2026-03-29T11:59:00+02:00', zone), false);
  t.equal(await askAt('2026-10-25T03:30:00+01:00', zone), true);
  t.equal(await askAt('2026-10-25T11:59:00+01:00', zone), false);
});

t.test('however many workers ask at once, there is one; one of the administrator goes first', async (t) => {
  const now = Date.parse('2026-11-22T03:30:00+07:00');
  const ask = (to: Pool = pool) => requestNightlyVerification(to, projections, { now, timeZone });
  const asked = await Promise.all(Array.from({ length: 5 }, () => ask()));
  t.equal(asked.filter(Boolean).length, 1);
  await pool.query('truncate log_runs');
  const { id } = await requestLogRun(pool, projections, { kind: 'rebuild' });
  t.equal(await ask(), false);
  await end(id);
  t.equal(await ask(), true);
});

t.test('the latest hundred are remembered', async (t) => {
  await sql(pool)`insert into log_runs (kind, projections, status) select 'verify', '{}', 'completed'
    from generate_series(1, 120)`;
  const { id } = await requestLogRun(pool, projections, { kind: 'verify' });
  await forgetOldRuns(pool, logRun, 100);
  const rows = await sql(pool)`select count(*)::integer as runs, min(id) as first from log_runs`;
  t.same(rows, [{ runs: 100, first: id - 99 }]);
  t.equal((await logRuns.latest(pool)).length, 30);
});
