import type { Pool } from 'pg';
import { AppError } from '../../contract/errors.ts';
import { epochOf, type Position } from '../position.ts';
import type { Projection } from '../projection.ts';
import { type Asked, askPartitions } from '../read.ts';

/** How long a reader waits at most. */
const PATIENCE_MS = 1_000;

const POLL_MS = 15;

/** With so many waiting, the next reader gets its answer at once. */
const WAITING_MAX = 200;

interface Waiting {
  position: Position;
  /** Of `performance.now()`. */
  giveUpAt: number;
  resolve(lag: number): void;
  reject(error: unknown): void;
}

/** How far a partition is: its head, and the lowest checkpoint of the projections that are read back. */
interface Reached {
  partition: number;
  epoch: string;
  head: string;
  passed: string | null;
}

/**
 * Lets readers wait until the projections that are read back have passed a position. They then see what they wrote. One
 * poll of the checkpoints, and never two at a time, serves all readers that wait in this process.
 */
export class ProjectionWaits {
  readonly #pool: Pool;
  /** Names of the projections that are read back. */
  readonly #readBack: readonly string[];
  readonly #onBehind: (partitions: Set<number>) => void;
  readonly #waiting = new Set<Waiting>();
  #isPolling = false;
  /** Ends the pause between two polls. */
  #pollNow: () => void = () => {};

  /** Calls `onBehind` with partitions that a reader has begun to wait for. */
  constructor(pool: Pool, projections: readonly Projection[], onBehind: (partitions: Set<number>) => void) {
    this.#pool = pool;
    this.#readBack = projections.filter(({ isReadBack }) => isReadBack).map(({ name }) => name);
    this.#onBehind = onBehind;
  }

  /**
   * Resolves when the position has been passed, or after a second: to how many events are still to be projected, 0 when it
   * has been passed. What lies beyond the log's head is not waited for. Rejects with `position_of_another_log`.
   */
  passed(position: Position): Promise<number> {
    const patience = this.#waiting.size < WAITING_MAX ? PATIENCE_MS : 0;
    return new Promise((resolve, reject) => {
      this.#waiting.add({ position, giveUpAt: performance.now() + patience, resolve, reject });
      if (this.#isPolling) this.#pollNow();
      else void this.#poll();
    });
  }

  async #poll(): Promise<void> {
    this.#isPolling = true;
    let reported = new Set<Waiting>();
    while (this.#waiting.size) {
      const asked = new Set(this.#waiting);
      const { rows, failed } = await this.#reached(asked);
      const reached = new Map(rows.map((row) => [row.partition, row]));
      for (const one of asked) {
        const { partition } = one.position;
        if (failed.has(partition)) this.#end(one, () => one.reject(failed.get(partition)));
        else this.#answer(one, reached.get(partition));
      }
      const begun = asked.intersection(this.#waiting).difference(reported);
      if (begun.size) this.#onBehind(new Set([...begun].map(({ position }) => position.partition)));
      reported = asked;
      // Readers that have come meanwhile have had no poll yet.
      if (this.#waiting.size && this.#waiting.isSubsetOf(asked)) await this.#pause();
    }
    this.#isPolling = false;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      this.#pollNow = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #answer(one: Waiting, reached: Reached | undefined): void {
    const { position, epoch } = one.position;
    if (epoch !== undefined && epoch !== reached?.epoch) {
      this.#end(one, () => one.reject(new AppError('position_of_another_log')));
      return;
    }
    const lag = Math.max(0, Math.min(position, Number(reached?.head ?? 0)) - Number(reached?.passed ?? 0));
    if (lag === 0 || performance.now() >= one.giveUpAt) this.#end(one, () => one.resolve(lag));
  }

  #end(one: Waiting, answer: () => void): void {
    this.#waiting.delete(one);
    answer();
  }

  #reached(asked: Set<Waiting>): Promise<Asked<Reached>> {
    const partitions = new Set([...asked].map(({ position }) => position.partition));
    return askPartitions([...partitions], async (some) => {
      const { rows } = await this.#pool.query<Reached>({
        name: 'lowest_checkpoints',
        text: `select p.partition, ${epochOf('p')} as epoch, p.head, min(c.position) as passed
               from log_partitions p left join projection_checkpoints c
                 on c.partition = p.partition and c.projection = any ($2)
               where p.partition = any ($1) group by p.partition`,
        values: [some, this.#readBack],
      });
      return rows;
    });
  }
}
