import type { Pool, PoolClient } from 'pg';
import t from 'tap';
import { partitionOf } from '../../../core/log/position.ts';
import { createTestDatabase, openTestPool } from '../../harness/database-harness.ts';
import { until } from '../../harness/until.ts';
import { review } from '../given-events.ts';

const STUDENT = 1;
const { pool, url } = await createTestDatabase(t);

/** Appends an event as programs before this one do: by the function alone, without a lock of their own. */
async function append(client: Pool | PoolClient): Promise<number> {
  const { id, type, version, data, hash, occurredAt } = review(STUDENT);
  const { rows } = await client.query<{ position: string }>(
    'select position from append_events($1, $2, $3, $4, $5, $6, $7, $8)',
    [
      [partitionOf(STUDENT)],
      [STUDENT],
      [id],
      [type],
      [version],
      JSON.stringify([data]),
      [hash],
      [occurredAt.toISOString()],
    ],
  );
  return Number(rows[0]?.position);
}

/** Tried again as long as the first holds its lock for longer than the function waits. */
async function appendAtLast(client: Pool): Promise<number> {
  for (;;)
    try {
      return await append(client);
    } catch (error) {
      if ((error as { code?: unknown }).code !== '55P03') throw error;
    }
}

t.test('the function locks what it appends to, whoever calls it', async (t) => {
  const first = await pool.connect();
  await first.query('begin');
  await append(first);
  const writers = openTestPool(t, { connectionString: url, max: 8 });
  const appended = Promise.allSettled(Array.from({ length: 8 }, () => appendAtLast(writers)));
  await until(async () => {
    const { rows } = await pool.query<{ waiting: number }>(
      `select count(*)::integer as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%append_events%'`,
    );
    return rows[0]!.waiting === 8;
  }, 'all others wait for the first');
  await first.query('commit');
  first.release();
  const places = (await appended).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)));
  t.same(places.sort(), [2, 3, 4, 5, 6, 7, 8, 9]);
});
