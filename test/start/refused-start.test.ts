import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createTestDatabase } from '../harness/database-harness.ts';
import { within } from '../harness/within.ts';
import {
  type Launch,
  LaunchedProduct,
  launch,
  processesOf,
  START,
  temporaryFolder,
} from './launched-product.ts';

/** Starts and expects a sentence for people, exit code 1, and nothing left behind. */
async function refused(
  t: Test,
  sentence: RegExp,
  options: Launch & { folder?: string },
): Promise<LaunchedProduct> {
  const product = await launch(t, { command: START, ...options });
  t.equal(await product.exitCode(), 1);
  t.match(product.stderr, sentence);
  t.notMatch(product.stderr, /^\s+at /m, 'no stack');
  t.equal(product.stderr.trim().split('\n').length, 1, 'one sentence');
  t.notMatch(product.stdout, 'is ready');
  t.same(processesOf(product.folder), []);
  return product;
}

t.test('a port in use is refused before anything is started', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await within(once(server, 'listening'), 'the port is taken');
  const { port } = server.address() as { port: number };
  const product = await refused(t, /^Port \d+ is used by another program: stop that one, or set PORT/, {
    env: { PORT: String(port) },
  });
  t.same(readdirSync(product.folder), []);
});

t.test('a data folder that cannot be written is refused', async (t) => {
  await refused(t, /^The data folder \S+ cannot be written to .*make it writable for you, or set DATA_DIR/, {
    folder: '/proc/nho/data',
  });
});

t.test('a data folder that the database may not enter is refused when started by root', async (t) => {
  if (process.getuid?.() !== 0) return t.pass('only root changes to another user');
  const closed = join(temporaryFolder(t), 'closed');
  mkdirSync(closed);
  chmodSync(closed, 0o700);
  const product = await refused(
    t,
    new RegExp(`may not enter ${closed}: set DATA_DIR to a folder open to it`),
    { folder: join(closed, 'data') },
  );
  t.same(readdirSync(product.folder), []);
});

t.test('a bad setting is refused by its name', async (t) => {
  await refused(t, /^PORT is wrong: /, { env: { PORT: 'three thousand' } });
});

t.test('PRO-01 no process, or a thousand, are refused by the setting’s name', async (t) => {
  for (const [name, count] of [
    ['API_PROCESSES', '0'],
    ['WORKER_PROCESSES', '1000'],
  ])
    await refused(t, new RegExp(`^${name} is wrong: it must be a whole number from 1 to 64$`, 'm'), {
      env: { [name!]: count! },
    });
});

t.test('PRO-01 more processes than the database takes connections of are refused', async (t) => {
  const { url: databaseUrl } = await createTestDatabase(t);
  await refused(
    t,
    /^64 API processes and 64 workers need 1356 connections, and the database takes \d+: set API_PROCESSES/,
    { env: { DATABASE_URL: databaseUrl, API_PROCESSES: '64', WORKER_PROCESSES: '64' } },
  );
});

t.test('a word that is no kind of process is refused', async (t) => {
  await refused(t, /^"both" cannot be started alone: name api, worker, or nothing for all/, {
    command: [...START, 'both'],
  });
});

t.test('a database that is not there is refused, its password not shown', async (t) => {
  const product = await refused(
    t,
    /^The database at 127\.0\.0\.1:9\/nho cannot be reached .*mend DATABASE_URL/,
    {
      env: { DATABASE_URL: 'postgres://someone:secret@127.0.0.1:9/nho' },
    },
  );
  t.notMatch(product.stderr, 'secret');
});

t.test('a second launcher on one data folder is refused, the first goes on', async (t) => {
  const first = await launch(t);
  await first.ready();
  const second = new LaunchedProduct(first.folder, 0, { command: START });
  t.equal(await second.exitCode(), 1);
  t.match(second.stderr, /^Nhớ already runs with the data folder \S+ \(process \d+\): stop that one first/);
  t.equal(second.stderr.trim().split('\n').length, 1);
  t.equal((await fetch(`${first.url}/readyz`)).status, 200);
  await first.stop();
});
