import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Projection } from '../projection.ts';

/** Between two polls of how far the live projections are. */
const POLL_MS = 200;

/** Live projections that are this far behind the log go first. Milliseconds. */
const BEHIND_MS = 500;

/** Events a second from which on people are at work. A machine that is wholly busy would keep them waiting. */
const BUSY = 200;

/** What goes second goes on all the same after so long. */
const WAIT_MAX_MS = 2_000;

interface Sample {
  at: number;
  /** Events in the log, and events that the live projection that is furthest behind has taken in. */
  head: number;
  taken: number;
}

/**
 * Lets work on the log wait while the live projections are behind, as long as a worker brings them on. Lets it rest for
 * half of the time while many answers come in.
 */
export class LiveFirst {
  readonly #pool: Pool;
  readonly #names: string[];
  #samples: Sample[] = [];
  #sampling: Promise<void> | undefined;

  constructor(pool: Pool, projections: readonly Projection[]) {
    this.#pool = pool;
    this.#names = projections.map(({ name }) => name);
  }

  /**
   * Pauses until the live projections have caught up, two seconds at most. Call it after each piece of work, with the
   * milliseconds that the work has taken.
   */
  async pauseForLive(worked: number, signal?: AbortSignal): Promise<void> {
    await this.#sampled();
    if (this.#isBusy()) await pause(Math.min(worked, WAIT_MAX_MS / 2));
    for (const deadline = performance.now() + WAIT_MAX_MS / 2; performance.now() < deadline; ) {
      signal?.throwIfAborted();
      await this.#sampled();
      if (!this.#isBehind()) return;
      await pause(POLL_MS);
    }
  }

  #before(): Sample | undefined {
    const last = this.#samples.at(-1)!;
    return this.#samples.findLast(({ at }) => at <= last.at - BEHIND_MS);
  }

  #isBusy(): boolean {
    const [before, last] = [this.#before(), this.#samples.at(-1)!];
    return before !== undefined && ((last.head - before.head) * 1_000) / (last.at - before.at) > BUSY;
  }

  /** Behind is what has not reached where the log was a while ago, and has moved since. */
  #isBehind(): boolean {
    const [before, last] = [this.#before(), this.#samples.at(-1)!];
    return before !== undefined && last.taken < before.head && last.taken > before.taken;
  }

  async #sampled(): Promise<void> {
    const last = this.#samples.at(-1);
    if (last && performance.now() - last.at < POLL_MS) return;
    this.#sampling ??= this.#sample().finally(() => {
      this.#sampling = undefined;
    });
    await this.#sampling;
  }

  async #sample(): Promise<void> {
    const { rows } = await this.#pool.query<{ head: string; taken: string }>(
      `select (select sum(head) from log_partitions) as head, min(taken) as taken from (
         select sum(position) as taken from public.projection_checkpoints
         where projection = any ($1) group by projection) each`,
      [this.#names],
    );
    const at = performance.now();
    this.#samples.push({ at, head: Number(rows[0]!.head), taken: Number(rows[0]!.taken) });
    this.#samples = this.#samples.filter((sample) => sample.at > at - 5 * BEHIND_MS);
  }
}
