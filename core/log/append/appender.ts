import { randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import { AppError } from '../../contract/errors.ts';
import { isDatabaseFull, isTransient } from '../../postgres/postgres-error.ts';
import { byShard, isDistributed, shardOf } from '../../postgres/several-servers.ts';
import { Concurrency } from '../../process/concurrency.ts';
import type { NewEvent } from '../define-event.ts';
import { STUDENT_IS_ERASED } from '../log.events.ts';
import { allPartitions, type Position, partitionOf } from '../position.ts';
import { type Appended, type AppendOptions, appendEvents } from './append-statement.ts';

export type { NewEvent } from '../define-event.ts';

export interface AppenderOptions {
  /** Events one statement takes. Default 250: larger batches only make the first in them wait. */
  batchSize?: number;
  /** Events that may wait for the batch in flight before callers get `overloaded`. Default 20,000. */
  queueLimit?: number;
  /** Called after each commit with the partitions that grew. */
  onAppended?: (partitions: Set<number>, batchSize: number) => void;
}

interface Waiting {
  event: NewEvent;
  resolve(position: Position): void;
  reject(error: unknown): void;
}

/** Batches of fewer events are sent this far apart: at a school's pace a commit is then shared by four or more. */
const GATHER_MS = 16;

/** Events that wait for no others. */
const ENOUGH = 32;

/** A caller that sends one event after the other would wait in vain: after so many in vain, so many batches go at once. */
const IN_VAIN = 4;
const AT_ONCE = 16;

const RETRY_MS = [20, 200, 1_000];

/** A try that was not over by then is the last: callers must hear in time that it cannot be done. */
const TRY_WITHIN_MS = 5_000;

/** How long a batch waits for a lock before its partitions go on without one another: all in it wait as long. */
const BATCH_PATIENCE_MS = 50;

/** How long each try of a partition by itself waits for its lock at most; the first as long as a batch. */
const LONGEST_PATIENCE_MS = 1_000;

/** How long callers wait for a partition that is held. */
const GIVE_UP_MS = 9_000;

/** Held partitions that are waited for at once, each on a connection that others could use. */
const HELD_AT_ONCE = 3;

/**
 * Batches of different shards at once, each on a connection that others could use. What waits for its turn joins the
 * batch: a busy database gets larger ones.
 */
const BATCHES_AT_ONCE = 3;

/** A batch that takes longer gives its turn away: its server may be silent, and the others are not. */
const TURN_MS = 250;

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * The one way into the log. `append` resolves when the event is committed. All events go by one line. Where the log lies on
 * several servers, each shard has its own, since a batch is then of one shard.
 */
export class Appender {
  readonly #pool: Pool;
  readonly #options: Required<AppenderOptions>;
  readonly #lines = new Map<number, Line>();
  /** Of all lines together. */
  readonly #turns = new Concurrency(BATCHES_AT_ONCE, TURN_MS);

  constructor(pool: Pool, options: AppenderOptions = {}) {
    this.#pool = pool;
    this.#options = { batchSize: 250, queueLimit: 20_000, onAppended: () => {}, ...options };
  }

  /**
   * Appends one event, or finds it already there. Rejects with `idempotency_conflict` when its id is taken by other
   * content, with `unauthenticated` when the student is erased. Rejects with `database_unavailable`, `database_full` or
   * `overloaded` when it could not be stored; it may be tried again.
   */
  append(event: NewEvent): Promise<Position> {
    const shard = shardOf(partitionOf(event.studentId));
    return this.#lines.getOrInsertComputed(shard, () => this.#line()).append(event);
  }

  /** Resolves when everything that was given to `append` has been answered. */
  async close(): Promise<void> {
    await Promise.all(this.#lines.values().map((line) => line.close()));
  }

  #line(): Line {
    if (!isDistributed()) return new Line(this.#pool, this.#options, (send) => void send());
    const queueLimit = Math.ceil(this.#options.queueLimit / byShard(allPartitions()).length);
    return new Line(this.#pool, { ...this.#options, queueLimit }, (send) => void this.#turns.run(send));
  }
}

/**
 * Events that go into the log in order. Appends that arrive while a batch is in flight make up the next one: under load
 * batches grow by themselves. When a whole batch is waiting, a second one is sent at once: this process and Postgres then
 * work side by side. A lone append goes at once; a few that follow it are gathered for a moment, since each batch costs a
 * commit.
 *
 * A batch has events of any partitions. When it does not get its locks in a moment, each of its partitions goes on by
 * itself: one that is held delays its own students only.
 */
class Line {
  readonly #pool: Pool;
  readonly #options: Required<AppenderOptions>;
  #waiting: Waiting[] = [];
  readonly #inFlight = new Set<Promise<void>>();
  /** Where our batches wait for one another, and no other process's. */
  readonly #line = randomInt(2 ** 31);
  #scheduled = false;
  /** When the last batch was sent. */
  #sentAt = Number.NEGATIVE_INFINITY;
  #gathering: NodeJS.Timeout | undefined;
  /** Batches in a row that were gathered and remained alone; under 0, how many are still to go at once. */
  #inVain = 0;
  /** What waits of the partitions that go by themselves. */
  readonly #apart = new Map<number, Waiting[]>();
  readonly #alone = new Set<Promise<void>>();
  readonly #turns = new Concurrency(HELD_AT_ONCE);

  /** Sends a batch when it is the line's turn. */
  readonly #inTurn: (send: () => Promise<void>) => void;

  constructor(pool: Pool, options: Required<AppenderOptions>, inTurn: (send: () => Promise<void>) => void) {
    this.#pool = pool;
    this.#options = options;
    this.#inTurn = inTurn;
  }

  append(event: NewEvent): Promise<Position> {
    const queue = this.#apart.get(partitionOf(event.studentId)) ?? this.#waiting;
    if (queue.length >= this.#options.queueLimit)
      return Promise.reject(new AppError('overloaded', { retryAfter: 1 }));
    return new Promise((resolve, reject) => {
      queue.push({ event, resolve, reject });
      if (queue === this.#waiting) this.#schedule();
    });
  }

  async close(): Promise<void> {
    while (this.#scheduled || this.#inFlight.size || this.#alone.size || this.#waiting.length) {
      const underWay = [...this.#inFlight, ...this.#alone];
      await (underWay.length ? Promise.race(underWay) : new Promise(setImmediate));
    }
  }

  /** Sends after the requests that the event loop has already read have joined the batch. */
  #schedule(): void {
    const mayGo = this.#inFlight.size === 0 || (this.#inFlight.size === 1 && this.#isFull());
    if (this.#scheduled || !mayGo) return;
    const pause = this.#pauseMs();
    if (pause > 0) {
      this.#gathering ??= setTimeout(() => {
        this.#gathering = undefined;
        this.#inVain = this.#waiting.length > 1 ? 0 : this.#inVain + 1;
        if (this.#inVain === IN_VAIN) this.#inVain = -AT_ONCE;
        this.#schedule();
      }, pause);
      return;
    }
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    this.#scheduled = true;
    setImmediate(() =>
      this.#inTurn(async () => {
        this.#scheduled = false;
        // What waited may have been taken apart since.
        if (this.#waiting.length) await this.#send();
      }),
    );
  }

  /** How long those that wait are to be gathered yet. */
  #pauseMs(): number {
    if (this.#inVain < 0 || this.#waiting.length >= ENOUGH) return 0;
    // A timer may be early by a fraction.
    return Math.floor(this.#sentAt + GATHER_MS - performance.now());
  }

  #isFull(): boolean {
    return this.#waiting.length >= this.#options.batchSize;
  }

  #send(): Promise<void> {
    const batch = this.#isFull() ? this.#waiting.splice(0, this.#options.batchSize) : this.#waiting;
    if (batch === this.#waiting) this.#waiting = [];
    if (this.#inVain < 0) this.#inVain++;
    this.#sentAt = performance.now();
    const together = { patienceMs: BATCH_PATIENCE_MS, line: this.#line };
    const stored: Promise<void> = this.#store(batch, together).then((held) => {
      this.#inFlight.delete(stored);
      if (held.length) this.#takeApart(held);
      if (this.#waiting.length) this.#schedule();
    });
    this.#inFlight.add(stored);
    if (this.#isFull()) this.#schedule();
    return stored;
  }

  /** Lets the partitions of these events go by themselves, with what waits of them already. */
  #takeApart(held: Waiting[]): void {
    const later = this.#waiting;
    this.#waiting = [];
    const begun = new Set<number>();
    for (const { event } of held) {
      const partition = partitionOf(event.studentId);
      if (this.#apart.has(partition)) continue;
      this.#apart.set(partition, []);
      begun.add(partition);
    }
    for (const one of [...held, ...later])
      (this.#apart.get(partitionOf(one.event.studentId)) ?? this.#waiting).push(one);
    for (const partition of begun) {
      const gone: Promise<void> = this.#goAlone(partition).then(() => void this.#alone.delete(gone));
      this.#alone.add(gone);
    }
  }

  /** Stores a batch of one partition by itself; what came meanwhile then waits with all others again. */
  async #goAlone(partition: number): Promise<void> {
    const queue = this.#apart.get(partition)!;
    const giveUpAt = performance.now() + GIVE_UP_MS;
    let patienceMs = BATCH_PATIENCE_MS;
    let held = await this.#store(queue.splice(0, this.#options.batchSize), { patienceMs });
    while (held.length && performance.now() < giveUpAt) {
      patienceMs = Math.min(2 * patienceMs, LONGEST_PATIENCE_MS);
      held = await this.#turns.run(() => this.#store(held, { patienceMs }));
    }
    this.#apart.delete(partition);
    // What came after them would wait for the same lock.
    if (held.length) refuse([...held, ...queue]);
    else this.#waiting.push(...queue);
    if (this.#waiting.length) this.#schedule();
  }

  /**
   * Stores a batch; when the database refuses it for its content, halves it until the bad event fails alone. Resolves when
   * all are answered but those that it resolves to: a lock that they need was not to be had.
   */
  async #store(batch: Waiting[], options: AppendOptions): Promise<Waiting[]> {
    try {
      const appended = await this.#insert(batch, options);
      const grown = new Set<number>();
      for (const [index, { outcome, ...place }] of appended.entries()) {
        const { resolve, reject } = batch[index]!;
        if (outcome === 'new') grown.add(place.partition);
        if (outcome === 'conflict') reject(new AppError('idempotency_conflict'));
        else resolve(place);
      }
      if (grown.size) this.#options.onAppended(grown, batch.length);
    } catch (error) {
      if (isHeld(error)) return batch;
      if (isTransient(error) || isMoving(error)) {
        refuse(batch, error);
      } else if (batch.length === 1) {
        // The account has gone while this was on its way.
        batch[0]!.reject(isOfErased(error) ? new AppError('unauthenticated', { cause: error }) : error);
      } else {
        const middle = batch.length >> 1;
        return [
          ...(await this.#store(batch.slice(0, middle), options)),
          ...(await this.#store(batch.slice(middle), options)),
        ];
      }
    }
    return [];
  }

  /** A lost connection says nothing of whether the batch was committed; ids make it safe to send again. */
  async #insert(batch: Waiting[], options: AppendOptions): Promise<Appended[]> {
    const events = batch.map(({ event }) => event);
    const begun = performance.now();
    for (let attempt = 0; ; attempt++) {
      try {
        return await appendEvents(this.#pool, events, options);
      } catch (error) {
        const pause = RETRY_MS[attempt];
        const isLate = performance.now() - begun > TRY_WITHIN_MS;
        if (pause === undefined || isLate || isHeld(error)) throw error;
        if (!isTransient(error) && !isMoving(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }
}

const isHeld = (error: unknown): boolean => (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE;

/**
 * True when a shard was moving: the append was performed where it had been, and found other rows where it is by now. It has
 * stored nothing. On the shard's own server the append itself looks into what is there already.
 */
const isMoving = (error: unknown): boolean =>
  isDistributed() && /\bevents_p?key_\d/.test((error as Error).message);

const isOfErased = (error: unknown): boolean => (error as { code?: unknown }).code === STUDENT_IS_ERASED;

function refuse(waiting: Waiting[], cause?: unknown): void {
  const code = isDatabaseFull(cause) ? 'database_full' : 'database_unavailable';
  const failure = new AppError(code, { retryAfter: 1, cause });
  for (const { reject } of waiting) reject(failure);
}
