import type { Logger } from 'pino';
import { type Connection, transactionOn } from '../postgres/transaction.ts';
import { CurrentRun, RunCancelled } from './current-run.ts';
import type { RunEnd, RunKind, RunPlace } from './run-kind.ts';
import { countBroken, endIfOpen, takeRun } from './run-rows.ts';

export interface PerformOptions extends RunPlace {
  /** A connection of the run's own. */
  client: Connection;
  log: Logger;
  runId: number;
}

/**
 * How a process has ended. `over`: nothing is left to do. `again`: the run broke off, and waits for another process. `idle`:
 * there was nothing to do from the first.
 */
export type PerformOutcome = 'over' | 'again' | 'idle';

/**
 * Performs a run that waits, or one whose process has died. It begins from the start, which does no harm: nothing of
 * it is visible before its last step. Rejects only when its end cannot be written, such as when the database is away.
 */
export async function performRun<Row, Result>(
  kind: RunKind<Row, Result>,
  options: PerformOptions,
): Promise<PerformOutcome> {
  const { client, runId, log } = options;
  const row = await takeRun(client, kind, runId);
  if (!row) return 'idle';
  const run = new CurrentRun<Row>(kind.table, { id: runId, row, client });
  let end: RunEnd<Result> | undefined;
  try {
    if (row.cancel_requested) throw new RunCancelled();
    const result = await kind.perform(run, options);
    if (result !== undefined) end = { status: 'done', result };
  } catch (error) {
    end = await endByError(kind, options, error);
    if (!end) return 'again';
  }
  if (end) {
    await transactionOn(client, (tx) => endIfOpen(tx, kind, runId, end));
    kind.logEnd?.(log, runId, end);
  }
  await kind.afterEnd?.(client, options, runId);
  return 'over';
}

/** Returns the end that an error is; undefined when the run is to be tried again. */
async function endByError<Row, Result>(
  kind: RunKind<Row, Result>,
  { client, runId, log }: PerformOptions,
  error: unknown,
): Promise<RunEnd<Result> | undefined> {
  if (error instanceof RunCancelled) return { status: 'cancelled' };
  const verdict = kind.judge(error);
  if (verdict === 'failed') return { status: 'failed', failure: { reason: 'error', error } };
  log.error({ err: error, run: runId }, `${kind.title} broke off`);
  if (verdict === 'unavailable') return undefined;
  const failure = await countBroken(client, kind, runId, String(error));
  return failure && { status: 'failed', failure };
}
