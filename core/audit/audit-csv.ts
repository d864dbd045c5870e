import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Pool } from 'pg';
import { SPREADSHEET_CSV } from '../text/spreadsheet-csv.ts';
import type { AuditFilter } from './audit.schema.ts';
import { allAuditEntries } from './audit-list.ts';

const NAMED = ['actor', 'person', 'class', 'deck', 'exam'] as const;
const COLUMNS = ['at', 'act', ...NAMED.flatMap((name) => [`${name}_id`, name]), 'details'];

/** Returns all entries that a filter finds as CSV for spreadsheets, in which no name can be a formula. */
export const auditCsv = (pool: Pool, filter: AuditFilter, timeZone: string): Readable =>
  Readable.from(csvText(pool, filter, timeZone));

async function* csvText(pool: Pool, filter: AuditFilter, timeZone: string): AsyncGenerator<string> {
  yield stringify([COLUMNS], SPREADSHEET_CSV);
  for await (const entries of allAuditEntries(pool, filter, timeZone)) {
    const lines = entries.map((entry) => [
      entry.at,
      entry.act,
      ...NAMED.flatMap((name) => [entry[name]?.id ?? '', entry[name]?.name ?? '']),
      Object.entries(entry.details)
        .map(([name, value]) => `${name}: ${value}`)
        .join('; '),
    ]);
    yield stringify(lines, { ...SPREADSHEET_CSV, bom: false });
  }
}
