import { column } from '../harness/columns.ts';
import { until } from '../harness/until.ts';

interface Database {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Nobody waits for it while it is written who was here: what a test writes in its place must come later. */
export const untilSeen = (database: Database, ...people: { id: number }[]): Promise<void> =>
  until(async () => {
    const { rows } = await database.query('select from users where seen_at is null and id = any ($1)', [
      column(people, 'id'),
    ]);
    return rows.length === 0;
  });
