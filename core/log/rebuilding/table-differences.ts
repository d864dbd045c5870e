import pg from 'pg';
import { byShard } from '../../postgres/several-servers.ts';
import type { Connection } from '../../postgres/transaction.ts';
import type { LogRun } from '../log.schema.ts';
import { allPartitions } from '../position.ts';
import type { Projection } from '../projection.ts';

/** A row of a table that only the live projection has, or only the rebuilt one. */
export type Difference = LogRun['rows'][number];

/** Rows that are listed of each table and side; all are counted. */
const TOLD = 100;

/**
 * Compares these projections' tables, and the events that they have parked, between `public` and the other schema.
 * Returns how many rows only one side has, and the first of them.
 */
export async function differencesOf(
  client: Connection,
  schema: string,
  projections: readonly Projection[],
): Promise<{ count: number; rows: Difference[] }> {
  let count = 0;
  const rows: Difference[] = [];
  for (const { name, tables, unsettled = 'false' } of projections) {
    const sources = tables.map(
      (table) =>
        [
          table,
          (place: string) =>
            `select * from ${place}.${table} where partition = any ($1) and (${unsettled}) is not true`,
        ] as const,
    );
    const parked = (place: string): string =>
      `select partition, position, student_id from ${place}.parked_events where partition = any ($1) and projection = ${pg.escapeLiteral(name)}`;
    for (const [table, from] of [...sources, ['parked_events', parked] as const]) {
      const [live, rebuilt] = [from('public'), from(pg.escapeIdentifier(schema))];
      for (const side of ['live', 'rebuilt'] as const) {
        const only = side === 'live' ? `${live} except all ${rebuilt}` : `${rebuilt} except all ${live}`;
        let room = TOLD;
        // A server compares what it has itself of a partition; what lies on several would be gathered at one.
        for (const partitions of byShard(allPartitions())) {
          const found = await client.query<{ total: string; row: Record<string, unknown> }>(
            `/* differencesOf */ select count(*) over () as total, to_jsonb(d) as row from (${only}) d limit ${TOLD}`,
            [partitions],
          );
          count += Number(found.rows[0]?.total ?? 0);
          const told = found.rows.slice(0, room);
          room -= told.length;
          rows.push(...told.map(({ row }) => ({ projection: name, table, side, row })));
        }
      }
    }
  }
  return { count, rows };
}
