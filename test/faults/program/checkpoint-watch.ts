import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Lifetime } from '../../harness/lifetime.ts';

const APART_MS = 500;

interface Place {
  of: string;
  position: string;
}

/**
 * Looks at heads and checkpoints again and again: neither ever falls. Only a crash of PostgreSQL takes checkpoints
 * back, and their effects with them: a projector does not wait for the disk.
 */
export class CheckpointWatch {
  readonly #pool: Pool;
  #last = new Map<string, number>();
  #isOver = false;
  #crashes = 0;
  readonly violations: string[] = [];

  constructor(t: Lifetime, pool: Pool) {
    this.#pool = pool;
    t.teardown(() => this.stop());
  }

  start(): void {
    void (async () => {
      while (!this.#isOver) {
        await this.#poll().catch(() => {});
        await pause(APART_MS);
      }
    })();
  }

  stop(): void {
    this.#isOver = true;
  }

  /** To be told before PostgreSQL is made to crash. */
  crash(): void {
    this.#crashes++;
  }

  async #poll(): Promise<void> {
    const crashes = this.#crashes;
    const { rows } = await this.#pool.query<Place>(
      `select projection || ' ' || partition as of, position from projection_checkpoints
       union all select 'head ' || partition, head from log_partitions`,
    );
    if (crashes !== this.#crashes) return;
    this.see(rows.map(({ of, position }) => [of, Number(position)]));
    this.#seenCrashes = crashes;
  }

  #seenCrashes = 0;

  /** Compares with what was seen before. */
  see(places: [of: string, position: number][]): void {
    for (const [of, position] of places) {
      const before = this.#last.get(of) ?? 0;
      const mayFall = !of.startsWith('head ') && this.#seenCrashes !== this.#crashes;
      if (position < before && !mayFall) this.violations.push(`${of} fell from ${before} to ${position}`);
      this.#last.set(of, position);
    }
    const heads = new Map(places.filter(([of]) => of.startsWith('head ')));
    for (const [of, position] of places) {
      const head = heads.get(`head ${of.split(' ').at(-1)}`);
      if (head !== undefined && position > head)
        this.violations.push(`${of} is at ${position}, its head at ${head}`);
    }
  }
}
