import { join } from 'node:path';
import { isFirstWorker } from '../core/postgres/running-processes.ts';
import { childEnvironment } from '../core/process/child-environment.ts';
import { WorkLoop, withJitter } from '../core/process/work-loop.ts';
import type { RunEnd, RunKeeper, RunKind } from '../core/run/run-kind.ts';
import { endRun, isToStop, runBroke, waitingRuns } from '../core/run/run-rows.ts';
import { ChildScript, EXIT } from './child-script.ts';

const POLL_MS = 5_000;
const WAIT_MAX_MS = 5 * 60_000;
const TIDY_MS = 60 * 60_000;

/** Its process hears by itself that it is to stop, unless it is at something that cannot be interrupted. */
const STOP_POLL_MS = 1_000;
const DEAF_POLLS = 3;

export interface RunStarterOptions extends RunKeeper {
  kind: RunKind;
  /** Of this process; the run's is given the part that its kind needs. */
  env: Record<string, string | undefined>;
  onError: (error: unknown) => void;
  /** Takes the name of the kind and the number of the run; default workers/run-child.ts. */
  script?: string;
}

/**
 * Performs the waiting runs of one kind, one after the other, each in a process of its own. Woken by the queue for a
 * new run, and by its own poll, whatever becomes of the queue.
 */
export class RunStarter {
  readonly #options: RunStarterOptions;
  readonly #script: ChildScript;
  readonly #loop: WorkLoop;
  readonly #tidying: WorkLoop;
  /** Runs whose process broke off, and how long they wait. */
  readonly #waits = new Map<number, { ms: number; until: number }>();

  constructor(options: RunStarterOptions) {
    const { kind, env, onError, script = join(import.meta.dirname, 'run-child.ts') } = options;
    this.#options = options;
    this.#script = new ChildScript({
      script,
      heapMb: kind.process.heapMb,
      env: childEnvironment(env, kind.process),
    });
    this.#loop = new WorkLoop({ everyMs: POLL_MS, onError, work: () => this.#performWaiting() });
    this.#tidying = new WorkLoop({
      everyMs: TIDY_MS,
      onError,
      work: async () => {
        if (kind.tidyHourly && (await isFirstWorker(options.pool))) await kind.tidyHourly(options);
      },
    });
  }

  /** Starts polling every few seconds. */
  start(): void {
    this.#loop.start();
    this.#tidying.start();
  }

  /** Has everything that waits performed; returns at once. */
  poll(): void {
    void this.#loop.poll();
  }

  /** Ends the run under way; another process then starts it again. */
  async close(): Promise<void> {
    void this.#tidying.close();
    const isClosed = this.#loop.close();
    this.#script.kill();
    await isClosed;
  }

  async #performWaiting(): Promise<void> {
    const { kind, pool } = this.#options;
    await kind.requestDue?.(this.#options);
    const tried = new Set<number>();
    while (!this.#loop.isClosed) {
      // Whose turn it is may be another's by now, who asked while the last one ran.
      const id = (await waitingRuns(pool, kind)).find((one) => !tried.has(one));
      if (id === undefined) return;
      tried.add(id);
      await this.#perform(id);
    }
  }

  async #perform(runId: number): Promise<void> {
    if ((this.#waits.get(runId)?.until ?? 0) > performance.now()) return;
    const { kind, onError } = this.#options;
    const { exit, end } = await this.#watchProcess(runId);
    // Ended together with this worker; its successor starts the run again.
    if (this.#loop.isClosed) return;
    if (!end && exit !== EXIT.over) this.#waitLonger(runId);
    else this.#waits.delete(runId);
    if (end) await endRun(this.#options, kind, runId, end);
    else if (exit === EXIT.again) return;
    else if (exit !== EXIT.over) {
      const detail = typeof exit === 'number' ? `exit code ${exit}` : exit;
      onError(new Error(`The process of run ${runId} died: ${detail}`));
      await runBroke(this.#options, kind, runId, detail);
    }
    // Also what has died may have come to its end just before.
    await kind.tidy?.(this.#options);
  }

  /** What is away may stay away for long, and an archive of gigabytes is not read every few seconds meanwhile. */
  #waitLonger(runId: number): void {
    const ms = Math.min(WAIT_MAX_MS, 2 * (this.#waits.get(runId)?.ms ?? POLL_MS / 4));
    this.#waits.set(runId, { ms, until: performance.now() + withJitter(ms) });
  }

  /** Runs the process, and ends it when it takes too long or does not obey a stop: then `end` is the run's. */
  async #watchProcess(runId: number): Promise<{ exit: number | string; end: RunEnd | undefined }> {
    const { kind, pool, config, onError } = this.#options;
    let end: RunEnd | undefined;
    let isOver = false;
    const endWith = (why: RunEnd): void => {
      if (isOver) return;
      end ??= why;
      this.#script.kill();
    };
    const seconds = kind.process.longestSeconds?.(config);
    const late =
      seconds === undefined
        ? undefined
        : setTimeout(
            () => endWith({ status: 'failed', failure: { reason: 'too_long', seconds } }),
            seconds * 1_000,
          );
    let polls = 0;
    const poll = setInterval(() => {
      void isToStop(pool, kind, runId).then((stop) => {
        polls = stop ? polls + 1 : 0;
        if (polls > DEAF_POLLS) endWith({ status: 'cancelled' });
      }, onError);
    }, STOP_POLL_MS);
    const exit = await this.#script.run(kind.name, String(runId));
    isOver = true;
    clearTimeout(late);
    clearInterval(poll);
    // It may have come to its end at the last moment.
    return { exit, end: exit === 'SIGKILL' ? end : undefined };
  }
}
