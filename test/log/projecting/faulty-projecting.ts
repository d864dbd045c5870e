import pg from 'pg';
import { gatherSome } from '../../../core/classroom/class-gathering.ts';
import { PARTITIONS } from '../../../core/log/position.ts';
import { projectBatch } from '../../../core/log/projecting/project-batch.ts';
import { projectTogether } from '../../../core/log/projecting/project-together.ts';
import { applyTo, type Projection } from '../../../core/log/projection.ts';
import { isTransient } from '../../../core/postgres/postgres-error.ts';
import { projections } from '../../../core/projections.ts';
import type { Step } from '../histories/given-histories.ts';

const ALL = Array.from({ length: PARTITIONS }, (_, partition) => partition);

interface Worker {
  pool: pg.Pool;
  busy: number;
  isLeaving: boolean;
}

/** Two processes' workers, which crash and are started again. */
export class FaultyProjecting {
  readonly #databaseUrl: string;
  readonly #workers: Worker[];
  #steps = 0;
  /** Told what has gone wrong. */
  readonly #count: (fault: Step['fault']) => void;

  constructor(databaseUrl: string, count: (fault: Step['fault']) => void) {
    this.#databaseUrl = databaseUrl;
    this.#count = count;
    this.#workers = [this.#open(), this.#open()];
  }

  #open(): Worker {
    const pool = new pg.Pool({ connectionString: this.#databaseUrl, max: 3 });
    pool.on('error', () => {});
    // A session that is ended while it is in use tells its client besides.
    pool.on('connect', (client) => void client.on('error', () => {}));
    return { pool, busy: 0, isLeaving: false };
  }

  /** One micro-batch, up to a share of the partition's log, by one worker or the other. */
  async step({ projection, partition, share, fault }: Step): Promise<void> {
    const turn = this.#steps++ % 2;
    if (fault === 'restart') await this.#restart(turn);
    const worker = this.#workers[turn]!;
    worker.busy++;
    try {
      if (fault === 'together') return await this.#together(worker.pool);
      const { rows } = await worker.pool.query<{ head: string }>(
        'select head from log_partitions where partition = $1',
        [partition],
      );
      const until = Math.ceil((Number(rows[0]!.head) * share) / 100);
      await projectBatch(worker.pool, this.#faulty(projections[projection]!, fault), partition, until);
    } catch (error) {
      if (!isTransient(error)) throw error;
    } finally {
      worker.busy--;
      if (worker.isLeaving) await this.#leave(worker);
    }
  }

  /** One step of all in all partitions; what is left there, other steps take. */
  async #together(pool: pg.Pool): Promise<void> {
    const { taken } = await projectTogether(pool, projections, ALL);
    if (taken.length) this.#count('together');
  }

  async #restart(turn: number): Promise<void> {
    const old = this.#workers[turn]!;
    this.#workers[turn] = this.#open();
    old.isLeaving = true;
    this.#count('restart');
    await this.#leave(old);
  }

  async #leave({ pool, busy }: Worker): Promise<void> {
    if (busy === 0) await pool.end();
  }

  #faulty(projection: Projection, fault: Step['fault']): Projection {
    switch (fault) {
      case 'none':
      case 'together':
      case 'restart':
        return projection;
      case 'thrown':
      case 'half done':
        return {
          ...projection,
          apply: async (events, tx) => {
            const done = fault === 'thrown' ? events : events.slice(0, events.length >> 1);
            await applyTo([projection], done, tx);
            this.#count(fault);
            throw new Error('Connection terminated unexpectedly');
          },
        };
      case 'session ended':
        return {
          ...projection,
          apply: async (events, tx, once) => {
            await projection.apply(events, tx, once);
            this.#count(fault);
            await tx.query('select pg_terminate_backend(pg_backend_pid())');
          },
        };
      case 'refused':
        return {
          ...projection,
          apply: async (events, tx, once) => {
            await projection.apply(events, tx, once);
            if (events.length === 1) return;
            this.#count(fault);
            throw new Error('too many at once');
          },
        };
      default:
        return fault satisfies never;
    }
  }

  /** Brings every projection to the end of the log, in their order: one may follow another. */
  async catchUp(): Promise<void> {
    const { pool } = this.#workers[0]!;
    await this.#together(pool);
    for (const projection of projections)
      for (let partition = 0; partition < PARTITIONS; partition++)
        while ((await projectBatch(pool, projection, partition)).events > 0);
    while (await gatherSome(pool));
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map(({ pool }) => pool.end()));
  }
}
