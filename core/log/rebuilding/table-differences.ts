import type { ClientBase } from 'pg';
import pg from 'pg';
import type { Projection } from '../projection.ts';

/** A row of a table that the live projection has and the rebuilt one has not, or the other way round. */
export interface Difference {
  projection: string;
  table: string;
  /** Where the row is: `live` alone, or `rebuilt` alone. One that was changed is in both. */
  side: 'live' | 'rebuilt';
  row: Record<string, unknown>;
}

/** Rows that are told of each table and side; all are counted. */
const TOLD = 100;

/**
 * How many rows of these projections' tables, and events that they have parked, are only in `public` or only in the other
 * schema, and the first of them.
 */
export async function differencesOf(
  client: ClientBase,
  schema: string,
  projections: readonly Projection[],
): Promise<{ count: number; rows: Difference[] }> {
  let count = 0;
  const rows: Difference[] = [];
  for (const { name, tables } of projections) {
    const sources = tables.map((table) => [table, (place: string) => `table ${place}.${table}`] as const);
    const parked = (place: string): string =>
      `select partition, position, student_id from ${place}.parked_events where projection = ${pg.escapeLiteral(name)}`;
    for (const [table, from] of [...sources, ['parked_events', parked] as const]) {
      const [live, rebuilt] = [from('public'), from(pg.escapeIdentifier(schema))];
      for (const side of ['live', 'rebuilt'] as const) {
        const only = side === 'live' ? `${live} except all ${rebuilt}` : `${rebuilt} except all ${live}`;
        const found = await client.query<{ total: string; row: Record<string, unknown> }>(
          `select count(*) over () as total, to_jsonb(d) as row from (${only}) d limit ${TOLD}`,
        );
        count += Number(found.rows[0]?.total ?? 0);
        rows.push(...found.rows.map(({ row }) => ({ projection: name, table, side, row })));
      }
    }
  }
  return { count, rows };
}
