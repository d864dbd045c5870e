import pg, { type Pool } from 'pg';
import { MIGRATION_NAMES } from '../migrations/migration-names.ts';
import { isLogLayout, type LogLayout, readLogLayout } from './log/read.ts';
import { unknownMigrations } from './postgres/newer-database.ts';
import { openPool } from './postgres/postgres-client.ts';
import { type Connection, type Db, inTransaction } from './postgres/transaction.ts';

/** The pools of connections of a process. */
export interface Database {
  pool: Pool;
  /**
   * Connections of their own for changes that hold the checkpoints of projections. What waits for these takes no
   * connection from reads and answers. Their statements may take longer. They are `pool` itself
   * unless that is for requests.
   */
  changes: Pool;
  /** For exports, whose statements may take long. It is `pool` itself unless that is for requests. */
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
  /** For programs that stay. A log that got another layout while they were not connected ends the process. */
  stays?: boolean;
}

/**
 * A leaked or stopped client must not hold a partition's lock. An append relies on each of its statements having a
 * snapshot of its own.
 */
const SESSION = {
  idle_in_transaction_session_timeout: '5s',
  default_transaction_isolation: 'read committed',
  // Of tables on several servers: else a transaction that has changed one by many connections at once can change no other.
  'citus.multi_shard_modify_mode': 'sequential',
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

/** Postgres's type of lists of texts, which pg's own types do not name. */
const TEXTS = 1_009;
const typeParser = pg.types.getTypeParser as (type: number) => (text: string) => string[];

/**
 * Times, days and intervals stay as the database writes them, as texts and lists of texts: a Date has no microseconds, and
 * makes a moment of a day.
 */
const TYPES = new pg.TypeOverrides();
for (const { one, list } of [
  { one: 1_082, list: 1_182 }, // date
  { one: 1_114, list: 1_115 }, // timestamp
  { one: 1_184, list: 1_185 }, // timestamptz
  { one: 1_186, list: 1_187 }, // interval
]) {
  TYPES.setTypeParser(one, (text) => text);
  TYPES.setTypeParser(list, typeParser(TEXTS));
}

/** Connections for `changes`, and as many for `exports`. */
const BESIDES = 3;

/** How every connection to `url` begins. */
export const connecting = (url: string, name: string) => ({
  connectionString: url,
  application_name: name,
  connectionTimeoutMillis: 5_000,
  session: SESSION,
});

/** SQLSTATEs of a database that is not migrated yet, or whose roles have no rights yet. */
const NOT_READY = ['42P01', '42883', '42501'];
const READY_POLL_MS = 1_000;

/** The lock, in SQL, that each process takes to change the shape of the database. */
export const MIGRATING = "hashtext('nho migrations')";

/**
 * Learns how the log is laid out: at once, or as soon as the database is migrated. A new log is laid out last of
 * all: it asks again until that lock is free, and then reports it.
 */
async function learnLayout(pool: Pool, onLearned: (layout: LogLayout) => void): Promise<void> {
  const learn = (): Promise<boolean> =>
    inTransaction(pool, async (tx) => {
      const { rows } = await tx.query<{ isLast: boolean }>(
        `/* learnLayout */ select pg_try_advisory_xact_lock_shared(${MIGRATING}) as "isLast"`,
      );
      const layout = await readLogLayout(tx);
      if (rows[0]!.isLast) onLearned(layout);
      return rows[0]!.isLast;
    });
  const askAgain = (): void => {
    if (!pool.ending) learn().then((isLast) => isLast || askLater(), askLater);
  };
  const askLater = (): void => void setTimeout(askAgain, READY_POLL_MS).unref();
  const isLast = await learn().catch((error: { code?: unknown }) => {
    if (!NOT_READY.includes(String(error.code))) throw error;
    return false;
  });
  if (!isLast) askLater();
}

/** Before a log gets another layout all programs are to be stopped. One that has lost its connections goes unseen. */
function endWithLayout(pool: Pool, layout: LogLayout): void {
  const connected = new Set<Connection>();
  pool.on('remove', (client) => connected.delete(client));
  pool.on('connect', async (client) => {
    connected.add(client);
    if (connected.size > 1 || (await isLogLayout(pool, layout).catch(() => true))) return;
    queueMicrotask(() => {
      throw new Error('The log was laid out anew while this program was not connected: start it again.');
    });
  });
}

/** Opens `url`. Nothing is migrated. Rejects when nobody answers there: a process that starts without its database ends. */
export async function openDatabase(
  url: string,
  { connections, name, forRequests = false, stays = false }: DatabaseOptions,
): Promise<Database> {
  const alike = { ...connecting(url, name), types: TYPES };
  const pool = openPool({ ...alike, max: connections, ...(forRequests && REQUESTS) });
  await learnLayout(pool, (layout) => void (stays && endWithLayout(pool, layout)));
  if (!forRequests) return { pool, changes: pool, exports: pool, close: () => pool.end() };
  const changes = openPool({ ...alike, max: BESIDES, ...CHANGES });
  const exports = openPool({ ...alike, max: BESIDES, ...EXPORTS });
  return {
    pool,
    changes,
    exports,
    close: async () => {
      await Promise.all([pool.end(), changes.end(), exports.end()]);
    },
  };
}

/** True when the database takes no writes: it is a standby, or was made read-only. */
export async function isReadOnlyDatabase(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ is: boolean }>(
    `/* isReadOnlyDatabase */ select current_setting('transaction_read_only')::boolean as is`,
  );
  return rows[0]!.is;
}

/** Whether the database has the shape that this program works with: `old` lacks migrations, `newer` has more. */
export async function databaseShape(pool: Pool): Promise<'ok' | 'old' | 'newer'> {
  if (await unknownMigrations(pool)) return 'newer';
  return (await missingMigrations(pool)).length === 0 ? 'ok' : 'old';
}

/** The migrations that the database has not had yet, in order. */
export async function missingMigrations(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>('/* missingMigrations */ select name from migrations');
  return MIGRATION_NAMES.filter((known) => rows.every(({ name }) => name !== known));
}
