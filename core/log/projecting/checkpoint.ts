import type { Pool } from 'pg';
import { byShard } from '../../postgres/several-servers.ts';
import type { Connection, Tx } from '../../postgres/transaction.ts';
import { allPartitions, partitionCount } from '../position.ts';
import type { Projection } from '../projection.ts';
import { askPartitions } from '../read.ts';

/**
 * Holds back a projection's projector, in these partitions or in all, until the transaction ends. Call it before
 * anything is read or written that decides what the projection's rows are.
 */
export async function lockCheckpoints(
  tx: Tx,
  projection: string,
  partitions: number[] = allPartitions(),
  table = 'projection_checkpoints',
): Promise<void> {
  // In one order, so that two transactions that lock several cannot wait for each other.
  for (const together of byShard(partitions))
    await tx.query(
      `/* lockCheckpoints */ select 1 from ${table} where projection = $1 and partition = any ($2)
       order by partition for update`,
      [projection, together],
    );
}

export interface Lag {
  projection: string;
  partition: number;
  events: number;
}

/** Returns how many events each projection has still to take in, for partitions where there are any. */
export async function projectionLag(pool: Pool): Promise<Lag[]> {
  const { rows, failed } = await askPartitions(allPartitions(), async (some) => {
    const { rows } = await pool.query<Lag>(
      `/* projectionLag */ select c.projection, c.partition, (p.head - c.position)::integer as events
       from projection_checkpoints c join log_partitions p using (partition)
       where c.partition = any ($1) and p.head > c.position`,
      [some],
    );
    return rows;
  });
  const [error] = failed.values();
  if (failed.size === partitionCount()) throw error;
  return rows;
}

/** Gives each projection its checkpoints where they are missing. They begin at 0, so it takes in the whole log. */
export async function makeCheckpoints(
  client: Connection,
  projections: readonly Pick<Projection, 'name'>[],
): Promise<void> {
  const names = projections.map(({ name }) => name);
  const { rows } = await client.query<{ projection: string; partition: number }>(
    `/* makeCheckpoints */ select projection, partition from unnest($1::text[]) projection, log_partitions
     except select projection, partition from projection_checkpoints`,
    [names],
  );
  // Usually there is nothing to write, and a database that takes no writes is then as good.
  if (rows.length === 0) return;
  await client.query(
    `/* makeCheckpoints */ insert into projection_checkpoints (projection, partition)
     select * from unnest($1::text[], $2::smallint[]) on conflict do nothing`,
    [rows.map((row) => row.projection), rows.map((row) => row.partition)],
  );
}
