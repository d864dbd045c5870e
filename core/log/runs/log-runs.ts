import type { Pool } from 'pg';
import { AppError, invalidField } from '../../contract/errors.ts';
import { RunHistory } from '../../run/run-history.ts';
import type { RunKind } from '../../run/run-kind.ts';
import { cancelRun, IS_OPEN } from '../../run/run-rows.ts';
import type { LogRun, LogRunKind } from '../log.schema.ts';
import { type Projection, projectionsWithFollowed, unknownProjections } from '../projection.ts';

/** Runs that a list has. */
const LISTED = 30;

const SELECT = `
  select id, kind, status, projections, percent, differences, rows, is_nightly, failure, created_at, started_at,
    finished_at
  from log_runs`;

/** The runs as the API shows them, newest first. */
export const logRuns = new RunHistory<LogRun, LogRun>({
  select: SELECT,
  show: (run) => run,
  listed: LISTED,
  notFound: 'log_run_not_found',
});

/** Returns the run that waits or is under way, if any. */
export const openLogRun = async (pool: Pool): Promise<LogRun | null> =>
  (await logRuns.latest(pool, IS_OPEN, 1))[0] ?? null;

/** Returns the verification that was the last to come to its end, well or with a failure. */
export const lastVerification = async (pool: Pool): Promise<LogRun | null> =>
  (await logRuns.latest(pool, `kind = 'verify' and status in ('completed', 'failed')`, 1))[0] ?? null;

/**
 * Requests a verification or rebuild of projections, with what they follow and what follows them; none means all. Throws
 * `validation_failed` for a name that no projection has, `log_run_waits` while another run waits or is under way.
 */
export async function requestLogRun(
  pool: Pool,
  projections: readonly Projection[],
  { kind, projections: chosen = [] }: { kind: LogRunKind; projections?: readonly string[] | undefined },
): Promise<LogRun> {
  const [wrong] = unknownProjections(projections, chosen);
  if (wrong !== undefined) throw unknownProjection(projections, 'projections', wrong);
  const names = projectionsWithFollowed(projections, chosen).map(({ name }) => name);
  const { rows } = await pool.query<{ id: number }>(
    '/* requestLogRun */ insert into log_runs (kind, projections) values ($1, $2) on conflict do nothing returning id',
    [kind, names],
  );
  if (!rows[0]) throw new AppError('log_run_waits');
  return logRuns.byId(pool, rows[0].id);
}

/** Returns `validation_failed` for a field that names a projection which is none. */
export const unknownProjection = (
  projections: readonly Projection[],
  field: string,
  name: string,
): AppError =>
  invalidField(
    field,
    `There is no projection "${name}": there are ${projections.map((one) => one.name).join(', ')}`,
  );

/**
 * Ends a run: at once when no process is at it, else as soon as that process learns of it. One that replaces rows
 * already goes on. Throws `log_run_not_found` or `log_run_has_ended`.
 */
export async function cancelLogRun(pool: Pool, logRun: RunKind, runId: number): Promise<LogRun> {
  const outcome = await cancelRun(pool, logRun, runId);
  const run = await logRuns.byId(pool, runId);
  if (outcome === 'over') throw new AppError('log_run_has_ended');
  return run;
}
