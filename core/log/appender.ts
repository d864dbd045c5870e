import type { Pool } from 'pg';
import { AppError } from '../errors.ts';
import { isTransient } from '../postgres-error.ts';
import { type Position, partitionOf } from './position.ts';

/** A fact to be appended. */
export interface NewEvent {
  studentId: number;
  /** Made by the client, so that a repeated request is the same event. A UUID. */
  id: string;
  type: string;
  version: number;
  data: object;
  /** SHA-256, in hex, of what the client said; the same id with another hash is a conflict. */
  hash: string;
  occurredAt: Date;
}

export interface AppenderOptions {
  /** Events one statement takes. Default 250: larger batches only make the first in them wait. */
  batchSize?: number;
  /** Events that may wait for the batch in flight before callers are told `overloaded`. Default 20,000. */
  queueLimit?: number;
  /** Called after each commit with the partitions that grew. */
  onAppended?: (partitions: Set<number>, batchSize: number) => void;
}

interface Waiting {
  event: NewEvent;
  resolve(position: Position): void;
  reject(error: unknown): void;
}

type AppendedRow = [position: string, outcome: 'new' | 'duplicate' | 'conflict'];

const RETRY_MS = [20, 200, 1_000];

/** A try that was not over by then is the last: whoever waits must hear in time that it cannot be done. */
const TRY_WITHIN_MS = 5_000;

/**
 * The one way into the log. Appends that arrive while a batch is in flight make up the next one, so under load batches
 * grow by themselves and nobody waits for a timer. When a whole batch is waiting, a second one is sent at once, so that
 * this process and Postgres work at the same time. `append` resolves when the event is committed.
 */
export class Appender {
  readonly #pool: Pool;
  readonly #options: Required<AppenderOptions>;
  #waiting: Waiting[] = [];
  readonly #inFlight = new Set<Promise<void>>();
  #scheduled = false;

  constructor(pool: Pool, options: AppenderOptions = {}) {
    this.#pool = pool;
    this.#options = { batchSize: 250, queueLimit: 20_000, onAppended: () => {}, ...options };
  }

  /**
   * Appends one event, or finds it already there. Rejects with `idempotency_conflict` when its id is taken by other
   * content, with `database_unavailable` or `overloaded` when it could not be stored (it may be tried again).
   */
  append(event: NewEvent): Promise<Position> {
    if (this.#waiting.length >= this.#options.queueLimit)
      return Promise.reject(new AppError('overloaded', { retryAfter: 1 }));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ event, resolve, reject });
      this.#schedule();
    });
  }

  /** Resolves when everything that was given to `append` has been answered. */
  async close(): Promise<void> {
    while (this.#scheduled || this.#inFlight.size || this.#waiting.length)
      await (this.#inFlight.size ? Promise.race(this.#inFlight) : new Promise(setImmediate));
  }

  /** Sends after the requests that the event loop has already read have joined the batch. */
  #schedule(): void {
    const mayGo = this.#inFlight.size === 0 || (this.#inFlight.size === 1 && this.#isFull());
    if (this.#scheduled || !mayGo) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#send();
    });
  }

  #isFull(): boolean {
    return this.#waiting.length >= this.#options.batchSize;
  }

  #send(): void {
    const batch = this.#isFull() ? this.#waiting.splice(0, this.#options.batchSize) : this.#waiting;
    if (batch === this.#waiting) this.#waiting = [];
    const stored: Promise<void> = this.#store(batch).finally(() => {
      this.#inFlight.delete(stored);
      if (this.#waiting.length) this.#schedule();
    });
    this.#inFlight.add(stored);
    if (this.#isFull()) this.#schedule();
  }

  /** Stores a batch; when the database refuses it for its content, halves it until the bad event fails alone. */
  async #store(batch: Waiting[]): Promise<void> {
    try {
      const rows = await this.#insert(batch);
      const grown = new Set<number>();
      for (const [index, [position, outcome]] of rows.entries()) {
        const { event, resolve, reject } = batch[index]!;
        const partition = partitionOf(event.studentId);
        if (outcome === 'new') grown.add(partition);
        if (outcome === 'conflict') reject(new AppError('idempotency_conflict'));
        else resolve({ partition, position: Number(position) });
      }
      if (grown.size) this.#options.onAppended(grown, batch.length);
    } catch (error) {
      if (isTransient(error)) {
        const failure = new AppError('database_unavailable', { retryAfter: 1, cause: error });
        for (const { reject } of batch) reject(failure);
      } else if (batch.length === 1) {
        batch[0]!.reject(error);
      } else {
        const middle = batch.length >> 1;
        await this.#store(batch.slice(0, middle));
        await this.#store(batch.slice(middle));
      }
    }
  }

  /** A lost connection says nothing of whether the batch was committed; ids make it safe to send again. */
  async #insert(batch: Waiting[]): Promise<AppendedRow[]> {
    // Written here as Postgres reads them: none of these values can contain what would need quoting.
    const array = (of: (event: NewEvent) => string | number): string =>
      `{${batch.map(({ event }) => of(event)).join()}}`;
    const statement = {
      name: 'append_events',
      text: 'select position, outcome from append_events($1, $2, $3, $4, $5, $6, $7, $8)',
      rowMode: 'array',
      values: [
        array((event) => partitionOf(event.studentId)),
        array((event) => event.studentId),
        array((event) => event.id),
        array((event) => event.type),
        array((event) => event.version),
        `[${batch.map(({ event }) => JSON.stringify(event.data)).join()}]`,
        array((event) => event.hash),
        array((event) => event.occurredAt.toISOString()),
      ],
    };
    const begun = performance.now();
    for (let attempt = 0; ; attempt++) {
      try {
        return (await this.#pool.query<AppendedRow>(statement)).rows;
      } catch (error) {
        const pause = RETRY_MS[attempt];
        const isLate = performance.now() - begun > TRY_WITHIN_MS;
        if (pause === undefined || isLate || !isTransient(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }
}
