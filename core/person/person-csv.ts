import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Pool } from 'pg';
import { SPREADSHEET_CSV } from '../text/spreadsheet-csv.ts';
import type { PeopleFilter, Person } from './person.schema.ts';
import { allPeople } from './person-list.ts';

const COLUMNS = [
  'id',
  'name',
  'email',
  'user_name',
  'role',
  'disabled',
  'awaits_approval',
  'must_change_password',
  'created_at',
  'seen_at',
  'delete_at',
] as const satisfies (keyof Person)[];

/** Returns all people whom a filter finds as CSV for spreadsheets, in which no name can be a formula. */
export const peopleCsv = (pool: Pool, filter: PeopleFilter): Readable => Readable.from(csvText(pool, filter));

async function* csvText(pool: Pool, filter: PeopleFilter): AsyncGenerator<string> {
  yield stringify([COLUMNS], SPREADSHEET_CSV);
  for await (const people of allPeople(pool, filter)) {
    const lines = people.map((person) =>
      COLUMNS.map((column) =>
        typeof person[column] === 'boolean' ? (person[column] ? 'yes' : 'no') : person[column],
      ),
    );
    yield stringify(lines, { ...SPREADSHEET_CSV, bom: false });
  }
}
