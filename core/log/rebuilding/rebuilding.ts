import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import pg from 'pg';
import {
  NewerDatabaseError,
  requireKnownDatabase,
  requireNoneUnknown,
  UNKNOWN_MIGRATIONS,
} from '../../postgres/newer-database.ts';
import { openPool } from '../../postgres/postgres-client.ts';
import { isTransient } from '../../postgres/postgres-error.ts';
import { type Db, inTransaction, type Tx, transactionOn, undone } from '../../postgres/transaction.ts';
import { triedAgain } from '../../postgres/tried-again.ts';
import { allPartitions, type Position } from '../position.ts';
import { lockCheckpoints } from '../projecting/checkpoint.ts';
import { projectBatch } from '../projecting/project-batch.ts';
import { applyTo, type Projection, registerOf } from '../projection.ts';
import { LogGapError, readEvents } from '../read.ts';
import {
  dropSchema,
  keepSchema,
  makeShadowTables,
  RebuildingError,
  removeAbandoned,
  SHADOW_PREFIX,
  swapTables,
} from './shadow-tables.ts';
import { type Difference, differencesOf } from './table-differences.ts';

/** Between two polls of how far the live projections are. */
const LIVE_POLL_MS = 200;

/** Live projections that are this far behind the log go first. Milliseconds. */
const BEHIND_MS = 500;

/** Events a second from which on people are at work. A machine that is wholly busy would keep them waiting. */
const BUSY = 200;

/** What goes second goes on all the same after so long. */
const WAIT_MAX_MS = 2_000;

interface Sample {
  at: number;
  /** Events in the log, and events that the live projection that is furthest behind has taken in. */
  head: number;
  taken: number;
}

/**
 * Lets work on the log wait while the live projections are behind, as long as a worker brings them on. Lets it rest for
 * half of the time while many answers come in.
 */
class LiveFirst {
  readonly #pool: Pool;
  readonly #names: string[];
  #samples: Sample[] = [];
  #sampling: Promise<void> | undefined;

  constructor(pool: Pool, projections: readonly Projection[]) {
    this.#pool = pool;
    this.#names = projections.map(({ name }) => name);
  }

  /**
   * Pauses until the live projections have caught up, two seconds at most. Call it after each piece of work, with the
   * milliseconds that the work has taken.
   */
  async pauseForLive(worked: number, signal?: AbortSignal): Promise<void> {
    await this.#sampled();
    if (this.#isBusy()) await pause(Math.min(worked, WAIT_MAX_MS / 2));
    for (const deadline = performance.now() + WAIT_MAX_MS / 2; performance.now() < deadline; ) {
      signal?.throwIfAborted();
      await this.#sampled();
      if (!this.#isBehind()) return;
      await pause(LIVE_POLL_MS);
    }
  }

  #before(): Sample | undefined {
    const last = this.#samples.at(-1)!;
    return this.#samples.findLast(({ at }) => at <= last.at - BEHIND_MS);
  }

  #isBusy(): boolean {
    const [before, last] = [this.#before(), this.#samples.at(-1)!];
    return before !== undefined && ((last.head - before.head) * 1_000) / (last.at - before.at) > BUSY;
  }

  /** Behind is what has not reached where the log was a while ago, and has moved since. */
  #isBehind(): boolean {
    const [before, last] = [this.#before(), this.#samples.at(-1)!];
    return before !== undefined && last.taken < before.head && last.taken > before.taken;
  }

  async #sampled(): Promise<void> {
    const last = this.#samples.at(-1);
    if (last && performance.now() - last.at < LIVE_POLL_MS) return;
    this.#sampling ??= this.#sample().finally(() => {
      this.#sampling = undefined;
    });
    await this.#sampling;
  }

  async #sample(): Promise<void> {
    const { rows } = await this.#pool.query<{ head: string; taken: string }>(
      `/* sample */ select (select sum(head) from log_partitions) as head, min(taken) as taken from (
         select sum(position) as taken from public.projection_checkpoints
         where projection = any ($1) group by projection) each`,
      [this.#names],
    );
    const at = performance.now();
    this.#samples.push({ at, head: Number(rows[0]!.head), taken: Number(rows[0]!.taken) });
    this.#samples = this.#samples.filter((sample) => sample.at > at - 5 * BEHIND_MS);
  }
}

/** The driver's own reading of times is slow, and events read them by themselves. */
const timesAsText: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.TIMESTAMPTZ
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format as 'text'),
};

/** Events one transaction takes. More than live: no reader waits for it, and fewer rows are written twice. */
const PAGE_SIZE = 10_000;

/**
 * Takes one step of several projections at once, with their tables and checkpoints in this schema. All of them have
 * come to the same position of the partition. Reads the events after it once for all of them, none after `until`.
 * Returns the position that all have come to. When an event cannot be applied, each projection takes the page by
 * itself, and parks what it must. Those that are settled as a whole have to be settled after the last. Rejects with a
 * NewerDatabaseError.
 */
async function projectPage(
  pool: Pool,
  projections: readonly Projection[],
  partition: number,
  { schema, until }: { schema: string; until: number },
): Promise<number> {
  const names = projections.map(({ name }) => name);
  const register = registerOf(projections);
  let last = until;
  const take = async (tx: Tx) => {
    // By its full name: when the schema is gone, nothing must be taken for it.
    const checkpoints = `${pg.escapeIdentifier(schema)}.projection_checkpoints`;
    const { rows } = await tx.query<{ position: string; unknown: string | null }>(
      `/* projectPage */ select position, ${UNKNOWN_MIGRATIONS} as unknown from ${checkpoints}
       where partition = $1 and projection = any ($2) for update`,
      [partition, names],
    );
    for (const { unknown } of rows) requireNoneUnknown(unknown);
    const position = Math.min(...rows.map((row) => Number(row.position)));
    last = Math.min(until, position + PAGE_SIZE);
    // A projection that has parked an event has to park its student's later ones.
    const { rowCount: parked } = await tx.query(
      '/* projectPage */ select 1 from parked_events where partition = $1 and projection = any ($2) limit 1',
      [partition, names],
    );
    if (parked) return undone(false);
    const stored = await readEvents(tx, partition, position, last - position);
    const events = stored.map((event) => register.decode(event));
    const byEvents = projections.filter((one) => !one.isSettledWhole);
    await applyTo(byEvents, events, tx);
    await tx.query(
      `/* projectPage */ update ${checkpoints} set position = $3 where partition = $1 and projection = any ($2)`,
      [partition, names, last],
    );
    return true;
  };
  try {
    if (await inTransaction<boolean>(pool, take)) return last;
  } catch (error) {
    if (isTransient(error) || error instanceof LogGapError || error instanceof NewerDatabaseError)
      throw error;
  }
  for (const projection of projections)
    while ((await projectBatch(pool, projection, partition, last)).events > 0);
  return last;
}

/** Computes again, in these projections, what tables beside the log decide. */
async function settleAll(tx: Tx, projections: readonly Projection[]): Promise<void> {
  for (const { settle } of projections) await settle?.(tx);
}

/** Returns a word that changes with the tables beside the log that projections are settled by. */
async function settledFor(client: Db, projections: readonly Projection[]): Promise<string> {
  const tables = [...new Set(projections.flatMap(({ settledBy = [] }) => settledBy))];
  if (tables.length === 0) return '';
  const sums = tables.map((table) => `(select sum(hashtextextended(x::text, 0)) from ${table} x)`);
  const { rows } = await client.query<{ word: string }>(
    `/* settledFor */ select concat_ws(' ', ${sums.join()}) as word`,
  );
  return rows[0]!.word;
}

export interface RebuildingOptions {
  databaseUrl: string;
  projections: readonly Projection[];
  /** Partitions projected at once. Default: the machine's cores, four at most, since each holds a page in memory. */
  concurrency?: number;
  /** Called with the share of the log that has been taken in, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** How far to go in each partition; those that are not named are left out. Default: as far as the log goes. */
  until?: Position[];
}

const CONCURRENCY = Math.min(4, availableParallelism());

const NO_RIGHT = '42501';

const ONLY_OWNER =
  'Only the owner of the database may build tables: set MIGRATE_DATABASE_URL for workers and commands.';

const POLL_MS = 50;

/** In which live projections have long caught up with what was appended meanwhile. */
const PATIENCE_MS = 60_000;

/** Rebuilds at the same time, in any processes, keep out of each other's comparisons and replacements. */
const REBUILDING_LOCK = "hashtext('nho rebuilding')";

/**
 * Projections built again from the log in a schema of their own, while the live ones serve. The projections' own code
 * does it: on its connections the search path finds the new tables first. Nothing live is touched before `replace`. A
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

  /**
   * Makes the schema and its empty tables. What the given projections follow has to be given as well. Rejects with a
   * NewerDatabaseError, now or later, when a newer version has migrated the database.
   */
  static async begin(options: RebuildingOptions): Promise<Rebuilding> {
    const schema = `${SHADOW_PREFIX}${process.pid}_${randomBytes(4).toString('hex')}`;
    const pool = openPool({
      connectionString: options.databaseUrl,
      max: (options.concurrency ?? CONCURRENCY) + 3,
      application_name: 'nho rebuilding',
      types: timesAsText,
      // A crash loses these tables and their checkpoints together.
      session: {
        search_path: `${pg.escapeIdentifier(schema)},public`,
        synchronous_commit: 'off',
        // Of each server of several one connection is used: so a transaction has one snapshot of it, and one shape.
        'citus.max_adaptive_executor_pool_size': '1',
        'citus.multi_shard_modify_mode': 'sequential',
      },
    });
    const rebuilding = new Rebuilding(pool, schema, options);
    try {
      await inTransaction(pool, async (tx) => {
        await requireKnownDatabase(tx);
        await removeAbandoned(tx);
        await makeShadowTables(tx, schema, options.projections);
      });
    } catch (error) {
      await pool.end();
      if ((error as { code?: unknown }).code === NO_RIGHT) throw new RebuildingError(ONLY_OWNER);
      throw error;
    }
    return rebuilding;
  }

  /**
   * Takes in the log as far as it goes, more slowly while live projections are behind. Throws the signal's reason when it
   * is aborted.
   */
  async build(): Promise<void> {
    const { projections, onProgress, concurrency = CONCURRENCY } = this.#options;
    const failed = new AbortController();
    const signal = AbortSignal.any([failed.signal, ...(this.#options.signal ? [this.#options.signal] : [])]);
    const open = await this.#ends();
    const total = open.reduce((sum, { position }) => sum + position, 0);
    const liveFirst = new LiveFirst(this.#pool, projections);
    let done = 0;
    const work = async (): Promise<void> => {
      for (let next = open.shift(); next; next = open.shift())
        for (let position = 0; position < next.position; ) {
          signal.throwIfAborted();
          const begun = performance.now();
          const last = await projectPage(this.#pool, projections, next.partition, {
            schema: this.#schema,
            until: next.position,
          });
          done += last - position;
          position = last;
          onProgress?.(done / total);
          await liveFirst.pauseForLive(performance.now() - begun, signal);
        }
    };
    // All of them end before anything else is done: the first that fails stops the others.
    const stop = (error: unknown): void => failed.abort(error);
    await Promise.all(Array.from({ length: concurrency }, () => work().catch(stop)));
    signal.throwIfAborted();
    await this.#pool.query(`analyze ${this.#tables().join()}`);
    await inTransaction(this.#pool, async (tx) => {
      await settleAll(
        tx,
        projections.filter((one) => one.isSettledWhole),
      );
    });
  }

  async #ends(): Promise<Position[]> {
    const { rows } = await this.#pool.query<{ partition: number; head: string }>(
      '/* ends */ select partition, head from log_partitions order by partition',
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
    return triedAgain(() => this.#compareOnce());
  }

  async #compareOnce(): Promise<{ count: number; rows: Difference[] }> {
    await this.#catchUp();
    const snapshot = await this.#pool.connect();
    try {
      // Before the checkpoints, as `replace` does: else each could wait for the other.
      await snapshot.query(`/* compareOnce */ select pg_advisory_lock_shared(${REBUILDING_LOCK})`);
      const read = async (tx: Tx) => {
        await inTransaction(this.#pool, async (live) => {
          await this.#align(live);
          // Its first statement: sees both sides as they are at this moment, however far the live one goes on. It asks
          // each server, since each has a snapshot of its own.
          await this.#requireAligned(tx);
        });
        await settleAll(tx, this.#options.projections);
        return differencesOf(tx, this.#schema, this.#options.projections);
      };
      return await transactionOn(snapshot, read, {
        mode: 'isolation level repeatable read',
        // It waits while the live projections are held back.
        first: 'set local idle_in_transaction_session_timeout = 0',
      });
    } finally {
      await snapshot.query('/* compareOnce */ select pg_advisory_unlock_all()').catch(() => {});
      snapshot.release();
    }
  }

  /**
   * Puts the rebuilt tables in the place of the live ones, in one transaction, and what they have parked. Readers see the
   * one state or the other. Call it after `build`.
   */
  async replace(): Promise<void> {
    const { projections } = this.#options;
    for (const table of this.#tables()) await this.#pool.query(`alter table ${table} set logged`);
    await triedAgain(async () => {
      await this.#catchUp();
      const before = await settledFor(this.#pool, projections);
      await inTransaction(this.#pool, (tx) => settleAll(tx, projections));
      await inTransaction(this.#pool, async (tx) => {
        await tx.query(`/* replace */ select pg_advisory_xact_lock(${REBUILDING_LOCK})`);
        await this.#align(tx);
        await this.#requireAligned(tx);
        // Live projections wait for this transaction, and settling a large school takes a while.
        if ((await settledFor(tx, projections)) !== before) await settleAll(tx, projections);
        await swapTables(tx, this.#schema, projections);
        // A migration of these tables came before their locks and is seen now, or it comes after the exchange.
        await requireKnownDatabase(tx);
      });
    });
  }

  /**
   * Keeps the tables as they are after `build` for others to read, in a schema of this name. It replaces one that was
   * kept before. Throws a SchemaExistsError for any other schema.
   */
  async keep(schema: string): Promise<void> {
    await inTransaction(this.#pool, (tx) => settleAll(tx, this.#options.projections));
    await inTransaction(this.#pool, (tx) => keepSchema(tx, this.#schema, schema));
    this.#isKept = true;
  }

  /** Brings the rebuilt projections to where the live ones are by now. */
  async #catchUp(): Promise<void> {
    // The rebuilt projections may be ahead: the live ones then follow within a moment, or no worker runs.
    await this.#untilNone(
      this.#pool,
      `select 1 from projection_checkpoints own join public.projection_checkpoints live using (projection, partition)
       where live.position < own.position`,
    );
    await this.#follow(await this.#positions(this.#pool));
  }

  /**
   * Holds the live projections back until the transaction ends, and brings the rebuilt ones to the same positions. One that
   * follows another is held when it has come to where that one is: only then do their tables belong together.
   */
  async #align(tx: Tx): Promise<void> {
    for (const { name, follows } of this.#options.projections) {
      if (follows)
        await this.#untilNone(
          tx,
          `select 1 from public.projection_checkpoints a join public.projection_checkpoints b using (partition)
           where a.projection = ${pg.escapeLiteral(name)} and b.projection = ${pg.escapeLiteral(follows)}
             and a.position < b.position`,
        );
      await lockCheckpoints(tx, name, undefined, 'public.projection_checkpoints');
    }
    await this.#follow(await this.#positions(tx));
  }

  async #positions(client: Db, checkpoints = 'public.projection_checkpoints'): Promise<Map<string, number>> {
    const { rows } = await client.query<{ projection: string; partition: number; position: string }>(
      `/* positions */ select projection, partition, position from ${checkpoints} where projection = any ($1)`,
      [this.#options.projections.map(({ name }) => name)],
    );
    return new Map(rows.map((row) => [`${row.projection} ${row.partition}`, Number(row.position)]));
  }

  /**
   * Throws a RebuildingError unless live and rebuilt projections are at the same positions. A server that has crashed has
   * emptied what it has of unlogged tables, their checkpoints with it.
   */
  async #requireAligned(client: Db): Promise<void> {
    const { rows } = await client.query<{ astray: boolean }>(
      `/* requireAligned */ select count(*) <> count(own.position) or count(*) filter (where own.position <> live.position) > 0 as astray
       from public.projection_checkpoints live left join projection_checkpoints own using (projection, partition)
       where live.projection = any ($1)`,
      [this.#options.projections.map(({ name }) => name)],
    );
    if (rows[0]!.astray)
      throw new RebuildingError('The database was started again and has lost what was rebuilt: begin again.');
  }

  async #follow(live: Map<string, number>): Promise<void> {
    const own = await this.#positions(this.#pool, 'projection_checkpoints');
    for (const projection of this.#options.projections)
      for (const partition of allPartitions()) {
        const at = `${projection.name} ${partition}`;
        const until = live.get(at) ?? 0;
        if (own.get(at) === until) continue;
        while ((await projectBatch(this.#pool, projection, partition, until)).events > 0)
          this.#options.signal?.throwIfAborted();
      }
  }

  /** Resolves when the live projections have come so far that the query finds none that is behind. */
  async #untilNone(client: Db, query: string): Promise<void> {
    for (const deadline = performance.now() + PATIENCE_MS; ; ) {
      this.#options.signal?.throwIfAborted();
      if ((await client.query(query)).rowCount === 0) return;
      if (performance.now() > deadline)
        throw new RebuildingError('The live projections do not follow the log: is a worker running?');
      await pause(POLL_MS);
    }
  }

  /** Removes the schema, unless it is kept. */
  async close(): Promise<void> {
    if (!this.#isKept) await dropSchema(this.#pool, this.#schema).catch(() => {});
    await this.#pool.end();
  }
}
