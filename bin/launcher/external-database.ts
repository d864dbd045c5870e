import { placeOf } from '../../core/postgres/database-url.ts';
import { PostgresClient } from '../../core/postgres/postgres-client.ts';
import { type Config, ownersDatabaseUrl } from '../../core/process/config.ts';
import { StartError } from '../command/start-error.ts';

const OLDEST = 15;

type Urls = Pick<Config, 'DATABASE_URL' | 'MIGRATE_DATABASE_URL'>;

/** Throws a StartError unless the owner's address leads to a Postgres that is new enough. */
export async function checkExternalDatabase(urls: Urls): Promise<void> {
  const url = ownersDatabaseUrl(urls);
  const setting = urls.MIGRATE_DATABASE_URL ? 'MIGRATE_DATABASE_URL' : 'DATABASE_URL';
  // The URL itself holds a password, so it is never shown.
  const where = placeOf(url);
  const client = new PostgresClient({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    );
    const version = rows[0]?.version ?? 0;
    if (version < OLDEST)
      throw new StartError(
        `The database at ${where} is Postgres ${version}: version ${OLDEST} or newer is needed.`,
      );
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { message, code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `The database at ${where} cannot be reached (${message || code}): mend ${setting}, or remove it to use the embedded database.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}
