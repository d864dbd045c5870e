import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import { zipOf } from '../archive/given-archives.ts';

export interface GivenNoteType {
  id: number;
  fields: string[];
  isCloze?: boolean;
  templates?: [question: string, answer: string][];
}

export interface GivenNote {
  guid: string;
  type: number;
  fields: string[];
  tags?: string;
  deck?: number;
  /** Where its cards are at home, while they are away in the other one. */
  home?: number;
  ords?: number[];
}

export interface GivenCollection {
  types: GivenNoteType[];
  notes: GivenNote[];
  decks?: Record<number, string>;
  /** The decks that are filtered ones. */
  filtered?: number[];
  /** Run on the finished database. */
  tamper?: string;
}

export interface GivenPackage extends GivenCollection {
  /** 1: `collection.anki2`; 2: `collection.anki21`; 3: `collection.anki21b`, everything compressed. */
  version: 1 | 2 | 3;
  media?: Record<string, Buffer>;
  /** Put in place of what is in the package; undefined leaves the file out. */
  instead?: Record<string, Buffer | undefined>;
}

export const BASIC: GivenNoteType = { id: 1_500_000_000_001, fields: ['Front', 'Back'] };
export const basicNote = (guid: string, fields: string[], more: Partial<GivenNote> = {}): GivenNote => ({
  ...{ guid, type: BASIC.id, fields },
  ...more,
});

// As Anki's collections are laid out, without what only its scheduler and its synchronisation need.
const NOTES = `
  CREATE TABLE notes (id integer PRIMARY KEY, guid text NOT NULL, mid integer NOT NULL, mod integer NOT NULL,
    usn integer NOT NULL, tags text NOT NULL, flds text NOT NULL, sfld integer NOT NULL, csum integer NOT NULL,
    flags integer NOT NULL, data text NOT NULL);
  CREATE TABLE cards (id integer PRIMARY KEY, nid integer NOT NULL, did integer NOT NULL, ord integer NOT NULL,
    odid integer NOT NULL);
  CREATE INDEX ix_notes_usn ON notes (usn);
  CREATE INDEX ix_notes_csum ON notes (csum);
  CREATE TABLE col (id integer PRIMARY KEY, crt integer NOT NULL, ver integer NOT NULL, conf text NOT NULL,
    models text NOT NULL, decks text NOT NULL)`;

// `nocase` is near enough to Anki's own order to lay the indexes out as it would; then the schema says `unicase`.
const TYPES_IN_TABLES = `
  CREATE TABLE fields (ntid integer NOT NULL, ord integer NOT NULL, name text NOT NULL COLLATE nocase,
    config blob NOT NULL, PRIMARY KEY (ntid, ord)) without rowid;
  CREATE UNIQUE INDEX idx_fields_name_ntid ON fields (name, ntid);
  CREATE TABLE notetypes (id integer NOT NULL PRIMARY KEY, name text NOT NULL COLLATE nocase,
    mtime_secs integer NOT NULL, usn integer NOT NULL, config blob NOT NULL);
  CREATE UNIQUE INDEX idx_notetypes_name ON notetypes (name);
  CREATE TABLE templates (ntid integer NOT NULL, ord integer NOT NULL, name text NOT NULL COLLATE nocase,
    mtime_secs integer NOT NULL, usn integer NOT NULL, config blob NOT NULL, PRIMARY KEY (ntid, ord)) without rowid;
  CREATE UNIQUE INDEX idx_templates_name_ntid ON templates (name, ntid);
  CREATE TABLE tags (tag text NOT NULL PRIMARY KEY COLLATE nocase, usn integer NOT NULL) without rowid;
  CREATE INDEX idx_notes_mid ON notes (mid);
  CREATE TABLE decks (id integer PRIMARY KEY NOT NULL, name text NOT NULL COLLATE nocase, mtime_secs integer NOT NULL,
    usn integer NOT NULL, common blob NOT NULL, kind blob NOT NULL);
  CREATE UNIQUE INDEX idx_decks_name ON decks (name);
  INSERT INTO tags VALUES ('b', 0), ('A', 0), ('c', 0), ('Đ', 0)`;
const AS_ANKI_SORTS = `
  PRAGMA writable_schema = ON;
  UPDATE sqlite_schema SET sql = replace(sql, 'COLLATE nocase', 'COLLATE unicase');
  PRAGMA writable_schema = RESET`;

/** The bytes of a collection's database: of version 11, whose note types are JSON, or 18, where they are tables. */
export function collectionOf(
  folder: string,
  schema: 11 | 18,
  { types, notes, decks = {}, filtered = [], tamper }: GivenCollection,
): Buffer {
  const path = join(folder, 'made.anki2');
  rmSync(path, { force: true });
  const database = new DatabaseSync(path, { defensive: false });
  database.exec(NOTES);
  const models = Object.fromEntries(
    types.map(({ id, fields, isCloze, templates = [] }) => [
      id,
      {
        id,
        name: `Type ${id}`,
        type: isCloze ? 1 : 0,
        flds: fields.map((name, ord) => ({ name, ord })).reverse(),
        tmpls: templates.map(([qfmt, afmt], ord) => ({ qfmt, afmt, ord })).reverse(),
      },
    ]),
  );
  const addCollection = database.prepare('INSERT INTO col VALUES (1, 0, ?, ?, ?, ?)');
  const isFiltered = (id: string): boolean => filtered.includes(Number(id));
  const named = Object.entries(decks).map(([id, name]) => [
    id,
    { id: Number(id), name, dyn: isFiltered(id) ? 1 : 0 },
  ]);
  const decksInJson = schema === 11 ? JSON.stringify(Object.fromEntries(named)) : '';
  addCollection.run(schema, '{}', schema === 11 ? JSON.stringify(models) : '', decksInJson);
  if (schema === 18) {
    database.exec(TYPES_IN_TABLES);
    for (const [id, name] of Object.entries(decks))
      database
        .prepare('INSERT INTO decks VALUES (?, ?, 0, 0, ?, ?)')
        .run(Number(id), name.replaceAll('::', '\x1f'), Buffer.of(), message([isFiltered(id) ? 2 : 1, '']));
    for (const { id, fields, isCloze, templates = [] } of types) {
      const config = isCloze ? message([1, 1]) : Buffer.of();
      database.prepare('INSERT INTO notetypes VALUES (?, ?, 0, 0, ?)').run(id, `Type ${id}`, config);
      for (const [ord, [question, answer]] of templates.entries())
        database
          .prepare('INSERT INTO templates VALUES (?, ?, ?, 0, 0, ?)')
          .run(id, ord, `Card ${ord + 1}`, message([1, question], [2, answer]));
      for (const [ord, name] of fields.entries())
        database.prepare('INSERT INTO fields VALUES (?, ?, ?, ?)').run(id, ord, name, Buffer.of());
    }
  }
  const addNote = database.prepare("INSERT INTO notes VALUES (?, ?, ?, 0, 0, ?, ?, ?, 0, 0, '')");
  database.exec('BEGIN');
  const addCard = database.prepare('INSERT INTO cards (nid, did, ord, odid) VALUES (?, ?, ?, ?)');
  for (const [index, { guid, type, fields, ords = [], tags = '', deck = 1, home = 0 }] of notes.entries()) {
    const id = 1_600_000_000_000 + index;
    addNote.run(id, guid, type, tags, fields.join('\x1f'), fields[0] ?? '');
    for (const ord of ords) addCard.run(id, deck, ord, home);
  }
  database.exec('COMMIT');
  if (tamper) database.exec(tamper);
  if (schema === 18) database.exec(AS_ANKI_SORTS);
  database.close();
  return readFileSync(path);
}

/** What Anki puts into new packages for programs that read old ones only. */
const UPDATE_ANKI: GivenCollection = {
  types: [BASIC],
  notes: [{ guid: 'dummy', type: BASIC.id, fields: ['Please update to the latest Anki version', ''] }],
};

export async function packageOf(folder: string, given: GivenPackage): Promise<Buffer> {
  const { version, media = {}, instead = {} } = given;
  const pack = version === 3 ? zstdCompressSync : (bytes: Buffer): Buffer => bytes;
  const files: Record<string, Buffer | undefined> = {};
  if (version > 1) {
    files.meta = message([1, version]);
    files['collection.anki2'] = collectionOf(folder, 11, UPDATE_ANKI);
  }
  const name = ['collection.anki2', 'collection.anki21', 'collection.anki21b'][version - 1] as string;
  files[name] = pack(collectionOf(folder, version === 3 ? 18 : 11, given));
  const names = Object.keys(media);
  for (const [index, content] of Object.values(media).entries()) files[index] = pack(content);
  files.media =
    version === 3
      ? zstdCompressSync(
          message(...names.map((one): Field => [1, message([1, one], [2, 5], [3, Buffer.alloc(20)])])),
        )
      : Buffer.from(JSON.stringify(Object.fromEntries(names.entries())));
  Object.assign(files, instead);
  for (const [name, content] of Object.entries(files)) if (content === undefined) delete files[name];
  return zipOf(files as Record<string, Buffer>);
}

type Field = [number: number, value: number | string | Buffer];

export function message(...fields: Field[]): Buffer {
  return Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'number') return [varint(number * 8), varint(value)];
      const bytes = Buffer.from(value as string);
      return [varint(number * 8 + 2), varint(bytes.length), bytes];
    }),
  );
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return Buffer.from([...bytes, left]);
    bytes.push((left % 128) + 128);
  }
}
