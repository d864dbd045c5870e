import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import t, { type Test } from 'tap';
import { neededProgram, PGBOUNCER } from '../../bin/check/needed-program.ts';
import { freePort } from '../../bin/command/free-port.ts';
import { postgresUser } from '../../bin/postgres/create-cluster.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { until } from '../harness/until.ts';
import { within } from '../harness/within.ts';
import { nho } from '../nho/nho-process.ts';
import { loadedProduct } from './world/loaded-product.ts';

/** Returns the URL of the database through the test's own PgBouncer, in session mode with its own defaults. */
async function throughPgBouncer(t: Test, url: string): Promise<string> {
  const program = neededProgram(PGBOUNCER);
  const folder = mkdtempSync(join(tmpdir(), 'nho-pgbouncer-'));
  chmodSync(folder, 0o755); // It refuses to run as root, as Postgres does.
  const { username, password, hostname, port, pathname } = new URL(url);
  const own = await freePort();
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${decodeURIComponent(password)}"\n`);
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = session
default_pool_size = 60
`,
  );
  const user = postgresUser(folder);
  const child: ChildProcess = spawn(program, [join(folder, 'pgbouncer.ini')], { stdio: 'ignore', ...user });
  const exited = once(child, 'exit');
  t.teardown(async () => {
    child.kill('SIGKILL');
    await within(exited, 'PgBouncer ends');
    rmSync(folder, { recursive: true });
  });
  const pooled = `postgres://${username}:${password}@127.0.0.1:${own}${pathname}`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
    const client = new pg.Client(pooled);
    client.on('error', () => {});
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  }, 'PgBouncer passes on');
  return pooled;
}

t.test('everything works through a PgBouncer in session mode', async (t) => {
  const database = await createTestDatabase(t);
  const databaseUrl = await throughPgBouncer(t, database.url);
  const { pool, port, clients, answered, end } = await loadedProduct(t, { database, databaseUrl });
  clients.start();
  await answered(100);
  t.equal(await clients.readDeck(), 200);
  await clients.stop();
  await pool.query('update decks set is_official = false, official_button_label = null where id = $1', [
    clients.deckId,
  ]);
  await until(async () => (await clients.readDeck()) === 403, 'changes are heard');
  t.equal((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 200);
  const { code, stderr } = await nho(databaseUrl, 'verify');
  t.equal(code, 0, `a verification, with a search path of its own, finds nothing: ${stderr}`);
  await end();
});
