import { toCellText } from './guarded-cell.ts';

/**
 * How tables for spreadsheets are written, as options of csv-stringify: RFC 4180, with a byte order mark that says UTF-8.
 * Semicolons and tabs part the cells in some countries' spreadsheets, and spaces at the ends are cut off by some.
 */
export const SPREADSHEET_CSV = {
  bom: true,
  record_delimiter: '\r\n',
  quoted_match: /[;\t\r\n]|^\s|\s$/,
  // Numbers are ours, and stay numbers.
  cast: { string: toCellText },
};
