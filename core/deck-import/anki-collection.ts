import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { AnkiNote } from './anki-note.ts';
import { CARDS_MAX } from './import-limits.ts';
import { ImportError } from './import-problems.ts';

/** Bytes of a value in the database; a collection keeps all its note types in one. */
const VALUE_MAX = 32 * 1024 * 1024;
/** Code units of a note that are read: what is longer is too long for a card many times over. */
const NOTE_MAX = 1_000_000;
const FIELDS_MAX = 100_000;

/** What separates the fields of a note. */
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

  /** The names of the fields of each note type, by its id. */
  fieldNames(): Map<string, string[]> {
    // From version 15 on, the types have tables of their own; before, they are one JSON text.
    return guarded(() => hasTable(this.#database, 'fields')) ? this.#namesInTables() : this.#namesInJson();
  }

  /** The notes with the ids of their types, in the order in which they were made, one at a time. */
  *notes(): Generator<AnkiNote & { type: string }> {
    const sql = `SELECT CAST(guid AS TEXT) AS guid, CAST(mid AS TEXT) AS type,
        substr(CAST(flds AS TEXT), 1, ${NOTE_MAX}) AS flds
      FROM notes NOT INDEXED ORDER BY rowid`;
    for (const { guid, type, flds } of this.#rows<{ guid: string; type: string; flds: string }>(sql))
      yield { guid: guid ?? '', type, fields: (flds ?? '').split(FIELD_SEPARATOR) };
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #namesInTables(): Map<string, string[]> {
    const names = new Map<string, string[]>();
    requireTable(this.#database, 'fields');
    const sql = `SELECT CAST(ntid AS TEXT) AS type, CAST(ord AS INTEGER) AS ord, substr(name, 1, 200) AS name
      FROM fields LIMIT ${FIELDS_MAX}`;
    const ordered = [...this.#rows<{ type: string; ord: number; name: string }>(sql)];
    ordered.sort((one, other) => one.ord - other.ord);
    for (const { type, name } of ordered) {
      const ofType = names.get(type) ?? [];
      names.set(type, ofType);
      ofType.push(plainName(name));
    }
    return names;
  }

  #namesInJson(): Map<string, string[]> {
    requireTable(this.#database, 'col');
    const [row] = this.#rows<{ models: string }>('SELECT CAST(models AS TEXT) AS models FROM col LIMIT 1');
    let models: unknown;
    try {
      models = JSON.parse(row?.models ?? '');
    } catch (error) {
      throw malformed('its note types cannot be read', error);
    }
    if (!isRecord(models)) throw malformed('its note types cannot be read');
    const names = new Map<string, string[]>();
    for (const [id, model] of Object.entries(models)) {
      const fields = isRecord(model) && Array.isArray(model.flds) ? model.flds.filter(isRecord) : [];
      fields.sort((one, other) => Number(one.ord) - Number(other.ord));
      names.set(
        id,
        fields.map(({ name }) => plainName(name)),
      );
    }
    return names;
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
function requireTable(database: DatabaseSync, name: 'notes' | 'fields' | 'col'): void {
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

const plainName = (name: unknown): string => (typeof name === 'string' ? name.trim().normalize('NFC') : '');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What every error of the database becomes. */
function guarded<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw error instanceof ImportError ? error : malformed((error as Error).message, error);
  }
}

const malformed = (detail: string, cause?: unknown): ImportError =>
  new ImportError('apkg_malformed', { detail }, cause);
