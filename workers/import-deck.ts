/**
 * `node workers/import-deck.ts ID`: runs one import in a process of its own, which may be killed at any moment. Exit
 * code 0: there is nothing more to do. 2: the database or the storage is away, to be tried again.
 */
import { setPriority } from 'node:os';
import { archiveLimits, loadConfig, required } from '../core/config.ts';
import { runImport } from '../core/deck-import/run-import.ts';
import { workFolderOf } from '../core/deck-import/waiting-imports.ts';
import { PostgresClient } from '../core/postgres-client.ts';
import { isTransient } from '../core/postgres-error.ts';
import { programLog } from '../core/program-log.ts';
import { isStorageAway, openStorage } from '../core/storage.ts';

/** Studying comes first: an import takes what the others leave. */
const NICE = 10;

const TRY_AGAIN = 2;

setPriority(NICE);
// Asked to end, or left alone: the next run begins anew.
process.on('SIGTERM', () => process.exit(TRY_AGAIN));
process.on('disconnect', () => process.exit(TRY_AGAIN));

const config = loadConfig(process.env);
const log = programLog(config.LOG_LEVEL);
const importId = Number(process.argv[2]);
try {
  const client = new PostgresClient({
    connectionString: required('DATABASE_URL', config.DATABASE_URL),
    application_name: 'nho import',
  });
  client.on('error', () => process.exit(TRY_AGAIN));
  await client.connect();
  await runImport({
    client,
    importId,
    storage: await openStorage({ storageUrl: config.STORAGE_URL, dataDir: config.DATA_DIR }),
    limits: archiveLimits(config),
    workFolder: workFolderOf(config.DATA_DIR, importId),
    now: () => Date.now(),
  });
  await client.end();
  process.exit(0);
} catch (error) {
  log.error({ err: error, import: importId }, 'an import broke off');
  process.exit(isTransient(error) || isStorageAway(error) ? TRY_AGAIN : 1);
}
