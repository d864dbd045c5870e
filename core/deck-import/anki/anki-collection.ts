import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { ImportError } from '../cards/import-problems.ts';
import { ANSWERS_MAX, CARDS_MAX } from '../import-limits.ts';
import { ANSWERS, type AnkiAnswer } from '../schedule/anki-answers.ts';
import type { AnkiNote } from './anki-note.ts';
import {
  type AnkiNoteType,
  deckNamesInJson,
  isClozeInProtobuf,
  isFilteredInProtobuf,
  noteTypesInJson,
  templateInProtobuf,
} from './anki-note-type.ts';
import { plainName } from './anki-template.ts';

/** Bytes of a value in the database; a collection keeps all its note types in one. */
const VALUE_MAX = 32 * 1024 * 1024;
/** Code units of a note that are read: what is longer is too long for a card many times over. */
const NOTE_MAX = 1_000_000;
const FIELDS_MAX = 100_000;
const TYPES_MAX = 10_000;
/** Code units of a note's tags. */
const TAGS_MAX = 10_000;
const DECKS_MAX = 10_000;
/** Cards of one note: Anki has at most 500 gaps. */
const ORDS_MAX = 500;

/** A note with the ids of its type, of its cards and of their decks. */
interface CollectionNote extends Omit<AnkiNote, 'tags' | 'deckTags'> {
  type: string;
  tags: string;
  cards: string[];
  decks: string[];
}

interface NoteRow {
  id: number;
  guid: string;
  type: string;
  tags: string;
  flds: string;
}

/** A card of a note, and the deck that it is at home in. */
interface CardPlace {
  id: string;
  nid: number;
  ord: number;
  deck: string;
}

/** What separates the fields of a note, and the names of decks that lie in one another. */
const FIELD_SEPARATOR = '\x1f';

/**
 * Reads the notes in the database of a collection, from any program: opened so that nothing in it is run or written.
 * Its methods throw `apkg_malformed` when it is none, or damaged.
 */
export class AnkiCollection {
  readonly #database: DatabaseSync;

  constructor(path: string) {
    guarded(() => replaceCollation(path));
    this.#database = guarded(() => openDatabase(path));
    try {
      requireTable(this.#database, 'notes');
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** How many notes each note type has, by its id; of the first `CARDS_MAX` and one. */
  noteCounts(): Map<string, number> {
    const counts = new Map<string, number>();
    const sql = 'SELECT CAST(mid AS TEXT) AS type FROM notes NOT INDEXED LIMIT ?';
    for (const { type } of this.#rows<{ type: string }>(sql, CARDS_MAX + 1))
      counts.set(type, (counts.get(type) ?? 0) + 1);
    return counts;
  }

  /** The note types by their ids. */
  noteTypes(): Map<string, AnkiNoteType> {
    // From version 15 on, the types have tables of their own; before, they are one JSON text.
    return this.#has('fields') ? this.#typesInTables() : this.#typesInJson();
  }

  /** The notes with the ids of their types, in the order in which they were made, one at a time. */
  *notes(): Generator<CollectionNote> {
    const tagColumn = this.#hasColumn('notes', 'tags') ? 'tags' : "''";
    const sql = `SELECT rowid AS id, CAST(guid AS TEXT) AS guid, CAST(mid AS TEXT) AS type,
        substr(CAST(${tagColumn} AS TEXT), 1, ${TAGS_MAX}) AS tags,
        substr(CAST(flds AS TEXT), 1, ${NOTE_MAX}) AS flds
      FROM notes NOT INDEXED ORDER BY rowid`;
    const cards = this.#cards();
    let card = cards.next();
    for (const { id, guid, type, tags, flds } of this.#rows<NoteRow>(sql)) {
      const ords: number[] = [];
      const decks: string[] = [];
      const ids: string[] = [];
      while (!card.done && card.value.nid <= id) {
        const { id: cardId, nid, ord, deck } = card.value;
        // More cards than a note may have are no notes of Anki's.
        if (nid === id && ord !== ords.at(-1) && ords.length < ORDS_MAX) {
          ords.push(ord);
          decks.push(deck);
          ids.push(cardId);
        }
        card = cards.next();
      }
      const fields = (flds ?? '').split(FIELD_SEPARATOR);
      yield { guid: guid ?? '', type, tags: tags ?? '', ords, cards: ids, decks, fields };
    }
  }

  /** The names of the decks in which cards are at home, by their ids, in parts: one for each deck that lies in another. */
  deckNames(): Map<string, string[]> {
    if (!this.#has('cards') || !this.#hasColumn('cards', 'did')) return new Map();
    const sql = `SELECT DISTINCT ${this.#home()} AS id FROM cards NOT INDEXED LIMIT ${DECKS_MAX}`;
    const used = [...this.#rows<{ id: string }>(sql)].map(({ id }) => id);
    const names = this.#has('decks') ? this.#decksInTable() : this.#decksInJson();
    return new Map(used.flatMap((id) => (names.has(id) ? [[id, names.get(id)!] as const] : [])));
  }

  #decksInTable(): Map<string, string[]> {
    const kind = this.#hasColumn('decks', 'kind') ? 'CAST(kind AS BLOB)' : "x''";
    const sql = `SELECT CAST(id AS TEXT) AS id, substr(CAST(name AS TEXT), 1, 1000) AS name, ${kind} AS kind
      FROM decks NOT INDEXED LIMIT ${DECKS_MAX}`;
    const rows = [...this.#rows<{ id: string; name: string; kind: Uint8Array | null }>(sql)];
    const homes = rows.filter(({ kind: one }) => !isFilteredInProtobuf(one ?? new Uint8Array()));
    return new Map(homes.map(({ id, name }) => [id, (name ?? '').split(FIELD_SEPARATOR)]));
  }

  #decksInJson(): Map<string, string[]> {
    if (!guarded(() => hasTable(this.#database, 'col')) || !this.#hasColumn('col', 'decks')) return new Map();
    requireTable(this.#database, 'col');
    const [row] = this.#rows<{ decks: string }>('SELECT CAST(decks AS TEXT) AS decks FROM col LIMIT 1');
    return deckNamesInJson(row?.decks ?? '');
  }

  /** SQL of a card's deck. One that is away in a filtered deck for the time being names where it belongs. */
  #home(): string {
    if (!this.#hasColumn('cards', 'did')) return "''";
    const home = this.#hasColumn('cards', 'odid')
      ? 'CASE WHEN CAST(odid AS INTEGER) <> 0 THEN odid END'
      : 'NULL';
    return `CAST(coalesce(${home}, did) AS TEXT)`;
  }

  #hasColumn(table: Table, column: string): boolean {
    const sql = 'SELECT 1 FROM pragma_table_info(?) WHERE name = ?';
    return guarded(() => this.#database.prepare(sql).get(table, column) !== undefined);
  }

  /** Whether it has a table, which some programs leave out. Throws for one that `requireTable` refuses. */
  #has(table: Table): boolean {
    if (!guarded(() => hasTable(this.#database, table))) return false;
    requireTable(this.#database, table);
    return true;
  }

  /** Which cards notes have, sorted by note; none where a program left them out. */
  *#cards(): Generator<CardPlace> {
    if (!this.#has('cards')) return;
    const deck = this.#home();
    yield* this.#rows<CardPlace>(
      `SELECT CAST(rowid AS TEXT) AS id, CAST(nid AS INTEGER) AS nid, CAST(ord AS INTEGER) AS ord, ${deck} AS deck FROM cards NOT INDEXED
       ORDER BY 2, 3`,
    );
  }

  /** The log, by card, and of each the earliest first. Throws `too_many_answers`. */
  *answers(): Generator<AnkiAnswer> {
    if (!this.#has('revlog')) return;
    const [counted] = this.#rows<{ answers: number }>('SELECT count(*) AS answers FROM revlog NOT INDEXED');
    if (counted!.answers > ANSWERS_MAX) throw new ImportError('too_many_answers', { max: ANSWERS_MAX });
    yield* this.#rows<AnkiAnswer>(ANSWERS);
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #typesInTables(): Map<string, AnkiNoteType> {
    const types = new Map<string, AnkiNoteType>();
    const typeOf = (id: string): AnkiNoteType => {
      const type = types.get(id) ?? { fields: [], isCloze: false, templates: [] };
      types.set(id, type);
      return type;
    };
    const sql = `SELECT CAST(ntid AS TEXT) AS type, CAST(ord AS INTEGER) AS ord, substr(name, 1, 200) AS name
      FROM fields LIMIT ${FIELDS_MAX}`;
    const ordered = [...this.#rows<{ type: string; ord: number; name: string }>(sql)];
    ordered.sort((one, other) => one.ord - other.ord);
    for (const { type, name } of ordered) typeOf(type).fields.push(plainName(name));
    for (const { type, config } of this.#configs('notetypes', 'id'))
      typeOf(type).isCloze = readable(() => isClozeInProtobuf(config));
    for (const { type, config } of this.#configs('templates', 'ntid'))
      typeOf(type).templates.push(readable(() => templateInProtobuf(typeOf(type).fields, config)));
    return types;
  }

  /** What a table of a new collection says of note types, as protobuf; nothing where a program left it out. */
  #configs(table: 'notetypes' | 'templates', id: 'id' | 'ntid'): { type: string; config: Uint8Array }[] {
    if (!this.#has(table)) return [];
    const order = table === 'templates' ? 'CAST(ord AS INTEGER)' : '0';
    const sql = `SELECT CAST(${id} AS TEXT) AS type, ${order} AS ord, CAST(config AS BLOB) AS config
      FROM ${table} LIMIT ${TYPES_MAX}`;
    const rows = [...this.#rows<{ type: string; ord: number; config: Uint8Array | null }>(sql)];
    rows.sort((one, other) => one.ord - other.ord);
    return rows.map(({ type, config }) => ({ type, config: config ?? new Uint8Array() }));
  }

  #typesInJson(): Map<string, AnkiNoteType> {
    requireTable(this.#database, 'col');
    const [row] = this.#rows<{ models: string }>('SELECT CAST(models AS TEXT) AS models FROM col LIMIT 1');
    return readable(() => noteTypesInJson(row?.models ?? ''));
  }

  *#rows<Row>(sql: string, ...values: number[]): Generator<Row> {
    const rows = guarded(() => this.#database.prepare(sql).iterate(...values));
    for (;;) {
      const next = guarded(() => rows.next());
      if (next.done) return;
      yield next.value as Row;
    }
  }
}

const SAFE = {
  allowExtension: false,
  enableDoubleQuotedStringLiterals: false,
  limits: { length: VALUE_MAX, attach: 0, sqlLength: 100_000 },
};

function openDatabase(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  // Nobody else has the file: no locks, and no journal beside it that would be played back.
  url.searchParams.set('immutable', '1');
  const database = new DatabaseSync(url, { ...SAFE, readOnly: true, defensive: true });
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = FILE');
  return database;
}

/**
 * Names in a new collection are sorted by `unicase`, which is Anki's own. SQLite reads no table whose index it cannot
 * sort. Nothing here is looked up by such an index, so the unpacked copy may name another order.
 */
function replaceCollation(path: string): void {
  const reader = openDatabase(path);
  try {
    if (!reader.prepare("SELECT 1 FROM sqlite_schema WHERE sql LIKE '%unicase%' LIMIT 1").get()) return;
  } finally {
    reader.close();
  }
  const writer = new DatabaseSync(path, { ...SAFE, defensive: false });
  try {
    writer.exec(`PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'unicase', 'binary') WHERE sql LIKE '%unicase%'`);
  } finally {
    writer.close();
  }
}

const hasTable = (database: DatabaseSync, name: string): boolean =>
  database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name) !== undefined;

/**
 * Requires a real table whose columns hold what was stored: a view, virtual table or computed column runs foreign
 * SQL. Its pages must belong to it alone: pages in circles, or shared ones, keep a reader busy forever.
 */
function requireTable(database: DatabaseSync, name: Table): void {
  guarded(() => {
    const table = database
      .prepare("SELECT type FROM pragma_table_list WHERE schema = 'main' AND name = ?")
      .get(name);
    const computed = database.prepare('SELECT 1 FROM pragma_table_xinfo(?) WHERE hidden <> 0').get(name);
    if (table?.type !== 'table' || computed) throw malformed(`it has no table “${name}”`);
    const check = database.prepare(`PRAGMA quick_check(${name})`).get();
    if (check?.quick_check !== 'ok') throw malformed(`its table “${name}” is damaged`);
  });
}

type Table = 'notes' | 'cards' | 'revlog' | 'decks' | 'fields' | 'notetypes' | 'templates' | 'col';

/** What cannot be read of note types becomes an error of the package. */
function readable<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw malformed('its note types cannot be read', error);
  }
}

/** What every error of the database becomes. */
function guarded<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw error instanceof ImportError ? error : malformed((error as Error).message, error);
  }
}

/** Says what is wrong with a package. */
export const malformed = (detail: string, cause?: unknown): ImportError =>
  new ImportError('apkg_malformed', { detail }, cause);
