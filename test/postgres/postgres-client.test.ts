import { setImmediate as turn } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { freePort } from '../../bin/command/free-port.ts';
import { openDatabase } from '../../core/database.ts';
import { placeOf, urlsOfHosts } from '../../core/postgres/database-url.ts';
import { openPool, PostgresClient } from '../../core/postgres/postgres-client.ts';
import { isTransient } from '../../core/postgres/postgres-error.ts';
import { proxied } from '../faults/world/tcp-proxy.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { sql } from '../harness/sql.ts';
import { until } from '../harness/until.ts';
import { endsWithin, within } from '../harness/within.ts';

/** Long for connections that give up after a part of a second, and short enough for each test here. */
const FOR_EVER_MS = 20_000;

t.test('a URL names one host or several', async (t) => {
  t.same(urlsOfHosts('postgres://u:p@a:5432/nho'), ['postgres://u:p@a:5432/nho']);
  t.same(urlsOfHosts('postgresql://u:p%40@a:5432,b,[::1]:5433/nho?sslmode=disable'), [
    'postgresql://u:p%40@a:5432/nho?sslmode=disable',
    'postgresql://u:p%40@b/nho?sslmode=disable',
    'postgresql://u:p%40@[::1]:5433/nho?sslmode=disable',
  ]);
  t.same(urlsOfHosts('postgres://a,b/nho'), ['postgres://a/nho', 'postgres://b/nho']);
  for (const wrong of [
    'mysql://u:p@a/nho',
    'postgres://u:p#w@a:5432/nho',
    'postgres://u:p@a:5432,/nho',
    'postgres://u:p@a:543210/nho',
    'postgres://u:p@a:5432,b:x/nho',
    '',
  ])
    t.equal(urlsOfHosts(wrong), undefined, wrong);
});

t.test('of a URL people are told the place, and no secret', async (t) => {
  t.equal(placeOf('postgres://u:p@a:5432,b/nho?sslmode=disable'), 'a:5432,b/nho');
  t.equal(placeOf('postgres://u:p#w@a:5432/nho'), 'DATABASE_URL');
});

/** A pool or a client whose line to a database of its own can be made silent. */
async function givenLine(t: Test) {
  const database = await createTestDatabase(t);
  return { ...database, line: await proxied(t, database.url) };
}

t.test('a statement on a connection that has gone silent rejects, as one to be tried again', async (t) => {
  const { line } = await givenLine(t);
  const pool = openPool({ connectionString: line.url, max: 3, silenceMs: 300 });
  t.teardown(() => pool.end());
  await Promise.all([1, 2, 3].map(() => pool.query('select 1')));
  t.equal(pool.totalCount > 0, true);
  line.proxy.silence();
  const failing = pool.query('select 1').catch((caught: unknown) => caught);
  // What waits for ever is ended by its line, so that the pool can end.
  if (!t.ok(await endsWithin(failing, FOR_EVER_MS), 'it does not wait for ever')) return line.proxy.cut();
  const error = await failing;
  t.ok(isTransient(error), String(error));
  line.proxy.pass();
  t.same((await pool.query('select 2 as two')).rows, [{ two: 2 }], 'those that were idle are gone as well');
});

t.test('in a transaction too, which is then over at once', async (t) => {
  const { line } = await givenLine(t);
  const pool = openPool({ connectionString: line.url, max: 1, silenceMs: 300 });
  t.teardown(() => pool.end());
  const client = await pool.connect();
  await client.query('begin');
  line.proxy.silence();
  const failing = client.query('select 1');
  if (!t.ok(await endsWithin(failing, FOR_EVER_MS), 'it does not wait for ever')) {
    line.proxy.cut();
    return client.release(true);
  }
  await t.rejects(failing, /silent/);
  await t.rejects(within(client.query('rollback'), 'nothing more is waited for'));
  client.release();
  line.proxy.pass();
  t.equal((await pool.query('select 1')).rowCount, 1);
});

t.test('long work goes on for as long as the database is at it, and ends when that is gone', async (t) => {
  const { pool, line } = await givenLine(t);
  const options = { connectionString: line.url, application_name: 'long', askAfterMs: 500 };
  const client = new PostgresClient(options);
  await client.connect();
  t.teardown(() => client.destroy());
  const holder = await pool.connect();
  t.teardown(() => holder.release(true));
  await holder.query('begin');
  await holder.query('lock table users');
  const work = client.query('select from users');
  work.catch(() => {});
  let asked = 0;
  const isAsked = async () => {
    const asking = await sql(pool)`select from pg_stat_activity
      where application_name = 'nho asks' and query like '%pg_stat%'`;
    return asking.length > 0;
  };
  const areAsked = until(async () => (await isAsked()) && ++asked > 2, 'the database is asked');
  const firstOf = await Promise.race([
    areAsked.then(() => 'asked again and again', String),
    work.then(() => 'the work is done', String),
  ]);
  t.equal(firstOf, 'asked again and again', 'it is not given up meanwhile');
  await holder.query('rollback');
  t.equal((await work).rowCount, 0, 'and the work is done');

  await holder.query('begin');
  await holder.query('lock table users');
  const lost = client.query('select from users');
  lost.catch(() => {});
  line.proxy.silence();
  t.ok(await endsWithin(lost, FOR_EVER_MS), 'it does not wait for ever');
  line.proxy.cut();
  await t.rejects(lost, /silent/);
});

t.test('a connection whose answer was lost on the way is told from one at work', async (t) => {
  const { line } = await givenLine(t);
  const options = { connectionString: line.url, application_name: 'lost one', askAfterMs: 100 };
  const client = new PostgresClient(options);
  await client.connect();
  line.proxy.silence('lost one');
  const lost = client.query('select 1');
  t.ok(await endsWithin(lost, FOR_EVER_MS), 'it does not wait for ever');
  line.proxy.cut();
  await t.rejects(lost, /silent/);
});

t.test('requests wait 2 s for a lock and 8 s for a statement; other work as long as it takes', async (t) => {
  const { url } = await createTestDatabase(t);
  const limits = async (forRequests: boolean) => {
    const database = await openDatabase(url, { connections: 2, name: 'test', forRequests });
    const show = async (pool: typeof database.pool) => {
      const settings = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'];
      const values = settings.map((name) => `current_setting('${name}')`).join(` || ' ' || `);
      return (await pool.query<{ limits: string }>(`select ${values} as limits`)).rows[0]!.limits;
    };
    const found = [await show(database.pool), await show(database.changes), await show(database.exports)];
    await database.close();
    return found;
  };
  t.same(await limits(true), ['2s 8s 5s', '2s 1min 5s', '0 0 5s']);
  t.same(await limits(false), ['0 0 5s', '0 0 5s', '0 0 5s']);
});

t.test('when no host takes writes, that is an error like any other', async (t) => {
  const hosts = [await freePort(), await freePort()].map((port) => `127.0.0.1:${port}`);
  const client = new PostgresClient({ connectionString: `postgres://nho:secret@${hosts.join()}/nho` });
  const error = await client.connect().catch((caught: unknown) => caught);
  t.ok(isTransient(error), String(error));
  t.notMatch(String(error), /secret/);
  client.destroy();
  await turn(); // What is thrown where nobody listens would end the process.
});
