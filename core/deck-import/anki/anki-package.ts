import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress, zstdDecompressSync } from 'node:zlib';
import { CARD_FIELDS } from '../../contract/card-fields.ts';
import { CARD_AUDIO_MAX } from '../../contract/card-limits.ts';
import { deckTags, tagsOfAnki } from '../../text/anki-tags.ts';
import type { Archive, ArchiveEntry } from '../archive/zip-archive.ts';
import {
  type CardSource,
  type ColumnMap,
  choosableNames,
  RowBatch,
  type SourceFields,
  type SourceRow,
  sourceFields,
} from '../cards/card-source.ts';
import { ImportError } from '../cards/import-problems.ts';
import { COLLECTION_MAX } from '../import-limits.ts';
import type { AnkiLeftOut } from '../import-report.schema.ts';
import { answersOfRows, type CardAnswers } from '../schedule/anki-answers.ts';
import { AnkiCollection, malformed } from './anki-collection.ts';
import { fieldPlaces } from './anki-fields.ts';
import { isVideoName, noteCards, type PlacedNoteType } from './anki-note.ts';
import { protobufFields } from './protobuf-reader.ts';

/** Bytes of the list of a package's media, for tens of thousands of files. */
const LIST_MAX = 32 * 1024 * 1024;

/**
 * The media of a package by their names (NFC), whose files in the archive are called by numbers. Media that the list
 * names and the archive lacks are left out, as are names that are paths. Throws `apkg_malformed`.
 */
function readMediaList(archive: Archive, folder: string, isCompressed: boolean): Map<string, ArchiveEntry> {
  const media = new Map<string, ArchiveEntry>();
  const list = archive.entries.find(({ name }) => name === `${folder}media`);
  // Some programs leave out an empty list.
  if (!list) return media;
  const byNumber = new Map(archive.entries.map((entry) => [entry.name, entry]));
  let names: Iterable<[number: string, name: string]>;
  try {
    if (list.bytes > LIST_MAX) throw new RangeError('it is too large');
    const content = archive.read(list);
    names = isCompressed
      ? namesInProtobuf(zstdDecompressSync(content, { maxOutputLength: LIST_MAX }))
      : namesInJson(content);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw malformed(`its list of media cannot be read (${(error as Error).message})`, error);
  }
  for (const [number, name] of names) {
    const entry = byNumber.get(folder + number);
    const plain = name.normalize('NFC');
    if (entry && isFileName(plain) && !media.has(plain)) media.set(plain, entry);
  }
  return media;
}

function namesInJson(content: Buffer): [string, string][] {
  const list: unknown = JSON.parse(content.toString('utf8'));
  if (typeof list !== 'object' || list === null) throw new TypeError('it is no object');
  return Object.entries(list).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

/** Anki's proto/anki/import_export.proto: `MediaEntries { repeated MediaEntry entries = 1 }`, in the files' order. */
function namesInProtobuf(content: Buffer): [string, string][] {
  const names: [string, string][] = [];
  for (const { number, value } of protobufFields(content)) {
    if (number !== 1 || typeof value === 'number') continue;
    let file = names.length;
    let name = '';
    // `MediaEntry { string name = 1; …; optional uint32 legacy_zip_filename = 255 }`
    for (const field of protobufFields(value)) {
      if (field.number === 1 && typeof field.value !== 'number') name = field.value.toString('utf8');
      if (field.number === 255 && typeof field.value === 'number') file = field.value;
    }
    names.push([String(file), name]);
  }
  return names;
}

const isFileName = (name: string): boolean => name !== '' && !/[/\\]/.test(name);

/** The newest kind of package that is known, of `PackageMetadata` in Anki's proto/anki/import_export.proto. */
const LATEST_VERSION = 3;

/** Newest first: a new package holds an old collection as well, whose only note asks to update Anki. */
const COLLECTIONS = ['collection.anki21b', 'collection.anki21', 'collection.anki2'];

/** Returns where the collection lies; somebody may have unpacked a package, and packed its folder. */
function collectionIn(archive: Archive): { entry: ArchiveEntry; folder: string } | undefined {
  for (const wanted of COLLECTIONS) {
    const found = archive.entries.filter(({ name }) => name === wanted || name.endsWith(`/${wanted}`));
    const [entry] = found.sort((one, other) => one.name.length - other.name.length);
    if (entry) return { entry, folder: entry.name.slice(0, -wanted.length) };
  }
  return undefined;
}

/** Returns whether an archive is a package of Anki's. */
export const hasCollection = (archive: Archive): boolean => collectionIn(archive) !== undefined;

/** An opened Anki package. */
export interface AnkiPackage {
  source: CardSource;
  /** The media files by the names that notes give them (NFC), as they lie in the archive. */
  media: ReadonlyMap<string, ArchiveEntry>;
  /** The content of one, which may be valid until the next call only. Throws ImportError when it is damaged. */
  readMedia(name: string): Buffer;
  /** What was answered to the cards of rows, until `now`; call it when all rows have been read. Throws `too_many_answers`. */
  answers(now: number): Iterable<CardAnswers>;
  /** What has no place on our cards; call it when all rows have been read. */
  leftOut(): Omit<AnkiLeftOut, 'pictures'>;
  /** Closes and removes the unpacked collection; the archive stays open. */
  close(): void;
}

/**
 * Opens an Anki package (.apkg, .colpkg), old or new: unpacks its collection into `workFolder`, which exists. Each card
 * of a note becomes a card. Throws `apkg_no_collection`, `apkg_malformed`, `column_missing` for a chosen field that no
 * note has, and when read `too_many_cards`.
 */
export async function openAnkiPackage(
  archive: Archive,
  workFolder: string,
  columns: ColumnMap | undefined,
): Promise<AnkiPackage> {
  const collectionFound = collectionIn(archive);
  if (!collectionFound) throw new ImportError('apkg_no_collection');
  const { entry, folder } = collectionFound;
  requireKnownVersion(
    archive,
    archive.entries.find(({ name }) => name === `${folder}meta`),
  );
  const isCompressed = entry.name === folder + COLLECTIONS[0];
  const media = readMediaList(archive, folder, isCompressed);
  const path = join(workFolder, 'collection.db');
  let collection: AnkiCollection | undefined;
  const close = (): void => {
    collection?.close();
    rmSync(path, { force: true });
  };
  try {
    if (isCompressed) await unpack(archive, entry, path);
    else await archive.extract(entry, path);
    collection = new AnkiCollection(path);
    const types = readNoteTypes(collection, columns);
    const tally: NoteTally = { cards: 0, typed: 0, repeated: 0, fields: new Set(), rows: new Map() };
    const tagsOfDecks = deckTags(collection.deckNames());
    return {
      source: {
        known: new Set(CARD_FIELDS),
        hasCopies: true,
        fields: noteFields(types),
        rows: () => readNotes(collection!, types, tagsOfDecks, tally),
      },
      media,
      readMedia: (name) => readMedia(archive, media, name, isCompressed),
      answers: (now) => answersOfRows(collection!.answers(), tally.rows, now),
      leftOut: () => ({
        cards: tally.cards,
        ...(tally.typed > 0 && { typed: tally.typed }),
        ...(tally.repeated > 0 && { repeated: tally.repeated }),
        videos: [...media.keys()].filter(isVideoName).length,
        fields: [...tally.fields],
      }),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

function requireKnownVersion(archive: Archive, meta: ArchiveEntry | undefined): void {
  if (!meta) return;
  try {
    for (const { number, value } of protobufFields(archive.read(meta)))
      if (number === 1 && typeof value === 'number' && value > LATEST_VERSION)
        throw new ImportError('apkg_too_new');
  } catch (error) {
    throw error instanceof RangeError ? malformed('its file “meta” cannot be read', error) : error;
  }
}

async function unpack(archive: Archive, entry: ArchiveEntry, path: string): Promise<void> {
  const packed = `${path}.zst`;
  try {
    await archive.extract(entry, packed);
    await pipeline(createReadStream(packed), createZstdDecompress(), bounded, createWriteStream(path));
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    throw /^(ZSTD|Z_|ERR_)/.test(code) ? malformed('its collection cannot be unpacked', error) : error;
  } finally {
    await rm(packed, { force: true });
  }
}

async function* bounded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = COLLECTION_MAX;
  for await (const chunk of chunks) {
    left -= chunk.length;
    if (left < 0) throw new ImportError('apkg_too_large', { gigabytes: 1 });
    yield chunk;
  }
}

/** What is counted while notes are read. */
interface NoteTally {
  /** In Anki. */
  cards: number;
  /** Of those that came, the ones whose answer is typed in Anki. */
  typed: number;
  /** Those that say the same as another card of their note. */
  repeated: number;
  /** Names of fields whose text is on no card. */
  fields: Set<string>;
  /** The rows of cards, by their ids in Anki. */
  rows: Map<string, number>;
}

/** The note types that are used, the most used one first. */
function readNoteTypes(
  collection: AnkiCollection,
  columns: ColumnMap | undefined,
): Map<string, PlacedNoteType> {
  const counts = [...collection.noteCounts()].sort(([, one], [, other]) => other - one);
  const described = collection.noteTypes();
  const names = counts.flatMap(([type]) => described.get(type)?.fields ?? []);
  for (const field of CARD_FIELDS) {
    const name = columns?.[field];
    if (field !== 'id' && name !== undefined && !names.includes(name.normalize('NFC')))
      throw new ImportError('column_missing', { field, columns: choosableNames([...new Set(names)]) });
  }
  const types = counts.map(([id]): [string, PlacedNoteType] => {
    const type = described.get(id) ?? { fields: [], isCloze: false, templates: [] };
    return [id, { ...type, ...fieldPlaces(type, columns) }];
  });
  return new Map(types);
}

/** Every field that notes have, and what those of the most used type are for. */
function noteFields(types: ReadonlyMap<string, PlacedNoteType>): SourceFields {
  const [most] = types.values();
  const names = [...new Set([...types.values()].flatMap(({ fields }) => fields))];
  return sourceFields(names, Object.entries(most?.places ?? {}));
}

async function* readNotes(
  collection: AnkiCollection,
  types: Map<string, PlacedNoteType>,
  tagsOfDecks: ReadonlyMap<string, string[]>,
  tally: NoteTally,
): AsyncGenerator<SourceRow[]> {
  const batch = new RowBatch();
  let row = 0;
  /** Types whose doubts are reported already. */
  const doubted = new Set<string>();
  for (const { type, tags, decks, cards: ids, ...given } of collection.notes()) {
    const note = {
      ...given,
      tags: tagsOfAnki(tags, given.guid),
      deckTags: decks.map((deck) => tagsOfDecks.get(deck) ?? []),
    };
    const size = note.fields.reduce((sum, field) => sum + field.length, 0);
    const placed = types.get(type)!;
    const cards = noteCards(note, placed, tally.fields);
    tally.cards += note.ords.length || cards.length;
    tally.repeated += Math.max(0, note.ords.length - cards.length);
    for (const { ord, ...card } of cards) {
      const doubts = doubted.has(type) ? [] : doubtsOf(placed);
      doubted.add(type);
      if (placed.templates[placed.isCloze ? 0 : ord]?.question.isTyped) tally.typed++;
      batch.add({ row: ++row, ...card, ...(doubts.length > 0 && { doubts }) }, size);
      const id = ids[note.ords.indexOf(ord)];
      if (id !== undefined) tally.rows.set(id, row);
      if (batch.isFull) yield batch.take();
    }
  }
  const rest = batch.take();
  if (rest.length > 0) yield rest;
}

/** Says of which side of a note type neither a template nor a name says what stands on it. */
const doubtsOf = ({ guessed, places, fields }: PlacedNoteType): NonNullable<SourceRow['doubts']> =>
  guessed.map((field) => ({ field, name: fields[places[field]] ?? String(places[field] + 1) }));

function readMedia(
  archive: Archive,
  media: ReadonlyMap<string, ArchiveEntry>,
  name: string,
  isCompressed: boolean,
): Buffer {
  const entry = media.get(name);
  if (!entry) throw new Error(`the package has no media file ${name}`);
  const content = archive.read(entry);
  if (!isCompressed) return content;
  try {
    return zstdDecompressSync(content, { maxOutputLength: CARD_AUDIO_MAX });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new ImportError('audio_too_large', { name, megabytes: CARD_AUDIO_MAX / 1024 / 1024 }, error);
    throw malformed(`“${name}” in it is damaged`, error);
  }
}
