import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import t from 'tap';
import { startEmbeddedDatabase } from '../../bin/postgres/embedded-database.ts';
import { migrate } from '../../core/migrating.ts';
import { migrateQueues } from '../../core/process/queue.ts';
import { projections } from '../../core/projections.ts';
import { until } from '../harness/until.ts';
import { nho } from '../nho/nho-process.ts';
import { launch, START, temporaryFolder } from './launched-product.ts';
import { call, newAccount } from './product-calls.ts';

interface Secrets {
  database_password: string;
  read_password: string;
}

t.test('a data folder of a version with one role is started with three, by a launcher of now', async (t) => {
  const folder = join(temporaryFolder(t), 'data');
  mkdirSync(folder);
  chmodSync(folder, 0o711);
  const secrets = { jwt_secret: randomUUID() + randomUUID(), database_password: randomUUID() };
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify(secrets), { mode: 0o600 });
  const old = await startEmbeddedDatabase({
    cluster: join(folder, 'postgres'),
    password: secrets.database_password,
    logFile: join(folder, 'postgres.log'),
  });
  await migrate(old.url(), projections);
  await migrateQueues({ databaseUrl: old.url() });
  await old.stop();

  const product = await launch(t, { command: START, folder });
  await product.ready();
  t.equal((await call(product.url, '/api/register', { body: newAccount() })).status, 201);

  const kept = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as Secrets;
  t.match(kept, secrets, 'what was there stays');
  const port = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[3];
  const urlOf = (user: string, its: string) => `postgres://${user}:${its}@127.0.0.1:${port}/nho`;
  const owner = new pg.Client(urlOf('nho', secrets.database_password));
  await owner.connect();
  const { rows } = await owner.query<{ user: string; programs: string[] }>(
    `select usename as user, array_agg(distinct application_name order by application_name) as programs
     from pg_stat_activity where datname = 'nho' and pid <> pg_backend_pid() group by usename`,
  );
  t.match(rows, [{ user: 'nho_app' }], 'nobody of the product is the superuser');
  t.ok(
    ['nho api ', 'nho worker '].every((name) => rows[0]!.programs.some((one) => one.startsWith(name))),
    rows[0]!.programs.join(),
  );

  const analyst = new pg.Client(urlOf('nho_read', kept.read_password));
  await analyst.connect();
  t.equal((await analyst.query('select name from users')).rowCount, 2);
  await t.rejects(analyst.query('select password_hash from users'), { code: '42501' });
  await analyst.end();

  // The worker, whose role may not, has it done by a process that is the owner.
  await owner.query(`insert into log_runs (kind, projections) values ('rebuild', '{deck_stats}')`);
  await until(async () => {
    const { rows: runs } = await owner.query<{ status: string; failure: string | null }>(
      'select status, failure from log_runs order by id desc limit 1',
    );
    if (runs[0]!.status === 'failed') throw new Error(runs[0]!.failure ?? '');
    return runs[0]!.status === 'completed';
  }, 'a rebuild is done');
  await owner.end();
  process.env.DATA_DIR = folder;
  const { code, stderr } = await nho('', 'verify');
  t.equal(code, 0, stderr);
  await product.stop();
});
