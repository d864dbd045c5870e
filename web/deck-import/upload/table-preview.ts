import type { ColumnMap } from '../../../core/deck-import/cards/card-source.ts';
import type { ImportProblemCode, ProblemParams } from '../../../core/deck-import/cards/import-problems.ts';
import {
  delimiterOfText,
  guessColumns,
  isHeader,
  numberedColumns,
} from '../../../core/deck-import/formats/column-names.ts';

/** Bytes of a table that are looked at in the browser. */
const LOOKED_AT = 64 * 1024;
const ROWS_SHOWN = 5;

export interface TablePreview {
  headers: string[];
  rows: string[][];
  /** As the names of the columns suggest. */
  columns: ColumnMap;
}

/** Why there is no preview, as the server would say it. */
export interface PreviewProblem {
  code: ImportProblemCode;
  params: ProblemParams;
}

/** The start of the file as text; undefined when it is not UTF-8. */
async function readStart(file: Blob): Promise<string | undefined> {
  const bytes = await file.slice(0, LOOKED_AT).arrayBuffer();
  try {
    // As a stream, since the last character may be cut.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

function repeated(headers: readonly string[]): string | undefined {
  return headers.find((header, index) => header !== '' && headers.indexOf(header) !== index);
}

/**
 * The first rows of a table; undefined for one that only the server reads. Rejects when the parser cannot be loaded or
 * the file is gone.
 */
export async function readTablePreview(file: Blob): Promise<TablePreview | PreviewProblem | undefined> {
  const text = await readStart(file);
  if (text === undefined) return { code: 'not_utf8', params: { offset: '…' } };
  const { parse, CsvError } = await import('csv-parse/browser/esm/sync');
  const delimiter = delimiterOfText(text);
  const read: string[][] = [];
  // Excel's own first line, `sep=;`, is none of the table.
  const isBeforeHeader = ([first = '', ...others]: string[]) =>
    /^sep=[,;\t]?$/i.test(first) && others.every((cell) => cell === '');
  try {
    parse(text, {
      delimiter: delimiter === ' - ' ? [' - ', ' – ', ' — '] : delimiter,
      ...(delimiter === ' - ' && { quote: false }),
      relax_quotes: delimiter === '\t',
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      to: ROWS_SHOWN + 2,
      on_record: (record: string[]) => {
        if (read.length > 0 || !isBeforeHeader(record)) read.push(record);
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // A row that is cut off where we stopped reading is no fault of the file.
    const isWhole = file.size <= LOOKED_AT;
    if (isWhole || read.length === 0)
      return { code: 'csv_malformed', params: { line: Number(error.lines ?? 1), detail: error.code } };
  }
  // Of Anki's text files the server reads the first lines, which say all.
  if (read[0]?.[0]?.startsWith('#')) return undefined;
  const [names = [], ...rows] = read.slice(0, ROWS_SHOWN + 1);
  if (names.slice(1).some((name) => name !== '') && !isHeader(names)) {
    const headers = numberedColumns(names.length);
    return { headers, rows: [names, ...rows].slice(0, ROWS_SHOWN), columns: { front: '1', back: '2' } };
  }
  const headers = names.map((name) => name.normalize('NFC'));
  while (headers.at(-1) === '') headers.pop();
  if (headers.length === 0) return { code: 'csv_no_header', params: {} };
  const column = repeated(headers);
  if (column !== undefined) return { code: 'csv_duplicate_column', params: { column } };
  return { headers, rows, columns: guessColumns(headers) };
}
