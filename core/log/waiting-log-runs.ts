import type { Pool } from 'pg';
import { UNKNOWN_MIGRATIONS } from '../newer-database.ts';
import { IS_BEING_RUN } from './log-runs.ts';
import { projections } from './projections.ts';

/** Tries of one run before it is given up. */
const ATTEMPTS_MAX = 3;

/** Runs that are remembered. */
const KEPT = 100;

/** When the nightly verification begins, and until when it is made up for; hours and minutes of the day. */
const NIGHT = { from: '03:30', until: '12:00' };

/**
 * The run that waits, or has broken off; undefined when there is none, or a process is at it, or a newer version has
 * migrated the database: it is for that version's workers.
 */
export async function waitingLogRun(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ id: number }>({
    name: 'waiting_log_run',
    text: `select id from log_runs where status in ('queued', 'running') and not ${IS_BEING_RUN}
             and ${UNKNOWN_MIGRATIONS} is null`,
  });
  return rows[0]?.id;
}

/**
 * Asks for the verification of this night, once, however many workers do so; not while another run waits or is under
 * way, nor of a log that is younger than a day. `now` is in milliseconds since 1970. Answers whether it was asked for.
 */
export async function requestNightlyVerification(
  pool: Pool,
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
  const { rowCount } = await pool.query(
    `insert into log_runs (kind, projections, is_nightly, created_at)
     select 'verify', $2::text[], true, $1::timestamptz
     where not exists (select from log_runs where is_nightly and created_at > $1::timestamptz - interval '12 hours')
       and exists (select from log_partitions p join events e on e.partition = p.partition and e.position = 1
         where e.recorded_at < $1::timestamptz - interval '1 day')
       and ${UNKNOWN_MIGRATIONS} is null
     on conflict do nothing`,
    [new Date(now).toISOString(), projections.map(({ name }) => name)],
  );
  return rowCount === 1;
}

/** Counts a try that broke off without anybody having stopped it; after three the run has failed. */
export async function countBrokenLogRun(
  db: Pick<Pool, 'query'>,
  runId: number,
  detail: string,
): Promise<void> {
  await db.query(
    `update log_runs set attempts = attempts + 1,
       status = case when attempts + 1 >= ${ATTEMPTS_MAX} then 'failed' else status end,
       failure = case when attempts + 1 >= ${ATTEMPTS_MAX} then 'It broke off ${ATTEMPTS_MAX} times, at last with: ' || $2 end,
       finished_at = case when attempts + 1 >= ${ATTEMPTS_MAX} then now() end
     where id = $1 and status in ('queued', 'running')`,
    [runId, detail],
  );
}

/** Forgets all but the latest runs. */
export async function forgetOldLogRuns(pool: Pool): Promise<void> {
  await pool.query(
    `delete from log_runs where status not in ('queued', 'running')
       and id <= (select id from log_runs order by id desc offset ${KEPT} limit 1)`,
  );
}
