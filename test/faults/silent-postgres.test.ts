import t, { type Test } from 'tap';
import { createTestDatabase } from '../harness/database-harness.ts';
import { runs } from '../harness/depth.ts';
import { until } from '../harness/until.ts';
import { within } from '../harness/within.ts';
import { loadedProduct } from './world/loaded-product.ts';
import { proxied } from './world/tcp-proxy.ts';

const LATE_MS = 40_000;

/** A product without a worker, whose line to Postgres can go wrong. */
async function given(t: Test) {
  const database = await createTestDatabase(t);
  const { proxy, url: databaseUrl } = await proxied(t, database.url);
  const product = await loadedProduct(t, { database, databaseUrl, workers: 0 });
  const ready = async () => {
    const answer = await fetch(`http://127.0.0.1:${product.port}/readyz`);
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };
  await until(async () => (await ready()).status === 200, 'it is ready');
  return { ...product, proxy, ready };
}

// They wait more than they work: so many at the same time.
t.jobs = 5;
const ALONGSIDE = { buffered: true };

t.test(
  'a Postgres that takes all and answers nothing: each request is told so, in time',
  ALONGSIDE,
  async (t) => {
    const { proxy, clients, answered, addWorker, end, ready } = await given(t);
    clients.start();
    await answered(50);

    proxy.silence();
    const silentAt = performance.now();
    await until(async () => (await ready()).status === 503, '/readyz says that it cannot work');
    await until(() => clients.outcomes()[503] !== undefined, 'requests under way are answered with 503');
    const reads = await within(
      Promise.all(Array.from({ length: 5 }, () => clients.readDeckCounts())),
      'reads that begin now are answered',
    );
    t.same(new Set(reads), new Set([503]), 'reads that begin now are answered as well');

    proxy.pass();
    await answered(runs(30, 100));
    await until(async () => (await ready()).status === 200, 'it is ready again');
    t.equal(await clients.readDeckCounts(), 200, 'of the same accounts');
    await clients.stop();

    const open = clients.exchanges.filter(({ endedAt }) => endedAt > silentAt);
    const slowest = Math.round(Math.max(...open.map(({ sentAt, endedAt }) => endedAt - sentAt)));
    t.ok(slowest < LATE_MS, `the slowest was answered after ${slowest} ms`);
    addWorker();
    await end();
  },
);

t.test(
  'while changes are not heard an ended token is refused, what is kept not believed',
  ALONGSIDE,
  async (t) => {
    const { pool, proxy, clients, ready } = await given(t);
    t.equal(await clients.readDeck(), 200, 'account and deck are in memory');
    proxy.silence('nho change feed');
    const endToken = (by: number) =>
      pool.query('update users set token_version = token_version + $2 where id = $1', [clients.readerId, by]);
    await endToken(1);
    await until(async () => (await clients.readDeck()) === 401, 'the token is refused');
    await endToken(-1);
    await pool.query('update decks set is_official = false, official_button_label = null where id = $1', [
      clients.deckId,
    ]);
    await until(async () => (await clients.readDeck()) === 403, 'the deck is seen as it is');
    await until(async () => (await ready()).body.changes !== 'ok', '/readyz says that changes are not heard');
    t.equal((await ready()).status, 503);
    proxy.pass();
    await until(async () => (await ready()).status === 200, 'changes are heard again');
  },
);

t.test('SIGTERM ends the API and the worker while Postgres is silent', ALONGSIDE, async (t) => {
  const { proxy, clients, addWorker, projects, endProcesses } = await given(t);
  addWorker();
  clients.start();
  await projects();
  proxy.silence();
  await until(() => clients.exchanges.some(({ status }) => status === 503), 'Postgres is missed');
  for (const { ms } of await endProcesses()) t.ok(ms < LATE_MS, `after ${Math.round(ms)} ms`);
  clients.abandon();
});

t.test(
  'a worker whose connections went silent projects again once new ones are answered',
  ALONGSIDE,
  async (t) => {
    const { proxy, clients, addWorker, projects, end } = await given(t);
    addWorker();
    clients.start();
    await projects();
    proxy.silence('nho worker');
    await clients.stop();
    proxy.pass();
    await end();
  },
);

t.test('a slow line, in pieces, cut again and again: clients see only "try again"', ALONGSIDE, async (t) => {
  const { proxy, clients, answered, addWorker, projects, end } = await given(t);
  addWorker();
  clients.start();
  await projects();
  proxy.delay(200);
  await answered(30);
  proxy.delay(20);
  proxy.slice(7);
  for (let cut = 0; cut < runs(8, 60); cut++) {
    await answered(10);
    proxy.cut();
  }
  proxy.pass();
  await end();
});
