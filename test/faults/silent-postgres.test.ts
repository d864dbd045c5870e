import t from 'tap';
import { freePort } from '../../bin/command/free-port.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { runs } from '../harness/depth.ts';
import { until } from '../harness/until.ts';
import { within } from '../harness/within.ts';
import { checkInvariants, projected } from './program/log-invariants.ts';
import { startApiProcess, startWorker } from './world/product-processes.ts';
import { RecordingClients } from './world/recording-clients.ts';
import { proxied } from './world/tcp-proxy.ts';

const LATE_MS = 40_000;

async function given(t: Parameters<typeof startApiProcess>[0]) {
  const { pool, url } = await createTestDatabase(t);
  const line = await proxied(t, url);
  const port = await freePort();
  const clients = await RecordingClients.create(t, pool, port);
  const api = await startApiProcess(t, { port, databaseUrl: line.url });
  const ready = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };
  await until(async () => (await ready()).status === 200, 'it is ready');
  return { pool, url, proxy: line.proxy, proxiedUrl: line.url, clients, api, ready };
}

// They wait more than they work: so many at the same time.
t.jobs = 5;
const ALONGSIDE = { buffered: true };

t.test(
  'a Postgres that takes all and answers nothing: each request is told so, in time',
  ALONGSIDE,
  async (t) => {
    const { pool, url, proxy, clients, api, ready } = await given(t);
    clients.start();
    await until(() => clients.acknowledged > 50);

    proxy.silence();
    const silentAt = performance.now();
    await until(async () => (await ready()).status === 503, '/readyz says that it cannot work');
    await until(() => clients.outcomes()[503] !== undefined, 'requests under way are answered with 503');
    const reads = await within(
      Promise.all(Array.from({ length: 5 }, () => clients.readDeckCounts())),
      'reads that begin now are answered',
    );
    t.same(new Set(reads), new Set([503]), 'reads that begin now are answered as well');

    const before = clients.acknowledged;
    proxy.pass();
    await until(() => clients.acknowledged > before + runs(30, 100), 'answers are stored again');
    await until(async () => (await ready()).status === 200, 'it is ready again');
    t.equal(await clients.readDeckCounts(), 200, 'of the same accounts');
    await clients.stop();

    const open = clients.exchanges.filter(({ endedAt }) => endedAt > silentAt);
    const slowest = Math.round(Math.max(...open.map(({ sentAt, endedAt }) => endedAt - sentAt)));
    t.ok(slowest < LATE_MS, `the slowest was answered after ${slowest} ms`);
    t.same(clients.wrongAnswers, [], 'with success, or 503 and Retry-After');
    const worker = startWorker(t, url);
    await projected(pool);
    await worker.end();
    await checkInvariants(t, pool, clients.sent);
    t.equal((await api.end()).code, 0);
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
  const { proxy, proxiedUrl, clients, api, pool } = await given(t);
  const worker = startWorker(t, proxiedUrl);
  clients.start();
  await until(async () => (await pool.query('select from deck_stats limit 1')).rowCount !== 0);
  proxy.silence();
  await until(() => clients.exchanges.some(({ status }) => status === 503), 'Postgres is missed');
  const [first, second] = await Promise.all([api.end(), worker.end()]);
  t.ok(first.ms < LATE_MS, `the API after ${Math.round(first.ms)} ms`);
  t.ok(second.ms < LATE_MS, `the worker after ${Math.round(second.ms)} ms`);
  clients.abandon();
});

t.test(
  'a worker whose connections went silent projects again once new ones are answered',
  ALONGSIDE,
  async (t) => {
    const { pool, proxy, proxiedUrl, clients, api } = await given(t);
    const worker = startWorker(t, proxiedUrl);
    clients.start();
    await until(async () => (await pool.query('select from deck_stats limit 1')).rowCount !== 0);
    proxy.silence('nho worker');
    await clients.stop();
    proxy.pass();
    await projected(pool);
    t.equal((await worker.end()).code, 0, 'the first worker process did it');
    t.equal((await api.end()).code, 0);
    await checkInvariants(t, pool, clients.sent);
  },
);

t.test('a slow line, in pieces, cut again and again: clients see only "try again"', ALONGSIDE, async (t) => {
  const { pool, proxy, proxiedUrl, clients, api } = await given(t);
  const worker = startWorker(t, proxiedUrl);
  clients.start();
  // A worker that cannot connect when it starts ends.
  await until(async () => (await pool.query('select from deck_stats limit 1')).rowCount !== 0);
  proxy.delay(200);
  await until(() => clients.acknowledged > 30);
  proxy.delay(20);
  proxy.slice(7);
  for (let cut = 0; cut < runs(8, 60); cut++) {
    const before = clients.acknowledged;
    await until(() => clients.acknowledged > before + 10);
    proxy.cut();
  }
  proxy.pass();
  await clients.stop();
  await projected(pool);
  t.equal((await worker.end()).code, 0);
  t.equal((await api.end()).code, 0);
  t.same(clients.wrongAnswers, []);
  await checkInvariants(t, pool, clients.sent);
});
