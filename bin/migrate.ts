/**
 * Brings the database's shape up to date, with the rights of each role. When there is no administrator yet, adds one
 * and the official decks. `--no-content` leaves these two out.
 */

import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ensureAdministrator } from '../core/account/account.ts';
import { addOfficialDecks } from '../core/card/official-content.ts';
import { openDatabase } from '../core/database.ts';
import { openStorage } from '../core/files/storage.ts';
import { CLOSED_FOLDER } from '../core/files/upload.ts';
import { migrate, PartitionsError } from '../core/migrating.ts';
import { inTransaction } from '../core/postgres/transaction.ts';
import { loadConfig, ownersDatabaseUrl } from '../core/process/config.ts';
import { reportFailure } from '../core/process/process-end.ts';
import { migrateQueues } from '../core/process/queue.ts';
import { projections } from '../core/projections.ts';
import { StartError } from './command/start-error.ts';
import { grantRights } from './postgres/database-roles.ts';

const CONTENT = resolve(import.meta.dirname, '../content/official-decks');

try {
  const config = loadConfig(process.env);
  const databaseUrl = ownersDatabaseUrl(config);
  await migrate(databaseUrl, projections, config.LOG_PARTITIONS);
  const database = await openDatabase(databaseUrl, { connections: 2, name: 'nho migrate' });
  await migrateQueues({ redisUrl: config.REDIS_URL, databaseUrl });
  const app = config.MIGRATE_DATABASE_URL ? config.DATABASE_URL : undefined;
  await grantRights(database.pool, { app, read: config.READ_DATABASE_URL });

  if (!process.argv.includes('--no-content')) {
    const storage = await openStorage({ storageUrl: config.STORAGE_URL, dataDir: config.DATA_DIR });
    if (storage.folder) await mkdir(storage.folder, CLOSED_FOLDER);
    // All or nothing: an interrupted first start is a first start again.
    await inTransaction(database.pool, async (tx) => {
      // Of several that start at the same time, one is the first.
      await tx.query("/* main */ select pg_advisory_xact_lock(hashtext('nho content'))");
      const first = await ensureAdministrator(tx, {
        email: config.ADMIN_EMAIL,
        password: config.ADMIN_PASSWORD,
        timeZone: config.APP_TIME_ZONE,
      });
      if (!first) return;
      const titles = await addOfficialDecks(tx, storage, first.account.id, CONTENT);
      if (titles.length) console.log(`Added ${titles.length} official decks: ${titles.join(', ')}.`);
      const { account, generatedPassword } = first;
      const password = generatedPassword && ` with the password ${generatedPassword} (told only this once)`;
      console.log(`The administrator is ${account.email}${password ?? ''}, and logs in at /login.`);
    });
  }
  await database.close();
} catch (error) {
  if (error instanceof StartError || error instanceof PartitionsError) console.error(error.message);
  else reportFailure(error);
  process.exit(1);
}
