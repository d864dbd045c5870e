import pg, { type Pool, type PoolClient, type QueryResult } from 'pg';
import { NewerDatabaseError, requireNoneUnknown, UNKNOWN_MIGRATIONS } from '../../postgres/newer-database.ts';
import { isTransient } from '../../postgres/postgres-error.ts';
import { committedWith, type Tx, transactionOn, undone } from '../../postgres/transaction.ts';
import type { StoredEvent } from '../event-register.ts';
import { applyTo, type Projection, registerOf } from '../projection.ts';
import { readEventsOf } from '../read.ts';
import { BATCH_SIZE } from './project-batch.ts';

/** Events of one step, which takes as many of each partition: more than one wake-up has, since some grow more than others. */
const STEP_SIZE = 5_000;

/** For a row that another session holds. After that the partitions are left: waiting here would hold back all of them. */
const PATIENCE_MS = 100;

export interface TogetherOutcome {
  /** Partitions in which all projections have taken a step. */
  taken: number[];
  /** Those of them in which there may be more events to take at once. */
  more: number[];
  /** Partitions in which there is something to take, but not together with the others. */
  left: number[];
}

/**
 * One step of all projections in some partitions, in one transaction: what a step costs is paid once for all of them.
 * Locks their checkpoints, reads the events after them once, has every projection apply them, and moves the
 * checkpoints. So every event counts exactly once in each of them, whatever dies when.
 *
 * Leaves a partition when one of its checkpoints is held or they are not all at the same position. Also leaves one
 * where an event is parked, or has to be applied without other partitions. When anything fails, nothing is done in any
 * of them: the caller then takes them one by one. Where that fails as well, each projection takes a step of its own
 * (`projectBatch`). Rejects with a NewerDatabaseError, and has then applied nothing, when a newer version has migrated
 * the database.
 */
export async function projectTogether(
  pool: Pool,
  projections: readonly Projection[],
  partitions: readonly number[],
): Promise<TogetherOutcome> {
  let client: PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    // A database that is away would be as far away for each of them.
    return { taken: [], more: [], left: isTransient(error) ? [] : [...partitions] };
  }
  let [left, isDone] = [partitions, false];
  const take = async (tx: Tx, first: QueryResult[]) => {
    const begun = beginning(first, projections);
    left = [...begun.ready.keys(), ...begun.left];
    const limit = Math.min(BATCH_SIZE, Math.ceil(STEP_SIZE / Math.max(1, begun.ready.size)));
    const read = begun.ready.size
      ? await readEventsOf(tx, begun.ready, limit)
      : new Map<number, StoredEvent[]>();
    const outcome: TogetherOutcome = { ...takenTogether(read, projections, limit), left: begun.left };
    for (const partition of begun.ready.keys())
      if (!outcome.taken.includes(partition)) outcome.left.push(partition);
    const taken = new Map(outcome.taken.map((partition) => [partition, read.get(partition)!]));
    if (!taken.size) return undone(outcome);
    await apply(tx, projections, taken);
    return committedWith(checkpointsMoved(projections, taken), outcome);
  };
  try {
    const outcome = await transactionOn(client, take, { first: firstStatements(projections, partitions) });
    isDone = true;
    return outcome;
  } catch (error) {
    if (error instanceof NewerDatabaseError) throw error;
    return { taken: [], more: [], left: [...left] };
  } finally {
    // It may be the connection that is at fault, or what it has prepared.
    client.release(!isDone);
  }
}

interface Beginning {
  /** The position of all checkpoints of a partition, by the partition. */
  ready: Map<number, number>;
  /** Partitions that lag but are not to be taken here. */
  left: number[];
}

/**
 * Returns what locks the checkpoints that are behind the log, in one message. A crash loses effect and checkpoint
 * together, so the commit need not wait for the disk.
 */
const firstStatements = (projections: readonly Projection[], partitions: readonly number[]): string =>
  `set local synchronous_commit = off; set local lock_timeout = ${PATIENCE_MS};
   select c.partition, c.position, ${UNKNOWN_MIGRATIONS} as unknown
   from projection_checkpoints c join log_partitions p using (partition)
   where c.projection in (${namesOf(projections)}) and c.partition in (${partitions.join()})
     and p.partition in (${partitions.join()}) and p.head > c.position
   for update of c skip locked;
   select distinct partition from parked_events
   where projection in (${namesOf(projections)}) and partition in (${partitions.join()})`;

/** Reads the results of the first statements. */
function beginning(results: QueryResult[], projections: readonly Projection[]): Beginning {
  const locked = results[2] as QueryResult<{ partition: number; position: string; unknown: string | null }>;
  const parked = results[3] as QueryResult<{ partition: number }>;
  requireNoneUnknown(locked.rows[0]?.unknown ?? null);
  const withParked = new Set(parked.rows.map(({ partition }) => partition));
  const [ready, left] = [new Map<number, number>(), [] as number[]];
  for (const [partition, rows] of Map.groupBy(locked.rows, (row) => row.partition)) {
    const [position, ...others] = new Set(rows.map((row) => row.position));
    const isWhole = rows.length === projections.length && others.length === 0;
    if (isWhole && !withParked.has(partition)) ready.set(partition, Number(position));
    else left.push(partition);
  }
  return { ready, left };
}

const namesOf = (projections: readonly Projection[]): string =>
  projections.map(({ name }) => pg.escapeLiteral(name)).join();

/** Returns which of the partitions can be taken together, by what was read of them. */
function takenTogether(
  read: Map<number, StoredEvent[]>,
  projections: readonly Projection[],
  limit: number,
): Pick<TogetherOutcome, 'taken' | 'more'> {
  const alone = new Set<string>(projections.flatMap(({ typesAlone = [] }) => typesAlone));
  const taken = [...read.keys()].filter(
    (partition) => read.size === 1 || !read.get(partition)!.some(({ type }) => alone.has(type)),
  );
  return { taken, more: taken.filter((partition) => read.get(partition)!.length === limit) };
}

/** Applies these events, by their partition. */
async function apply(
  tx: Tx,
  projections: readonly Projection[],
  read: Map<number, StoredEvent[]>,
): Promise<void> {
  const types = [...new Set(projections.flatMap((projection) => projection.types))];
  await applyTo(projections, registerOf(projections).decodeOf([...read.values()].flat(), types), tx);
}

/** Returns the statement that moves the checkpoints to the last event of each partition. */
function checkpointsMoved(projections: readonly Projection[], read: Map<number, StoredEvent[]>): string {
  const ends = [...read].map(([partition, stored]) => `(${partition}, ${stored.at(-1)!.position})`);
  return `update projection_checkpoints c set position = n.position from (values ${ends.join()}) n (partition, position)
    where c.partition = n.partition and c.projection in (${namesOf(projections)})`;
}
