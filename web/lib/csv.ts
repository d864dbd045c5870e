import { stringify } from 'csv-stringify/browser/esm/sync';
import { SPREADSHEET_CSV } from '../../core/spreadsheet-csv.ts';
import type { CsvRow } from './save-file.ts';

/**
 * Returns a table as CSV for spreadsheets. A text that would be run as a formula gets an apostrophe before it; numbers
 * stay numbers.
 */
export const csvText = (rows: readonly CsvRow[]): string => stringify([...rows], SPREADSHEET_CSV);
