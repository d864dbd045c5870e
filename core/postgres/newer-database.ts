import { MIGRATION_NAMES } from '../../migrations/migration-names.ts';
import type { Db } from './transaction.ts';

/**
 * SQL of the names of the migrations that this program does not know, separated by commas; null without any. It is
 * part of a statement that the transaction needs anyway: a newer version may migrate the database at any moment.
 */
export const UNKNOWN_MIGRATIONS = `(select string_agg(name, ', ' order by name) from migrations
  where name <> all ('{${MIGRATION_NAMES.join()}}'))`;

/**
 * Thrown where this program would compute or replace what a newer version has migrated. It would park what it cannot read,
 * and write into tables that may mean something else by now.
 */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
  /** The migrations that are not known, separated by commas. */
  readonly migrations: string;

  constructor(migrations: string) {
    super(
      `The database has been migrated by a newer version of Nhớ (${migrations}): start that version, and stop this one.`,
    );
    this.migrations = migrations;
  }
}

/** Throws a NewerDatabaseError for what UNKNOWN_MIGRATIONS has found. */
export function requireNoneUnknown(migrations: string | null): void {
  if (migrations !== null) throw new NewerDatabaseError(migrations);
}

/** The migrations that this program does not know, separated by commas; null when it knows them all. */
export async function unknownMigrations(client: Db): Promise<string | null> {
  const { rows } = await client.query<{ unknown: string | null }>(
    `/* unknownMigrations */ select ${UNKNOWN_MIGRATIONS} as unknown`,
  );
  return rows[0]!.unknown;
}

/** Throws a NewerDatabaseError when a newer version has migrated the database. */
export async function requireKnownDatabase(client: Db): Promise<void> {
  requireNoneUnknown(await unknownMigrations(client));
}
