import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ANKI_NOTE_TYPE_ID } from '../contract/card-fields.ts';
import { ArchiveWriter } from '../files/archive-writer.ts';
import { CLOSED_FOLDER } from '../files/upload.ts';
import { ankiGuid } from '../text/anki-guid.ts';
import { tagsAsAnki } from '../text/anki-tags.ts';
import { type ExportSource, fileParts } from './card-files.ts';
import { type DeckHead, deckRows } from './deck-rows.ts';
import { ANKI_TABLES, ankiDeckId, collectionRow, NEVER_SYNCED } from './exported-collection.ts';
import { noteTexts } from './exported-note.ts';
import { textAsHtml } from './marked-html.ts';

/** Names of files in Anki, by the addresses that cards have. */
type MediaNames = ReadonlyMap<string, string>;

/** Nothing to send yet: a place at which a reader that has gone ends the work. */
const NOTHING_YET = new Uint8Array();

/**
 * Returns a package that Anki opens: one note and one new card for each of ours, with its files. Written as fast as it
 * is read. The collection is built in a file of its own in `folder`. That file is removed at the end of the stream.
 */
export const deckApkg = (source: ExportSource, folder: string, deck: DeckHead, now: Date): Readable =>
  Readable.from(packageParts(source, folder, deck, now), { objectMode: false });

async function* packageParts(
  source: ExportSource,
  folder: string,
  deck: DeckHead,
  now: Date,
): AsyncGenerator<Uint8Array> {
  const archive = new ArchiveWriter(now);
  const media: string[] = [];
  const numbers = new Map<string, string>();
  // In a package files are numbered. Anki keeps those of all decks in one folder: their names must not meet.
  yield* fileParts(source, deck.id, archive, numbers, ({ key }) =>
    String(media.push(`nho-${key.slice(key.lastIndexOf('/') + 1)}`) - 1),
  );
  const mediaNames: MediaNames = new Map(
    [...numbers].map(([file, number]) => [file, media[Number(number)]!]),
  );

  await mkdir(folder, CLOSED_FOLDER);
  const path = join(folder, randomUUID());
  try {
    for await (const _ of writeCollection(path, source, deck, { mediaNames, now })) yield NOTHING_YET;
    yield* archive.deflated('collection.anki2', () => createReadStream(path));
  } finally {
    await rm(path, { force: true });
  }
  yield* archive.deflated('media', () => Readable.from([JSON.stringify({ ...media })]));
  yield* archive.end();
}

/** Pauses after each batch, so that whatever else the process has to do is done in between. */
async function* writeCollection(
  path: string,
  { pool }: ExportSource,
  deck: DeckHead,
  { mediaNames, now }: { mediaNames: MediaNames; now: Date },
): AsyncGenerator<void> {
  // Loaded when it is first needed: SQLite takes a megabyte.
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(path);
  try {
    // What is half written is thrown away.
    database.exec(`pragma journal_mode = off; pragma synchronous = off; ${ANKI_TABLES}`);
    const notes = database.prepare(
      `insert into notes values ($id, $guid, ${ANKI_NOTE_TYPE_ID}, $mod, ${NEVER_SYNCED}, $tags, $flds, $sfld, $csum, 0, '')`,
    );
    const cards = database.prepare(
      `insert into cards values ($id, $id, ${ankiDeckId(deck.id)}, 0, $mod, ${NEVER_SYNCED}, 0, 0, $due,
         0, 0, 0, 0, 0, 0, 0, 0, '')`,
    );
    let count = 0;
    for await (const rows of deckRows(pool, deck.id)) {
      database.exec('begin');
      for (const row of rows) {
        count++;
        // Numbers are moments in Anki, in milliseconds; these stay about the same from export to export.
        const id = deck.createdAt + count;
        const mod = row.changed_at;
        const texts = noteTexts(row, (address) => mediaNames.get(address));
        notes.run({ id, guid: ankiGuid(deck, row), mod, tags: tagsAsAnki(row.tags), ...texts });
        cards.run({ id, mod, due: count });
      }
      database.exec('commit');
      yield;
    }
    const description = textAsHtml(deck.description ?? '');
    // Two colons would make one deck lie in another.
    const name = deck.title.replace(/::+/g, ':');
    const row = collectionRow({ id: deck.id, name, description }, count, now);
    const columns = Object.keys(row);
    database
      .prepare(`insert into col (${columns}) values (${columns.map((column) => `$${column}`)})`)
      .run(row);
  } finally {
    database.close();
  }
}
