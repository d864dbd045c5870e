import type { Pool } from 'pg';
import { isoTime } from '../contract/iso-time.ts';
import { appendRate } from './append/append-rate.ts';
import type { LogOverview } from './log.schema.ts';
import type { Projection } from './projection.ts';
import { lastVerification, openLogRun } from './runs/log-runs.ts';
import { timelineChangedAt } from './timeline.ts';

interface CheckpointRow {
  projection: string;
  partition: number;
  head: number;
  lag: number;
  /** Since the oldest event that has not been taken in was recorded. */
  seconds: number;
}

/** Returns the state of the log and its projections, by a few quick statements however long the log is. */
export async function logOverview(pool: Pool, projections: readonly Projection[]): Promise<LogOverview> {
  const [rate, { rows: heads }, { rows: checkpoints }, { rows: parked }, changedAt, verification, run] =
    await Promise.all([
      appendRate(pool),
      pool.query<{ partition: number; head: number }>(
        'select partition, head::float8 as head from log_partitions order by partition',
      ),
      pool.query<CheckpointRow>(
        `select c.projection, c.partition, greatest(p.head - c.position, 0)::float8 as lag,
           coalesce(extract(epoch from now() - e.recorded_at)::float8, 0) as seconds
         from projection_checkpoints c join log_partitions p using (partition)
         left join lateral (
           select recorded_at from events where partition = c.partition and position = c.position + 1
             and p.head > c.position offset 0
         ) e on true
         order by c.partition`,
      ),
      pool.query<{ projection: string; events: number }>(
        'select projection, count(*)::integer as events from parked_events group by projection',
      ),
      timelineChangedAt(pool),
      lastVerification(pool),
      openLogRun(pool),
    ]);
  const parkedBy = new Map(parked.map(({ projection, events }) => [projection, events]));
  return {
    events: heads.reduce((sum, { head }) => sum + head, 0),
    events_per_second: rate.eventsPerSecond,
    minutes: rate.minutes,
    partitions: heads,
    epoch_changed_at: isoTime(changedAt),
    projections: projections.map(({ name }) => {
      const own = checkpoints.filter(({ projection }) => projection === name);
      return {
        name,
        lag: own.reduce((sum, { lag }) => sum + lag, 0),
        lag_seconds: Math.max(0, ...own.map(({ seconds }) => seconds)),
        partitions: own.map(({ lag }) => lag),
        parked: parkedBy.get(name) ?? 0,
      };
    }),
    last_verification: verification,
    current_run: run,
  };
}
