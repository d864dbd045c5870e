import type { Pool } from 'pg';
import type { Position } from './position.ts';
import { projections } from './projections.ts';

const readBack = projections.filter((projection) => projection.isReadBack).map(({ name }) => name);

/** The lowest checkpoint of each of these partitions, over the projections that are read back. */
async function checkpoints(pool: Pool, partitions: number[]): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ partition: number; position: string }>({
    name: 'lowest_checkpoints',
    text: `select partition, min(position) as position from projection_checkpoints
           where partition = any ($1) and projection = any ($2) group by partition`,
    values: [partitions, readBack],
  });
  return new Map(rows.map((row) => [row.partition, Number(row.position)]));
}

const LOOK_AGAIN_MS = 15;

/**
 * Waits until the projections that are read back have passed the positions, so that a reader sees what it wrote; at most `timeoutMs`.
 * Answers how many events were still to be projected when it gave up; 0 means that all had passed.
 */
export async function waitForProjections(
  pool: Pool,
  positions: Position[],
  timeoutMs: number,
): Promise<number> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const passed = await checkpoints(
      pool,
      positions.map(({ partition }) => partition),
    );
    const lag = positions.reduce(
      (sum, { partition, position }) => sum + Math.max(0, position - (passed.get(partition) ?? 0)),
      0,
    );
    if (lag === 0 || performance.now() >= deadline) return lag;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

export interface Lag {
  projection: string;
  partition: number;
  events: number;
}

/** How many events each projection has still to take in, in partitions where there are any. */
export async function projectionLag(pool: Pool): Promise<Lag[]> {
  const { rows } = await pool.query<Lag>(`
    select c.projection, c.partition, (p.head - c.position)::integer as events
    from projection_checkpoints c join log_partitions p using (partition) where p.head > c.position`);
  return rows;
}
