import type { Pool } from 'pg';
import t from 'tap';
import { runs } from '../harness/depth.ts';
import { until } from '../harness/until.ts';
import { behind, projected } from './program/log-invariants.ts';
import { loadedProduct } from './world/loaded-product.ts';
import type { Program } from './world/product-processes.ts';

/** Stops the worker at a moment at which it holds a checkpoint's lock. */
async function freezeMidBatch(pool: Pool, { child }: Program): Promise<void> {
  const holds = async () =>
    (
      await pool.query(
        `select from pg_stat_activity where datname = current_database() and application_name like 'nho worker %'
         and state = 'idle in transaction' and backend_xid is not null`,
      )
    ).rowCount !== 0;
  await until(async () => {
    child.kill('SIGSTOP');
    // Statements that were under way end by themselves.
    for (let poll = 0; poll < 5; poll++) if (!(await holds())) return Boolean(child.kill('SIGCONT')) && false;
    return true;
  });
}

t.test('a worker frozen in the middle of a batch: another goes on, and nothing counts twice', async (t) => {
  const { pool, clients, answered, workers, addWorker, ...product } = await loadedProduct(t);
  const frozen = workers[0]!;
  clients.start();
  await product.projects();
  await freezeMidBatch(pool, frozen);
  t.pass('it holds the lock of a checkpoint');

  addWorker();
  await answered(runs(150, 500));
  await clients.stop();
  t.ok((await behind(pool)) > 0, 'the log has grown meanwhile');
  const start = performance.now();
  await projected(pool);
  const ms = Math.round(performance.now() - start);
  t.ok(ms < 30_000, `the other has caught up after ${ms} ms, the frozen one's partition included`);

  clients.start();
  frozen.child.kill('SIGCONT');
  await answered(runs(100, 300));
  await product.end();
});
