import { Client } from 'pg';
import t from 'tap';
import { newEpochCommand } from '../../bin/nho/new-epoch-command.ts';
import { startApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { addressesOf, createTestDatabase } from '../harness/database-harness.ts';
import { sql } from '../harness/sql.ts';
import { given, review } from '../log/given-events.ts';
import { commandRunner } from './command-run.ts';
import { nho } from './nho-process.ts';

t.test('while anybody of Nhớ is connected the log keeps its epoch, and who it is is told', async (t) => {
  const { url, pool } = await createTestDatabase(t);
  const epochs = async () =>
    column(
      (await pool.query<{ epoch: string }>('select epoch from log_partitions order by partition')).rows,
      'epoch',
    );
  const before = await epochs();
  await t.test('an API', async (t) => {
    await startApi(t, { databaseUrl: url });
    const refused = await nho(url, 'new-epoch');
    t.equal(refused.code, 2);
    t.match(refused.stderr, /running on this database \(.*nho api.*\): stop it first/);
    t.same(await epochs(), before);
  });
  await t.test('whatever else has the role of the API', async (t) => {
    const { MIGRATE_DATABASE_URL, DATABASE_URL } = addressesOf(url);
    const run = await commandRunner(t, url, { MIGRATE_DATABASE_URL, DATABASE_URL });
    const other = new Client({ connectionString: DATABASE_URL, application_name: 'psql' });
    await other.connect();
    t.match(await run(newEpochCommand, {}), { code: 2, said: /psql/ });
    t.same(await epochs(), before);
    await other.end();
  });
});

t.test('every partition has another epoch, and it is told where the log ends', async (t) => {
  const { url, pool } = await createTestDatabase(t);
  await given(pool, [review(1), review(1)]);
  await pool.query('create table before_epochs as select * from log_partitions');
  const { code, stdout } = await nho(url, 'new-epoch', '--json');
  t.equal(code, 0);
  const rows = await sql(pool)`
    select p.partition || '-' || p.head || '-' || left(p.epoch::text, 8) as position from log_partitions p
    join before_epochs b on b.partition = p.partition and b.epoch <> p.epoch and b.head = p.head
    order by p.head desc`;
  t.equal(rows.length, 16);
  t.match(JSON.parse(stdout), { partitions: 16, events: 2, positions: rows[0]!.position });
});

t.test('new-epoch takes no words', async (t) => {
  const { url } = await createTestDatabase(t);
  t.match(await nho(url, 'new-epoch', 'now'), { code: 2, stderr: /takes no words/ });
});
