import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { runs } from '../harness/depth.ts';
import { chosenSeed, seeded } from '../harness/seeded.ts';
import { loadedProduct } from './world/loaded-product.ts';

const KILLS = runs(20, 100);
const APART_MS = 50;

t.test('connections to Postgres that end at any moment: no client sees more than "try again"', async (t) => {
  const { pool, clients, answered, end } = await loadedProduct(t);
  clients.start();
  await answered(100);
  const roll = seeded(chosenSeed(t));
  let killed = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const { rowCount } = await pool.query(
      `select pg_terminate_backend(pid) from (
         select pid from pg_stat_activity where datname = current_database() and application_name like 'nho %'
         order by md5(pid || $1::text) limit 1) one`,
      [roll(1_000)],
    );
    killed += rowCount ?? 0;
    await pause(APART_MS);
  }
  await answered(50);
  await end();
  const outcomes = clients.outcomes();
  t.comment(`${killed} connections killed, requests ended: ${JSON.stringify(outcomes)}`);
  t.ok(killed > KILLS / 2, 'there was something to kill nearly each time');
  t.same(
    Object.keys(outcomes).filter((status) => !/^(200|503)$/.test(status)),
    [],
    'every request was answered',
  );
  t.ok((outcomes[503] ?? 0) < KILLS / 2, 'the API has tried again by itself nearly each time');
});
