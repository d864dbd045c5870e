import type { Pool } from 'pg';

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
