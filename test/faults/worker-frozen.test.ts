import type { Pool } from 'pg';
import t from 'tap';
import { freePort } from '../../bin/command/free-port.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { runs } from '../harness/depth.ts';
import { until } from '../harness/until.ts';
import { behind, checkInvariants, projected } from './program/log-invariants.ts';
import { type Program, startApiProcess, startWorker } from './world/product-processes.ts';
import { RecordingClients } from './world/recording-clients.ts';

/** Stops the worker at a moment at which it holds a checkpoint's lock. */
async function freezeMidBatch(pool: Pool, { child }: Program): Promise<void> {
  const holds = async () =>
    (
      await pool.query(
        `select from pg_stat_activity where datname = current_database() and application_name = 'nho worker'
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
  const { pool, url } = await createTestDatabase(t);
  const port = await freePort();
  const clients = await RecordingClients.create(t, pool, port);
  const api = await startApiProcess(t, { port, databaseUrl: url });
  const frozen = startWorker(t, url);
  clients.start();
  await until(async () => (await pool.query('select from deck_stats limit 1')).rowCount !== 0);
  await freezeMidBatch(pool, frozen);
  t.pass('it holds the lock of a checkpoint');

  const other = startWorker(t, url);
  const before = clients.acknowledged;
  await until(() => clients.acknowledged > before + runs(150, 500));
  await clients.stop();
  t.ok((await behind(pool)) > 0, 'the log has grown meanwhile');
  const start = performance.now();
  await projected(pool);
  const ms = Math.round(performance.now() - start);
  t.ok(ms < 30_000, `the other has caught up after ${ms} ms, the frozen one's partition included`);

  clients.start();
  frozen.child.kill('SIGCONT');
  const then = clients.acknowledged;
  await until(() => clients.acknowledged > then + runs(100, 300));
  await clients.stop();
  await projected(pool);
  await api.end();
  t.equal((await other.end()).code, 0);
  const last = clients.acknowledged;
  t.equal((await frozen.end()).code, 0, 'the frozen one has gone on working');
  t.equal(clients.acknowledged, last);
  t.same(clients.wrongAnswers, []);
  await checkInvariants(t, pool, clients.sent);
});
