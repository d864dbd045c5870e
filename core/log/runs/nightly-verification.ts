import type { Pool } from 'pg';
import { UNKNOWN_MIGRATIONS } from '../../postgres/newer-database.ts';
import type { Projection } from '../projection.ts';

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
