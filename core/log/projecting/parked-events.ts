import type { Pool } from 'pg';
import { isoTime } from '../../contract/clock.ts';
import type { Db } from '../../postgres/transaction.ts';
import type { ParkedStudent } from '../log.schema.ts';
import { type Position, partitionOf } from '../position.ts';

/** A parked event, with everything that the log has of it. Times are ISO. */
export interface ParkedEvent {
  projection: string;
  reason: string;
  parked_at: string;
  partition: number;
  position: number;
  id: string;
  student_id: number;
  type: string;
  version: number;
  data: unknown;
  /** SHA-256 of what the client said, in hex. */
  data_hash: string;
  occurred_at: string;
  recorded_at: string;
}

/** Which parked events are meant; what is left out means all. */
export interface ParkedSelection {
  projection?: string | undefined;
  studentId?: number | undefined;
}

/** Returns what is parked, by projection, partition and student, in this order. */
export async function listParked(
  pool: Db,
  { projection, studentId }: ParkedSelection = {},
): Promise<ParkedStudent[]> {
  const { rows } = await pool.query<ParkedStudent>(
    `/* listParked */ select projection, partition, student_id, count(*)::integer as events, min(position) as first_position,
       (array_agg(reason order by position))[1] as reason
     from parked_events
     where ($1::text is null or projection = $1) and ($2::integer is null or partition = $3 and student_id = $2)
     group by projection, partition, student_id order by projection, partition, student_id`,
    [projection, studentId, studentId === undefined ? null : partitionOf(studentId)],
  );
  return rows.map((row) => ({ ...row, first_position: Number(row.first_position) }));
}

/** Returns one parked event; undefined when the projection has none there. */
export async function findParked(
  pool: Pool,
  projection: string,
  { partition, position }: Position,
): Promise<ParkedEvent | undefined> {
  const { rows } = await pool.query<ParkedEvent>(
    `/* findParked */ select p.projection, p.reason, p.parked_at, e.partition, e.position, e.id, e.student_id, e.type, e.version,
       e.data, encode(e.data_hash, 'hex') as data_hash, e.occurred_at, e.recorded_at
     from parked_events p join events e using (partition, position)
     where p.projection = $1 and p.partition = $2 and p.position = $3`,
    [projection, partition, position],
  );
  const row = rows[0];
  return (
    row && {
      ...row,
      position: Number(row.position),
      parked_at: isoTime(row.parked_at),
      occurred_at: isoTime(row.occurred_at),
      recorded_at: isoTime(row.recorded_at),
    }
  );
}
