import { availableParallelism } from 'node:os';
import { type Config, ownersDatabaseUrl } from '../../process/config.ts';
import type { CurrentRun } from '../../run/current-run.ts';
import type { LogRunKind } from '../log.schema.ts';
import { type Projection, projectionsWithFollowed, unknownProjections } from '../projection.ts';
import { Rebuilding } from '../rebuilding/rebuilding.ts';
import type { Difference } from '../rebuilding/table-differences.ts';

export interface LogRunRow {
  kind: LogRunKind;
  projections: string[];
}

/** What a comparison has found. */
export interface LogRunResult {
  count: number;
  /** Some of these rows. */
  rows: Difference[];
}

/** Partitions projected at once: few, since students come first. */
const CONCURRENCY = Math.min(2, Math.ceil(availableParallelism() / 2));

/** How often a run reports how far it is, and learns whether it is to stop. */
const REPORT_MS = 1_000;

/** A run that is to stop and has not by then is left alone: its process ends with it. */
const STOP_MS = 1_000;

/** Taking in the log is that much of the work, in percent; the rest is comparing and replacing. */
const BUILDING_PERCENT = 90;
const REPLACING_PERCENT = 99;

/**
 * Verifies or rebuilds projections: live tables change in one transaction at its end. For a process of its own, which is to
 * end after it. Rejects with what has stopped it, at the latest a second after that, whatever is still under way.
 */
export async function performLogRun(
  run: CurrentRun<LogRunRow>,
  {
    config,
    projections,
  }: {
    config: Pick<Config, 'DATABASE_URL' | 'MIGRATE_DATABASE_URL'>;
    projections: readonly Projection[];
  },
): Promise<LogRunResult> {
  let percent = 0;
  const stop = new AbortController();
  const { signal } = stop;
  const timer = setInterval(() => {
    run.report({ percent }).catch((error) => stop.abort(error));
  }, REPORT_MS);
  const perform = async (): Promise<LogRunResult> => {
    const { kind, projections: names } = run.row;
    const [unknown] = unknownProjections(projections, names);
    if (unknown !== undefined) throw new Error(`There is no projection "${unknown}" any more`);
    const rebuilding = await Rebuilding.begin({
      databaseUrl: ownersDatabaseUrl(config),
      projections: projectionsWithFollowed(projections, names),
      concurrency: CONCURRENCY,
      onProgress: (share) => {
        percent = Math.floor(BUILDING_PERCENT * share);
      },
      signal,
    });
    try {
      await rebuilding.build();
      signal.throwIfAborted();
      percent = BUILDING_PERCENT;
      const found = await rebuilding.compare();
      signal.throwIfAborted();
      if (kind === 'rebuild' && found.count > 0) {
        percent = REPLACING_PERCENT;
        await run.beginLastStep({ percent });
        await rebuilding.replace();
      }
      return found;
    } finally {
      await rebuilding.close();
    }
  };
  try {
    const work = perform();
    work.catch(() => {});
    return await Promise.race([
      work,
      new Promise<never>((_resolve, reject) =>
        signal.addEventListener('abort', () => setTimeout(() => reject(signal.reason), STOP_MS)),
      ),
    ]);
  } finally {
    clearInterval(timer);
  }
}
