import { randomInt, randomUUID } from 'node:crypto';
import { PostgresClient } from './postgres-client.ts';
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

/**
 * Hears from Postgres which rows have changed (`notify changed`, sent by triggers when a change commits). So what a
 * process keeps in memory is never older than the connection's delay. A lost connection empties it all. Each second
 * the feed proves to itself, by a notification of its own, that it still hears. Notifications arrive in the order of
 * their commits: all that was committed before one has been heard as well.
 */
export class ChangeFeed {
  readonly #url: string;
  readonly #channel = `nho_feed_${randomUUID().replaceAll('-', '')}`;
  readonly #listeners = new Set<ChangeListener>();
  /** Connected, or about to be. */
  #client: PostgresClient | undefined;
  /** When the latest notification was sent that has been heard; undefined before the first on this connection. */
  #provenAt: number | undefined;
  #lastProvenAt = Number.NEGATIVE_INFINITY;
  /** When the one was sent that has not been heard yet. */
  #askedAt: number | undefined;
  #connectedAt = performance.now();
  #began: (() => void) | undefined;
  #beats: NodeJS.Timeout | undefined;
  #closed = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  listen(listener: ChangeListener): void {
    this.#listeners.add(listener);
  }

  /** True while changes are being heard; what is kept in memory may be used only then. */
  get connected(): boolean {
    return this.heardWithin(LOST_MS);
  }

  /** True when every change that was committed longer ago than these milliseconds has been heard. */
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
      if (channel === this.#channel) return this.#heard(client);
      if (payload === 'everything') return this.#reset();
      const [table, id] = (payload ?? '').split(':');
      if (table && id) for (const listener of this.#listeners) listener.onChange({ table, id: Number(id) });
    });
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    try {
      await client.connect();
      await client.query(`listen changed; listen ${this.#channel}`);
      if (this.#client !== client) return;
      const began = new Promise<void>((resolve) => {
        this.#began = resolve;
      });
      this.#connectedAt = performance.now();
      this.#beats = setInterval(() => this.#beat(client), BEAT_MS).unref();
      this.#beat(client);
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
