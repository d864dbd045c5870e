import { stringify } from 'csv-stringify/browser/esm/sync';
import { SPREADSHEET_CSV } from '../../../core/text/spreadsheet-cell.ts';

export type CsvRow = readonly (string | number)[];

/**
 * Returns a table as CSV for spreadsheets. A text that would be run as a formula gets an apostrophe before it; numbers
 * stay numbers.
 */
export const csvText = (rows: readonly CsvRow[]): string => stringify([...rows], SPREADSHEET_CSV);
