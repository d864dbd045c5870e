import t from 'tap';
import { Appender } from '../../core/log/append/appender.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { review } from '../log/given-events.ts';
import { projected } from './program/log-invariants.ts';
import { type Program, startWorker } from './world/product-processes.ts';

/** As long as an operator, or a container's runtime, should ever wait. */
const LONGEST_END_MS = 20_000;

const endings: Record<string, (worker: Program) => void> = {
  'is asked to end': ({ child }) => child.kill('SIGTERM'),
  'loses the process that started it': ({ child }) => child.disconnect(),
};

for (const [name, end] of Object.entries(endings))
  t.test(`without the queue's tables a worker projects, and ends when it ${name}`, async (t) => {
    const { pool, url } = await createTestDatabase(t);
    await pool.query('drop schema bullmq cascade');
    const worker = startWorker(t, url);
    await new Appender(pool).append(review(1));
    await projected(pool);
    const { rows } = await pool.query('select reviews from deck_stats');
    t.same(rows, [{ reviews: 1 }]);
    const start = performance.now();
    end(worker);
    t.same(await worker.ended, [0, null]);
    const ms = Math.round(performance.now() - start);
    t.ok(ms < LONGEST_END_MS, `it took ${ms} ms`);
  });

t.test('a worker whose starter is lost before it has started ends as well', async (t) => {
  const { url } = await createTestDatabase(t);
  const worker = startWorker(t, url);
  worker.child.disconnect();
  t.same(await worker.ended, [0, null]);
});
