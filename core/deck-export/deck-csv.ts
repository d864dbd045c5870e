import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Pool } from 'pg';
import { CARD_FIELDS, type CardField, forCardTexts } from '../contract/card-fields.ts';
import { SPREADSHEET_CSV } from '../text/spreadsheet-cell.ts';
import { filesOf, type NameOf, namedFiles, readableName, storedFile } from './card-files.ts';
import { type DeckHead, type DeckRow, deckRows } from './deck-rows.ts';

/**
 * Returns the cards as CSV (RFC 4180) for spreadsheets. Files are named as in the ZIP of the same deck: an edited table
 * can be imported together with that ZIP.
 */
export const deckCsv = (pool: Pool, deck: DeckHead): Readable => Readable.from(csvText(pool, deck.id));

/** Several names stand one a line, and as many lines have their texts. A text of one picture stays as it is. */
const filesAsCells = (row: DeckRow, nameOf: NameOf) =>
  Object.fromEntries(
    Object.entries(namedFiles(row, nameOf)).map(([field, list]) => [
      field,
      list.length > 1 ? list.map((text) => text.replace(/[\r\n]+/g, ' ')).join('\n') : list[0],
    ]),
  );

async function* csvText(pool: Pool, deckId: number): AsyncGenerator<string> {
  yield stringify([CARD_FIELDS], SPREADSHEET_CSV);
  const names = new Map<string, string>();
  let position = 0;
  /** As in the ZIP: by the first card that has the file. */
  const nameFiles = (row: DeckRow): void => {
    for (const { use, nth, address } of filesOf(row)) {
      const stored = storedFile(address);
      if (!names.has(address))
        names.set(address, stored ? readableName({ row, position, use, nth, ...stored }) : address);
    }
  };
  for await (const rows of deckRows(pool, deckId)) {
    const lines = rows.map((row) => {
      position++;
      nameFiles(row);
      const cells: Partial<Record<CardField, string | null>> = {
        id: row.source_id,
        ...forCardTexts((name) => row[name]),
        ...filesAsCells(row, (address) => names.get(address)),
        tags: row.tags.join(', '),
      };
      return CARD_FIELDS.map((field) => cells[field]);
    });
    yield stringify(lines, { ...SPREADSHEET_CSV, bom: false });
  }
}
