import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { urlsOfHosts } from './database-url.ts';
import { endsConnection, isReadOnly } from './postgres-error.ts';
import { againAfterDeadlock } from './tried-again.ts';

/** In which a host that serves says whether it takes writes. */
const HOST_ANSWER_MS = 5_000;

/** What is being found out now, by the URLs. */
const asked = new Map<string, Promise<string>>();

/**
 * The first of these URLs whose host takes writes, which a standby does not. All are asked at once: one may be silent.
 * Rejects with an error that counts as transient when none does.
 */
function writableHost(urls: string[]): Promise<string> {
  const key = urls.join('\n');
  let found = asked.get(key);
  if (!found) {
    found = Promise.any(urls.map(takesWrites))
      .catch((cause: unknown) => {
        throw new Error('connection failed: no host of DATABASE_URL takes writes', { cause });
      })
      .finally(() => asked.delete(key));
    asked.set(key, found);
  }
  return found;
}

async function takesWrites(url: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'nho host check',
    connectionTimeoutMillis: HOST_ANSWER_MS,
    query_timeout: HOST_ANSWER_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('it is read-only');
    return url;
  } finally {
    // Not waited for: one that has gone silent does not say goodbye either.
    void client.end().catch(() => {});
    if (!client.connection.stream.destroyed)
      setTimeout(() => client.connection.stream.destroy(), HOST_ANSWER_MS).unref();
  }
}

export interface PostgresClientOptions extends pg.ClientConfig {
  /** May name several hosts: each connection is made to the one that takes writes. */
  connectionString: string;
  /** Settings of the session by name. Set once connected: a pooler refuses them as options of the start. */
  session?: Record<string, string> | undefined;
  /**
   * Milliseconds of silence during a statement after which a connection is given up. Default: after each 10 s the
   * database is asked, on another connection, whether it is still at work on it. So long work is not cut, and a
   * connection without another end is.
   */
  silenceMs?: number | undefined;
  /** How long nothing is heard before the database is asked, when `silenceMs` is not given. Default 10 s. */
  askAfterMs?: number | undefined;
}

const ASK_AFTER_MS = 10_000;

/** In which a database that serves says what a connection of its does. */
const ANSWER_MS = 5_000;

const CONNECT_MS = 5_000;

/** Notices a peer that is gone after 10 s + 3 × 5 s, even while nothing is under way. */
const KEEP_ALIVE = { enable: true, initialDelay: 10_000, interval: 5_000, count: 3 };

/**
 * A connection that does not wait for ever: for a Postgres that is silent, has become a standby, or is gone. Its
 * statements then reject with an error that counts as transient. Emits `useless` when other connections of its pool
 * are probably like it.
 */
export class PostgresClient extends pg.Client {
  readonly #options: PostgresClientOptions;
  readonly #urls: string[];
  #url: string;
  /** Of the server's process: a pooler in between has numbers of its own. */
  #backend: number | undefined;
  /** Statements that have been sent, or wait to be, and are not done. */
  #open = 0;
  #bytesRead = 0;
  #silence: NodeJS.Timeout | undefined;
  /** Set when the server has said what makes this connection one to be given up. */
  isUseless = false;

  constructor(options: PostgresClientOptions) {
    const urls = urlsOfHosts(options.connectionString);
    if (!urls) throw new Error('DATABASE_URL is not the URL of a Postgres');
    super({ connectionTimeoutMillis: CONNECT_MS, ...options, connectionString: urls[0]! });
    this.#options = options;
    this.#urls = urls;
    this.#url = urls[0]!;
    // The rejection of the statement under way reports it.
    this.on('error', () => {});
    const { connection } = this;
    // It may be ended before pg listens to it, which is when it connects.
    connection.stream.on('error', () => {});
    connection.on('connect', () => (connection.stream as Socket).setKeepAlive(KEEP_ALIVE));
    connection.on('errorMessage', (error: Error) => {
      if (endsConnection(error)) this.isUseless = true;
      if (isReadOnly(error)) this.emit('useless');
    });
    connection.on('readyForQuery', () => {
      this.#open = Math.max(0, this.#open - 1);
      this.#watch();
    });
    connection.on('end', () => clearTimeout(this.#silence));
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => {
      if (this.#open++ === 0) this.#watch();
      return query(...args);
    }) as typeof this.query;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
  override connect(callback?: unknown): Promise<pg.Client> | undefined {
    const connected = this.#connect();
    if (!callback) return connected;
    const done = callback as (error: unknown, client?: pg.Client) => void;
    connected.then(
      () => done(null, this),
      (error: unknown) => done(error),
    );
    return undefined;
  }

  /** Ends the connection at once: statements under way reject. */
  destroy(reason = 'connection given up'): void {
    clearTimeout(this.#silence);
    this.connection.stream.destroy(new Error(reason));
  }

  async #connect(): Promise<pg.Client> {
    if (this.#urls.length > 1) {
      this.#url = await writableHost(this.#urls);
      const { hostname, port } = new URL(this.#url);
      this.host = hostname.replace(/^\[|\]$/g, '');
      this.port = Number(port) || 5_432;
      // A pool that could wait no longer has ended it. It would not know of a connection that is made now.
      if (this.connection.stream.destroyed) throw new Error('connection timeout');
    }
    await super.connect();
    try {
      const settings = Object.entries(this.#options.session ?? {}).map(
        ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, false)`,
      );
      const { rows } = await this.query<[pid: number, takesNoWrites: boolean]>({
        text: `select ${['pg_backend_pid()', `current_setting('transaction_read_only')::boolean`, ...settings].join()}`,
        rowMode: 'array',
      });
      const [pid, takesNoWrites] = rows[0]!;
      this.#backend = pid;
      // A host that takes no writes still serves reads. Of several another may take them.
      if (takesNoWrites && this.#urls.length > 1)
        throw new Error('connection failed: the host has just become read-only');
    } catch (error) {
      this.destroy();
      throw error;
    }
    return this;
  }

  #watch(): void {
    clearTimeout(this.#silence);
    if (this.#open === 0 || this.connection.stream.destroyed) return;
    this.#bytesRead = this.#heard;
    const { silenceMs, askAfterMs = ASK_AFTER_MS } = this.#options;
    this.#silence = setTimeout(() => void this.#onSilence(), silenceMs ?? askAfterMs);
    this.#silence.unref();
  }

  /** Bytes that have come so far. */
  get #heard(): number {
    return (this.connection.stream as Socket).bytesRead;
  }

  async #onSilence(): Promise<void> {
    // If it was us who stood still, an answer may lie there, unread.
    await turn();
    await turn();
    const isSilent = () => this.#open > 0 && this.#heard === this.#bytesRead;
    const { silenceMs } = this.#options;
    if (!isSilent() || (silenceMs === undefined && (await this.#isAtWork())) || !isSilent())
      return this.#watch();
    this.isUseless = true;
    this.destroy('connection lost: Postgres has been silent for too long');
    this.emit('useless');
  }

  /** Whether the server is at work for this connection. False when it does not even answer that. */
  async #isAtWork(): Promise<boolean> {
    if (this.#backend === undefined) return false;
    const asker = new PostgresClient({
      connectionString: this.#url,
      application_name: 'nho asks',
      silenceMs: ANSWER_MS,
    });
    try {
      await asker.connect();
      const { rows } = await asker.query('/* isAtWork */ select state from pg_stat_activity where pid = $1', [
        this.#backend,
      ]);
      return rows[0]?.state === 'active';
    } catch (error) {
      // Refused, for want of a free connection perhaps, is answered.
      return (
        /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code)) && error instanceof pg.DatabaseError
      );
    } finally {
      asker.destroy();
    }
  }
}

export interface PostgresPoolOptions extends Omit<pg.PoolConfig, 'connectionString' | 'Client'> {
  connectionString: string;
  session?: Record<string, string> | undefined;
  silenceMs?: number | undefined;
}

/** Opens a pool of such connections; `max` is how many. */
export function openPool(options: PostgresPoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: CONNECT_MS,
    ...options,
    ...{ Client: PostgresClient as unknown as NonNullable<pg.PoolConfig['Client']> },
  });
  pool.on('error', () => {});
  renewUseless(pool);
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  pool.query = ((...args: unknown[]) => againAfterDeadlock(() => query(...args))) as typeof pool.query;
  return pool;
}

/**
 * Makes a pool of PostgresClients drop those that are useless. When one was found so, all idle ones go as well: each
 * request that was given one of them would find out by itself.
 */
function renewUseless(pool: pg.Pool): void {
  const idle = new Set<PostgresClient>();
  pool.on('acquire', (client) => idle.delete(client as unknown as PostgresClient));
  pool.on('remove', (client) => idle.delete(client as unknown as PostgresClient));
  pool.on('release', (_error, released) => {
    const client = released as unknown as PostgresClient;
    // The pool does not keep one that is ending.
    if (client.isUseless) void client.end().catch(() => {});
    else idle.add(client);
  });
  pool.on('connect', (connected) => {
    const client = connected as unknown as PostgresClient;
    client.once('useless', () => {
      for (const one of idle) {
        idle.delete(one);
        // Drops it at once, by the listener that the pool has on idle ones: nobody is given it meanwhile.
        one.emit('error', new Error('connection given up with the others'));
        one.destroy();
      }
    });
  });
}
