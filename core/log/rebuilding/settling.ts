import type { ClientBase, Pool } from 'pg';
import type { Projection } from '../projection.ts';

/** Computes again, in these projections, what tables beside the log decide. */
export async function settleAll(tx: ClientBase, projections: readonly Projection[]): Promise<void> {
  for (const { settle } of projections) await settle?.(tx);
}

/** Returns a word that changes with the tables beside the log that projections are settled by. */
export async function settledFor(
  client: Pool | ClientBase,
  projections: readonly Projection[],
): Promise<string> {
  const tables = [...new Set(projections.flatMap(({ settledBy = [] }) => settledBy))];
  if (tables.length === 0) return '';
  const sums = tables.map((table) => `(select sum(hashtextextended(x::text, 0)) from ${table} x)`);
  const { rows } = await client.query<{ word: string }>(`select concat_ws(' ', ${sums.join()}) as word`);
  return rows[0]!.word;
}
