import { arrayLiteral } from '../../postgres/array-literal.ts';
import { isDistributed } from '../../postgres/several-servers.ts';
import type { Db } from '../../postgres/transaction.ts';
import type { NewEvent } from '../define-event.ts';
import { type Position, partitionOf } from '../position.ts';

/** What became of one event: where it lies, and whether it lay there before, maybe with other content. */
export type Appended = Position & { outcome: 'new' | 'duplicate' | 'conflict' };

export interface AppendOptions {
  patienceMs: number;
  line?: number | undefined;
}

/** The heads were those before the append; positions and outcomes are null when every event is new. */
type AppendedRow = [
  locked: number[],
  heads: string[],
  epochs: string[],
  positions: string[] | null,
  outcomes: Appended['outcome'][] | null,
];

const APPEND = 'select * from append_events($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)';

/**
 * Appends the events in one statement, which commits by itself. Where the log lies on several servers they have to be of
 * one shard. Returns what became of each. Throws the database's error; a lock of a partition that it does not get within `patienceMs` is one with SQLSTATE 55P03. Those with the same
 * `line`, a number, go one after the other. In a transaction of the caller the partitions stay locked until it ends.
 */
export async function appendEvents(
  pool: Db,
  events: NewEvent[],
  { patienceMs, line }: AppendOptions,
): Promise<Appended[]> {
  // Written here as Postgres reads them: none of these values can contain what would need quoting.
  const array = (of: (event: NewEvent) => string | number): string => `{${events.map(of).join()}}`;
  const partitions = events.map(({ studentId }) => partitionOf(studentId));
  const places = placesIn(partitions);
  const { rows } = await pool.query<AppendedRow>({
    name: 'append_events',
    text: APPEND,
    rowMode: 'array',
    values: [
      isDistributed() ? partitions[0] : null,
      arrayLiteral(partitions),
      array((event) => event.studentId),
      array((event) => event.id),
      array((event) => event.type),
      array((event) => event.version),
      `[${events.map((event) => JSON.stringify(event.data)).join()}]`,
      array((event) => event.hash),
      array((event) => event.occurredAt.toISOString()),
      arrayLiteral(places),
      `${patienceMs}ms`,
      line ?? null,
    ],
  });
  const [locked, heads, epochs, positions, outcomes] = rows[0]!;
  const before = new Map(
    locked.map((partition, index) => [partition, { head: Number(heads[index]), epoch: epochs[index] }]),
  );
  return partitions.map((partition, index) => {
    const { head, epoch } = before.get(partition)!;
    const position = positions ? Number(positions[index]) : head + places[index]!;
    return { partition, position, epoch, outcome: outcomes?.[index] ?? 'new' };
  });
}

/** Returns for each event which of its partition's it is in this batch: 1, 2, 3 … */
function placesIn(partitions: number[]): number[] {
  const counts = new Map<number, number>();
  return partitions.map((partition) => {
    const place = (counts.get(partition) ?? 0) + 1;
    counts.set(partition, place);
    return place;
  });
}
