/**
 * Brings the database's shape up to date, with the rights of each role. When there is no administrator yet, adds one
 * and the official decks. `--no-content` leaves these two out.
 */

import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ensureAdministrator } from '../core/account/administrator.ts';
import { CLOSED_FOLDER } from '../core/closed-folder.ts';
import { loadConfig, ownersDatabaseUrl } from '../core/config.ts';
import { migrate, openDatabase } from '../core/database.ts';
import { addOfficialDecks } from '../core/deck/official-content.ts';
import { projections } from '../core/projections.ts';
import { migrateQueues } from '../core/queue.ts';
import { reportFailure } from '../core/start-failure.ts';
import { openStorage } from '../core/storage.ts';
import { grantRights } from './postgres/database-roles.ts';
import { StartError } from './start-error.ts';

const CONTENT = resolve(import.meta.dirname, '../content/official-decks');

try {
  const config = loadConfig(process.env);
  const databaseUrl = ownersDatabaseUrl(config);
  const database = await openDatabase(databaseUrl, { connections: 2, name: 'nho migrate' });
  await migrate(database, projections);
  await migrateQueues({ redisUrl: config.REDIS_URL, databaseUrl });
  const app = config.MIGRATE_DATABASE_URL ? config.DATABASE_URL : undefined;
  await grantRights(database.pool, { app, read: config.READ_DATABASE_URL });

  if (!process.argv.includes('--no-content')) {
    const storage = await openStorage({ storageUrl: config.STORAGE_URL, dataDir: config.DATA_DIR });
    if (storage.folder) await mkdir(storage.folder, CLOSED_FOLDER);
    // All or nothing: an interrupted first start is a first start again.
    await database.orm.em.transactional(async (em) => {
      // Of several that start at the same time, one is the first.
      await em.execute("select pg_advisory_xact_lock(hashtext('nho content'))");
      const first = await ensureAdministrator(em, {
        email: config.ADMIN_EMAIL,
        password: config.ADMIN_PASSWORD,
        timeZone: config.APP_TIME_ZONE,
      });
      if (!first) return;
      const titles = await addOfficialDecks(em, storage, first.account, CONTENT);
      if (titles.length) console.log(`Added ${titles.length} official decks: ${titles.join(', ')}.`);
      const { account, generatedPassword } = first;
      console.log(
        generatedPassword
          ? `The administrator is ${account.email} with the password ${generatedPassword} (told only this once).`
          : `The administrator is ${account.email}.`,
      );
    });
  }
  await database.close();
} catch (error) {
  if (error instanceof StartError) console.error(error.message);
  else reportFailure(error);
  process.exit(1);
}
