import type { Pool } from 'pg';
import type { Projection } from '../../../core/log/projection.ts';
import { projections } from '../../../core/projections.ts';
import { sql } from '../../harness/sql.ts';
import { projectedRows as allRows } from '../histories/plain-projections.ts';

/** The card whose answers a projection with a fault cannot apply. */
export const POISON = 666;

/** All projections as they were in a program in which these had a fault. */
export const withFaultIn = (...names: string[]): Projection[] =>
  projections.map((projection) =>
    names.includes(projection.name)
      ? {
          ...projection,
          apply: async (events, tx, once) => {
            if (events.some(({ data }) => (data as { card_id?: number }).card_id === POISON))
              throw new TypeError('no such card');
            await projection.apply(events, tx, once);
          },
        }
      : projection,
  );

// But for what tells when events were recorded: two logs of the same events are not of the same moment.
export const projectedRows = (pool: Pool) => allRows(pool, 'study_clocks');

export async function parkedRows(pool: Pool): Promise<[string, number, number, string][]> {
  const rows = await sql(pool)`
    select projection, student_id as student, position::integer as at, reason from parked_events
    order by projection, partition, position`;
  return rows.map(({ projection, student, at, reason }) => [projection, student, at, reason]);
}
