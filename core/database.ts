import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { MIGRATION_NAMES } from '../migrations/migration-names.ts';
import { migrations } from '../migrations/migrations.ts';
import { Account } from './account/account.entity.ts';
import { Card } from './card/card.entity.ts';
import { Deck } from './deck/deck.entity.ts';
import { DeckSettings } from './learning/deck-settings.entity.ts';
import { requireKnownDatabase, unknownMigrations } from './newer-database.ts';

/** One pool of connections: the ORM for the relational tables, `pool` for the log and the projections. */
export interface Database {
  orm: MikroORM;
  pool: Pool;
  close(): Promise<void>;
}

/**
 * A leaked or stopped client must not hold a partition's lock, and an append relies on each of its statements having
 * a snapshot of its own.
 */
const SESSION = '-c idle_in_transaction_session_timeout=5s -c default_transaction_isolation=read\\ committed';

/** Opens `url` with at most `connections` connections. Nothing is migrated. */
export async function openDatabase(
  url: string,
  options: { connections: number; name: string },
): Promise<Database> {
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [Account, Deck, Card, DeckSettings],
    extensions: [Migrator],
    driverOptions: {
      max: options.connections,
      application_name: options.name,
      options: SESSION,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    },
    pool: { min: 0, max: options.connections },
    migrations: { migrationsList: migrations, snapshot: false, tableName: 'migrations' },
    discovery: { warnWhenNoEntities: false },
    timezone: 'UTC',
    debug: false,
  });
  const connection = orm.em.getConnection();
  const pool = (await connection.getNativeClient()) as Pool;
  return { orm, pool, close: () => orm.close() };
}

/** Brings the database's shape up to date; several processes may try at once. Throws a NewerDatabaseError. */
export async function migrate(database: Database): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('nho migrations'))");
    const { rows } = await client.query<{ begun: boolean }>(
      `select to_regclass('migrations') is not null as begun`,
    );
    if (rows[0]!.begun) await requireKnownDatabase(client);
    await database.orm.migrator.up();
  } finally {
    await client.query("select pg_advisory_unlock(hashtext('nho migrations'))").catch(() => {});
    client.release();
  }
}

/** Whether the database has the shape that this program works with: `old` lacks migrations, `newer` has more. */
export async function databaseShape(pool: Pool): Promise<'ok' | 'old' | 'newer'> {
  if (await unknownMigrations(pool)) return 'newer';
  const { rows } = await pool.query<{ done: number }>('select count(*)::integer as done from migrations');
  return rows[0]!.done === MIGRATION_NAMES.length ? 'ok' : 'old';
}
