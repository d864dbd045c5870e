import { pipeline } from 'node:stream/promises';
import { CsvError, type Options, type Parser, parse } from 'csv-parse';
import { InvalidSpreadsheetError, readSheet } from 'read-excel-file/node';
import {
  CARD_FIELDS,
  type CardField,
  cardTextMax,
  isCardSide,
  isCardText,
} from '../../contract/card-fields.ts';
import { ArchiveWriter } from '../../files/archive-writer.ts';
import { tagsOfAnki } from '../../text/anki-tags.ts';
import { fromCellText } from '../../text/guarded-cell.ts';
import { fittingText, plainText } from '../../text/marked-text.ts';
import { ankiText } from '../anki/anki-text.ts';
import type { Archive, ArchiveEntry } from '../archive/zip-archive.ts';
import { type CardSource, type ColumnMap, type SourceRow, sourceFields } from '../cards/card-source.ts';
import { ImportError } from '../cards/import-problems.ts';
import { oneOrAll } from '../cards/named-files.ts';
import { ROW_MAX, RowBatch } from '../cards/row-batches.ts';
import { WORKBOOK_MAX } from '../import-limits.ts';
import { type Delimiter, guessColumns, isHeader, numberedColumns } from './column-names.ts';
import { utf8Chunks, utf8Only } from './utf8-chunks.ts';

const MEGABYTE = 1024 * 1024;

/** True for what Excel writes since 2007. */
export const isWorkbook = ({ entries }: Archive): boolean =>
  entries.some(({ name }) => name === 'xl/workbook.xml');

/** What a workbook says and refers to; printers' settings, pictures and the like are not looked at. */
const isPart = ({ name }: ArchiveEntry): boolean => /\.(xml|xml\.rels)$/.test(name);

/**
 * Reads the cards of a workbook's first sheet, as if it had been saved as a table. Cells have the values that they were
 * saved with: of a formula its result, of a date its day. Throws `file_too_large`, `xlsx_malformed`, what the archive
 * says of its entries, and what a table may throw.
 */
export async function openWorkbook(archive: Archive, columns: ColumnMap | undefined): Promise<CardSource> {
  const parts = archive.entries.filter(isPart);
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  if (bytes > WORKBOOK_MAX) throw new ImportError('file_too_large', { megabytes: WORKBOOK_MAX / MEGABYTE });
  // The library inflates whatever calls itself a file of the archive: it gets only what our own checks have let through.
  const writer = new ArchiveWriter(new Date('2000-01-01'));
  const checked: Uint8Array[] = [];
  for (const part of parts) checked.push(...writer.stored(part.name, Buffer.from(archive.read(part))));
  checked.push(...writer.end());
  const sheet = await sheetOf(Buffer.concat(checked));
  return tableCards(() => chunksOf(sheet), { delimiter: ',', columns });
}

type Cell = string | number | boolean | Date | null;

async function sheetOf(workbook: Buffer): Promise<Cell[][]> {
  try {
    return (await readSheet(workbook)) as Cell[][];
  } catch (error) {
    const detail =
      error instanceof InvalidSpreadsheetError ? error.message : 'its XML is not as it should be';
    throw new ImportError('xlsx_malformed', { detail }, error);
  }
}

/** A moment as it is read everywhere: `2026-11-23`, with its time where it has one. */
const dateText = (date: Date): string => {
  const [day = '', time = ''] = date.toISOString().split('T');
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`;
};

function cellText(cell: Cell): string {
  if (cell === null) return '';
  return cell instanceof Date ? dateText(cell) : String(cell);
}

const ROWS = 500;

/** The sheet as a table with commas. */
async function* chunksOf(sheet: Cell[][]): AsyncGenerator<Buffer> {
  const lineOf = (cells: Cell[]) =>
    `${cells.map((cell) => `"${cellText(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
  for (let row = 0; row < sheet.length; row += ROWS)
    yield Buffer.from(
      sheet
        .slice(row, row + ROWS)
        .map(lineOf)
        .join(''),
    );
}

const COLUMNS_MAX = 1_000;

export interface TableOptions {
  delimiter: Delimiter;
  /** The columns by the names in the first line; undefined to recognise them. */
  columns: ColumnMap | undefined;
}

/**
 * Reads the cards of a table or of a text export. Its first line names the columns when it has such names; else it is a
 * card, the first cell the front and the second the back. Reads that line at once, the rest on demand, a row at a time.
 * A row may lack cells at its end, since Excel leaves out empty ones. It may also have empty ones too many. Rows
 * without anything are left out, yet counted: numbers are those of the spreadsheet. Throws `not_utf8`, `csv_malformed`,
 * `csv_no_header`, `csv_duplicate_column`, `column_missing` and `too_many_cards`.
 */
export const openTableCards = (path: string, options: TableOptions): Promise<CardSource> =>
  tableCards(() => utf8Chunks(path), options);

/** Reads a table from bytes in any chunks; `open` returns them from the start for each reading. */
export async function tableCards(
  open: () => AsyncIterable<Buffer>,
  { delimiter, columns }: TableOptions,
): Promise<CardSource> {
  const header = await readHeader(records(open(), delimiter), delimiter, columns);
  const { names } = header;
  const guessed = header.isNamed ? guessColumns(names) : {};
  if (header.isAnki || !header.isNamed) addFirstColumns(guessed, header);
  const places = placesOf(names, columns ?? guessed);
  for (const [field, place] of [
    ['id', header.guidPlace],
    ['tags', header.tagsPlace],
  ] as const)
    if (place !== undefined && !places.some(([placed]) => placed === field)) places.push([field, place]);
  return {
    known: new Set(CARD_FIELDS),
    fields: sourceFields(names, places),
    hasCopies: header.guidPlace !== undefined,
    rows: () => readRows(records(open(), delimiter), { delimiter, header, places }),
  };
}

type Places = [CardField, number][];

/** What stands before the first card. */
interface Header {
  names: string[];
  /** False for names that are numbers, since the first line is a card. */
  isNamed: boolean;
  /** Lines that are no cards. */
  skipped: number;
  /** Anki says that cells are HTML, and in which the GUID is. */
  isAnki: boolean;
  isHtml: boolean;
  /** Columns of which Anki says that they hold tags, the deck and the like. */
  taken: Set<number>;
  guidPlace: number | undefined;
  tagsPlace: number | undefined;
}

/** The lines with which Anki's text files begin: `#separator:tab`, `#html:true`, `#tags column:3`. */
const DIRECTIVE = /^#([a-z]{1,20}(?: column)?):(.*)$/is;

async function readHeader(
  lines: AsyncIterable<Line>,
  delimiter: Delimiter,
  chosen: ColumnMap | undefined,
): Promise<Header> {
  const header: Header = {
    names: [],
    isNamed: true,
    skipped: 0,
    isAnki: false,
    isHtml: false,
    taken: new Set(),
    guidPlace: undefined,
    tagsPlace: undefined,
  };
  const columnsOf = (cells: readonly string[]): string[] => {
    const names = cells.map((cell) => cell.trim().normalize('NFC'));
    while (names.at(-1) === '') names.pop();
    return names;
  };
  for await (const { cells: given, line } of lines) {
    if (isBeforeHeader(given)) continue;
    if (given.length > COLUMNS_MAX)
      throw new ImportError('csv_malformed', { line, detail: `there are more than ${COLUMNS_MAX} columns` });
    const [, key, value = ''] = DIRECTIVE.exec(given[0] ?? '') ?? [];
    if (key !== undefined) {
      header.isAnki = true;
      header.skipped++;
      const name = key.toLowerCase();
      if (name === 'columns') header.names = columnsOf([value, ...given.slice(1)]);
      if (name === 'html') header.isHtml = value.trim().toLowerCase() === 'true';
      const place = Number(value.trim()) - 1;
      if (name.endsWith(' column')) header.taken.add(place);
      if (place >= 0 && place < COLUMNS_MAX) {
        if (name === 'guid column') header.guidPlace = place;
        if (name === 'tags column') header.tagsPlace = place;
      }
      continue;
    }
    if (header.names.length > 0) break;
    const cells = joinDashed(given, delimiter);
    const names = columnsOf(cells);
    const isChosen = Object.values(chosen ?? {}).some((name) => names.includes(name.trim().normalize('NFC')));
    if (!header.isAnki && (isHeader(names) || isChosen || names.length < 2)) {
      header.names = names;
      header.skipped++;
      break;
    }
    return { ...header, names: numberedColumns(Math.max(2, cells.length)), isNamed: false };
  }
  const { names } = header;
  if (names.length === 0) throw new ImportError('csv_no_header');
  const twice = names.find((name, place) => name !== '' && names.indexOf(name) !== place);
  if (twice !== undefined) throw new ImportError('csv_duplicate_column', { column: twice });
  return header;
}

/** Without a name that says so, the first columns are front and back. */
function addFirstColumns(guessed: ColumnMap, { names, taken }: Header): void {
  for (const side of ['front', 'back'] as const)
    guessed[side] ??= names.find(
      (name, place) => name !== '' && !taken.has(place) && !Object.values(guessed).includes(name),
    );
}

/** What follows the first dash belongs together: definitions have dashes, too. */
const joinDashed = (cells: string[], delimiter: Delimiter): string[] =>
  delimiter === ' - ' && cells.length > 2 ? [cells[0]!, cells.slice(1).join(' - ')] : cells;

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

interface RowReading {
  delimiter: Delimiter;
  header: Header;
  places: Places;
}

async function* readRows(
  lines: AsyncIterable<Line>,
  { delimiter, header, places }: RowReading,
): AsyncGenerator<SourceRow[]> {
  const batch = new RowBatch();
  const width = header.isNamed ? header.names.length : COLUMNS_MAX;
  const textOf = header.isHtml ? ankiText : undefined;
  // As spreadsheets count: the names of the columns are usually in row 1.
  let row = 0;
  let before = 0;
  for await (const { cells: given, line } of lines) {
    const isEmpty = given.every((cell) => cell === '');
    // Excel does not count its line "sep=".
    if (!isEmpty && before < header.skipped + 1 && row === 0 && isBeforeHeader(given)) continue;
    row++;
    if (isEmpty || before++ < header.skipped) continue;
    const cells = joinDashed(given, delimiter);
    if (cells.slice(width).some((cell) => cell !== '')) {
      const detail = `there are ${cells.length} cells for ${width} columns`;
      throw new ImportError('csv_malformed', { line, detail });
    }
    const sounds: string[] = [];
    const pictures: Record<string, unknown> = {};
    const values: Record<string, unknown> = Object.fromEntries(
      places.map(([field, place]) => {
        const cell = fromCellText(cells[place] ?? '');
        const read = field === 'id' ? undefined : textOf?.(cell);
        if (read) sounds.push(...read.sounds);
        if (isCardSide(field) && read && read.pictures.length > 0) {
          pictures[`${field}_picture`] = oneOrAll(read.pictures.map(({ name }) => name));
          pictures[`${field}_picture_alt`] = oneOrAll(read.pictures.map(({ alt }) => alt));
        }
        if (!read) return [field, cell];
        return [field, isCardText(field) ? fittingText(read.text, cardTextMax(field)) : plainText(read.text)];
      }),
    );
    for (const [field, names] of Object.entries(pictures)) values[field] ||= names;
    const { guidPlace, tagsPlace } = header;
    if (tagsPlace !== undefined && places.some(([field, place]) => field === 'tags' && place === tagsPlace))
      values.tags = tagsOfAnki(cells[tagsPlace] ?? '', cells[guidPlace ?? COLUMNS_MAX] ?? '');
    if (sounds.length > 0 && !values.audio) values.audio = oneOrAll(sounds);
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
    delimiter: delimiter === ' - ' ? [' - ', ' – ', ' — '] : delimiter,
    // Text that programs export has quotes that are letters like others.
    ...(delimiter === ' - ' && { quote: false }),
    relax_quotes: delimiter === '\t',
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
