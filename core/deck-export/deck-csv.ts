import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { CARD_FIELDS, CARD_TEXT_NAMES } from '../card/card-fields.ts';
import { guardedCell } from '../guarded-cell.ts';
import { readableAudioName, storedAudio } from './card-audio-files.ts';
import { type DeckHead, type DeckRow, deckRows } from './deck-rows.ts';

/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Semicolons and tabs part the cells in some countries' spreadsheets. */
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

function cellText(text: string | null): string {
  const cell = guardedCell(text ?? '');
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

const lineOf = (cells: readonly (string | null)[]): string => `${cells.map(cellText).join(',')}\r\n`;

/**
 * The cards as CSV (RFC 4180) for spreadsheets. Audio is named as in the ZIP of the same deck, so that the table, when
 * it has been worked on, can be imported together with that ZIP.
 */
export const deckCsv = (pool: Pool, deck: DeckHead): Readable => Readable.from(csvText(pool, deck.id));

async function* csvText(pool: Pool, deckId: number): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lineOf(CARD_FIELDS);
  const names = new Map<string, string>();
  let position = 0;
  const audioOf = (row: DeckRow): string | null => {
    const stored = storedAudio(row.audio_file);
    if (!stored) return row.audio_file;
    const name = names.get(stored.key) ?? readableAudioName(position, row, stored.extension);
    names.set(stored.key, name);
    return name;
  };
  for await (const rows of deckRows(pool, deckId)) {
    let lines = '';
    for (const row of rows) {
      position++;
      lines += lineOf([row.source_id, ...CARD_TEXT_NAMES.map((name) => row[name]), audioOf(row)]);
    }
    yield lines;
  }
}
