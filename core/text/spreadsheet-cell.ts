/**
 * What a spreadsheet would take for a formula, also after spaces; in wide letters, too, which East Asian ones accept.
 * Apostrophes before it count as well, so that a guarded text is not mistaken for one that had its apostrophe.
 */
const FORMULA = /^'*(?:\s*[=+\-@＝＋－＠]| *[\t\r\n])/;

const GUARDED = /^'+(?:\s*[=+\-@＝＋－＠]| *[\t\r\n])/;

/**
 * Returns a text that a spreadsheet shows instead of running it. What looks like a formula, and be it the ending
 * “-ly”, gets an apostrophe before it. `fromCellText` takes it away again, so nothing is lost on the way out and in.
 */
export const toCellText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text of a cell that may be guarded. */
export const fromCellText = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);

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
