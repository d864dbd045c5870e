import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Pool } from 'pg';
import { SPREADSHEET_CSV } from '../text/spreadsheet-csv.ts';
import type { ActFilter } from './audit.schema.ts';
import { allActs } from './audit-list.ts';

const NAMED = ['actor', 'person', 'class', 'deck', 'exam'] as const;
const COLUMNS = ['at', 'act', ...NAMED.flatMap((name) => [`${name}_id`, name]), 'details'];

/** Returns all acts that a filter finds as CSV for spreadsheets, in which no name can be a formula. */
export const actsCsv = (pool: Pool, filter: ActFilter, timeZone: string): Readable =>
  Readable.from(csvText(pool, filter, timeZone));

async function* csvText(pool: Pool, filter: ActFilter, timeZone: string): AsyncGenerator<string> {
  yield stringify([COLUMNS], SPREADSHEET_CSV);
  for await (const acts of allActs(pool, filter, timeZone)) {
    const lines = acts.map((act) => [
      act.at,
      act.act,
      ...NAMED.flatMap((name) => [act[name]?.id ?? '', act[name]?.name ?? '']),
      Object.entries(act.details)
        .map(([name, value]) => `${name}: ${value}`)
        .join('; '),
    ]);
    yield stringify(lines, { ...SPREADSHEET_CSV, bom: false });
  }
}
