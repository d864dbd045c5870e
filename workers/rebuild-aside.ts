/**
 * `node workers/rebuild-aside.ts ID`: does one verification or rebuild in a process of its own, which may be killed at
 * any moment. Exit code 0: there is nothing more to do. 2: it broke off, to be tried again.
 */
import { setPriority } from 'node:os';
import { loadConfig, ownersDatabaseUrl } from '../core/config.ts';
import { performLogRun } from '../core/log/perform-log-run.ts';
import { PostgresClient } from '../core/postgres-client.ts';
import { isTransient } from '../core/postgres-error.ts';
import { programLog } from '../core/program-log.ts';

/** Studying comes first. */
const NICE = 10;

const TRY_AGAIN = 2;

setPriority(NICE);
// Asked to end, or left alone: the next try begins anew.
process.on('SIGTERM', () => process.exit(TRY_AGAIN));
process.on('disconnect', () => process.exit(TRY_AGAIN));

const config = loadConfig(process.env);
const log = programLog(config.LOG_LEVEL);
const runId = Number(process.argv[2]);

function brokeOff(error: unknown): never {
  log.error({ err: error, run: runId }, 'a verification or rebuild of projections broke off');
  process.exit(isTransient(error) ? TRY_AGAIN : 1);
}
// Idle connections of the rebuilding may be lost as well.
process.on('uncaughtException', brokeOff);

try {
  const databaseUrl = ownersDatabaseUrl(config);
  const client = new PostgresClient({
    connectionString: databaseUrl,
    application_name: 'nho log run',
  });
  client.on('error', () => process.exit(TRY_AGAIN));
  await client.connect();
  const { end, differences, error } = await performLogRun({ client, databaseUrl, runId });
  if (error) log.error({ err: error, run: runId }, 'a verification or rebuild of projections failed');
  if (differences)
    log.error({ differences, run: runId }, 'projections differed from the log: the run tells the rows');
  await client.end();
  process.exit(end === 'again' ? TRY_AGAIN : 0);
} catch (error) {
  brokeOff(error);
}
