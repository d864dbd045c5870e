import { join } from 'node:path';
import type { Pool } from 'pg';
import {
  countBrokenLogRun,
  forgetOldLogRuns,
  requestNightlyVerification,
  waitingLogRun,
} from '../core/log/waiting-log-runs.ts';
import { apart } from './apart.ts';
import { ChildScript } from './child-script.ts';

const LOOK_MS = 5_000;
const WAIT_MAX_MS = 5 * 60_000;

/** Exit code of a try that broke off by no fault of its process. */
const TRY_AGAIN = 2;

export interface LogRunnerOptions {
  pool: Pool;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Where it is night when a verification is due. */
  timeZone: string;
  /** What the processes find in their environment. */
  env: Record<string, string | undefined>;
  onError: (error: unknown) => void;
}

/**
 * Does the verifications and rebuilds that wait, one at a time among all workers, each in a process of its own: woken by
 * the queue when one is asked for, and by its own look, whatever becomes of the queue. Asks for the nightly one itself.
 */
export class LogRunner {
  readonly #options: LogRunnerOptions;
  readonly #script: ChildScript;
  #running: Promise<void> | undefined;
  #isMore = false;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  /** Tries of one run that broke off one after the other are ever further apart. */
  #wait = { runId: 0, ms: 0, until: 0 };

  constructor(options: LogRunnerOptions) {
    this.#options = options;
    this.#script = new ChildScript({
      script: join(import.meta.dirname, 'rebuild-aside.ts'),
      heapMb: 256,
      env: options.env,
    });
  }

  /** Starts looking every few seconds. */
  start(): void {
    this.#timer = setInterval(() => this.look(), LOOK_MS);
    this.look();
  }

  /** Has what waits done; returns at once. */
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
    clearInterval(this.#timer);
    this.#script.kill();
    await this.#running;
  }

  async #work(): Promise<void> {
    const { pool, now, timeZone, onError } = this.#options;
    try {
      while (this.#isMore && !this.#closed) {
        this.#isMore = false;
        await requestNightlyVerification(pool, { now: now(), timeZone });
        const id = await waitingLogRun(pool);
        if (id !== undefined && !this.#closed) await this.#run(id);
      }
    } catch (error) {
      onError(error);
    }
  }

  async #run(runId: number): Promise<void> {
    const { pool, onError } = this.#options;
    if (this.#wait.runId !== runId) this.#wait = { runId, ms: 0, until: 0 };
    if (performance.now() < this.#wait.until) return;
    const end = await this.#script.run(runId);
    if (this.#closed) return;
    if (end === 0) return forgetOldLogRuns(pool);
    const ms = Math.min(WAIT_MAX_MS, Math.max(LOOK_MS / 2, 2 * this.#wait.ms));
    this.#wait = { runId, ms, until: performance.now() + apart(ms) };
    if (end === TRY_AGAIN) return;
    const detail = typeof end === 'number' ? `exit code ${end}` : end;
    onError(new Error(`The process of run ${runId} died: ${detail}`));
    await countBrokenLogRun(pool, runId, detail);
  }
}
