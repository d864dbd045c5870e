import { InvalidSpreadsheetError, readSheet } from 'read-excel-file/node';
import { ArchiveWriter } from '../../files/archive-writer.ts';
import type { Archive, ArchiveEntry } from '../archive/zip-archive.ts';
import type { CardSource, ColumnMap } from '../cards/card-source.ts';
import { ImportError } from '../cards/import-problems.ts';
import { WORKBOOK_MAX } from '../import-limits.ts';
import { tableCards } from './table-cards.ts';

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
