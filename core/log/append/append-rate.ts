import type { Pool } from 'pg';

/** Minutes that are reported. */
const MINUTES = 30;

export interface AppendRate {
  /** Over the last minute. */
  eventsPerSecond: number;
  /** Events recorded in each of the last 30 minutes, the latest, which is not over, last. */
  minutes: number[];
}

/**
 * Returns how many events were appended lately, by the database's clock. Positions follow the time of recording, but for
 * moments. So where each minute begins is found by halving in each partition: a few thousand look-ups by the primary key,
 * however long the log is. `now` is the database's own time unless it is given.
 */
export async function appendRate(pool: Pool, now?: Date): Promise<AppendRate> {
  // Each search ends at the last position that was recorded before its time. `offset 0` keeps the look-up a look-up:
  // the planner would otherwise be free to join with the whole table.
  const { rows } = await pool.query<{ after: string }>({
    name: 'append_rate',
    text: `
      with recursive starts as (
        select m, date_trunc('minute', coalesce($1, now())) - m * interval '1 minute' as at
        from generate_series(0, ${MINUTES - 1}) m
        union all select ${MINUTES}, coalesce($1, now()) - interval '1 minute'
      ), search as (
        select s.m, s.at, p.partition, 0::bigint as low, p.head as high, p.head
        from log_partitions p cross join starts s
        union all
        select s.m, s.at, s.partition,
          case when e.recorded_at < s.at then e.position else s.low end,
          case when e.recorded_at < s.at then s.high else e.position - 1 end, s.head
        from search s cross join lateral (
          select position, recorded_at from events
          where partition = s.partition and position = (s.low + s.high + 1) / 2 offset 0
        ) e
        where s.low < s.high
      )
      select sum(head - low) as after from search where low = high group by m order by m`,
    values: [now],
  });
  const after = rows.map((row) => Number(row.after));
  const lastMinute = after.pop() ?? 0;
  return {
    eventsPerSecond: lastMinute / 60,
    minutes: after.map((events, minute) => events - (after[minute - 1] ?? 0)).reverse(),
  };
}
