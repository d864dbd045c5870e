import t from 'tap';
import { repartitionCommand } from '../../bin/nho/repartition-command.ts';
import { partitionCount, setPartitionCount } from '../../core/log/position.ts';
import { createTestDatabase, openTestPool } from '../harness/database-harness.ts';
import { sql } from '../harness/sql.ts';
import { given, review } from '../log/given-events.ts';
import { commandRunner } from './command-run.ts';
import { nho } from './nho-process.ts';

const BEFORE = partitionCount();
t.afterEach(() => setPartitionCount(BEFORE));

t.test('SL-321 an operator raises the number, and hears what became of it', async (t) => {
  const { url, pool } = await createTestDatabase(t);
  await given(pool, [review(1), review(1), review(2)]);
  const { code, stdout } = await nho(url, 'repartition', '--partitions', '32', '--json');
  t.equal(code, 0);
  t.same(JSON.parse(stdout), { before: 16, partitions: 32, events: 3 });
  t.equal((await sql(pool)`select from log_partitions`).length, 32);
});

t.test('SL-321 a wrong number and a running Nhớ are refused in words', async (t) => {
  const { url, pool } = await createTestDatabase(t);
  const run = await commandRunner(t, url, {});
  t.match(await run(repartitionCommand, {}, 'now'), { code: 2, said: /takes no words/ });
  t.match(await run(repartitionCommand, {}), { code: 2, said: /--partitions says/ });
  for (const partitions of ['0', '1', '3', '48', '512', 'x', '32.5'])
    t.match(await run(repartitionCommand, { partitions }), {
      code: 2,
      said: /not a power of two from 2 to 256/,
    });
  for (const partitions of ['8', '16'])
    t.match(await run(repartitionCommand, { partitions }), {
      code: 2,
      said: /has 16 partitions: .* Nothing was changed\./,
    });
  const api = await openTestPool(t, { connectionString: url, application_name: 'nho api 7' }).connect();
  t.match(await run(repartitionCommand, { partitions: '32' }), {
    code: 2,
    said: /running on this database \(nho api 7\): stop it first\. Nothing was changed\./,
  });
  api.release(true);
  t.equal((await sql(pool)`select from log_partitions`).length, 16);
});
