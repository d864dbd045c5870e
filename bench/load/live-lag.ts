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

/** Waits until the live projections have taken in the whole log. */
export async function untilCaughtUp(pool: Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ behind: boolean }>(
      `select bool_or(c.position < p.head) as behind
       from projection_checkpoints c join log_partitions p using (partition)`,
    );
    if (!rows[0]!.behind) return;
    await pause(POLL_MS);
  }
}
