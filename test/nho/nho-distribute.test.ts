import t from 'tap';
import { distributeCommand } from '../../bin/nho/distribute-command.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { commandRunner } from './command-run.ts';

t.test('PRO-10 a database without Citus is not distributed, and hears what is missing', async (t) => {
  const { url, pool } = await createTestDatabase(t);
  const run = await commandRunner(t, url, {});
  const before = (await pool.query('select count(*) from pg_constraint')).rows;
  t.match(await run(distributeCommand, {}), {
    code: 2,
    said: /This database has no Citus: .*create extension citus.*\(docs\/citus\.md\)\. Nothing was changed\./,
  });
  t.same((await pool.query('select count(*) from pg_constraint')).rows, before);
  t.same((await pool.query('select is_distributed() as is')).rows, [{ is: false }]);
});

t.test('distribute takes no words, and a number of shards that is a power of two', async (t) => {
  const { url } = await createTestDatabase(t);
  const run = await commandRunner(t, url, {});
  t.match(await run(distributeCommand, {}, 'now'), { code: 2, said: /takes no words/ });
  for (const shards of ['0', '3', '512', 'x', '1.5'])
    t.match(await run(distributeCommand, { shards }), { code: 2, said: /not a power of two/ });
});
