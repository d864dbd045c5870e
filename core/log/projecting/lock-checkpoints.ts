import type { ClientBase } from 'pg';
import { PARTITIONS } from '../position.ts';

const ALL = Array.from({ length: PARTITIONS }, (_, partition) => partition);

/**
 * Holds back a projection's projector, in these partitions or in all, until the transaction ends. Call it before
 * anything is read or written that decides what the projection's rows are.
 */
export async function lockCheckpoints(
  tx: ClientBase,
  projection: string,
  partitions: number[] = ALL,
  table = 'projection_checkpoints',
): Promise<void> {
  // In one order, so that two transactions that lock several cannot wait for each other.
  await tx.query(
    `select from ${table} where projection = $1 and partition = any ($2)
     order by partition for update`,
    [projection, partitions],
  );
}
