import pg from 'pg';

export interface Change {
  table: string;
  id: number;
}

export interface ChangeListener {
  onChange(change: Change): void;
  /** Changes may have been missed: forget everything that is kept. */
  onReset(): void;
}

const RECONNECT_MS = 500;

/**
 * Hears from Postgres (`notify changed`, sent by triggers when a change commits) which rows have changed, so that what
 * a process keeps in memory is never older than the connection's delay. A lost connection empties it all.
 */
export class ChangeFeed {
  readonly #url: string;
  readonly #listeners = new Set<ChangeListener>();
  #client: pg.Client | undefined;
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
    return this.#client !== undefined;
  }

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'nho change feed',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    client.on('notification', ({ payload }) => {
      if (payload === 'everything') return this.#reset();
      const [table, id] = (payload ?? '').split(':');
      if (table && id) for (const listener of this.#listeners) listener.onChange({ table, id: Number(id) });
    });
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    try {
      await client.connect();
      await client.query('listen changed');
      if (this.#closed) return void (await client.end());
      this.#client = client;
      this.#reset();
    } catch {
      void client.end().catch(() => {});
      this.#again();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => {});
  }

  #lost(client: pg.Client): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    this.#reset();
    this.#again();
  }

  #reset(): void {
    for (const listener of this.#listeners) listener.onReset();
  }

  #again(): void {
    if (!this.#closed) this.#retry = setTimeout(() => void this.start(), RECONNECT_MS).unref();
  }
}
