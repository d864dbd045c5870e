import type { Pool } from 'pg';
import { AppError } from '../../contract/errors.ts';
import type { Appender, NewEvent } from '../../log/append/appender.ts';
import { type Position, partitionOf } from '../../log/position.ts';

/** What stands in the log at these ids of a student's, by id. */
async function typesAt(pool: Pool, studentId: number, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; type: string }>({
    name: 'event_types',
    text: 'select id, type from events where partition = $1 and student_id = $2 and id = any ($3)',
    values: [partitionOf(studentId), studentId, ids],
  });
  return new Map(rows.map(({ id, type }) => [id, type]));
}

/**
 * Appends an event that can be there once, at the first of its ids that no other type has taken. Rejects with
 * `idempotency_conflict` when it is there with other content, and otherwise as the appender does.
 */
export async function appendExamEvent(
  { pool, appender }: { pool: Pool; appender: Appender },
  event: NewEvent,
  ids: readonly string[],
): Promise<Position> {
  const [id, ...others] = ids;
  if (id === undefined) throw new Error(`student ${event.studentId}: every id of an ${event.type} is taken`);
  try {
    return await appender.append({ ...event, id });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'idempotency_conflict')) throw error;
    const types = await typesAt(pool, event.studentId, [id]);
    if (types.get(id) === event.type) throw error;
    return appendExamEvent({ pool, appender }, event, others);
  }
}
