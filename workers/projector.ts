import type { Pool } from 'pg';
import { type ProjectOutcome, projectBatch } from '../core/log/project-batch.ts';
import type { Projection } from '../core/log/projection.ts';
import { projections } from '../core/log/projections.ts';

export interface ProjectorOptions {
  /** Partitions that are worked on at once. */
  concurrency: number;
  /** Told what could not be done; it is tried again within a second. */
  onError(error: unknown, projection: Projection, partition: number): void;
  /** Told when events had to be parked. */
  onParked(outcome: ProjectOutcome, projection: Projection, partition: number): void;
}

const LOOK_MS = 1_000;

/**
 * Brings projections up to date, woken by the queue and, whatever becomes of the queue, by its own look at the log
 * each second. Correctness is the checkpoints' business: it may be woken twice, or in several processes at once.
 */
export class Projector {
  readonly #pool: Pool;
  readonly #options: ProjectorOptions;
  readonly #running = new Map<number, Promise<void>>();
  readonly #again = new Set<number>();
  #closed = false;
  #timer: NodeJS.Timeout | undefined;
  #look: Promise<void> | undefined;

  constructor(pool: Pool, options: ProjectorOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  /** Starts looking each second. */
  start(): void {
    this.#look = this.#lookForWork().finally(() => {
      if (!this.#closed) this.#timer = setTimeout(() => this.start(), LOOK_MS);
    });
  }

  /** Resolves when the partition has been projected as far as the log went when this was called. */
  partition(partition: number): Promise<void> {
    const running = this.#running.get(partition);
    if (running) {
      this.#again.add(partition);
      return running;
    }
    const run = this.#catchUp(partition).finally(() => this.#running.delete(partition));
    this.#running.set(partition, run);
    return run;
  }

  /** Ends after the transactions under way. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#look;
    await Promise.all(this.#running.values());
  }

  async #lookForWork(): Promise<void> {
    const behind = await this.#behind().catch(() => []);
    const next = async (): Promise<void> => {
      for (let partition = behind.pop(); partition !== undefined; partition = behind.pop())
        await this.partition(partition);
    };
    await Promise.all(Array.from({ length: this.#options.concurrency }, next));
  }

  async #behind(): Promise<number[]> {
    const { rows } = await this.#pool.query<{ partition: number }>({
      name: 'partitions_behind',
      text: `select distinct c.partition from projection_checkpoints c join log_partitions p using (partition)
             where p.head > c.position order by c.partition desc`,
    });
    return rows.map((row) => row.partition);
  }

  async #catchUp(partition: number): Promise<void> {
    do {
      this.#again.delete(partition);
      for (const projection of projections) await this.#project(projection, partition);
    } while (this.#again.has(partition) && !this.#closed);
  }

  async #project(projection: Projection, partition: number): Promise<void> {
    try {
      for (;;) {
        const outcome = await projectBatch(this.#pool, projection, partition);
        if (outcome.parked) this.#options.onParked(outcome, projection, partition);
        if (!outcome.isMore || this.#closed) return;
      }
    } catch (error) {
      this.#options.onError(error, projection, partition);
    }
  }
}
