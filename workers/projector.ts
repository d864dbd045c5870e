import type { Pool } from 'pg';
import { allPartitions } from '../core/log/position.ts';
import { type ProjectOutcome, projectBatch } from '../core/log/projecting/project-batch.ts';
import { projectTogether, type TogetherOutcome } from '../core/log/projecting/project-together.ts';
import type { Projection } from '../core/log/projection.ts';
import { askPartitions } from '../core/log/read.ts';
import {
  NewerDatabaseError,
  requireNoneUnknown,
  UNKNOWN_MIGRATIONS,
} from '../core/postgres/newer-database.ts';
import { byShard } from '../core/postgres/several-servers.ts';
import { Concurrency } from '../core/process/concurrency.ts';
import { WorkLoop } from '../core/process/work-loop.ts';
import { projections } from '../core/projections.ts';

export interface ProjectorOptions {
  /** Partitions that are worked on at once where there is much to take. */
  concurrency: number;
  /**
   * Called when a newer version has migrated the database: this version projects nothing as long as that is so.
   * Called with null when it is no longer so. Once each time.
   */
  onNewer(error: NewerDatabaseError | null): void;
  /**
   * Called with the error that stops the projection in this partition, which is tried again each second. The same
   * error is reported again once a minute.
   */
  onStopped(error: unknown, projection: Projection, partition: number): void;
  /** Called when what was stopped goes on. */
  onGoesOn(projection: Projection, partition: number): void;
  /** Called when events had to be parked. */
  onParked(outcome: ProjectOutcome, projection: Projection, partition: number): void;
}

const POLL_MS = 1_000;
const REPORT_AGAIN_MS = 60_000;

interface Stop {
  projection: Projection;
  partition: number;
  /** The last reported error, and when. */
  error: string;
  reportedAt: number;
}

/**
 * Brings projections up to date. Woken by the queue and, whatever becomes of the queue, by its own poll at the log
 * each second. Correctness rests on the checkpoints: it may be woken twice, or in several processes at once.
 */
export class Projector {
  readonly #pool: Pool;
  readonly #options: ProjectorOptions;
  readonly #polling: WorkLoop;
  readonly #running = new Map<number, Promise<void>>();
  readonly #again = new Set<number>();
  readonly #stops = new Map<string, Stop>();
  #newer: NewerDatabaseError | null = null;
  #aliveAt = performance.now();

  constructor(pool: Pool, options: ProjectorOptions) {
    this.#pool = pool;
    this.#options = options;
    // What fails is reported by projection and partition. All else is a mistake of this program, which ends it.
    const onError = (error: unknown): void =>
      queueMicrotask(() => {
        throw error;
      });
    this.#polling = new WorkLoop({ work: () => this.#findWork(), onError, everyMs: POLL_MS });
  }

  /** Starts polling each second. */
  start(): void {
    this.#polling.start();
  }

  /**
   * Projects these partitions as far as the log goes now: all of a shard in one transaction, where possible.
   */
  async wake(partitions: readonly number[] = allPartitions()): Promise<void> {
    // the next poll shows whether that still is so: wake-ups need not ask.
    if (this.#newer || this.#polling.isClosed) return;
    const turns = new Concurrency(this.#options.concurrency);
    const wakeShard = async (shard: number[]): Promise<void> => {
      const [only, ...others] = shard;
      // One that is in a step with others then goes on beside them.
      if (others.length === 0) return turns.run(() => this.partition(only!));
      const apart = await turns.run(() => this.#shard(shard));
      await Promise.all(apart.map((partition) => turns.run(() => this.partition(partition))));
    };
    await Promise.all(byShard(partitions).map(wakeShard));
  }

  /** Takes steps of these together. Returns those that are to go on by themselves. */
  async #shard(partitions: number[]): Promise<number[]> {
    let open = partitions.filter((partition) => !this.#running.has(partition));
    for (const partition of partitions) if (!open.includes(partition)) this.#again.add(partition);
    const apart: number[] = [];
    while (open.length > 1 && !this.#newer && !this.#polling.isClosed) {
      const { more, left } = await this.#together(open);
      apart.push(...more, ...left);
      open = open.filter((partition) => this.#again.has(partition) && !this.#running.has(partition));
    }
    return [...apart, ...open];
  }

  /** Resolves when the partition is projected as far as the log went at the call, or once it cannot be. */
  async partition(partition: number): Promise<void> {
    if (this.#newer || this.#polling.isClosed) return;
    const running = this.#running.get(partition);
    if (!running) {
      const run = this.#catchUp(partition);
      this.#running.set(partition, run);
      return run;
    }
    this.#again.add(partition);
    await running;
    // A step with other partitions does not come again by itself.
    if (this.#again.has(partition)) await this.partition(partition);
  }

  /** In how many partitions each projection is stopped by an error, by its name. */
  stopped(): Map<string, number> {
    const counts = new Map(projections.map(({ name }) => [name, 0]));
    for (const { projection } of this.#stops.values())
      counts.set(projection.name, (counts.get(projection.name) ?? 0) + 1);
    return counts;
  }

  /** Milliseconds since it last heard of the database, be it an error. Many mean that it hangs. */
  silentMs(): number {
    return performance.now() - this.#aliveAt;
  }

  /** Ends after the transactions under way. */
  async close(): Promise<void> {
    await this.#polling.close();
    await Promise.all(this.#running.values());
  }

  async #findWork(): Promise<void> {
    const behind = await this.#behind().catch((error: unknown) => {
      if (error instanceof NewerDatabaseError) this.#reportNewer(error);
      return [];
    });
    this.#aliveAt = performance.now();
    await this.wake(behind);
  }

  async #behind(): Promise<number[]> {
    const { rows, failed } = await askPartitions(allPartitions(), async (some) => {
      const { rows } = await this.#pool.query<{ partitions: number[]; unknown: string | null }>({
        name: 'partitions_behind',
        text: `select array(
                 select distinct c.partition from projection_checkpoints c join log_partitions p using (partition)
                 where c.partition = any ($1) and p.head > c.position order by c.partition desc
               ) as partitions, ${UNKNOWN_MIGRATIONS} as unknown`,
        values: [some],
      });
      return rows;
    });
    const [error] = failed.values();
    if (rows.length === 0) throw error;
    for (const { unknown } of rows) requireNoneUnknown(unknown);
    this.#reportNewer(null);
    return rows.flatMap(({ partitions }) => partitions);
  }

  #reportNewer(error: NewerDatabaseError | null): void {
    const isReported = this.#newer?.migrations === error?.migrations;
    this.#newer = error;
    if (!isReported) this.#options.onNewer(error);
  }

  /** Takes one step in all of these. */
  async #together(partitions: number[]): Promise<Pick<TogetherOutcome, 'more' | 'left'>> {
    for (const partition of partitions) this.#again.delete(partition);
    const step = this.#step(partitions);
    const run = step.then(() => {});
    for (const partition of partitions) this.#running.set(partition, run);
    const outcome = await step;
    for (const partition of partitions) this.#running.delete(partition);
    return outcome;
  }

  async #step(partitions: number[]): Promise<Pick<TogetherOutcome, 'more' | 'left'>> {
    try {
      const outcome = await projectTogether(this.#pool, projections, partitions);
      for (const partition of outcome.taken)
        for (const projection of projections) this.#goesOn(projection, partition);
      return outcome;
    } catch (error) {
      this.#reportNewer(error as NewerDatabaseError);
      return { more: [], left: [] };
    } finally {
      this.#aliveAt = performance.now();
    }
  }

  async #catchUp(partition: number): Promise<void> {
    do {
      this.#again.delete(partition);
      for (let isMore = true; isMore && !this.#newer && !this.#polling.isClosed; ) {
        const { more, left } = await this.#step([partition]);
        isMore = more.length > 0;
        if (left.length) await this.#eachByItself(partition);
      }
    } while (this.#again.has(partition) && !this.#polling.isClosed);
    this.#running.delete(partition);
  }

  /** The projections take turns: a long way to go for one of them keeps none of the others waiting. */
  async #eachByItself(partition: number): Promise<void> {
    for (let turn = projections; turn.length && !this.#newer && !this.#polling.isClosed; ) {
      const isMore = new Set<string>();
      for (const projection of turn)
        if (!this.#newer && (await this.#project(projection, partition))) isMore.add(projection.name);
      turn = projections.filter(({ name, follows }) => isMore.has(name) || isMore.has(follows ?? ''));
    }
  }

  /** Projects one batch. Returns whether there may be more to project at once. */
  async #project(projection: Projection, partition: number): Promise<boolean> {
    try {
      const outcome = await projectBatch(this.#pool, projection, partition);
      if (outcome.parked) this.#options.onParked(outcome, projection, partition);
      this.#goesOn(projection, partition);
      return outcome.isMore;
    } catch (error) {
      if (error instanceof NewerDatabaseError) this.#reportNewer(error);
      else this.#reportStopped(error, projection, partition);
      return false;
    } finally {
      this.#aliveAt = performance.now();
    }
  }

  #goesOn(projection: Projection, partition: number): void {
    if (this.#stops.delete(`${projection.name} ${partition}`)) this.#options.onGoesOn(projection, partition);
  }

  #reportStopped(error: unknown, projection: Projection, partition: number): void {
    const key = `${projection.name} ${partition}`;
    const before = this.#stops.get(key);
    const now = performance.now();
    if (before?.error === String(error) && now - before.reportedAt < REPORT_AGAIN_MS) return;
    this.#stops.set(key, { projection, partition, error: String(error), reportedAt: now });
    this.#options.onStopped(error, projection, partition);
  }
}
