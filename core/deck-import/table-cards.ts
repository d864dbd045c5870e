import { pipeline } from 'node:stream/promises';
import { CsvError, type Options, type Parser, parse } from 'csv-parse';
import { CARD_FIELDS, type CardField } from '../card/card-fields.ts';
import { fromCellText } from '../guarded-cell.ts';
import type { CardSource, ColumnMap, SourceRow } from './card-source.ts';
import { type Delimiter, guessColumns } from './column-names.ts';
import { ImportError } from './import-problems.ts';
import { ROW_MAX, RowBatch } from './row-batches.ts';
import { utf8Chunks, utf8Only } from './utf8-chunks.ts';

const COLUMNS_MAX = 1_000;

export interface TableOptions {
  delimiter: Delimiter;
  /** The columns by the names in the first line; undefined to recognise them. */
  columns: ColumnMap | undefined;
}

/**
 * Reads the cards of a CSV or TSV file, whose first line names the columns. Reads that line at once, the rest on
 * demand, a row at a time. A row may lack cells at its end, since Excel leaves out empty ones, and may have empty
 * ones too many. Rows without anything are left out, yet counted: numbers are those of the spreadsheet. Throws
 * `not_utf8`, `csv_malformed`, `csv_no_header`, `csv_duplicate_column`, `column_missing` and `too_many_cards`.
 */
export const openTableCards = (path: string, options: TableOptions): Promise<CardSource> =>
  tableCards(() => utf8Chunks(path), options);

/** The same for bytes in any chunks; `open` returns them from the start for each reading. */
export async function tableCards(
  open: () => AsyncIterable<Buffer>,
  { delimiter, columns }: TableOptions,
): Promise<CardSource> {
  const header = await readHeader(records(open(), delimiter));
  const places = placesOf(header, columns ?? guessColumns(header));
  return {
    known: new Set(CARD_FIELDS),
    rows: () => readRows(records(open(), delimiter), header.length, places),
  };
}

type Places = [CardField, number][];

async function readHeader(lines: AsyncIterable<Line>): Promise<string[]> {
  for await (const { cells, line } of lines) {
    if (isBeforeHeader(cells)) continue;
    if (cells.length > COLUMNS_MAX)
      throw new ImportError('csv_malformed', { line, detail: `there are more than ${COLUMNS_MAX} columns` });
    const names = cells.map((cell) => cell.trim().normalize('NFC'));
    while (names.at(-1) === '') names.pop();
    if (names.length === 0) break;
    const twice = names.find((name, place) => name !== '' && names.indexOf(name) !== place);
    if (twice !== undefined) throw new ImportError('csv_duplicate_column', { column: twice });
    return names;
  }
  throw new ImportError('csv_no_header');
}

function placesOf(header: string[], columns: ColumnMap): Places {
  const places: Places = [];
  for (const field of CARD_FIELDS) {
    const name = columns[field]?.trim().normalize('NFC');
    const place = name ? header.indexOf(name) : -1;
    if (place >= 0) places.push([field, place]);
    // A column that was chosen and is not there is missing, whatever it is for.
    else if (name || field === 'front' || field === 'back')
      throw new ImportError('column_missing', { field });
  }
  return places;
}

async function* readRows(
  lines: AsyncIterable<Line>,
  width: number,
  places: Places,
): AsyncGenerator<SourceRow[]> {
  const batch = new RowBatch();
  // As spreadsheets count: the names of the columns are usually in row 1.
  let row = 0;
  let hasHeader: boolean = false;
  for await (const { cells, line } of lines) {
    const isEmpty = cells.every((cell) => cell === '');
    const isHeader: boolean = !hasHeader && !isBeforeHeader(cells);
    // Excel does not count its line "sep=".
    if (hasHeader || isHeader || isEmpty) row++;
    if (!hasHeader || isEmpty) {
      hasHeader ||= isHeader;
      continue;
    }
    if (cells.slice(width).some((cell) => cell !== '')) {
      const detail = `there are ${cells.length} cells for ${width} columns`;
      throw new ImportError('csv_malformed', { line, detail });
    }
    const values = Object.fromEntries(
      places.map(([field, place]) => [field, fromCellText(cells[place] ?? '')]),
    );
    batch.add(
      { row, values },
      cells.reduce((size, cell) => size + cell.length, 0),
    );
    if (batch.isFull) yield batch.take();
  }
  const rest = batch.take();
  if (rest.length > 0) yield rest;
}

/** An empty line, or `sep=;`, which names the separator for Excel. As cells it is `sep=` and nothing, or itself. */
const isBeforeHeader = ([first = '', ...others]: string[]): boolean =>
  (first === '' && others.length === 0) ||
  (/^sep=[,;\t]?$/i.test(first) && others.every((cell) => cell === ''));

interface Line {
  cells: string[];
  /** In which it ends, counted from 1. */
  line: number;
}

async function* records(chunks: AsyncIterable<Buffer>, delimiter: Delimiter): AsyncGenerator<Line> {
  const options: Options = {
    delimiter,
    // All of them at once: files that were put together of others mix them.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    trim: true,
    max_record_size: ROW_MAX,
    info: true,
  };
  const parser = parse(options);
  // What breaks the source destroys the parser with the same error, which is thrown where it is read.
  pipeline(bounded(utf8Only(chunks), parser), parser).catch(() => {});
  try {
    for await (const { record, info } of parser) yield { cells: record, line: info.lines };
  } catch (error) {
    throw error instanceof CsvError ? malformed(error) : error;
  }
}

/** Stops a row that never ends: the parser's own limit does not count cells that are empty. */
async function* bounded(chunks: AsyncIterable<Buffer>, parser: Parser): AsyncGenerator<Buffer> {
  let rows = 0;
  let sinceRow = 0;
  for await (const chunk of chunks) {
    if (parser.info.records !== rows) sinceRow = 0;
    rows = parser.info.records;
    sinceRow += chunk.length;
    if (sinceRow > 2 * ROW_MAX)
      throw new ImportError('csv_malformed', {
        line: parser.info.lines,
        detail: DETAILS.CSV_MAX_RECORD_SIZE!,
      });
    yield chunk;
  }
}

const DETAILS: Record<string, string> = {
  CSV_INVALID_CLOSING_QUOTE: 'something follows the quote that ends a cell; quotes within a cell are doubled',
  INVALID_OPENING_QUOTE: 'there is a quote within a cell; put the cell in quotes and double those within',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE:
    'something follows the quote that ends a cell; quotes within a cell are doubled',
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
  CSV_MAX_RECORD_SIZE: 'a row is larger than 1 MB; perhaps a quote is not closed',
};

const malformed = (error: CsvError): ImportError =>
  new ImportError(
    'csv_malformed',
    { line: Number(error.lines ?? 1), detail: DETAILS[error.code] ?? error.message },
    error,
  );
