import t from 'tap';
import { freePort } from '../../bin/command/free-port.ts';
import { Appender } from '../../core/log/append/appender.ts';
import { WAKE_UP_QUEUE } from '../../core/process/queue.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { runs } from '../harness/depth.ts';
import { until } from '../harness/until.ts';
import { review } from '../log/given-events.ts';
import { projected } from './program/log-invariants.ts';
import { loadedProduct } from './world/loaded-product.ts';
import { ownRedis } from './world/own-redis.ts';
import { startApiProcess, startWorker } from './world/product-processes.ts';

const LONGEST_END_MS = 20_000;
const LONGEST_LAG_MS = 20_000;

t.test('Redis dies, is back empty, dies again: no client notices, projections follow always', async (t) => {
  const redis = await ownRedis(t);
  // API and worker are started while there is no Redis.
  const product = await loadedProduct(t, { env: { REDIS_URL: redis.url }, clients: { clients: 4 } });
  const { pool, clients, answered } = product;

  /** A while of answers, after which the projections must be where the log then was. */
  const study = async (what: string) => {
    clients.start();
    await answered(runs(50, 200));
    await clients.stop();
    const start = performance.now();
    await projected(pool);
    const ms = Math.round(performance.now() - start);
    t.ok(ms < LONGEST_LAG_MS, `${what}: projected within ${ms} ms`);
  };
  /** Answers until the queue's jobs come and are done. */
  const queueWorks = async (what: string) => {
    clients.start();
    await until(async () => {
      const { added, done } = await redis.jobs(WAKE_UP_QUEUE);
      return added > 0 && done > 0;
    });
    await clients.stop();
    t.pass(`${what}: the queue wakes the projectors`);
  };

  await study('Redis is not there yet');
  await redis.start();
  await queueWorks('Redis is there');
  clients.start();
  await redis.kill();
  await clients.stop();
  await study('Redis was killed');
  await redis.start();
  await queueWorks('Redis is back, empty');
  await study('as ever');
  await redis.kill();

  for (const { ms } of await product.end())
    t.ok(ms < LONGEST_END_MS, `asked to end without Redis, it took ${Math.round(ms)} ms`);
  t.same(Object.keys(clients.outcomes()), ['200'], 'every request was a success, at the first try');
});

t.test('a worker and an API that never had a Redis end within seconds', async (t) => {
  const { pool, url } = await createTestDatabase(t);
  const env = { REDIS_URL: 'redis://127.0.0.1:1' };
  const api = await startApiProcess(t, { port: await freePort(), databaseUrl: url, env });
  const worker = startWorker(t, url, env);
  await new Appender(pool).append(review(1));
  await projected(pool);
  for (const { code, ms } of await Promise.all([api.end(), worker.end()])) {
    t.equal(code, 0);
    t.ok(ms < LONGEST_END_MS, `it took ${Math.round(ms)} ms`);
  }
});
