import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { forCardTexts } from '../card/card-fields.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { audioParts, type ExportSource, readableAudioName, storedAudio } from './card-audio-files.ts';
import { type DeckHead, type DeckRow, deckRows } from './deck-rows.ts';

/** What a card's audio is called in the archive, or where else it is. */
type AudioOf = (row: DeckRow) => string | null | undefined;

/** A ZIP with deck.json, as an import takes it, and the audio that it names. Written as fast as it is read. */
export const deckZip = (source: ExportSource, deck: DeckHead, now: Date): Readable =>
  Readable.from(zipParts(source, deck, now), { objectMode: false });

async function* zipParts(source: ExportSource, deck: DeckHead, now: Date): AsyncGenerator<Uint8Array> {
  const archive = new ArchiveWriter(now);
  const names = new Map<string, string>();
  yield* audioParts(source, deck.id, archive, names, ({ row, position, extension }) =>
    readableAudioName(position, row, extension),
  );
  // Last, since only now is it known which audio there is.
  const audioOf = ({ audio_file: file }: DeckRow) => (storedAudio(file) ? names.get(file!) : file);
  yield* archive.deflated('deck.json', () => deckJson(source.pool, deck, audioOf));
  yield* archive.end();
}

/** A card's object; what it lacks is left out. */
function cardObject(row: DeckRow, audio: ReturnType<AudioOf>): object {
  const texts = {
    // A card that has no id of its own is known by its front.
    id: row.source_id,
    ...forCardTexts((name) => row[name]),
    audio,
  };
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text));
}

async function* deckJson(
  pool: Pool,
  { id, title, description }: DeckHead,
  audioOf: AudioOf,
): AsyncGenerator<string> {
  const head = JSON.stringify({ title, ...(description && { description }) });
  yield `${head.slice(0, -1)},"cards":[`;
  let separator = '\n';
  for await (const rows of deckRows(pool, id)) {
    const cards = rows.map((row) => JSON.stringify(cardObject(row, audioOf(row))));
    yield separator + cards.join(',\n');
    separator = ',\n';
  }
  yield '\n]}\n';
}
