import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { Appender } from '../../core/log/append/appender.ts';
import { migrateQueues } from '../../core/process/queue.ts';
import { WorkerServer } from '../../workers/worker-server.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { until } from '../harness/until.ts';
import { within } from '../harness/within.ts';
import { review } from '../log/given-events.ts';
import { startWorker, stop } from './worker-process.ts';

t.test('a worker tells its health, and in how many partitions a projection is stopped', async (t) => {
  const { pool, url } = await createTestDatabase(t);
  await migrateQueues({ databaseUrl: url });
  const worker = startWorker(url, { WORKER_PORT: '0', LOG_LEVEL: 'info' }, 'pipe');
  t.teardown(() => worker.kill('SIGKILL'));
  let log = '';
  worker.stdout!.on('data', (chunk) => {
    log += chunk;
  });
  const listening = /health and metrics at (http:[^"]+)/;
  await until(() => listening.test(log), 'it says where it listens');
  const address = listening.exec(log)![1]!;
  const health = await fetch(`${address}/healthz`);
  t.same([health.status, await health.json()], [200, { status: 'ok' }]);
  const stopped = async (projection: string) =>
    Number(
      new RegExp(`^nho_projection_stopped_partitions{projection="${projection}"} (\\d+)$`, 'm').exec(
        await (await fetch(`${address}/metrics`)).text(),
      )?.[1],
    );
  t.equal(await stopped('deck_stats'), 0);

  await pool.query('alter table deck_stats rename column reviews to elsewhere');
  await new Appender(pool).append(review(1));
  await until(async () => (await stopped('deck_stats')) === 1, 'the metric tells');
  t.equal(await stopped('review_schedule'), 0);
  const said = /"level":50.*projecting is stopped in this partition/;
  await until(() => said.test(log), 'the log says so');
  await pool.query('alter table deck_stats rename column elsewhere to reviews');
  await until(async () => (await stopped('deck_stats')) === 0, 'it goes on');
  t.equal((await fetch(`${address}/other`)).status, 404);
  t.same(await stop(worker), [0, null]);
});

t.test('a worker whose port is taken says so and ends', async (t) => {
  const { url } = await createTestDatabase(t);
  const taken = createServer();
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  t.teardown(() => taken.close());
  const { port } = taken.address() as AddressInfo;
  const worker = startWorker(url, { WORKER_PORT: String(port) }, 'pipe');
  const [[said], ended] = await within(
    Promise.all([once(worker.stderr!, 'data'), once(worker, 'exit')]),
    'it says why, and ends',
  );
  t.equal(
    String(said),
    `127.0.0.1:${port} cannot be listened on (EADDRINUSE): stop what uses it, or set PORT or WORKER_PORT to another one.\n`,
  );
  t.same(ended, [1, null]);
});

t.test('a worker that hears nothing of the database for a minute is not healthy', async (t) => {
  let silentMs = 59_000;
  const server = new WorkerServer({ silentMs: () => silentMs, stopped: () => new Map() });
  t.teardown(() => server.close());
  const address = await server.listen('127.0.0.1', 0);
  t.equal((await fetch(`${address}/healthz`)).status, 200);
  silentMs = 61_000;
  const health = await fetch(`${address}/healthz`);
  t.same([health.status, await health.json()], [503, { status: 'the database does not answer' }]);
});
