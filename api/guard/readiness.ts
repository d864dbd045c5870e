import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { databaseShape, isReadOnlyDatabase } from '../../core/database.ts';
import { type ChangeFeed, LOST_MS } from '../../core/postgres/change-feed.ts';
import { isDatabaseFull } from '../../core/postgres/postgres-error.ts';
import { inTransaction, undone } from '../../core/postgres/transaction.ts';

/** A caller that waits longer has other processes to send requests to. */
const ANSWER_MS = 3_000;

/** More than is left free in pages that are there already. */
const PROBE_BYTES = 64 * 1024;

const SHAPES = {
  ok: 'ok',
  old: 'migrations are missing',
  newer: 'was migrated by a newer version of Nhớ',
} as const;

/**
 * Whether this process can serve: asked of the very connections that requests use. The queue is not needed, since
 * projections follow by themselves.
 */
export class Readiness {
  readonly #pool: Pool;
  readonly #feed: ChangeFeed;
  /** One at a time, however many ask: each takes a connection for as long as the database is silent. */
  #asked: Promise<string> | undefined;

  /** How often something could not be saved for want of room since there was room. */
  #fullTimes = 0;

  constructor(pool: Pool, feed: ChangeFeed) {
    this.#pool = pool;
    this.#feed = feed;
  }

  /** To be called when something could not be saved for want of room. */
  databaseIsFull(): void {
    this.#fullTimes++;
  }

  /** `ok`, or what is wrong, by what it is wrong with. */
  async checks(): Promise<Record<string, string>> {
    this.#asked ??= this.#database().finally(() => {
      this.#asked = undefined;
    });
    const overdue = new AbortController();
    const late = pause(ANSWER_MS, 'does not answer', { signal: overdue.signal });
    late.catch(() => {});
    const database = await Promise.race([this.#asked, late]);
    overdue.abort();
    return { database, changes: this.#feed.silence <= LOST_MS ? 'ok' : 'are not heard' };
  }

  async #database(): Promise<string> {
    try {
      const shape = await databaseShape(this.#pool);
      if (shape === 'ok' && (await isReadOnlyDatabase(this.#pool))) return 'takes no writes';
      if (shape === 'ok' && (await this.#hasNoRoom())) return 'has no room';
      return SHAPES[shape];
    } catch {
      return 'cannot be reached';
    }
  }

  /** Only writing shows how much room there is, and is tried only while a write has failed. */
  async #hasNoRoom(): Promise<boolean> {
    const times = this.#fullTimes;
    if (times === 0) return false;
    await inTransaction(this.#pool, async (tx) => {
      try {
        await tx.query(`/* hasNoRoom */ insert into write_probes select repeat('-', ${PROBE_BYTES})`);
        if (this.#fullTimes === times) this.#fullTimes = 0;
      } catch (error) {
        if (!isDatabaseFull(error)) throw error;
      }
      return undone(undefined);
    });
    return this.#fullTimes > 0;
  }
}
