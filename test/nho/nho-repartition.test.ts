import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { repartitionCommand } from '../../bin/nho/repartition-command.ts';
import { partitionCount, setPartitionCount } from '../../core/log/position.ts';
import { migrateQueues } from '../../core/process/queue.ts';
import { repartition } from '../../core/repartitioning.ts';
import { createTestDatabase, openTestPool } from '../harness/database-harness.ts';
import { sql } from '../harness/sql.ts';
import { until } from '../harness/until.ts';
import { within } from '../harness/within.ts';
import { given, review } from '../log/given-events.ts';
import { startWorker } from '../workers/worker-process.ts';
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

t.test('SL-321 a program that was cut off meanwhile ends: it knows the partitions of before', async (t) => {
  const { url, pool } = await createTestDatabase(t);
  await migrateQueues({ databaseUrl: url });
  const worker = startWorker(url, {}, 'pipe');
  const [said, ended] = [text(worker.stderr!), once(worker, 'exit')];
  await given(pool, [review(1)]);
  const isIdle = async (): Promise<boolean> => {
    const [row] = await sql(pool)<{ idle: boolean }>`select sum(p.head - c.position) = 0 as idle
      from projection_checkpoints c join log_partitions p using (partition)`;
    return row!.idle;
  };
  await until(isIdle, 'the worker has projected');
  // From elsewhere: the own database cannot be closed.
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = '/postgres';
  const elsewhere = openTestPool(t, { connectionString: server.href, max: 1 });
  const connections = (are: boolean) => elsewhere.query(`alter database ${name} allow_connections ${are}`);
  await connections(false);
  const programs = `from pg_stat_activity where datname = current_database() and application_name like 'nho %'`;
  await pool.query(`select pg_terminate_backend(pid) ${programs}`);
  await until(async () => (await pool.query(`select ${programs}`)).rowCount === 0);
  await repartition(pool, { partitions: 32, ownName: 'test', appRole: undefined });
  await connections(true);
  const [code] = await within(ended, 'the worker ends');
  t.not(code, 0);
  t.match(await said, /laid out anew .* start it again/);
});
