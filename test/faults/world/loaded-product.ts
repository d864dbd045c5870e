import type { Pool } from 'pg';
import type { Test } from 'tap';
import { freePort } from '../../../bin/command/free-port.ts';
import { createTestDatabase } from '../../harness/database-harness.ts';
import { until } from '../../harness/until.ts';
import { checkInvariants, projected } from '../program/log-invariants.ts';
import { type Program, startApiProcess, startWorker } from './product-processes.ts';
import { RecordingClients, type RecordingOptions } from './recording-clients.ts';

export interface LoadOptions {
  /** Default: one of the product's own. */
  database?: { pool: Pool; url: string };
  /** How API and workers reach the database. Default: without anything in between. */
  databaseUrl?: string;
  /** More settings of API and workers. */
  env?: Record<string, string>;
  clients?: RecordingOptions;
  /** Default 1. */
  workers?: number;
}

/** An API and its workers, and clients that answer cards from `clients.start()` on. */
export async function loadedProduct(t: Test, options: LoadOptions = {}) {
  const { env = {}, workers = 1 } = options;
  const { pool, url } = options.database ?? (await createTestDatabase(t));
  const place = { port: await freePort(), databaseUrl: options.databaseUrl ?? url, env };
  const clients = await RecordingClients.create(t, pool, place.port, options.clients);
  let api = await startApiProcess(t, place);
  const running: Program[] = [];
  const addWorker = (): Program => {
    const worker = startWorker(t, place.databaseUrl, env);
    running.push(worker);
    return worker;
  };
  for (let count = 0; count < workers; count++) addWorker();
  const endProcesses = () => Promise.all([api, ...running].map((one) => one.end()));
  return {
    pool,
    port: place.port,
    clients,
    workers: running,
    addWorker,
    /** Asks the API and all workers to end; resolves with how each did. */
    endProcesses,
    /** Ends the API, and resolves with how, once another is in its place. */
    async replaceApi(signal: NodeJS.Signals) {
      const ended = await api.end(signal);
      api = await startApiProcess(t, place);
      return ended;
    },
    /** Resolves when so many more answers have been acknowledged. */
    async answered(count: number): Promise<void> {
      const before = clients.acknowledged;
      await until(() => clients.acknowledged > before + count, `${count} more answers are acknowledged`);
    },
    /** Resolves when a worker is connected and has begun: one that cannot reach Postgres at its start ends. */
    projects: () =>
      until(
        async () => (await pool.query('select from deck_stats limit 1')).rowCount !== 0,
        'a worker projects',
      ),
    /** Ends the load, then the processes once they have caught up, and checks all that must hold after any fault. */
    async end() {
      await clients.stop();
      await projected(pool);
      const ends = await endProcesses();
      for (const { code } of ends) t.equal(code, 0, 'a process ends cleanly');
      t.same(clients.wrongAnswers, [], 'nothing but successes and 503 with Retry-After');
      await checkInvariants(t, pool, clients.sent);
      return ends;
    },
  };
}
