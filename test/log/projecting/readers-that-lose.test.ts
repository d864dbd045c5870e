import type { Pool } from 'pg';
import t from 'tap';
import { Appender } from '../../../core/log/append/appender.ts';
import { partitionOf } from '../../../core/log/position.ts';
import { readEvents } from '../../../core/log/read.ts';
import { column } from '../../harness/columns.ts';
import { createTestDatabase } from '../../harness/database-harness.ts';
import { sql } from '../../harness/sql.ts';
import { until } from '../../harness/until.ts';
import { review } from '../given-events.ts';

/**
 * Why positions are given under a lock: the designs that look simpler lose events when two writers overlap. They are
 * kept here so that the check which clears ours is seen to convict them.
 */
const { pool } = await createTestDatabase(t);

await sql(pool)`create table plain_log (position bigint generated always as identity primary key, name text,
  writer xid8 default pg_current_xact_id());`;

/** Two writers, the second of which commits first, with a reader that looks in between and afterwards. */
async function overlapping(
  read: (after: string) => Promise<{ name: string; cursor: string }[]>,
): Promise<string[]> {
  await pool.query('truncate plain_log');
  const [slow, quick] = [await pool.connect(), await pool.connect()];
  const seen: string[] = [];
  let cursor = '0';
  const poll = async (): Promise<void> => {
    for (const row of await read(cursor)) {
      seen.push(row.name);
      cursor = row.cursor;
    }
  };
  await slow.query('begin');
  await slow.query("insert into plain_log (name) values ('slow')");
  await quick.query("insert into plain_log (name) values ('quick')");
  await poll();
  await slow.query('commit');
  await poll();
  slow.release();
  quick.release();
  return seen.sort();
}

t.test('a reader that goes by an identity column loses the event of the slower writer', async (t) => {
  const seen = await overlapping(
    (after) => sql(pool)`select name, position::text as cursor from plain_log
      where position > ${after} order by position`,
  );
  t.same(seen, ['quick']);
});

t.test('so does one that filters by transaction id and remembers the position alone', async (t) => {
  await pool.query('truncate plain_log');
  const [early, late] = [await pool.connect(), await pool.connect()];
  // The early transaction owns its id before the late one begins, and takes its position after it.
  await early.query('begin');
  await early.query('select pg_current_xact_id()');
  await late.query('begin');
  await late.query('select pg_current_xact_id()');
  await late.query("insert into plain_log (name) values ('late, position 1')");
  await early.query("insert into plain_log (name) values ('early, position 2')");
  await early.query('commit');
  const read = (after: string): Promise<{ name: string; position: string }[]> =>
    sql(pool)`select name, position from plain_log
      where position > ${after} and writer < pg_snapshot_xmin(pg_current_snapshot()) order by position`;
  // Whatever else runs in this cluster may hide the early event for a moment.
  let first: { name: string; position: string }[] = [];
  await until(async () => {
    first = await read('0');
    return first.length > 0;
  });
  await late.query('commit');
  const second = await read(first.at(-1)?.position ?? '0');
  early.release();
  late.release();
  t.same(column([...first, ...second], 'name'), ['early, position 2']);
});

t.test('ours sees every event once, in order: the second writer waits for the first', async (t) => {
  const slow = await pool.connect();
  await slow.query('begin');
  await new Appender(slow as unknown as Pool).append(review(1));
  const reader = await pool.connect();
  const quick = new Appender(pool).append(review(1));
  const waiting = async (): Promise<boolean> => {
    const rows = await sql(pool)`select from pg_stat_activity where wait_event_type = 'Lock'
      and query like '%append_events%'`;
    return rows.length > 0;
  };
  await until(waiting);
  t.same(await readEvents(reader, partitionOf(1), 0, 10), [], 'nothing is visible before its predecessor');
  await slow.query('commit');
  t.equal((await quick).position, 2);
  t.same(column(await readEvents(reader, partitionOf(1), 0, 10), 'position'), [1, 2]);
  slow.release();
  reader.release();
});

t.test('a transaction left open in another database hides nothing', async (t) => {
  const { pool: other } = await createTestDatabase(t);
  const stray = await other.connect();
  await stray.query('begin');
  await stray.query('create table held (id integer)');
  const { position } = await new Appender(pool).append(review(1));
  const reader = await pool.connect();
  t.equal((await readEvents(reader, partitionOf(1), 0, 10)).at(-1)?.position, position);
  await stray.query('rollback');
  stray.release();
  reader.release();
});

t.test('a hole in the positions is told, not skipped', async (t) => {
  await pool.query('delete from events where position = 2');
  const reader = await pool.connect();
  await t.rejects(readEvents(reader, partitionOf(1), 0, 10), {
    name: 'LogGapError',
    message: /position 3 where 2 was expected/,
  });
  reader.release();
});
