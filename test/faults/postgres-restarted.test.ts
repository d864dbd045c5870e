import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { WAKE_UP_QUEUE } from '../../core/process/queue.ts';
import { deep, runs } from '../harness/depth.ts';
import { until } from '../harness/until.ts';
import { loadedProduct } from './world/loaded-product.ts';
import { startThrowawayPostgres } from './world/throwaway-postgres.ts';

/** How long Postgres is away each time: longer than the API tries by itself. */
const AWAY_MS = deep ? [500, 2_500] : [2_500];

t.test('Postgres crashes under load and is back: nothing is lost, nobody is restarted', async (t) => {
  const postgres = await startThrowawayPostgres(t);
  const product = await loadedProduct(t, { database: postgres });
  const { pool, clients, answered } = product;
  clients.start();
  await product.projects();
  for (const away of AWAY_MS) {
    await answered(runs(50, 200));
    await postgres.crash();
    await pause(away);
    await postgres.start();
    const back = performance.now();
    await answered(50);
    const ms = Math.round(performance.now() - back);
    t.ok(ms < 30_000, `answers are taken again after ${ms} ms`);
  }

  const since = Date.now();
  await until(async () => {
    const { rowCount } = await pool.query(
      `select from bullmq.event where queue = $1 and event = 'completed' and created_at_ms > $2`,
      [WAKE_UP_QUEUE, since],
    );
    return rowCount !== 0;
  });
  t.pass('the queue wakes the projectors again');

  await until(
    async () =>
      (await pool.query(`select from pg_stat_activity where application_name like 'nho change feed %'`))
        .rowCount === 1,
  );
  // Kept in memory before it changes, so that the change must be heard.
  t.equal(await clients.readDeck(), 200);
  const changeDeck = (official: boolean) =>
    pool.query(
      `update decks set is_official = $2, official_button_label = case when $2 then 'Words' end where id = $1`,
      [clients.deckId, official],
    );
  await clients.stop();
  await changeDeck(false);
  const changed = performance.now();
  await until(async () => (await clients.readDeck()) === 403);
  const heard = Math.round(performance.now() - changed);
  t.ok(heard < 20_000, `a change made by others is heard again: after ${heard} ms`);
  await changeDeck(true);

  // The first processes have served and projected all the while.
  await product.end();
  t.comment(`requests ended: ${JSON.stringify(clients.outcomes())}`);
  t.ok(clients.outcomes()[503], 'the outage was told');
  t.same(
    clients.exchanges.filter(({ status }) => typeof status === 'string'),
    [],
    'every request was answered',
  );
  const slowest = Math.max(...clients.exchanges.map(({ sentAt, endedAt }) => endedAt - sentAt));
  t.ok(slowest < 30_000, `the slowest after ${Math.round(slowest)} ms`);
});
