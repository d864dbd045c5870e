import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Storage } from '../files/storage.ts';
import type { Db, Tx } from '../postgres/transaction.ts';
import type { Config } from '../process/config.ts';
import type { CurrentRun } from './current-run.ts';

/** Why a run has failed. */
export type RunFailure =
  | { reason: 'error'; error: unknown }
  /** Its processes broke off too often; `detail` is of the last one. */
  | { reason: 'broke'; attempts: number; detail: string }
  | { reason: 'too_long'; seconds: number };

/** How a run has ended. */
export type RunEnd<Result = unknown> =
  | { status: 'done'; result: Result }
  | { status: 'cancelled' }
  | { status: 'failed'; failure: RunFailure };

/**
 * What an error makes of the run that has thrown it. `failed`: the run has failed. `unavailable`: what it needs, such as the
 * database, cannot be reached, perhaps for long; it is tried again and again. `broke`: it is tried again, but not for ever.
 */
export type ErrorVerdict = 'failed' | 'unavailable' | 'broke';

/** Where a run is performed: a process of its own. */
export interface RunPlace {
  config: Config;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Opened when it is asked for: most kinds need no files. */
  storage: () => Promise<Storage>;
}

/** Where runs are looked after: a worker. */
export interface RunKeeper extends RunPlace {
  pool: Pool;
}

/** The part of a RunKeeper that ending a run needs; the API has it as well. */
export type RunStore = Pick<RunKeeper, 'pool' | 'storage'>;

/**
 * A kind of durable run: long work on request that ends even when processes die. Its rows are in a table of its own.
 * The columns id, status, percent, attempts, cancel_requested, created_at, started_at and finished_at belong to
 * `core/run/`. Only the end is written by the kind. A run is 'queued', then 'running'; any other status is an end.
 */
export interface RunKind<Row = unknown, Result = unknown> {
  /** One of its kind, in kebab-case: the argument of its process, and the job that wakes the workers. */
  name: string;
  table: string;
  /** What one is called in the log, and the doing of it: 'an import', 'importing'. */
  title: string;
  activity: string;
  /** The advisory lock of a run's process: one for each run, or one for all, so that one is performed at a time. */
  lock: { name: string; of: 'run' | 'kind' };
  /** Columns of the row that performing needs. */
  columns: readonly string[];
  /** Column of the account whose run it is, when accounts take turns; else the oldest run is performed first. */
  owner?: string;
  /** SQL: true of a row whose run is at its last step, in which nobody stops it any more. */
  isAtLastStep: string;
  process: {
    /** Megabytes of JavaScript objects. */
    heapMb: number;
    /** Its connection's name in the database. */
    connection: string;
    /** All that it is given of the settings. */
    settings: readonly (keyof Config)[];
    /** True when it is given the credentials of the storage as well. */
    withStorage?: boolean;
    /** How long it may take, in seconds; default no limit. */
    longestSeconds?(config: Config): number;
  };

  /**
   * Does the work from its start, whatever an earlier process has done of it. Resolves with what came of it. Resolves
   * with undefined when it has ended the run itself, in the transaction that publishes.
   */
  perform(run: CurrentRun<Row>, place: RunPlace): Promise<Result | undefined>;
  judge(error: unknown): ErrorVerdict;
  /** Writes the end into the row, if the run is still open. */
  end(tx: Tx, runId: number, end: RunEnd<Result>): Promise<void>;
  /** Does what remains once the end is written: by the process that ended the run, and possibly twice. */
  afterEnd?(db: Db, place: Pick<RunPlace, 'storage'>, runId: number): Promise<void>;
  /** Writes to the log what somebody should know of an end. */
  logEnd?(log: Logger, runId: number, end: RunEnd<Result>): void;
  /** Before each look for runs that wait: asks for those that are due by the clock. */
  requestDue?(keeper: RunKeeper): Promise<void>;
  /** After each process: removes what it could not, and what is too old. */
  tidy?(keeper: RunKeeper): Promise<void>;
  /** Once an hour, and when a worker begins. */
  tidyHourly?(keeper: RunKeeper): Promise<void>;
}

/** Throws for names that cannot stand in SQL or in a command. */
export function defineRun<Row, Result>(
  kind: RunKind<Row, Result> & { columns: readonly (keyof Row & string)[] },
): RunKind<Row, Result> {
  const { name, table, lock, columns, owner = table } = kind;
  for (const word of [table, owner, ...columns])
    if (!/^[a-z_]+$/.test(word)) throw new Error(`"${word}" is no name of a table or column`);
  if (!/^[a-z-]+$/.test(name)) throw new Error(`"${name}" is no name of a kind of run`);
  if (!/^[a-z ]+$/.test(lock.name)) throw new Error(`"${lock.name}" is no name of a lock`);
  return kind;
}
