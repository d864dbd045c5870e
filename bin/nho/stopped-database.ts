import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, ownersDatabaseUrl } from '../../core/process/config.ts';
import { StartError } from '../command/start-error.ts';
import { loadSecrets, occupyDataFolder } from '../launcher/data-folder.ts';
import { startEmbeddedDatabase } from '../postgres/embedded-database.ts';

/**
 * Returns the database for work that needs it alone: that of the settings, else the embedded one of DATA_DIR, started
 * for the moment. Throws a StartError while Nhớ runs on that folder.
 */
export async function openStoppedDatabase(
  config: Config,
): Promise<{ databaseUrl: string; close(): Promise<void> }> {
  if (config.DATABASE_URL) return { databaseUrl: ownersDatabaseUrl(config), close: async () => {} };
  const folder = resolve(config.DATA_DIR);
  const cluster = join(folder, 'postgres');
  if (!existsSync(cluster))
    throw new StartError(`There is no database in ${folder}: set DATA_DIR or DATABASE_URL.`);
  const release = await occupyDataFolder(folder);
  try {
    const { database_password: password } = await loadSecrets(folder);
    const database = await startEmbeddedDatabase({
      cluster,
      password,
      logFile: join(folder, 'postgres.log'),
    });
    return {
      databaseUrl: database.url(),
      close: async () => {
        await database.stop();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}
