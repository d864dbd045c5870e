import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Pool } from 'pg';
import { CARD_FIELDS, CARD_TEXT_NAMES } from '../card/card-fields.ts';
import { SPREADSHEET_CSV } from '../spreadsheet-csv.ts';
import { readableAudioName, storedAudio } from './card-audio-files.ts';
import { type DeckHead, type DeckRow, deckRows } from './deck-rows.ts';

/**
 * Returns the cards as CSV (RFC 4180) for spreadsheets. Audio is named as in the ZIP of the same deck, so that an
 * edited table can be imported together with that ZIP.
 */
export const deckCsv = (pool: Pool, deck: DeckHead): Readable => Readable.from(csvText(pool, deck.id));

async function* csvText(pool: Pool, deckId: number): AsyncGenerator<string> {
  yield stringify([CARD_FIELDS], SPREADSHEET_CSV);
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
    const lines = rows.map((row) => {
      position++;
      return [row.source_id, ...CARD_TEXT_NAMES.map((name) => row[name]), audioOf(row)];
    });
    yield stringify(lines, { ...SPREADSHEET_CSV, bom: false });
  }
}
