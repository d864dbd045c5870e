import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { inTransaction } from '../transaction.ts';
import { LiveFirst } from './live-first.ts';
import { lockCheckpoints } from './lock-checkpoints.ts';
import { PARTITIONS, type Position } from './position.ts';
import { projectBatch } from './project-batch.ts';
import { projectPage } from './project-page.ts';
import type { Projection } from './projection.ts';
import {
  dropSchema,
  keepSchema,
  makeShadowTables,
  removeAbandoned,
  SHADOW_PREFIX,
  swapTables,
} from './shadow-tables.ts';
import { type Difference, differencesOf } from './table-differences.ts';

export interface RebuildingOptions {
  databaseUrl: string;
  projections: readonly Projection[];
  /** Partitions projected at once. Default: the machine's cores. */
  concurrency?: number;
  /** Told the share of the log that has been taken in, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** How far to go in each partition; those that are not named are left out. Default: as far as the log goes. */
  until?: Position[];
}

const LOOK_AGAIN_MS = 50;

/** In which live projections have long caught up with what was appended meanwhile. */
const PATIENCE_MS = 60_000;

/** The driver's own reading of times is slow, and events read them by themselves. */
const plainTimes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.TIMESTAMPTZ
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format as 'text'),
};

/** How often is tried what others' work can stand in the way of. */
const TRIES = 10;

/** SQLSTATE of a transaction that has met a change made after its snapshot. */
const SERIALIZATION_FAILURE = '40001';

/** SQLSTATE of a lock that was not had in time: somebody reads for long. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Projections built anew from the log in a schema of their own, while the live ones serve. The projections' own code does
 * it: on its connections the search path finds the new tables first. Nothing live is touched before `replace`, and a
 * process that dies leaves nothing but that schema, which the next one removes.
 */
export class Rebuilding {
  readonly #pool: pg.Pool;
  readonly #schema: string;
  readonly #options: RebuildingOptions;
  #isKept = false;

  private constructor(pool: pg.Pool, schema: string, options: RebuildingOptions) {
    this.#pool = pool;
    this.#schema = schema;
    this.#options = options;
  }

  /** Makes the schema and its empty tables. What the given projections follow has to be given as well. */
  static async begin(options: RebuildingOptions): Promise<Rebuilding> {
    const schema = `${SHADOW_PREFIX}${process.pid}`;
    const pool = new pg.Pool({
      connectionString: options.databaseUrl,
      max: (options.concurrency ?? availableParallelism()) + 3,
      application_name: 'nho rebuilding',
      types: plainTimes,
      // pg_catalog comes last, so that this schema's pg_notify is found before Postgres's: nobody is told of changes.
      // A crash loses these tables and their checkpoints together.
      options: `-c search_path=${pg.escapeIdentifier(schema)},public,pg_catalog -c synchronous_commit=off`,
    });
    pool.on('error', () => {});
    const rebuilding = new Rebuilding(pool, schema, options);
    try {
      await inTransaction(pool, async (tx) => {
        await removeAbandoned(tx);
        await makeShadowTables(tx, schema, options.projections);
      });
    } catch (error) {
      await pool.end();
      throw error;
    }
    return rebuilding;
  }

  /**
   * Takes in the log as far as it goes, more slowly while live projections are behind. Throws the signal's reason when it
   * is aborted.
   */
  async build(): Promise<void> {
    const { projections, onProgress, signal, concurrency = availableParallelism() } = this.#options;
    const open = await this.#ends();
    const total = open.reduce((sum, { position }) => sum + position, 0);
    const liveFirst = new LiveFirst(this.#pool);
    let done = 0;
    const work = async (): Promise<void> => {
      for (let next = open.shift(); next; next = open.shift())
        for (let position = 0; position < next.position; ) {
          signal?.throwIfAborted();
          const begun = performance.now();
          const last = await projectPage(this.#pool, projections, next.partition, {
            after: position,
            until: next.position,
          });
          done += last - position;
          position = last;
          onProgress?.(done / total);
          await liveFirst.giveWay(performance.now() - begun, signal);
        }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    await this.#pool.query(`analyze ${this.#tables().join()}`);
    await inTransaction(this.#pool, async (tx) => {
      for (const { isSettledWhole, settle } of projections) if (isSettledWhole) await settle?.(tx);
    });
  }

  async #ends(): Promise<Position[]> {
    const { rows } = await this.#pool.query<{ partition: number; head: string }>(
      'select partition, head from log_partitions order by partition',
    );
    const until =
      this.#options.until && new Map(this.#options.until.map((one) => [one.partition, one.position]));
    return rows
      .map(({ partition, head }) => ({
        partition,
        position: Math.min(Number(head), until ? (until.get(partition) ?? 0) : Number.POSITIVE_INFINITY),
      }))
      .filter(({ position }) => position > 0);
  }

  #tables(): string[] {
    return this.#options.projections.flatMap(({ tables }) => tables);
  }

  /**
   * Every row in which live and rebuilt tables differ when both have taken in the same events: how many, and the first
   * of them. The live projections are held back for a moment only.
   */
  async compare(): Promise<{ count: number; rows: Difference[] }> {
    return tried(SERIALIZATION_FAILURE, () => this.#compareOnce());
  }

  async #compareOnce(): Promise<{ count: number; rows: Difference[] }> {
    await this.#catchUp();
    const snapshot = await this.#pool.connect();
    try {
      await inTransaction(this.#pool, async (tx) => {
        await this.#align(tx);
        // Sees both sides as they are at this moment, however far the live one goes on.
        await snapshot.query('begin isolation level repeatable read');
        await snapshot.query('select');
      });
      for (const { settle } of this.#options.projections) await settle?.(snapshot);
      const found = await differencesOf(snapshot, this.#schema, this.#options.projections);
      await snapshot.query('commit');
      return found;
    } catch (error) {
      await snapshot.query('rollback').catch(() => {});
      throw error;
    } finally {
      snapshot.release();
    }
  }

  /**
   * Puts the rebuilt tables in the place of the live ones, in one transaction, and what they have parked. Readers see the
   * one state or the other. To be called after `build`.
   */
  async replace(): Promise<void> {
    const { projections } = this.#options;
    for (const table of this.#tables()) await this.#pool.query(`alter table ${table} set logged`);
    await tried(LOCK_NOT_AVAILABLE, async () => {
      await this.#catchUp();
      await inTransaction(this.#pool, async (tx) => {
        await this.#align(tx);
        for (const { settle } of projections) await settle?.(tx);
        await swapTables(tx, this.#schema, projections);
      });
    });
  }

  /**
   * Keeps the tables as they are after `build` for others to read, in a schema of this name, in the place of one that was
   * kept before. Throws a SchemaExistsError for any other schema.
   */
  async keep(schema: string): Promise<void> {
    await inTransaction(this.#pool, async (tx) => {
      for (const { settle } of this.#options.projections) await settle?.(tx);
      await keepSchema(tx, this.#schema, schema);
    });
    this.#isKept = true;
  }

  /** Brings the rebuilt projections to where the live ones are by now. */
  async #catchUp(): Promise<void> {
    await this.#untilLiveHasPassed();
    await this.#follow(await this.#livePositions(this.#pool));
  }

  /** Holds the live projections back until the transaction ends, and brings the rebuilt ones to the same positions. */
  async #align(tx: pg.ClientBase): Promise<void> {
    for (const { name } of this.#options.projections)
      await lockCheckpoints(tx, name, undefined, 'public.projection_checkpoints');
    await this.#follow(await this.#livePositions(tx));
  }

  async #livePositions(client: pg.ClientBase | pg.Pool): Promise<Map<string, number>> {
    const { rows } = await client.query<{ projection: string; partition: number; position: string }>(
      'select projection, partition, position from public.projection_checkpoints where projection = any ($1)',
      [this.#options.projections.map(({ name }) => name)],
    );
    return new Map(rows.map((row) => [`${row.projection} ${row.partition}`, Number(row.position)]));
  }

  async #follow(live: Map<string, number>): Promise<void> {
    for (const projection of this.#options.projections)
      for (let partition = 0; partition < PARTITIONS; partition++) {
        const until = live.get(`${projection.name} ${partition}`) ?? 0;
        while ((await projectBatch(this.#pool, projection, partition, until)).events > 0)
          this.#options.signal?.throwIfAborted();
      }
  }

  /** The rebuilt projections may be ahead: the live ones then follow within a moment, or no worker runs. */
  async #untilLiveHasPassed(): Promise<void> {
    for (const deadline = performance.now() + PATIENCE_MS; ; ) {
      this.#options.signal?.throwIfAborted();
      const { rows } = await this.#pool.query<{ behind: number }>(
        `select count(*)::integer as behind from projection_checkpoints own
         join public.projection_checkpoints live using (projection, partition) where live.position < own.position`,
      );
      if (rows[0]!.behind === 0) return;
      if (performance.now() > deadline)
        throw new Error('The live projections do not follow the log: is a worker running?');
      await pause(LOOK_AGAIN_MS);
    }
  }

  /** Removes the schema, unless it is kept. */
  async close(): Promise<void> {
    if (!this.#isKept) await dropSchema(this.#pool, this.#schema).catch(() => {});
    await this.#pool.end();
  }
}

async function tried<T>(code: string, work: () => Promise<T>): Promise<T> {
  for (let time = 1; ; time++)
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: unknown }).code !== code || time === TRIES) throw error;
    }
}
