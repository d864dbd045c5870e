import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Config, ownersDatabaseUrl } from '../../core/process/config.ts';
import { StartError } from '../command/start-error.ts';

/**
 * Returns the database to work on, as its owner: that of the settings, else the embedded one of DATA_DIR. The
 * embedded one runs only while Nhớ does.
 */
export async function databaseAddress(config: Config): Promise<string> {
  if (config.DATABASE_URL) return ownersDatabaseUrl(config);
  const folder = resolve(config.DATA_DIR);
  const port = embeddedPort(join(folder, 'postgres'));
  if (!port)
    throw new StartError(`Nhớ is not running on ${folder}: start it, or set DATABASE_URL or DATA_DIR.`);
  const secrets = await readFile(join(folder, 'secrets.json'), 'utf8');
  const { database_password } = JSON.parse(secrets) as { database_password: string };
  return `postgres://nho:${encodeURIComponent(database_password)}@127.0.0.1:${port}/nho`;
}

/** The fourth line of postmaster.pid. */
function embeddedPort(cluster: string): number | undefined {
  try {
    return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[3]) || undefined;
  } catch {
    return undefined;
  }
}
