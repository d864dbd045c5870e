import type { Pool } from 'pg';
import { isoTime } from '../contract/clock.ts';
import { runningProcesses } from '../postgres/running-processes.ts';
import { byShard } from '../postgres/several-servers.ts';
import type { LogOverview } from './log.schema.ts';
import { allPartitions } from './position.ts';
import type { Projection } from './projection.ts';
import { lastVerification, openLogRun } from './runs/log-runs.ts';
import { timelineChangedAt } from './timeline.ts';

/** Minutes that are reported. */
const MINUTES = 30;

/**
 * Returns how many events were appended lately, by the database's clock. Positions follow the time of recording, but for
 * moments. So where each minute begins is found by halving in each partition: a few thousand look-ups by the primary key,
 * however long the log is. `now` is the database's own time unless it is given.
 */
export async function appendRate(
  pool: Pool,
  now?: Date,
): Promise<Pick<LogOverview, 'events_per_second' | 'minutes'>> {
  const after: number[] = Array(MINUTES + 1).fill(0);
  // Each search ends at the last position that was recorded before its time. `offset 0` keeps the look-up a look-up:
  // the planner would otherwise be free to join with the whole table.
  // A server searches in its own partitions only.
  for (const partitions of byShard(allPartitions())) {
    const { rows } = await pool.query<{ after: string }>({
      name: 'append_rate',
      text: `
      with recursive starts as (
        select m, date_trunc('minute', coalesce($1, now())) - m * interval '1 minute' as at
        from generate_series(0, ${MINUTES - 1}) m
        union all select ${MINUTES}, coalesce($1, now()) - interval '1 minute'
      ), search as (
        select s.m, s.at, p.partition, 0::bigint as low, p.head as high, p.head
        from log_partitions p cross join starts s where p.partition = any ($2)
        union all
        select s.m, s.at, s.partition,
          case when e.recorded_at < s.at then e.position else s.low end,
          case when e.recorded_at < s.at then s.high else e.position - 1 end, s.head
        from search s cross join lateral (
          select position, recorded_at from events
          where partition = any ($2) and partition = s.partition and position = (s.low + s.high + 1) / 2 offset 0
        ) e
        where s.low < s.high
      )
      select sum(head - low) as after from search where low = high group by m order by m`,
      values: [now, partitions],
    });
    for (const [index, row] of rows.entries()) after[index]! += Number(row.after);
  }
  const lastMinute = after.pop() ?? 0;
  return {
    events_per_second: lastMinute / 60,
    minutes: after.map((events, minute) => events - (after[minute - 1] ?? 0)).reverse(),
  };
}

interface CheckpointRow {
  projection: string;
  partition: number;
  head: number;
  lag: number;
  /** Since the oldest event that has not been taken in was recorded. */
  seconds: number;
}

async function checkpointRows(pool: Pool): Promise<CheckpointRow[]> {
  const found: CheckpointRow[] = [];
  for (const partitions of byShard(allPartitions())) {
    const { rows } = await pool.query<CheckpointRow>(
      `/* checkpointRows */ select c.projection, c.partition, greatest(p.head - c.position, 0)::float8 as lag,
         coalesce(extract(epoch from now() - e.recorded_at)::float8, 0) as seconds
       from projection_checkpoints c join log_partitions p using (partition)
       left join lateral (
         select recorded_at from events where partition = any ($1) and partition = c.partition
           and position = c.position + 1 and p.head > c.position offset 0
       ) e on true
       where c.partition = any ($1) and p.partition = any ($1)
       order by c.partition`,
      [partitions],
    );
    found.push(...rows);
  }
  return found.sort((a, b) => a.partition - b.partition);
}

/** Returns the state of the log and its projections, by a few quick statements however long the log is. */
export async function logOverview(pool: Pool, projections: readonly Projection[]): Promise<LogOverview> {
  const [rate, { rows: heads }, checkpoints, { rows: parked }, changedAt, verification, run, running] =
    await Promise.all([
      appendRate(pool),
      pool.query<{ partition: number; head: number }>(
        '/* logOverview */ select partition, head::float8 as head from log_partitions order by partition',
      ),
      checkpointRows(pool),
      pool.query<{ projection: string; events: number }>(
        '/* logOverview */ select projection, count(*)::integer as events from parked_events group by projection',
      ),
      timelineChangedAt(pool),
      lastVerification(pool),
      openLogRun(pool),
      runningProcesses(pool),
    ]);
  const parkedBy = new Map(parked.map(({ projection, events }) => [projection, events]));
  return {
    processes: {
      api: running.filter(({ kind }) => kind === 'api').length,
      worker: running.filter(({ kind }) => kind === 'worker').length,
    },
    events: heads.reduce((sum, { head }) => sum + head, 0),
    ...rate,
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
