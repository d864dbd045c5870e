import type { Db } from '../../postgres/transaction.ts';
import type { NewEvent } from '../define-event.ts';
import { epochOf, type Position, partitionOf } from '../position.ts';

/** What became of one event: where it lies, and whether it lay there before, maybe with other content. */
export type Appended = Position & { outcome: 'new' | 'duplicate' | 'conflict' };

export interface AppendOptions {
  patienceMs: number;
  line?: number | undefined;
}

type AppendedRow = [position: string, outcome: Appended['outcome'], epochs: Record<string, string> | null];

/** How long a batch waits for the one ahead of it. */
const AHEAD_MS = 2_000;

/**
 * Before it appends, it takes the locks by itself, in the order in which `append_events` takes them: that function's
 * patience is for one busy partition, and too long where events of all partitions wait. Before that, batches of one
 * appender wait for one another at a lock of their own: that is no reason for impatience.
 */
const APPEND = `
  with turn as materialized (
    select set_config('lock_timeout', '${AHEAD_MS}ms', true),
      case when $10::integer is not null then pg_advisory_xact_lock(hashtext('nho append'), $10)::text end
  ),
  patience as materialized (select set_config('lock_timeout', $9, true) from turn),
  held as materialized (
    select p.partition, ${epochOf('p')} as epoch from patience, log_partitions p where p.partition = any ($1::smallint[])
    order by p.partition for no key update of p
  )
  select position, outcome, case when ord = 1 then (select json_object_agg(partition, epoch) from held) end
  from append_events(
    (select $1::smallint[] from (select count(*) from held) counted), $2, $3, $4, $5, $6, $7, $8)`;

/**
 * Appends the events in one statement, which commits by itself. Returns what became of each. Throws the database's
 * error; a lock of a partition that it does not get within `patienceMs` is one with SQLSTATE 55P03. Those with the same
 * `line`, a number, go one after the other. In a transaction of the caller the partitions stay locked until it ends.
 */
export async function appendEvents(
  pool: Db,
  events: NewEvent[],
  { patienceMs, line }: AppendOptions,
): Promise<Appended[]> {
  // Written here as Postgres reads them: none of these values can contain what would need quoting.
  const array = (of: (event: NewEvent) => string | number): string => `{${events.map(of).join()}}`;
  const { rows } = await pool.query<AppendedRow>({
    name: 'append_events',
    text: APPEND,
    rowMode: 'array',
    values: [
      array((event) => partitionOf(event.studentId)),
      array((event) => event.studentId),
      array((event) => event.id),
      array((event) => event.type),
      array((event) => event.version),
      `[${events.map((event) => JSON.stringify(event.data)).join()}]`,
      array((event) => event.hash),
      array((event) => event.occurredAt.toISOString()),
      `${patienceMs}ms`,
      line ?? null,
    ],
  });
  const epochs = rows[0]?.[2];
  return rows.map(([position, outcome], index) => {
    const partition = partitionOf(events[index]!.studentId);
    return { partition, position: Number(position), epoch: epochs?.[partition], outcome };
  });
}
