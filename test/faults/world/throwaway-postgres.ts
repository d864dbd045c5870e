import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../../bin/postgres/embedded-database.ts';
import { migrate } from '../../../core/migrating.ts';
import { migrateQueues } from '../../../core/process/queue.ts';
import { projections } from '../../../core/projections.ts';
import type { Lifetime } from '../../harness/lifetime.ts';

/** Brings an empty database to the product's present version, its queues as well. */
export async function migrateWhole(url: string): Promise<void> {
  await migrate(url, projections);
  await migrateQueues({ databaseUrl: url });
}

interface ThrowawayPostgres {
  url: string;
  pool: pg.Pool;
  /** Ends every connection without a word, as a crash does. */
  crash(): Promise<void>;
  start(): Promise<void>;
}

/** A migrated Postgres of the test's own, which it may crash; what it has committed is durable, as in use. */
export async function startThrowawayPostgres(t: Lifetime): Promise<ThrowawayPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'nho-postgres-'));
  chmodSync(folder, 0o711); // Root's Postgres, another user, must pass through.
  const options = {
    cluster: join(folder, 'postgres'),
    password: 'only for the tests',
    logFile: join(folder, 'postgres.log'),
  };
  let server: EmbeddedDatabase = await startEmbeddedDatabase(options);
  const pool = new pg.Pool({ connectionString: server.url(), max: 3 });
  pool.on('error', () => {});
  t.teardown(async () => {
    // First, so that a test that failed half-way leaves no server behind.
    await server.stop('immediate');
    await pool.end();
    rmSync(folder, { recursive: true, force: true });
  });
  const url = server.url();
  await migrateWhole(url);
  return {
    url,
    pool,
    crash: () => server.stop('immediate'),
    start: async () => {
      server = await startEmbeddedDatabase({ ...options, port: server.port });
    },
  };
}
