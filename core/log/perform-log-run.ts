import { availableParallelism } from 'node:os';
import type { ClientBase } from 'pg';
import { NewerDatabaseError } from '../newer-database.ts';
import { isTransient } from '../postgres-error.ts';
import type { LogRunKind } from './log.schema.ts';
import { LOG_RUN_LOCK } from './log-runs.ts';
import { projectionsWithFollowed, unknownProjections } from './projection-choice.ts';
import { Rebuilding } from './rebuilding.ts';
import type { Difference } from './table-differences.ts';
import { countBrokenLogRun } from './waiting-log-runs.ts';

export interface LogRunOptions {
  /** A connection of the run's own, on which its lock is held. */
  client: ClientBase;
  databaseUrl: string;
  runId: number;
}

/** How a try has ended. `again`: it broke off and waits for another one. `idle`: there was nothing to do. */
export type LogRunEnd = 'completed' | 'cancelled' | 'failed' | 'again' | 'idle';

export interface LogRunOutcome {
  end: LogRunEnd;
  /** Rows that differed, when they have been compared. */
  differences?: number;
  error?: unknown;
}

interface LogRunRow {
  kind: LogRunKind;
  projections: string[];
  cancel_requested: boolean;
}

/** Partitions projected at once: few, since those who study come first. */
const CONCURRENCY = Math.min(2, Math.ceil(availableParallelism() / 2));

/** How often a run tells how far it is, and hears whether it is to stop. */
const TELL_MS = 1_000;

/** A run that is to stop and has not by then is left alone: its process ends with it. */
const STOP_MS = 1_000;

/** Rows that are kept with the run; all are counted. */
const KEPT_ROWS = 50;

/** Taking in the log is that much of the work, in percent; the rest is comparing and replacing. */
const BUILDING_PERCENT = 90;

/** Thrown where a run is when somebody has asked to stop it. */
class LogRunCancelled extends Error {
  override name = 'LogRunCancelled';
}

/**
 * Does a verification or a rebuild that waits, or one whose process has died: from its start, which does no harm, since
 * live tables change in one transaction at its end. For a process of its own, which is to end after it. Rejects only
 * when the database is away.
 */
export async function performLogRun(options: LogRunOptions): Promise<LogRunOutcome> {
  const { client, runId } = options;
  const { rows: locks } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_lock(${LOG_RUN_LOCK}) as locked`,
  );
  if (!locks[0]?.locked) return { end: 'idle' };
  const { rows } = await client.query<LogRunRow>(
    `update log_runs set status = 'running', percent = 0, started_at = coalesce(started_at, now())
     where id = $1 and status in ('queued', 'running') returning kind, projections, cancel_requested`,
    [runId],
  );
  if (!rows[0]) return { end: 'idle' };
  const run = new PerformedRun(options, rows[0]);
  try {
    const { count, rows: found } = await run.everything();
    await finish(client, runId, { status: 'completed', count, rows: found.slice(0, KEPT_ROWS) });
    return { end: 'completed', differences: count };
  } catch (error) {
    if (error instanceof LogRunCancelled) {
      await finish(client, runId, { status: 'cancelled' });
      return { end: 'cancelled' };
    }
    // Of a newer version, a worker of that version takes it up.
    if (isTransient(error) || error instanceof NewerDatabaseError) {
      await countBrokenLogRun(client, runId, String(error));
      return { end: 'again', error };
    }
    await finish(client, runId, { status: 'failed', failure: (error as Error).message });
    return { end: 'failed', error };
  } finally {
    run.close();
  }
}

interface LogRunResult {
  status: 'completed' | 'cancelled' | 'failed';
  count?: number;
  rows?: Difference[];
  failure?: string;
}

async function finish(
  client: ClientBase,
  runId: number,
  { status, count, rows, failure }: LogRunResult,
): Promise<void> {
  await client.query(
    `update log_runs set status = $2, differences = $3, rows = $4, failure = $5, finished_at = now(),
       percent = case when $2 = 'completed' then 100 else percent end
     where id = $1 and status = 'running'`,
    [runId, status, count, JSON.stringify(rows ?? []), failure],
  );
}

class PerformedRun {
  readonly #options: LogRunOptions;
  readonly #row: LogRunRow;
  readonly #stop = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #percent = 0;
  /** What is to stop is not stopped any more once live rows are being replaced. */
  #isReplacing = false;

  constructor(options: LogRunOptions, row: LogRunRow) {
    this.#options = options;
    this.#row = row;
    this.#timer = setInterval(() => void this.#tell().catch((error) => this.#stop.abort(error)), TELL_MS);
    if (row.cancel_requested) this.#stop.abort(new LogRunCancelled());
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Rejects with what has stopped it, at the latest a second after that, whatever is still under way. */
  async everything(): Promise<{ count: number; rows: Difference[] }> {
    const { signal } = this.#stop;
    const work = this.#work(signal);
    work.catch(() => {});
    return Promise.race([
      work,
      new Promise<never>((_resolve, reject) => {
        const giveUp = (): void => void setTimeout(() => reject(signal.reason), STOP_MS);
        if (signal.aborted) giveUp();
        else signal.addEventListener('abort', giveUp);
      }),
    ]);
  }

  async #work(signal: AbortSignal): Promise<{ count: number; rows: Difference[] }> {
    signal.throwIfAborted();
    const { kind, projections: names } = this.#row;
    const [unknown] = unknownProjections(names);
    if (unknown !== undefined) throw new Error(`There is no projection "${unknown}" any more`);
    const rebuilding = await Rebuilding.begin({
      databaseUrl: this.#options.databaseUrl,
      projections: projectionsWithFollowed(names),
      concurrency: CONCURRENCY,
      onProgress: (share) => {
        this.#percent = Math.floor(BUILDING_PERCENT * share);
      },
      signal,
    });
    try {
      await rebuilding.build();
      signal.throwIfAborted();
      this.#percent = BUILDING_PERCENT;
      const found = await rebuilding.compare();
      signal.throwIfAborted();
      if (kind === 'rebuild' && found.count > 0) {
        await this.#beginReplacing();
        await rebuilding.replace();
      }
      return found;
    } finally {
      await rebuilding.close();
    }
  }

  /** From here on nobody stops it: whoever did before is heard. */
  async #beginReplacing(): Promise<void> {
    this.#isReplacing = true;
    this.#percent = 99;
    if (await this.#tell()) throw new LogRunCancelled();
  }

  /** Answers whether the run is to stop, and stops it. */
  async #tell(): Promise<boolean> {
    const { client, runId } = this.#options;
    const { rows } = await client.query<{ isWanted: boolean }>({
      name: 'log_run_progress',
      text: `update log_runs set percent = $2 where id = $1 and status = 'running'
             returning not cancel_requested as "isWanted"`,
      values: [runId, this.#percent],
    });
    const isToStop = !rows[0]?.isWanted;
    if (isToStop && !this.#isReplacing) this.#stop.abort(new LogRunCancelled());
    return isToStop;
  }
}
