import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { lockCheckpoints } from './lock-checkpoints.ts';
import { PARTITIONS } from './position.ts';
import { projectBatch } from './project-batch.ts';
import type { Projection } from './projection.ts';

/** Rows of a table that the live projection has and the rebuilt one has not, or the other way round. */
export interface Difference {
  projection: string;
  table: string;
  /** Where the row is: `live` alone, or `rebuilt` alone. One that was changed is in both. */
  side: 'live' | 'rebuilt';
  row: Record<string, unknown>;
}

export interface RebuildingOptions {
  databaseUrl: string;
  projections: readonly Projection[];
  /** Partitions projected at once. Default 2. */
  concurrency?: number;
  /** Told the share of the log that has been taken in, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** Rows that are told of each table and side; all are counted. */
const TOLD = 100;

const LOOK_AGAIN_MS = 50;

/** In which live projections have long caught up with what was appended meanwhile. */
const PATIENCE_MS = 60_000;

/**
 * Projections built anew from the log in a schema of their own, while the live ones serve. The projections' own code does
 * it: on its connections the search path finds the new tables first. Nothing live is touched before `adopt`, and a
 * process that dies leaves nothing but that schema, which the next one removes.
 */
export class Rebuilding {
  readonly #pool: pg.Pool;
  readonly #schema: string;
  readonly #options: Required<RebuildingOptions>;

  private constructor(pool: pg.Pool, schema: string, options: Required<RebuildingOptions>) {
    this.#pool = pool;
    this.#schema = schema;
    this.#options = options;
  }

  /** Makes the schema and its empty tables. What the given projections follow has to be given as well. */
  static async begin(options: RebuildingOptions): Promise<Rebuilding> {
    const schema = `nho_rebuilding_${process.pid}`;
    const pool = new pg.Pool({
      connectionString: options.databaseUrl,
      max: (options.concurrency ?? 2) + 2,
      application_name: 'nho rebuilding',
      // pg_catalog comes last, so that this schema's pg_notify is found before Postgres's: nobody is told of changes.
      options: `-c search_path=${schema},public,pg_catalog -c default_transaction_isolation=read\\ committed`,
    });
    const rebuilding = new Rebuilding(pool, schema, {
      concurrency: 2,
      onProgress: () => {},
      signal: new AbortController().signal,
      ...options,
    });
    await rebuilding.#makeTables();
    return rebuilding;
  }

  async #makeTables(): Promise<void> {
    const client = await this.#pool.connect();
    try {
      await removeAbandoned(client);
      await client.query(`create schema ${this.#schema}`);
      const tables = this.#options.projections.flatMap((projection) => projection.tables);
      for (const table of [...tables, 'projection_checkpoints', 'parked_events'])
        await client.query(`create table ${this.#schema}.${table} (like public.${table} including all)`);
      // What is deleted with a deck or an exam in the live tables is deleted here as well.
      for (const table of tables) {
        const { rows } = await client.query<{ definition: string }>(
          `select pg_get_constraintdef(oid) as definition from pg_constraint
           where conrelid = ('public.' || $1)::regclass and contype = 'f'`,
          [table],
        );
        for (const { definition } of rows)
          await client.query(`alter table ${this.#schema}.${table} add ${definition}`);
      }
      await client.query(
        `insert into projection_checkpoints (projection, partition)
         select projection, partition from public.projection_checkpoints where projection = any ($1)`,
        [this.#options.projections.map(({ name }) => name)],
      );
      await client.query(
        `create function ${this.#schema}.pg_notify(text, text) returns void language sql as 'select'`,
      );
    } finally {
      client.release();
    }
  }

  /** Takes in the log as far as it goes. Throws the signal's reason when it is aborted. */
  async build(): Promise<void> {
    const { concurrency, projections, onProgress, signal } = this.#options;
    const { rows: heads } = await this.#pool.query<{ partition: number; head: string }>(
      'select partition, head from log_partitions order by partition',
    );
    const total = heads.reduce((sum, { head }) => sum + Number(head), 0) * projections.length;
    let done = 0;
    const open = heads.map(({ partition, head }) => ({ partition, head: Number(head) }));
    const work = async (): Promise<void> => {
      for (let next = open.shift(); next; next = open.shift())
        for (const projection of projections)
          for (;;) {
            signal.throwIfAborted();
            const { events } = await projectBatch(this.#pool, projection, next.partition, next.head);
            if (events === 0) break;
            done += events;
            onProgress(Math.min(1, done / Math.max(1, total)));
          }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  }

  /**
   * Holds the live projections back, brings the rebuilt ones to where they are, and calls `work` with a connection on
   * which both can be read; what it writes is committed when it resolves.
   */
  async compared<T>(work: (comparison: Comparison) => Promise<T>): Promise<T> {
    const { projections } = this.#options;
    await this.#untilLiveHasPassed();
    const client = await this.#pool.connect();
    try {
      await client.query('begin; set local search_path = public');
      for (const { name } of projections) await lockCheckpoints(client, name);
      const { rows } = await client.query<{ projection: string; partition: number; position: string }>(
        'select projection, partition, position from public.projection_checkpoints where projection = any ($1)',
        [projections.map(({ name }) => name)],
      );
      const liveAt = new Map(rows.map((row) => [`${row.projection} ${row.partition}`, Number(row.position)]));
      for (const projection of projections) {
        for (let partition = 0; partition < PARTITIONS; partition++) {
          const until = liveAt.get(`${projection.name} ${partition}`) ?? 0;
          while ((await projectBatch(this.#pool, projection, partition, until)).events > 0);
        }
      }
      await client.query(`set local search_path = ${this.#schema}, public, pg_catalog`);
      for (const { settle } of projections) await settle?.(client);
      const result = await work(new Comparison(client, this.#schema, projections));
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    } finally {
      client.release();
    }
  }

  /** The rebuilt projections may be ahead: the live ones then follow within a moment, or no worker runs. */
  async #untilLiveHasPassed(): Promise<void> {
    for (const deadline = performance.now() + PATIENCE_MS; ; ) {
      this.#options.signal.throwIfAborted();
      const { rows } = await this.#pool.query<{ behind: number }>(
        `select count(*)::integer as behind from ${this.#schema}.projection_checkpoints own
         join public.projection_checkpoints live using (projection, partition) where live.position < own.position`,
      );
      if (rows[0]!.behind === 0) return;
      if (performance.now() > deadline)
        throw new Error('The live projections do not follow the log: is a worker running?');
      await pause(LOOK_AGAIN_MS);
    }
  }

  /** Removes the schema. */
  async close(): Promise<void> {
    await this.#pool.query(`drop schema if exists ${this.#schema} cascade`).catch(() => {});
    await this.#pool.end();
  }
}

/** Removes the schemas of processes that have died: those that nobody is connected for. */
async function removeAbandoned(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ schema: string }>(
    `select nspname as schema from pg_namespace where nspname like 'nho\\_rebuilding\\_%' and not exists (
       select from pg_stat_activity where application_name = 'nho rebuilding' and datname = current_database()
         and pid <> pg_backend_pid())`,
  );
  for (const { schema } of rows) await client.query(`drop schema ${schema} cascade`);
}

/** Live and rebuilt tables at the same positions, while nobody changes either. */
export class Comparison {
  readonly #client: pg.ClientBase;
  readonly #schema: string;
  readonly #projections: readonly Projection[];

  constructor(client: pg.ClientBase, schema: string, projections: readonly Projection[]) {
    this.#client = client;
    this.#schema = schema;
    this.#projections = projections;
  }

  /** How many rows differ, and the first of them. */
  async differences(): Promise<{ count: number; rows: Difference[] }> {
    let count = 0;
    const rows: Difference[] = [];
    for (const { name, tables } of this.#projections)
      for (const table of tables)
        for (const side of ['live', 'rebuilt'] as const) {
          const found = await this.#client.query<{ total: string; row: Record<string, unknown> }>(
            `select count(*) over () as total, to_jsonb(d) as row from (${this.#onlyIn(table, side)}) d limit ${TOLD}`,
          );
          count += Number(found.rows[0]?.total ?? 0);
          rows.push(...found.rows.map(({ row }) => ({ projection: name, table, side, row })));
        }
    return { count, rows };
  }

  /** Makes the live tables equal to the rebuilt ones, row by row, and the events that are parked as well. */
  async adopt(): Promise<void> {
    for (const { name, tables } of this.#projections) {
      for (const table of tables) {
        const key = await this.#primaryKey(table);
        await this.#client.query(
          `delete from public.${table} t using (${this.#onlyIn(table, 'live')}) d
           where (${key.map((column) => `t.${column}`)}) = (${key.map((column) => `d.${column}`)})`,
        );
        await this.#client.query(`insert into public.${table} ${this.#onlyIn(table, 'rebuilt')}`);
      }
      await this.#client.query('delete from public.parked_events where projection = $1', [name]);
      await this.#client.query(
        `insert into public.parked_events select * from ${this.#schema}.parked_events where projection = $1`,
        [name],
      );
    }
  }

  #onlyIn(table: string, side: Difference['side']): string {
    const [live, rebuilt] = [`select * from public.${table}`, `select * from ${this.#schema}.${table}`];
    return side === 'live' ? `${live} except all ${rebuilt}` : `${rebuilt} except all ${live}`;
  }

  async #primaryKey(table: string): Promise<string[]> {
    const { rows } = await this.#client.query<{ name: string }>(
      `select quote_ident(a.attname) as name from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
       where i.indrelid = ('public.' || $1)::regclass and i.indisprimary`,
      [table],
    );
    return rows.map(({ name }) => name);
  }
}
