import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';

const POLL_MS = 100;

/** The age in seconds of the oldest event that some live projection has not taken in; 0 when there is none. */
export async function lagSeconds(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ lag: number | null }>({
    name: 'live_lag',
    text: `select extract(epoch from clock_timestamp() - min(e.recorded_at))::float8 as lag
           from public.projection_checkpoints c
           join public.events e on e.partition = c.partition and e.position = c.position + 1`,
  });
  return rows[0]!.lag ?? 0;
}

/** Does the work, and tells the greatest lag of the live projections meanwhile, in seconds. */
export async function withLag<T>(pool: Pool, work: Promise<T>): Promise<{ value: T; lag: number }> {
  let [lag, isDone] = [0, false];
  const value = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    lag = Math.max(lag, await lagSeconds(pool));
    await pause(POLL_MS);
  }
  return { value: await value, lag };
}

/** How many events some live projection has not taken in: those of the projection that is furthest behind. */
export async function eventsBehind(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ behind: number }>({
    name: 'events_behind',
    text: `select coalesce(sum(behind), 0)::float8 as behind
           from (select p.head - min(c.position) as behind
                 from public.projection_checkpoints c join public.log_partitions p using (partition)
                 group by p.partition, p.head) partitions`,
  });
  return rows[0]!.behind;
}

/** Waits until the live projections have taken in the whole log. */
export async function untilCaughtUp(pool: Pool, pollMs = POLL_MS): Promise<void> {
  while ((await eventsBehind(pool)) > 0) await pause(pollMs);
}
