import { join } from 'node:path';
import type { Pool } from 'pg';
import type { ImportOutcome } from '../core/deck-import/import-outcome.ts';
import { ImportError } from '../core/deck-import/import-problems.ts';
import {
  countBrokenRun,
  endImport,
  forgetCheckedFiles,
  isToStop,
  removeLeftovers,
  waitingImports,
} from '../core/deck-import/waiting-imports.ts';
import type { Storage } from '../core/storage.ts';
import { removeUnusedFiles } from '../core/unused-files.ts';
import { apart } from './apart.ts';
import { ChildScript } from './child-script.ts';

const LOOK_MS = 5_000;
const WAIT_MAX_MS = 5 * 60_000;
const TIDY_MS = 60 * 60_000;

/** Megabytes of JavaScript objects; what an import reads passes through buffers of a few more. */
const HEAP_MB = 192;

const TRY_AGAIN = 2;

/** Its process hears by itself that it is to stop, unless it is at something that cannot be interrupted. */
const STOP_LOOK_MS = 1_000;
const DEAF_LOOKS = 3;

export interface ImporterOptions {
  pool: Pool;
  storage: Storage;
  dataDir: string;
  /** How long one may take, whatever it does. */
  longestSeconds: number;
  /** What the processes find in their environment. */
  env: Record<string, string | undefined>;
  onError: (error: unknown) => void;
}

/**
 * Runs the imports that wait, one after the other, each in a process of its own: woken by the queue when one arrives,
 * and by its own look, whatever becomes of the queue. A hostile file can break that process at most.
 */
export class Importer {
  readonly #options: ImporterOptions;
  readonly #script: ChildScript;
  #running: Promise<void> | undefined;
  #isMore = false;
  #timers: NodeJS.Timeout[] = [];
  #closed = false;
  /** Imports whose database or storage was away, and how long they wait. */
  readonly #waits = new Map<number, { ms: number; until: number }>();

  constructor(options: ImporterOptions) {
    this.#options = options;
    this.#script = new ChildScript({
      script: join(import.meta.dirname, 'import-deck.ts'),
      heapMb: HEAP_MB,
      env: options.env,
    });
  }

  /** Starts looking every few seconds. */
  start(): void {
    this.#timers = [setInterval(() => this.look(), LOOK_MS), setInterval(() => this.#tidy(), TIDY_MS)];
    this.look();
    this.#tidy();
  }

  /** Has everything that waits imported; returns at once. */
  look(): void {
    this.#isMore = true;
    if (this.#closed) return;
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    });
  }

  /** Ends the run under way, which another process then begins anew. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#script.kill();
    await this.#running;
  }

  #tidy(): void {
    const { pool, storage, dataDir, onError } = this.#options;
    void forgetCheckedFiles(pool, storage)
      .then(() => removeLeftovers({ pool, storage, dataDir }))
      .then(() => removeUnusedFiles(pool, storage, Date.now()))
      .catch(onError);
  }

  async #work(): Promise<void> {
    try {
      while (this.#isMore && !this.#closed) {
        this.#isMore = false;
        for (const id of await waitingImports(this.#options.pool)) if (!this.#closed) await this.#run(id);
      }
    } catch (error) {
      this.#options.onError(error);
    }
  }

  /** What is away may stay away for long, and an archive of gigabytes is not read every few seconds meanwhile. */
  #waitLonger(importId: number): void {
    const ms = Math.min(WAIT_MAX_MS, 2 * (this.#waits.get(importId)?.ms ?? LOOK_MS / 2));
    this.#waits.set(importId, { ms, until: Date.now() + apart(ms) });
  }

  /** Runs an import, and ends its process when it takes too long or does not hear that it is to stop. */
  async #runWatched(importId: number): Promise<{ end: number | string; outcome?: ImportOutcome }> {
    const { pool, longestSeconds, onError } = this.#options;
    let outcome: ImportOutcome | undefined;
    let isOver = false;
    const endWith = (why: ImportOutcome): void => {
      if (isOver) return;
      outcome ??= why;
      this.#script.kill();
    };
    const late = setTimeout(() => {
      const failure = new ImportError('import_too_long', { seconds: longestSeconds });
      endWith({ status: 'failed', failure });
    }, longestSeconds * 1_000);
    let looks = 0;
    const look = setInterval(() => {
      void isToStop(pool, importId).then((stop) => {
        looks = stop ? looks + 1 : 0;
        if (looks > DEAF_LOOKS) endWith({ status: 'cancelled' });
      }, onError);
    }, STOP_LOOK_MS);
    const end = await this.#script.run(importId);
    isOver = true;
    clearTimeout(late);
    clearInterval(look);
    // Ended in order at the last moment, or together with this worker, whose successor begins it anew.
    return end === 'SIGKILL' && outcome && !this.#closed ? { end, outcome } : { end };
  }

  async #run(importId: number): Promise<void> {
    if ((this.#waits.get(importId)?.until ?? 0) > Date.now()) return;
    const { outcome, end } = await this.#runWatched(importId);
    if (outcome) {
      this.#waits.delete(importId);
      await endImport(this.#options, importId, outcome);
      return removeLeftovers(this.#options);
    }
    if (end === TRY_AGAIN) this.#waitLonger(importId);
    else this.#waits.delete(importId);
    if (end === 0 || end === TRY_AGAIN || this.#closed) return;
    const detail = typeof end === 'number' ? `exit code ${end}` : end;
    await countBrokenRun(this.#options, importId, detail);
    // It may have died after its deck was there.
    await removeLeftovers(this.#options);
  }
}
