import type { Pool } from 'pg';
import t from 'tap';
import { appendRate, logOverview } from '../../core/log/log-overview.ts';
import { partitionOf } from '../../core/log/position.ts';
import { projections } from '../../core/projections.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { sql } from '../harness/sql.ts';
import { given, neighbours, projectAll, review, studentOf } from './given-events.ts';

const { first, elsewhere } = neighbours();
const NOW = new Date('2026-11-22T10:30:30Z');

/** The log's first events in a partition, recorded so many seconds before NOW. */
async function givenRecorded(pool: Pool, partition: number, secondsAgo: number[]): Promise<void> {
  const times = secondsAgo.map((seconds) => new Date(NOW.getTime() - seconds * 1_000).toISOString());
  await sql(pool)`
    insert into events (partition, position, id, student_id, type, version, data, data_hash, occurred_at, recorded_at)
    select ${partition}, position, gen_random_uuid(), ${studentOf(partition)}, 'CardReviewed', 1, '{}', '', at, at
    from unnest(${times}::timestamptz[]) with ordinality t (at, position)`;
  await sql(pool)`update log_partitions set head = ${times.length} where partition = ${partition}`;
}

t.test('an empty log has nothing to tell', async (t) => {
  const { pool } = await createTestDatabase(t);
  t.same(await logOverview(pool, projections), {
    processes: { api: 0, worker: 0 },
    events: 0,
    events_per_second: 0,
    minutes: Array(30).fill(0),
    partitions: Array.from({ length: 16 }, (_, partition) => ({ partition, head: 0 })),
    epoch_changed_at: null,
    projections: projections.map(({ name }) => ({
      name,
      lag: 0,
      lag_seconds: 0,
      partitions: Array(16).fill(0),
      parked: 0,
    })),
    last_verification: null,
    current_run: null,
  });
});

t.test('events are counted by the minute in which they were recorded, over all partitions', async (t) => {
  const { pool } = await createTestDatabase(t);
  // Thirty seconds of the current minute are over.
  await givenRecorded(pool, 0, [1_000_000, 1_771, 1_769, 95, 89, 61, 60, 31, 30, 29, 0]);
  await givenRecorded(pool, 3, [...Array(600).fill(45), 2]);
  await givenRecorded(pool, 15, [5_000]);
  const { minutes, events_per_second } = await appendRate(pool, NOW);
  t.same(minutes, [1, ...Array(26).fill(0), 1, 604, 4]);
  t.equal(events_per_second, (5 + 601) / 60);
});

t.test('events that waited for one another are counted once, whatever their order', async (t) => {
  const { pool } = await createTestDatabase(t);
  await givenRecorded(pool, 7, [200, 151, 149, 150.5, 148, 91, 89, 92, 88, 31, 29, 31, 28, 10]);
  const { minutes } = await appendRate(pool, NOW);
  const sum = minutes.reduce((some, events) => some + events, 0);
  t.equal(sum, 14);
  t.ok(minutes.every((events) => events >= 0));
});

t.test('the rate is found by look-ups, of which a log ten times as long needs few more', async (t) => {
  const { pool } = await createTestDatabase(t);
  const client = await pool.connect();
  t.teardown(() => client.release());
  /** Rows of `events` that it reads, of a log with so many events in each of two partitions. */
  const read = async (events: number): Promise<number> => {
    await client.query('truncate events');
    const times = Array.from({ length: events }, (_, index) => (events - index) / 10);
    for (const partition of [0, 1]) await givenRecorded(pool, partition, times);
    await client.query('analyze events');
    await client.query('begin');
    const fetched = async (): Promise<number> => {
      const rows = await sql(client)`select (seq_tup_read + idx_tup_fetch)::integer as rows
        from pg_stat_xact_user_tables where relname = 'events'`;
      return rows[0].rows;
    };
    const before = await fetched();
    await appendRate(client as unknown as Pool, NOW);
    const rows = (await fetched()) - before;
    await client.query('commit');
    return rows;
  };
  const short = await read(2_000);
  const long = await read(20_000);
  t.ok(short > 0 && short < 2_000, `${short} rows`);
  t.ok(long < 2 * short, `${long} rows`);
});

t.test('each projection tells what it has not taken in, and for how long', async (t) => {
  const { pool } = await createTestDatabase(t);
  await given(pool, [review(first), review(first), review(elsewhere)]);
  await pool.query(`update events set recorded_at = now() - interval '100 seconds' where position = 2`);
  const [deckStats] = projections.filter(({ name }) => name === 'deck_stats');
  await projectAll(pool, [deckStats!]);
  await sql(pool)`update projection_checkpoints set position = 1 where projection = 'deck_stats'
    and partition = ${partitionOf(first)}`;
  await sql(pool)`insert into parked_events
    values ('deck_stats', ${partitionOf(first)}, 1, ${first}, 'no such card')`;
  const { events, partitions, projections: told } = await logOverview(pool, projections);
  t.equal(events, 3);
  t.equal(partitions[partitionOf(first)]!.head, 2);
  const stats = told.find(({ name }) => name === 'deck_stats')!;
  t.match(stats, { lag: 1, parked: 1 });
  t.equal(stats.partitions[partitionOf(first)], 1);
  t.ok(stats.lag_seconds >= 100, String(stats.lag_seconds));
  const schedule = told.find(({ name }) => name === 'review_schedule')!;
  t.match(schedule, { lag: 3, parked: 0 });
  t.equal(schedule.partitions[partitionOf(elsewhere)], 1);
});
