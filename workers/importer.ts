import { join } from 'node:path';
import type { Pool } from 'pg';
import {
  countBrokenRun,
  forgetCheckedFiles,
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

export interface ImporterOptions {
  pool: Pool;
  storage: Storage;
  dataDir: string;
  onError: (error: unknown) => void;
}

/**
 * Runs the imports that wait, one after the other, each in a process of its own: woken by the queue when one arrives,
 * and by its own look, whatever becomes of the queue. A hostile file can break that process at most.
 */
export class Importer {
  readonly #options: ImporterOptions;
  readonly #script = new ChildScript({
    script: join(import.meta.dirname, 'import-deck.ts'),
    heapMb: HEAP_MB,
  });
  #running: Promise<void> | undefined;
  #isMore = false;
  #timers: NodeJS.Timeout[] = [];
  #closed = false;
  /** Imports whose database or storage was away, and how long they wait. */
  readonly #waits = new Map<number, { ms: number; until: number }>();

  constructor(options: ImporterOptions) {
    this.#options = options;
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

  async #run(importId: number): Promise<void> {
    if ((this.#waits.get(importId)?.until ?? 0) > Date.now()) return;
    const end = await this.#script.run(importId);
    if (end === TRY_AGAIN) this.#waitLonger(importId);
    else this.#waits.delete(importId);
    if (end === 0 || end === TRY_AGAIN || this.#closed) return;
    const detail = typeof end === 'number' ? `exit code ${end}` : end;
    await countBrokenRun(this.#options, importId, detail);
    // It may have died after its deck was there.
    await removeLeftovers(this.#options);
  }
}
