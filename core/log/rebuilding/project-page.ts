import pg, { type Pool } from 'pg';
import { NewerDatabaseError, requireNoneUnknown, UNKNOWN_MIGRATIONS } from '../../postgres/newer-database.ts';
import { isTransient } from '../../postgres/postgres-error.ts';
import { projectBatch } from '../projecting/project-batch.ts';
import { applyTo, type Projection, registerOf } from '../projection.ts';
import { LogGapError, readEvents } from '../read.ts';

/** The driver's own reading of times is slow, and events read them by themselves. */
export const timesAsText: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.TIMESTAMPTZ
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format as 'text'),
};

/** Events one transaction takes. More than live: no reader waits for it, and fewer rows are written twice. */
const PAGE_SIZE = 10_000;

/**
 * Takes one step of several projections at once, with their tables and checkpoints in this schema. All of them have
 * come to the same position of the partition. Reads the events after it once for all of them, none after `until`.
 * Returns the position that all have come to. When an event cannot be applied, each projection takes the page by
 * itself, and parks what it must. Those that are settled as a whole have to be settled after the last. Rejects with a
 * NewerDatabaseError.
 */
export async function projectPage(
  pool: Pool,
  projections: readonly Projection[],
  partition: number,
  { schema, until }: { schema: string; until: number },
): Promise<number> {
  const names = projections.map(({ name }) => name);
  const register = registerOf(projections);
  const client = await pool.connect();
  let failure: unknown;
  let last = until;
  try {
    await client.query('begin');
    // By its full name: when the schema is gone, nothing must be taken for it.
    const checkpoints = `${client.escapeIdentifier(schema)}.projection_checkpoints`;
    const { rows } = await client.query<{ position: string; unknown: string | null }>(
      `select position, ${UNKNOWN_MIGRATIONS} as unknown from ${checkpoints}
       where partition = $1 and projection = any ($2) for update`,
      [partition, names],
    );
    for (const { unknown } of rows) requireNoneUnknown(unknown);
    const position = Math.min(...rows.map((row) => Number(row.position)));
    last = Math.min(until, position + PAGE_SIZE);
    // A projection that has parked an event has to park its student's later ones.
    const { rowCount: parked } = await client.query(
      'select from parked_events where partition = $1 and projection = any ($2) limit 1',
      [partition, names],
    );
    if (!parked) {
      const stored = await readEvents(client, partition, position, last - position);
      const events = stored.map((event) => register.decode(event));
      const byEvents = projections.filter((one) => !one.isSettledWhole);
      await applyTo(byEvents, events, client);
      await client.query(
        `update ${checkpoints} set position = $3 where partition = $1 and projection = any ($2)`,
        [partition, names, last],
      );
      await client.query('commit');
      return last;
    }
    await client.query('rollback');
  } catch (error) {
    failure = error;
    await client.query('rollback').catch(() => {});
    if (isTransient(error) || error instanceof LogGapError || error instanceof NewerDatabaseError)
      throw error;
  } finally {
    client.release(failure !== undefined && isTransient(failure));
  }
  for (const projection of projections)
    while ((await projectBatch(pool, projection, partition, last)).events > 0);
  return last;
}
