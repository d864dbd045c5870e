import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { MIGRATION_NAMES } from '../migrations/migration-names.ts';
import { migrations } from '../migrations/migrations.ts';
import { Account } from './account/account.entity.ts';
import { SchoolLogin } from './account/school-login/school-login.entity.ts';
import { Act } from './act/act.entity.ts';
import { Card } from './card/card.entity.ts';
import { ClassCode, ClassDeck, ClassMember, Classroom } from './classroom/classroom.entity.ts';
import { ClassInvitation, ClassTeacher } from './colleague/colleague.entity.ts';
import { urlsOfHosts } from './database-url.ts';
import { Deck } from './deck/deck.entity.ts';
import { DeckShare } from './deck/sharing/deck-share.entity.ts';
import { Exam, ExamClass, ExamQuestion } from './exam/exam.entity.ts';
import { DeckSettings } from './learning/deck-settings.entity.ts';
import { makeCheckpoints } from './log/projecting/checkpoint.ts';
import type { Projection } from './log/projection.ts';
import { requireKnownDatabase, unknownMigrations } from './newer-database.ts';
import { openPool, PostgresClient, renewUseless } from './postgres-client.ts';
import { SiteSettings } from './site/site-settings.entity.ts';

/** One pool of connections: the ORM for the relational tables, `pool` for the log and the projections. */
export interface Database {
  orm: MikroORM;
  pool: Pool;
  /**
   * Connections of their own for changes that hold the checkpoints of projections. What waits for these takes no
   * connection from reads and answers. Otherwise the same as `pool` for requests.
   */
  changes: Pool;
  /** For exports, whose statements may take long. The same as `pool` but for requests. */
  exports: Pool;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** At most so many, besides those for `changes` and `exports`. */
  connections: number;
  /** As the database is to know us. */
  name: string;
  /**
   * For requests, whose callers wait. Gives up after 2 s on a lock, 8 s on a statement, 9 s on a silent connection.
   * Default: work takes as long as it takes, while the database is at it.
   */
  forRequests?: boolean;
}

/**
 * A leaked or stopped client must not hold a partition's lock. An append relies on each of its statements having a
 * snapshot of its own.
 */
const SESSION = {
  idle_in_transaction_session_timeout: '5s',
  default_transaction_isolation: 'read committed',
};

const REQUESTS = {
  session: { ...SESSION, lock_timeout: '2s', statement_timeout: '8s' },
  silenceMs: 9_000,
};

/** Recomputing a large class may take long; waiting for its turn may not. */
const CHANGES = {
  session: { ...SESSION, lock_timeout: '2s', statement_timeout: '60s' },
  silenceMs: undefined,
};

/** Where an export begins and ends may take a reading of the whole log. Between its pages it waits for a connection. */
const EXPORTS = { session: SESSION, silenceMs: undefined, connectionTimeoutMillis: 60_000 };

/** Connections for `changes`, and as many for `exports`. */
const BESIDES = 3;

/** Opens `url`. Nothing is migrated. */
export async function openDatabase(url: string, options: DatabaseOptions): Promise<Database> {
  const { connections, name, forRequests = false } = options;
  const connecting = {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 5_000,
    ...(forRequests ? REQUESTS : { session: SESSION }),
  };
  const orm = await MikroORM.init({
    clientUrl: urlsOfHosts(url)?.[0] ?? url,
    entities: [
      ...[Account, Act, Deck, DeckShare, Card, DeckSettings, SiteSettings],
      SchoolLogin,
      ...[Classroom, ClassDeck, ClassMember, ClassCode, Exam, ExamQuestion, ExamClass],
      ...[ClassTeacher, ClassInvitation],
    ],
    extensions: [Migrator],
    driverOptions: { ...connecting, max: connections, Client: PostgresClient },
    pool: { min: 0, max: connections },
    migrations: { migrationsList: migrations, snapshot: false, tableName: 'migrations' },
    discovery: { warnWhenNoEntities: false },
    timezone: 'UTC',
    debug: false,
  });
  const connection = orm.em.getConnection();
  const pool = (await connection.getNativeClient()) as Pool;
  renewUseless(pool);
  if (!forRequests) return { orm, pool, changes: pool, exports: pool, close: () => orm.close() };
  const { types } = pool.options;
  const alike = { ...connecting, max: BESIDES, ...(types && { types }) };
  const changes = openPool({ ...alike, ...CHANGES });
  const exports = openPool({ ...alike, ...EXPORTS });
  return {
    orm,
    pool,
    changes,
    exports,
    close: async () => {
      await Promise.all([orm.close(), changes.end(), exports.end()]);
    },
  };
}

/**
 * Brings the database's shape up to date, and gives new ones of these projections their checkpoints. Several processes may
 * try at once. Throws a NewerDatabaseError.
 */
export async function migrate(
  database: Database,
  projections: readonly Pick<Projection, 'name'>[],
): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('nho migrations'))");
    const { rows } = await client.query<{ begun: boolean }>(
      `select to_regclass('migrations') is not null as begun`,
    );
    if (rows[0]!.begun) await requireKnownDatabase(client);
    await database.orm.migrator.up();
    await makeCheckpoints(client, projections);
  } finally {
    await client.query("select pg_advisory_unlock(hashtext('nho migrations'))").catch(() => {});
    client.release();
  }
}

/** True when the database takes no writes: it is a standby, or was made read-only. */
export async function isReadOnlyDatabase(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ is: boolean }>(
    `select current_setting('transaction_read_only')::boolean as is`,
  );
  return rows[0]!.is;
}

/** Whether the database has the shape that this program works with: `old` lacks migrations, `newer` has more. */
export async function databaseShape(pool: Pool): Promise<'ok' | 'old' | 'newer'> {
  if (await unknownMigrations(pool)) return 'newer';
  const { rows } = await pool.query<{ done: number }>('select count(*)::integer as done from migrations');
  return rows[0]!.done === MIGRATION_NAMES.length ? 'ok' : 'old';
}
