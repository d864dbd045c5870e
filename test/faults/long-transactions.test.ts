import type { Pool } from 'pg';
import t from 'tap';
import { runs } from '../harness/depth.ts';
import { until } from '../harness/until.ts';
import { loadedProduct } from './world/loaded-product.ts';

const ANSWERS = runs(150, 1_000);

/** Resolves when the projections have taken in all that is in the log now, whatever comes meanwhile. */
async function projectedSoFar(pool: Pool): Promise<void> {
  const { rows: heads } = await pool.query('select partition, head from log_partitions');
  await until(async () => {
    const { rowCount } = await pool.query(
      `select from projection_checkpoints c
       join json_to_recordset($1) h (partition integer, head bigint) using (partition) where c.position < h.head`,
      [JSON.stringify(heads)],
    );
    return rowCount === 0;
  }, 'the projections follow');
}

t.test("others' long transactions hold up neither answers nor projections", async (t) => {
  const { pool, clients, answered, end } = await loadedProduct(t);
  await pool.query('create table elsewhere (value integer)');
  const [writer, reader] = [await pool.connect(), await pool.connect()];
  clients.start();
  await answered(1);
  await writer.query('begin; insert into elsewhere values (1)');
  await reader.query('begin isolation level repeatable read; select count(*) from events');
  const count = async () =>
    (await reader.query<{ count: string }>('select count(*) from events')).rows[0]!.count;
  const seen = await count();
  for (let round = 0; round < 3; round++) {
    await answered(ANSWERS);
    await projectedSoFar(pool);
  }
  t.equal(await count(), seen, 'the snapshot is held');
  t.match((await writer.query('commit')).command, 'COMMIT', 'and so was the writing transaction');
  await reader.query('commit');
  for (const client of [writer, reader]) client.release();
  await end();
});

t.test('partitions that stray sessions hold, one after the other: no answer is lost or wrong', async (t) => {
  const { pool, clients, answered, end } = await loadedProduct(t);
  clients.start();
  await answered(1);
  for (let partition = 0; partition < runs(4, 16); partition++) {
    const stray = await pool.connect();
    await stray.query('begin');
    await stray.query('select from log_partitions where partition = $1 for update', [partition]);
    await until(async () => {
      const { rowCount } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query like '%append_events%'`,
      );
      return Number(rowCount) > 0;
    }, 'an append waits for it');
    await stray.query('rollback');
    stray.release();
    await answered(ANSWERS / 10);
  }
  await end();
});
