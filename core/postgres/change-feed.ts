import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { PostgresClient } from './postgres-client.ts';
import { isReadOnly } from './postgres-error.ts';
import { connectionName } from './running-processes.ts';

export interface Change {
  table: string;
  id: number;
}

export interface ChangeListener {
  onChange(change: Change): void;
  /** Changes may have been missed: forget everything that is kept. */
  onReset(): void;
}

/** Others that lost theirs at the same moment come back at another one. */
const RECONNECT_MS = [300, 700] as const;

/** How often the feed notifies itself. */
const BEAT_MS = 1_000;

/** A feed that has not heard itself for so long is lost. */
export const LOST_MS = 10_000;

/** Between two reads of a feed that cannot listen. */
const READ_MS = 250;

/** How a feed hears of changes: Postgres notifies it, or it reads the table `changes`. */
export type ChangeWay = 'listen' | 'read';

/** What one read has found, and what it could not see: the next one asks for that. */
interface ChangesRead {
  /** Transactions from this one on. */
  from: string;
  /** Those before it that were still open. */
  open: string[];
  /** Each with its transaction, such as `741 users:7`. */
  changes: string[];
}

/**
 * A standby's snapshot does not name the transactions that are open on the primary, only the first of them. So a standby
 * is asked for all from there on, also for what was seen before.
 */
const READ = `/* readOn */ select
    case when pg_is_in_recovery() then pg_snapshot_xmin(seen) else pg_snapshot_xmax(seen) end as "from",
    array(select pg_snapshot_xip(seen))::text[] as open,
    array(select tx || ' ' || what from changes where tx >= $1::xid8 or tx = any ($2::xid8[])) as changes
  from pg_current_snapshot() seen`;

/**
 * Hears from Postgres which rows have changed. Each change is a row of the table `changes`, written in its transaction:
 * nothing is heard that is undone. So what a process keeps in memory is never older than the connection's delay. A lost
 * connection empties it all.
 *
 * A feed that listens is notified at the commit. Each second it proves to itself, by a notification of its own, that it
 * still hears. Notifications arrive in the order of their commits: all that was committed before one has been heard as
 * well.
 *
 * Nobody can listen on a standby, or through a pooler that shares connections. There the feed reads the table every 250
 * ms. Rows do not lie in the order of their commits: each read asks for what the snapshot of the last one could not see.
 * So it has heard all that was committed before it began; on a standby, all that the standby had by then.
 */
export class ChangeFeed {
  readonly #url: string;
  readonly #channel = `nho_feed_${randomUUID().replaceAll('-', '')}`;
  readonly #listeners = new Set<ChangeListener>();
  readonly #way: ChangeWay;
  /** Connected, or about to be. */
  #client: PostgresClient | undefined;
  /** When what has been heard last was asked for; undefined before the first on this connection. */
  #provenAt: number | undefined;
  #lastProvenAt = Number.NEGATIVE_INFINITY;
  /** When the notification was sent, or the read begun, that has not been answered yet. */
  #askedAt: number | undefined;
  #connectedAt = performance.now();
  #began: (() => void) | undefined;
  #beats: NodeJS.Timeout | undefined;
  #closed = false;
  #retry: NodeJS.Timeout | undefined;
  /** Changes that were read and will be once more. */
  #readBefore = new Set<string>();

  /** `way`: a server that refuses to be listened to, since it is a standby, is read all the same. Default: listen. */
  constructor(url: string, way: ChangeWay = 'listen') {
    this.#url = url;
    this.#way = way;
  }

  listen(listener: ChangeListener): void {
    this.#listeners.add(listener);
  }

  /** True while changes are being heard; what is kept in memory may be used only then. */
  get connected(): boolean {
    return this.heardWithin(LOST_MS);
  }

  /**
   * True when every change that was committed longer ago than these milliseconds has been heard; of a standby, that it had
   * then.
   */
  heardWithin(ms: number): boolean {
    return this.#provenAt !== undefined && performance.now() - this.#provenAt <= ms;
  }

  /** Milliseconds since it was last certain that all changes had been heard, on this connection or one before. */
  get silence(): number {
    return performance.now() - this.#lastProvenAt;
  }

  /** Resolves when changes are heard, or cannot be for now; then it is tried again and again. */
  async start(): Promise<void> {
    const client = new PostgresClient({
      connectionString: this.#url,
      application_name: connectionName('change feed'),
      silenceMs: LOST_MS,
    });
    this.#client = client;
    client.on('notification', ({ channel, payload }) => {
      if (channel === this.#channel) this.#heard(client);
      else this.#report(payload ?? '');
    });
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    try {
      await client.connect();
      const listens = this.#way === 'listen' && (await this.#listens(client));
      if (this.#client !== client) return;
      const began = new Promise<void>((resolve) => {
        this.#began = resolve;
      });
      this.#connectedAt = performance.now();
      if (listens) {
        this.#beats = setInterval(() => this.#beat(client), BEAT_MS).unref();
        this.#beat(client);
      } else void this.#readOn(client);
      await began;
    } catch {
      this.#lost(client);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const client = this.#client;
    if (client) this.#lost(client);
  }

  /** Returns false when the server refuses, as a standby does. */
  #listens(client: PostgresClient): Promise<boolean> {
    return client.query(`listen changed; listen ${this.#channel}`).then(
      () => true,
      (error: unknown) => {
        if (!isReadOnly(error)) throw error;
        return false;
      },
    );
  }

  /** Reads again and again until the connection is lost, at the latest when a read has waited for too long. */
  async #readOn(client: PostgresClient): Promise<void> {
    try {
      for (let last: ChangesRead | undefined; ; ) {
        this.#askedAt = performance.now();
        const { rows } = await client.query<ChangesRead>(READ, [last?.from ?? null, last?.open ?? []]);
        if (client !== this.#client) return;
        last = rows[0]!;
        this.#heardAll(last);
        this.#heard(client);
        await pause(READ_MS, undefined, { ref: false });
      }
    } catch {
      this.#lost(client);
    }
  }

  /** Reports what was read, unless it had been read before. */
  #heardAll({ from, changes }: ChangesRead): void {
    const before = this.#readBefore;
    this.#readBefore = new Set();
    for (const change of changes) {
      const [tx, what] = change.split(' ');
      if (!before.has(change)) this.#report(what!);
      if (BigInt(tx!) >= BigInt(from)) this.#readBefore.add(change);
    }
  }

  #report(what: string): void {
    const [table, id] = what.split(':');
    if (what === 'everything') this.#reset();
    else if (table && id)
      for (const listener of this.#listeners) listener.onChange({ table, id: Number(id) });
  }

  /** Notifies itself, unless the last notification is still out: then it checks how long it has waited. */
  #beat(client: PostgresClient): void {
    if (client !== this.#client) return;
    const since = this.#provenAt ?? this.#connectedAt;
    if (performance.now() - since > LOST_MS) this.#lost(client);
    else if (this.#askedAt === undefined) {
      this.#askedAt = performance.now();
      // What fails here ends the connection, or is not heard.
      client.query(`notify ${this.#channel}`).catch(() => {});
    }
  }

  #heard(client: PostgresClient): void {
    if (client !== this.#client) return;
    const isFirst = this.#provenAt === undefined;
    this.#provenAt = this.#askedAt ?? this.#provenAt;
    this.#lastProvenAt = this.#provenAt ?? this.#lastProvenAt;
    this.#askedAt = undefined;
    if (isFirst) this.#reset();
    this.#began?.();
  }

  #lost(client: PostgresClient): void {
    if (client !== this.#client) return;
    this.#client = this.#provenAt = this.#askedAt = undefined;
    clearInterval(this.#beats);
    this.#readBefore.clear();
    client.destroy();
    this.#reset();
    this.#began?.();
    clearTimeout(this.#retry);
    if (!this.#closed) this.#retry = setTimeout(() => void this.start(), randomInt(...RECONNECT_MS)).unref();
  }

  #reset(): void {
    for (const listener of this.#listeners) listener.onReset();
  }
}
