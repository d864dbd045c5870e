import t from 'tap';
import { ChangeFeed } from '../../core/postgres/change-feed.ts';
import { openTestPool } from '../harness/database-harness.ts';
import { until } from '../harness/until.ts';
import { PostgresPair } from './world/postgres-pair.ts';
import { migrateWhole } from './world/throwaway-postgres.ts';

t.test('PRO-09 a standby, which nobody may listen to, is read, before and after its promotion', async (t) => {
  const postgres = await PostgresPair.start(t, { standby: true });
  await migrateWhole(postgres.primaryUrl);
  await postgres.attachStandby();
  const url = postgres.urls.find((one) => one !== postgres.primaryUrl)!;
  const standby = openTestPool(t, { connectionString: url, max: 1 });
  await t.rejects(standby.query('listen changed'), { code: '25006' });

  const heard: string[] = [];
  const feed = new ChangeFeed(url);
  feed.listen({ onChange: ({ table, id }) => heard.push(`${table}:${id}`), onReset: () => {} });
  await feed.start();
  t.teardown(() => feed.close());
  t.ok(feed.connected);
  const primary = openTestPool(t, { connectionString: postgres.primaryUrl, max: 3 });
  const hears = async (what: string) => {
    await primary.query('select announce($1)', [what]);
    await until(() => heard.includes(what), `${what} is heard`);
  };
  const early = await primary.connect();
  await early.query(`begin; select announce('decks:1')`);
  await hears('decks:2');
  await hears('decks:3');
  await early.query('commit');
  early.release();
  await until(() => heard.includes('decks:1'), 'what was begun early and committed late is heard');
  await hears('decks:4');
  t.same(heard, ['decks:2', 'decks:3', 'decks:1', 'decks:4'], 'each once');

  await primary.end();
  await postgres.failover();
  const promoted = openTestPool(t, { connectionString: url, max: 1 });
  await until(async () => {
    await promoted.query(`select announce('decks:5')`);
    return heard.includes('decks:5');
  }, 'the promoted one is heard');
  t.ok(feed.connected);
});
