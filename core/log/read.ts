import { arrayLiteral } from '../postgres/array-literal.ts';
import { asCitusError, requireKnownCitus } from '../postgres/citus-version.ts';
import { byShard, isDistributed, setShards } from '../postgres/several-servers.ts';
import type { Connection, Db } from '../postgres/transaction.ts';
import type { StoredEvent } from './event-register.ts';
import { partitionCount, setPartitionCount } from './position.ts';

/**
 * Learns how the log of this process is laid out, and returns it. Call it before anything else is asked of the log. Throws a
 * CitusError for one on several servers by a Citus that this program cannot use.
 */
export async function readLogLayout(db: Db): Promise<LogLayout> {
  const layout = await askLogLayout(db);
  // Before what was counted is believed: where Citus is not loaded, its tables look empty.
  if (layout.distributed) await requireKnownCitus(db);
  setPartitionCount(layout.partitions);
  setShards(layout.distributed ? await readShards(db) : undefined);
  return layout;
}

/** How a log is laid out: on how many partitions, and whether over several servers. */
export interface LogLayout {
  partitions: number;
  distributed: boolean;
}

async function askLogLayout(db: Db): Promise<LogLayout> {
  const { rows } = await db
    .query<LogLayout>(
      '/* askLogLayout */ select count(*)::integer as partitions, is_distributed() as distributed from log_partitions',
    )
    .catch((error: unknown) => {
      throw asCitusError(error);
    });
  return rows[0]!;
}

/**
 * Returns false when the log is laid out neither as this process knows it nor as it was: all that the process remembers may
 * then be of other partitions.
 */
export async function isLogLayout(db: Db, learned: LogLayout): Promise<boolean> {
  const asked = await askLogLayout(db);
  const known = { partitions: partitionCount(), distributed: isDistributed() };
  return [learned, known].some(
    ({ partitions, distributed }) => partitions === asked.partitions && distributed === asked.distributed,
  );
}

/** Returns the shard of each partition, in order. */
async function readShards(db: Db): Promise<number[]> {
  const { rows } = await db.query<{ shard: number }>(
    `/* readShards */ select get_shard_id_for_distribution_column('log_partitions', partition)::integer as shard
     from generate_series(0, $1::integer - 1) partition`,
    [partitionCount()],
  );
  return rows.map(({ shard }) => shard);
}

/** What partitions have answered, and the errors of those that have not. */
export interface Asked<Row> {
  rows: Row[];
  failed: Map<number, unknown>;
}

/**
 * Asks something of several partitions, in one statement that names them. When it fails on several servers, one of them may
 * be away: each shard is then asked by itself, and the others answer.
 */
export async function askPartitions<Row>(
  partitions: number[],
  ask: (partitions: number[]) => Promise<Row[]>,
): Promise<Asked<Row>> {
  try {
    return { rows: await ask(partitions), failed: new Map() };
  } catch (error) {
    if (byShard(partitions).length === 1)
      return { rows: [], failed: new Map(partitions.map((partition) => [partition, error])) };
  }
  const each = await Promise.all(byShard(partitions).map((together) => askPartitions(together, ask)));
  return {
    rows: each.flatMap(({ rows }) => rows),
    failed: new Map(each.flatMap(({ failed }) => [...failed])),
  };
}

/** Thrown when positions do not follow one another: the log has been tampered with or was restored in part. */
export class LogGapError extends Error {
  override name = 'LogGapError';
}

/** An event's columns as the driver gives them. */
export interface EventRow {
  position: string;
  id: string;
  student_id: number;
  type: string;
  version: number;
  data: unknown;
  occurred_at: string;
  /** For those that are projected. */
  recorded_at?: string;
}

/** Returns the event of a row of its partition. */
export function storedEvent(partition: number, row: EventRow): StoredEvent {
  return {
    partition,
    position: Number(row.position),
    id: row.id,
    studentId: row.student_id,
    type: row.type,
    version: row.version,
    data: row.data,
    occurredAt: new Date(row.occurred_at),
    recordedAt: row.recorded_at,
  };
}

/**
 * Returns up to `limit` events of a partition after `position`, in order. Throws a LogGapError unless they are numbered
 * position+1, position+2, …
 */
export async function readEvents(
  client: Connection,
  partition: number,
  position: number,
  limit: number,
): Promise<StoredEvent[]> {
  const { rows } = await client.query<EventRow>({
    name: 'read_events',
    text: `select position, id, student_id, type, version, data, occurred_at, recorded_at from events
           where partition = $1 and position > $2 order by position limit $3`,
    values: [partition, position, limit],
  });
  return inOrder(partition, position, rows);
}

/** Returns the events of rows. Throws a LogGapError unless they are numbered position+1, position+2, … */
const inOrder = (partition: number, position: number, rows: EventRow[]): StoredEvent[] =>
  rows.map((row, index) => {
    if (Number(row.position) !== position + index + 1)
      throw new LogGapError(
        `partition ${partition} goes on with position ${row.position} where ${position + index + 1} was expected`,
      );
    return storedEvent(partition, row);
  });

/** Reads several partitions as `readEvents` does, up to `limit` of each. Those with no events are left out. */
export async function readEventsOf(
  client: Connection,
  positions: ReadonlyMap<number, number>,
  limit: number,
): Promise<Map<number, StoredEvent[]>> {
  const [only] = positions;
  if (only && positions.size === 1) {
    const events = await readEvents(client, ...only, limit);
    return new Map(events.length ? [[only[0], events]] : []);
  }
  const { rows } = await client.query<EventRow & { partition: number }>({
    name: 'read_events_of',
    text: `select e.* from unnest($1::smallint[], $2::bigint[]) c (partition, position) cross join lateral (
             select partition, position, id, student_id, type, version, data, occurred_at, recorded_at from events
             where ${isDistributed() ? 'partition = any ($1) and ' : ''}partition = c.partition and position > c.position order by position limit $3) e`,
    values: [arrayLiteral([...positions.keys()]), arrayLiteral([...positions.values()]), limit],
  });
  return new Map(
    [...Map.groupBy(rows, (row) => row.partition)].map(([partition, own]) => [
      partition,
      inOrder(partition, positions.get(partition)!, own),
    ]),
  );
}
