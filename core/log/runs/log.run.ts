import type { Pool } from 'pg';
import { NewerDatabaseError, UNKNOWN_MIGRATIONS } from '../../postgres/newer-database.ts';
import { isTransient } from '../../postgres/postgres-error.ts';
import type { Tx } from '../../postgres/transaction.ts';
import { defineRun, type RunEnd, type RunFailure, type RunKind } from '../../run/run-kind.ts';
import { forgetOldRuns } from '../../run/run-rows.ts';
import { allPartitions } from '../position.ts';
import type { Projection } from '../projection.ts';
import type { LogRunResult, LogRunRow } from './perform-log-run.ts';

/** When the nightly verification begins, and until when it is made up for; hours and minutes of the day. */
const NIGHT = { from: '03:30', until: '12:00' };

/**
 * Asks for the verification of this night, once, however many workers do so; not while another run waits or is under
 * way, nor of a log that is younger than a day. `now` is in milliseconds since 1970. Returns whether it was asked for.
 */
export async function requestNightlyVerification(
  pool: Pool,
  projections: readonly Projection[],
  { now, timeZone }: { now: number; timeZone: string },
): Promise<boolean> {
  const time = new Intl.DateTimeFormat('en', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(now);
  if (time < NIGHT.from || time >= NIGHT.until) return false;
  // One of this night is not twelve hours old, one of the last night is older, however clocks are put.
  const { rowCount: old } = await pool.query(
    `/* requestNightlyVerification */ select 1 from events
     where partition = any ($2) and position = 1 and recorded_at < $1::timestamptz - interval '1 day' limit 1`,
    [new Date(now).toISOString(), allPartitions()],
  );
  if (!old) return false;
  const { rowCount } = await pool.query(
    `/* requestNightlyVerification */ insert into log_runs (kind, projections, is_nightly, created_at)
     select 'verify', $2::text[], true, $1::timestamptz
     where not exists (select 1 from log_runs where is_nightly and created_at > $1::timestamptz - interval '12 hours')
       and ${UNKNOWN_MIGRATIONS} is null
     on conflict do nothing`,
    [new Date(now).toISOString(), projections.map(({ name }) => name)],
  );
  return rowCount === 1;
}

/** Runs that are remembered. */
const KEPT_RUNS = 100;

/** Rows that are kept with the run; all are counted. */
const KEPT_ROWS = 50;

/** Defines the kind of run that verifies or rebuilds these projections. */
export const defineLogRun = (projections: readonly Projection[]): RunKind<LogRunRow, LogRunResult> =>
  defineRun<LogRunRow, LogRunResult>({
    name: 'log-run',
    table: 'log_runs',
    title: 'a verification or rebuild of projections',
    activity: 'verifying or rebuilding projections',
    lock: { name: 'nho log run', of: 'kind' },
    columns: ['kind', 'projections'],
    isAtLastStep: 'percent >= 99',
    process: {
      heapMb: 256,
      connection: 'nho log run',
      // A rebuild makes and replaces tables, which only their owner may.
      settings: ['NODE_ENV', 'DATABASE_URL', 'MIGRATE_DATABASE_URL', 'LOG_LEVEL'],
    },

    async perform(run, { config }) {
      const { performLogRun } = await import('./perform-log-run.ts');
      return performLogRun(run, { config, projections });
    },
    // Of a newer version, a worker of that version takes it up.
    judge: (error) => (isTransient(error) || error instanceof NewerDatabaseError ? 'broke' : 'failed'),
    end: writeEnd,
    logEnd(log, runId, end) {
      if (end.status === 'failed')
        log.error(
          { err: errorOf(end.failure), run: runId },
          'a verification or rebuild of projections failed',
        );
      if (end.status === 'done' && end.result.count > 0)
        log.error(
          { differences: end.result.count, run: runId },
          'projections differed from the log: the run lists the rows',
        );
    },
    async requestDue({ pool, now, config }) {
      await requestNightlyVerification(pool, projections, { now: now(), timeZone: config.APP_TIME_ZONE });
    },
    tidy: ({ pool }) => forgetOldRuns(pool, { table: 'log_runs' }, KEPT_RUNS),
  });

async function writeEnd(tx: Tx, runId: number, end: RunEnd<LogRunResult>): Promise<void> {
  const result = end.status === 'done' ? end.result : undefined;
  await tx.query(
    `/* writeEnd */ update log_runs set status = $2, differences = $3, rows = $4, failure = $5, finished_at = now(),
       percent = case when $2 = 'completed' then 100 else percent end
     where id = $1`,
    [
      runId,
      end.status === 'done' ? 'completed' : end.status,
      result?.count,
      JSON.stringify(result?.rows.slice(0, KEPT_ROWS) ?? []),
      end.status === 'failed' ? failureText(end.failure) : null,
    ],
  );
}

function errorOf(failure: RunFailure): unknown {
  return failure.reason === 'error' ? failure.error : new Error(failureText(failure));
}

function failureText(failure: RunFailure): string {
  if (failure.reason === 'error') return (failure.error as Error).message;
  if (failure.reason === 'too_long') return `It took longer than ${failure.seconds} seconds`;
  return `It broke off ${failure.attempts} times, at last with: ${failure.detail}`;
}
