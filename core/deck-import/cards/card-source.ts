import type { CardField, CardSide } from '../../contract/card-fields.ts';
import { CARDS_MAX } from '../import-limits.ts';
import {
  ImportError,
  type ImportProblem,
  type ImportProblemCode,
  type ProblemParams,
} from './import-problems.ts';

/** Which column of a table, or field of an Anki note, holds what; by its name in the file. */
export type ColumnMap = Partial<Record<CardField, string>>;

/** What a file calls its columns, or its notes their fields, and which of them holds what. */
export interface SourceFields {
  names: string[];
  chosen: ColumnMap;
}

/** More, and longer ones, are no names to choose from. */
const NAMES_MAX = 60;
const NAME_MAX = 100;

/** The database keeps no NUL and no half character, so none is offered. */
const isStorable = (name: string): boolean => !name.includes('\0') && name.isWellFormed();

const choosable = (names: readonly string[]): string[] =>
  names.filter((name) => name !== '' && name.length <= NAME_MAX && isStorable(name)).slice(0, NAMES_MAX);

/** Names between which somebody can choose, in one text. */
export const choosableNames = (names: readonly string[]): string =>
  choosable(names)
    .map((name) => `“${name}”`)
    .join(', ')
    .slice(0, 500)
    .toWellFormed();

/** Returns what can be chosen of the fields with these names, of which each of ours is at a place. */
export function sourceFields(
  names: readonly string[],
  places: Iterable<readonly [field: string, place: number]>,
): SourceFields {
  const offered = choosable(names);
  const chosen = [...places].flatMap(([field, place]) => {
    const name = names[place];
    return name !== undefined && offered.includes(name) ? [[field, name]] : [];
  });
  return { names: offered, chosen: Object.fromEntries(chosen) };
}

const WORDS_MAX = 60;

/** The first words of a text, on one line. */
export function firstWords(text: string): string {
  const words = text
    .slice(0, 4 * WORDS_MAX)
    .replace(/\s+/g, ' ')
    .trim();
  return words.length > WORDS_MAX ? `${words.slice(0, WORDS_MAX - 1).trimEnd()}…`.toWellFormed() : words;
}

/** One card as it stands in a file, unchecked. */
export interface SourceRow {
  /** Counted from 1 in the order of the file: table rows without the header, or the notes of an Anki package. */
  row: number;
  /** Undefined when what stands there is no card at all. */
  values: Record<string, unknown> | undefined;
  /** What is wrong with the row as a whole, so that its texts are not sure; until somebody mends them. */
  fault?: { code: ImportProblemCode; params: ProblemParams } | undefined;
  /** What a side without text has instead. */
  instead?: Partial<Record<CardSide, 'picture' | 'sound' | 'video'>>;
  /** Sides of which the file does not say what stands there, and what it calls the field that was taken. */
  doubts?: { field: CardSide; name: string }[];
}

/** The front of a card that asks what is heard. A front is never empty, and this one needs no translation. */
export const LISTENING_FRONT = '🔊';

/** The text of a side that is a picture alone: no side is empty. */
export const PICTURE_SIDE = '🖼️';

/** An opened file with cards. Reading throws an ImportError for what makes the whole file unreadable. */
export interface CardSource {
  /** Gives every row once, from the first, in batches; never holds them all. */
  rows(): AsyncIterable<SourceRow[]>;
  /** Fields that a row may have without a report. */
  known: ReadonlySet<string>;
  /** Of a file whose fields have names of its own. */
  fields?: SourceFields;
  /** Sides for which no column is known, and columns that were chosen and are not there: then there are no rows. */
  missing?: readonly ProblemParams[];
  /** What was found beside the cards, once their rows have been read. */
  found?: () => readonly ImportProblem[];
  /** True where a second card of the same id is an older copy, as in Anki; else it is a mistake. */
  hasCopies?: boolean;
}

/** Bytes of one row in a file, or code units of one note: many times what a card may hold. */
export const ROW_MAX = 1024 * 1024;

const BATCH_ROWS = 500;

/** Gathers rows until they make a batch, which is full by their number or their size. */
export class RowBatch {
  #rows: SourceRow[] = [];
  #added = 0;
  #size = 0;

  /** `size` in bytes or code units, roughly. Throws `too_many_cards` for a row past the last that is allowed. */
  add(row: SourceRow, size: number): void {
    this.#added += 1;
    if (this.#added > CARDS_MAX) throw new ImportError('too_many_cards', { max: CARDS_MAX });
    this.#rows.push(row);
    this.#size += size;
  }

  get isFull(): boolean {
    return this.#rows.length >= BATCH_ROWS || this.#size >= ROW_MAX;
  }

  /** What was gathered; empty when nothing was. */
  take(): SourceRow[] {
    const rows = this.#rows;
    this.#rows = [];
    this.#size = 0;
    return rows;
  }
}
