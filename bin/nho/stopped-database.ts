import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ProgramsRunningError } from '../../core/log/timeline.ts';
import { type Config, ownersDatabaseUrl } from '../../core/process/config.ts';
import { StartError } from '../command/start-error.ts';
import { loadSecrets, occupyDataFolder } from '../launcher/data-folder.ts';
import { userOf } from '../postgres/database-roles.ts';
import { startEmbeddedDatabase } from '../postgres/embedded-database.ts';
import type { NhoContext } from './nho-command.ts';

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

/** How the database knows this program, and the role of the others where they have one of their own. */
interface Alone {
  ownName: string;
  appRole: string | undefined;
}

/** Does work that needs the database alone. Throws a StartError while programs of Nhớ are connected to it. */
export async function alone<T>(
  { config, programName }: NhoContext,
  work: (programs: Alone) => Promise<T>,
): Promise<T> {
  const { MIGRATE_DATABASE_URL, DATABASE_URL } = config;
  const appRole = MIGRATE_DATABASE_URL && DATABASE_URL ? userOf(DATABASE_URL) : undefined;
  try {
    return await work({ ownName: programName, appRole });
  } catch (error) {
    if (!(error instanceof ProgramsRunningError)) throw error;
    throw new StartError(
      `Nhớ is running on this database (${error.programs.join(', ')}): stop it first. Nothing was changed.`,
    );
  }
}
