export type CsvCell = string | number;

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * What a spreadsheet would take for a formula, also after spaces; in wide letters, too, which East Asian ones accept.
 */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]| *[\t\r\n])/;

/** Semicolons and tabs part the cells in some countries' spreadsheets. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

function cellText(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell);
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/**
 * A table as CSV (RFC 4180), for spreadsheets: the byte order mark tells them that it is UTF-8. A text that would be
 * run as a formula gets an apostrophe before it; numbers stay numbers.
 */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}
