import type { Pool } from 'pg';
import { AppError } from '../errors.ts';
import type { LogRun, LogRunKind } from './log.schema.ts';
import { projectionsWithFollowed, unknownProjections } from './projection-choice.ts';
import { projections as allProjections } from './projections.ts';

/** Runs that a list has. */
const LISTED = 30;

/** Of two processes that take up a run, the second finds this lock taken: one run at a time. */
export const LOG_RUN_LOCK = "hashtext('nho log run')";

/** True while a process is at a run. */
export const IS_BEING_RUN = `exists (
  select from pg_locks where locktype = 'advisory' and objsubid = 1 and granted
    and ((classid::bigint << 32) | objid::bigint) = ${LOG_RUN_LOCK}::bigint
    and database = (select oid from pg_database where datname = current_database()))`;

const SELECT = `
  select id, kind, status, projections, percent, differences, rows, is_nightly, failure, created_at, started_at,
    finished_at
  from log_runs`;

const timestamp = (at: string | null): string | null => (at === null ? null : new Date(at).toISOString());

const toRun = (row: LogRun): LogRun => ({
  ...row,
  created_at: new Date(row.created_at).toISOString(),
  started_at: timestamp(row.started_at),
  finished_at: timestamp(row.finished_at),
});

/** The latest runs, newest first. */
export async function latestLogRuns(pool: Pool): Promise<LogRun[]> {
  const { rows } = await pool.query<LogRun>(`${SELECT} order by id desc limit ${LISTED}`);
  return rows.map(toRun);
}

/** One run as it stands. Throws `log_run_not_found`. */
export async function logRunById(pool: Pool, runId: number): Promise<LogRun> {
  const { rows } = await pool.query<LogRun>(`${SELECT} where id = $1`, [runId]);
  if (!rows[0]) throw new AppError('log_run_not_found');
  return toRun(rows[0]);
}

/** The run that waits or is under way, if any. */
export async function openLogRun(pool: Pool): Promise<LogRun | null> {
  const { rows } = await pool.query<LogRun>(`${SELECT} where status in ('queued', 'running')`);
  return rows[0] ? toRun(rows[0]) : null;
}

/** The verification that was the last to come to its end, well or with a failure. */
export async function lastVerification(pool: Pool): Promise<LogRun | null> {
  const { rows } = await pool.query<LogRun>(
    `${SELECT} where kind = 'verify' and status in ('completed', 'failed') order by id desc limit 1`,
  );
  return rows[0] ? toRun(rows[0]) : null;
}

/**
 * Has projections, by name, verified or rebuilt, with what they follow and what follows them; none means all. Throws
 * `validation_failed` for a name that no projection has, `log_run_waits` while another run waits or is under way.
 */
export async function requestLogRun(
  pool: Pool,
  { kind, projections = [] }: { kind: LogRunKind; projections?: readonly string[] | undefined },
): Promise<LogRun> {
  const [wrong] = unknownProjections(projections);
  if (wrong !== undefined) throw unknownProjection('projections', wrong);
  const names = projectionsWithFollowed(projections).map(({ name }) => name);
  const { rows } = await pool.query<{ id: number }>(
    'insert into log_runs (kind, projections) values ($1, $2) on conflict do nothing returning id',
    [kind, names],
  );
  if (!rows[0]) throw new AppError('log_run_waits');
  return logRunById(pool, rows[0].id);
}

/** `validation_failed` for a field that names a projection which is none. */
export const unknownProjection = (field: string, name: string): AppError =>
  new AppError('validation_failed', {
    params: { fields: field },
    errors: {
      [field]: [
        `There is no projection "${name}": there are ${allProjections.map((one) => one.name).join(', ')}`,
      ],
    },
  });

/**
 * Ends a run: at once when no process is at it, else as soon as that one hears of it, unless it is replacing rows
 * already. Throws `log_run_not_found` or `log_run_has_ended`.
 */
export async function cancelLogRun(pool: Pool, runId: number): Promise<LogRun> {
  const { rowCount } = await pool.query(
    `update log_runs set cancel_requested = true,
       status = case when status = 'queued' or not ${IS_BEING_RUN} then 'cancelled' else status end,
       finished_at = case when status = 'queued' or not ${IS_BEING_RUN} then now() end
     where id = $1 and status in ('queued', 'running')`,
    [runId],
  );
  const run = await logRunById(pool, runId);
  if (!rowCount) throw new AppError('log_run_has_ended');
  return run;
}
