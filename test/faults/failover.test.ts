import type { Pool } from 'pg';
import t from 'tap';
import { checkExternalDatabase } from '../../bin/launcher/product.ts';
import { classCalls } from '../classroom/class-calls.ts';
import { startApi } from '../harness/api-harness.ts';
import { becomes } from '../harness/becomes.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { until } from '../harness/until.ts';
import { studyCalls } from '../learning/study-calls.ts';
import { nho } from '../nho/nho-process.ts';
import { proxied } from './world/tcp-proxy.ts';
import { startThrowawayPostgres } from './world/throwaway-postgres.ts';

/** As a primary is after it has been demoted, or a standby: whoever writes is refused with 25006. */
async function makeReadOnly(pool: Pool, isReadOnly: boolean): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  const client = await pool.connect();
  await client.query('set default_transaction_read_only = off');
  await client.query(`alter database ${rows[0]!.name} set default_transaction_read_only = ${isReadOnly}`);
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name like 'nho %'`,
  );
  client.release(true);
}

t.test('a database that takes no writes: 503 and /readyz say so, reads go on; then all does', async (t) => {
  const { url, pool } = await createTestDatabase(t);
  const api = await startApi(t, { databaseUrl: url });
  const [teacher, student] = [await api.register('teacher'), await api.register()];
  const deck = await api.addDeck(teacher.id, 1, { official: true });
  const study = studyCalls(student);
  const writes = () => [
    study.progress(deck.cards[0]!, { status: 2, time_spent: 1 }),
    api.call('POST /api/register', {
      body: {
        name: 'Lan',
        email: `lan-${Math.random()}@example.org`,
        password: 'a long password',
        password_confirmation: 'a long password',
        role: 'student',
      },
    }),
    classCalls(teacher).create({ name: '10A', deck_id: deck.id }),
  ];
  await makeReadOnly(pool, true);
  await becomes(t, async () => (await api.raw('GET', '/readyz')).status, 503, '/readyz says so');
  for (const { status, headers, body } of await Promise.all(writes())) {
    t.equal(status, 503, JSON.stringify(body));
    t.ok(headers['retry-after']);
  }
  await t.resolves(study.counts(deck.id), 'reads go on');
  // A connection that was ended may still be met first.
  const database = async () => (await api.raw<{ database: string }>('GET', '/readyz')).body.database;
  await becomes(t, database, 'takes no writes');

  await makeReadOnly(pool, false);
  await until(async () => (await api.raw('GET', '/readyz')).status === 200, 'it is ready without a restart');
  for (const { status } of await Promise.all(writes())) t.match(String(status), /^20[01]$/);
});

t.test('of several hosts the one that takes writes is found, and again when it is another', async (t) => {
  const [first, second] = [await startThrowawayPostgres(t), await startThrowawayPostgres(t)];
  const silent = await proxied(t, first.url);
  silent.proxy.silence();
  await makeReadOnly(first.pool, true);
  const url = new URL(first.url);
  const hosts = [`127.0.0.1:${silent.proxy.port}`, url.host, new URL(second.url).host];
  const databaseUrl = first.url.replace(url.host, hosts.join());
  const api = await startApi(t, { databaseUrl });
  const takesWrites = () =>
    api.registerByCall().then(
      () => true,
      () => false,
    );
  await until(takesWrites, 'a host is found');
  const accounts = async (pool: Pool) => (await pool.query('select from users')).rowCount;
  t.same(
    [await accounts(first.pool), await accounts(second.pool)],
    [0, 1],
    'past the silent and the read-only one',
  );

  t.equal((await nho(databaseUrl, 'parked', 'list')).code, 0, 'commands find it as well');
  await checkExternalDatabase({ DATABASE_URL: databaseUrl });

  await makeReadOnly(first.pool, false);
  await makeReadOnly(second.pool, true);
  await until(takesWrites, 'the other one is found');
  t.equal(await accounts(first.pool), 1);
  t.equal(await accounts(second.pool), 1);
  await until(async () => (await api.raw('GET', '/readyz')).status === 200);
});
