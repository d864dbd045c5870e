import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { forCardTexts } from '../contract/card-fields.ts';
import { ArchiveWriter } from '../files/archive-writer.ts';
import {
  type ExportSource,
  fileParts,
  type NameOf,
  namedFiles,
  readableName,
  storedFile,
} from './card-files.ts';
import { type DeckHead, type DeckRow, deckRows } from './deck-rows.ts';

/** A ZIP with deck.json, as an import takes it, and the files that it names. Written as fast as it is read. */
export const deckZip = (source: ExportSource, deck: DeckHead, now: Date): Readable =>
  Readable.from(zipParts(source, deck, now), { objectMode: false });

async function* zipParts(source: ExportSource, deck: DeckHead, now: Date): AsyncGenerator<Uint8Array> {
  const archive = new ArchiveWriter(now);
  const names = new Map<string, string>();
  yield* fileParts(source, deck.id, archive, names, readableName);
  // Last, since only now is it known which files there are.
  const nameOf: NameOf = (address) => (storedFile(address) ? names.get(address) : address);
  yield* archive.deflated('deck.json', () => deckJson(source.pool, deck, nameOf));
  yield* archive.end();
}

/** One name stands alone, several in a list. */
const filesAsJson = (row: DeckRow, nameOf: NameOf) =>
  Object.fromEntries(
    Object.entries(namedFiles(row, nameOf)).map(([field, list]) => [field, list.length > 1 ? list : list[0]]),
  );

/** A card's object; what it lacks is left out. */
function cardObject(row: DeckRow, nameOf: NameOf): object {
  const fields = {
    // A card that has no id of its own is known by its front.
    id: row.source_id,
    ...forCardTexts((name) => row[name]),
    ...filesAsJson(row, nameOf),
    tags: row.tags.length > 0 && row.tags,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
}

async function* deckJson(
  pool: Pool,
  { id, title, description }: DeckHead,
  nameOf: NameOf,
): AsyncGenerator<string> {
  const head = JSON.stringify({ title, ...(description && { description }) });
  yield `${head.slice(0, -1)},"cards":[`;
  let separator = '\n';
  for await (const rows of deckRows(pool, id)) {
    const cards = rows.map((row) => JSON.stringify(cardObject(row, nameOf)));
    yield separator + cards.join(',\n');
    separator = ',\n';
  }
  yield '\n]}\n';
}
