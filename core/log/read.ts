import type { ClientBase } from 'pg';
import type { StoredEvent } from './event-register.ts';

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

/** The event of a row of its partition. */
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
 * Up to `limit` events of a partition after `position`, in order. Throws a LogGapError unless they are numbered
 * position+1, position+2, …
 */
export async function readEvents(
  client: ClientBase,
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
  return rows.map((row, index) => {
    if (Number(row.position) !== position + index + 1)
      throw new LogGapError(
        `partition ${partition} goes on with position ${row.position} where ${position + index + 1} was expected`,
      );
    return storedEvent(partition, row);
  });
}
