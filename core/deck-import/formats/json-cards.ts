import { type ParsedTokenInfo, Tokenizer, TokenizerError, TokenType } from '@streamparser/json';
import { CARD_FIELDS, type CardField } from '../../contract/card-fields.ts';
import {
  type CardSource,
  type ColumnMap,
  firstWords,
  ROW_MAX,
  RowBatch,
  type SourceRow,
  sourceFields,
} from '../cards/card-source.ts';
import { ImportError } from '../cards/import-problems.ts';
import { JSON_DEPTH_MAX } from '../import-limits.ts';
import { guessColumns } from './column-names.ts';
import { utf8Chunks, utf8Only } from './utf8-chunks.ts';

const ROOT_KEYS_MAX = 1_000;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** What may come next. */
type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing';

/** An object or a list that is not closed yet. */
interface Open {
  kind: 'object' | 'list';
  /** The document's own object, or the list of the cards: what is in them is not gathered. */
  role: 'root' | 'cards' | 'value';
  value: Record<string, unknown> | unknown[];
  /** Key of an object's value that is being read. */
  key: string;
}

/** Makes rows of the tokens of a JSON file: holds the values of one card, and what the batch has gathered. */
class JsonCardReader {
  #open: Open[] = [];
  #expected: Expected = 'value';
  #rootKeys = new Set<string>();
  #foundCards = false;
  /** A key that comes twice in the card that is being read. */
  #twice: string | undefined;
  #row = 0;
  /** Where in the file the card, or another value beside the cards, began. */
  #started = 0;
  #batch = new RowBatch();
  #full: SourceRow[][] = [];

  /** Takes the next token. Throws an ImportError, or a TokenizerError for what is no JSON. */
  take(token: ParsedTokenInfo): void {
    const expected = this.#expected;
    const top = this.#open.at(-1);
    switch (token.token) {
      case TokenType.LEFT_BRACE:
        this.#requireValue(token);
        this.#begin('object');
        return;
      case TokenType.LEFT_BRACKET:
        this.#requireValue(token);
        this.#begin('list');
        return;
      case TokenType.RIGHT_BRACE:
        if (top?.kind !== 'object' || (expected !== 'key or end' && expected !== 'comma or end'))
          throw unexpected(token);
        this.#close(token.offset);
        return;
      case TokenType.RIGHT_BRACKET:
        if (top?.kind !== 'list' || (expected !== 'value or end' && expected !== 'comma or end'))
          throw unexpected(token);
        this.#close(token.offset);
        return;
      case TokenType.COLON:
        if (expected !== 'colon') throw unexpected(token);
        this.#expected = 'value';
        return;
      case TokenType.COMMA:
        if (expected !== 'comma or end' || !top) throw unexpected(token);
        this.#expected = top.kind === 'object' ? 'key' : 'value';
        return;
      case TokenType.STRING:
        if (expected === 'key' || expected === 'key or end') {
          this.#takeKey(token.value as string);
          return;
        }
    }
    this.#requireValue(token);
    this.#finish(token.value, token.offset);
  }

  /** Throws `row_too_large` when what is being read began too far before `offset`. */
  checkSize(offset: number): void {
    if (this.#expected === 'nothing' || offset - this.#started <= ROW_MAX) return;
    if (this.#open.at(-1)?.role === 'root' || !this.#open.some(({ role }) => role === 'cards'))
      throw new ImportError('json_malformed', { detail: 'a value beside the cards is larger than 1 MB' });
    throw new ImportError('row_too_large', { row: this.#row + 1, kilobytes: ROW_MAX / 1024 });
  }

  /** Call at the end of the file. */
  end(): void {
    if (this.#expected !== 'nothing')
      throw new ImportError('json_malformed', { detail: `it ends too early, after row ${this.#row}` });
    if (!this.#foundCards) throw new ImportError('json_no_list');
    this.#full.push(this.#batch.take());
  }

  /** The batches that are ready, which are forgotten. */
  *batches(): Generator<SourceRow[]> {
    const full = this.#full;
    this.#full = [];
    for (const batch of full) if (batch.length > 0) yield batch;
  }

  #requireValue(token: ParsedTokenInfo): void {
    if (this.#expected !== 'value' && this.#expected !== 'value or end') throw unexpected(token);
    const isList = token.token === TokenType.LEFT_BRACKET;
    const [root] = this.#open;
    const isCards = this.#open.length === 1 && root?.role === 'root' && root.key === 'cards';
    if (isCards && !isList) throw new ImportError('json_no_list');
  }

  #begin(kind: Open['kind']): void {
    if (this.#open.length >= JSON_DEPTH_MAX) throw new ImportError('json_too_deep', { max: JSON_DEPTH_MAX });
    const role = this.#role(kind);
    if (role === 'cards') this.#foundCards = true;
    const value = kind === 'object' ? new Bare() : [];
    this.#open.push({ kind, role, value, key: '' });
    this.#expected = kind === 'object' ? 'key or end' : 'value or end';
  }

  #role(kind: Open['kind']): Open['role'] {
    const above = this.#open.at(-1);
    if (!above) return kind === 'object' ? 'root' : 'cards';
    return above.role === 'root' && above.key === 'cards' ? 'cards' : 'value';
  }

  #takeKey(key: string): void {
    const top = this.#open.at(-1)!;
    if (FORBIDDEN_KEYS.has(key)) throw new ImportError('json_forbidden_key', { key });
    const isTwice = top.role === 'root' ? this.#rootKeys.has(key) : key in top.value;
    if (isTwice && this.#rowOfValue() === 0) throw new ImportError('json_duplicate_key', { key, row: 0 });
    if (isTwice) this.#twice ??= key.slice(0, 100);
    if (top.role === 'root') this.#rootKeys.add(key);
    if (this.#rootKeys.size > ROOT_KEYS_MAX)
      throw new ImportError('json_malformed', {
        detail: `there are more than ${ROOT_KEYS_MAX} keys beside the cards`,
      });
    top.key = key;
    this.#expected = 'colon';
  }

  #rowOfValue = (): number => (this.#open.some(({ role }) => role === 'cards') ? this.#row + 1 : 0);

  #close(offset: number): void {
    const { value, role } = this.#open.pop()!;
    this.#finish(role === 'value' ? value : undefined, offset);
  }

  /** A value is complete: it goes into what it stands in. */
  #finish(value: unknown, offset: number): void {
    const above = this.#open.at(-1);
    this.#expected = above ? 'comma or end' : 'nothing';
    if (above?.role === 'cards') this.#addRow(value, offset);
    else if (above?.role === 'value') {
      if (Array.isArray(above.value)) above.value.push(value);
      else above.value[above.key] = value;
    }
    if (above?.role !== 'value') this.#started = offset;
  }

  /** What is no card has its own text as its words; of a key that comes twice nobody knows which one is meant. */
  #faultOf(other: unknown): SourceRow['fault'] {
    if (this.#twice !== undefined)
      return { code: 'json_duplicate_key', params: { key: this.#twice, row: this.#row } };
    if (other === undefined) return undefined;
    const words = firstWords(typeof other === 'string' ? other : JSON.stringify(other));
    return { code: 'not_a_card', params: { words } };
  }

  #addRow(value: unknown, offset: number): void {
    this.#row++;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const values = isObject ? (value as Record<string, unknown>) : undefined;
    const fault = this.#faultOf(isObject ? undefined : value);
    this.#twice = undefined;
    this.#batch.add(
      fault ? { row: this.#row, values, fault } : { row: this.#row, values },
      offset - this.#started,
    );
    if (this.#batch.isFull) this.#full.push(this.#batch.take());
  }
}

/** An object without any name of its own; faster than one without a prototype, since all cards have the same shape. */
const Bare = function Bare() {} as unknown as new () => Record<string, unknown>;
Bare.prototype = Object.freeze(Object.create(null));

/** In the tokenizer's words, so that its own errors and these are read alike. */
const unexpected = ({ offset }: ParsedTokenInfo) =>
  new TokenizerError(`Unexpected at absolute position "${offset}"`);

/**
 * The cards of a JSON file: `{"cards": [...]}`, whose other keys are ignored, or the bare list. One card is held at a
 * time. A key that is no field may be one by another name, as in tables. It can be chosen. Throws `not_utf8`,
 * and the `json_…` problems, `row_too_large` and `too_many_cards`.
 */
export const openJsonCards = (path: string, columns?: ColumnMap): CardSource =>
  jsonCards(() => utf8Chunks(path), columns);

/** The cards of JSON in any chunks of bytes; `open` returns them from the start for each reading. */
export function jsonCards(open: () => AsyncIterable<Buffer>, columns?: ColumnMap): CardSource {
  let keys = new CardKeys(columns);
  return {
    known: new Set(CARD_FIELDS),
    get fields() {
      return keys.fields();
    },
    async *rows() {
      keys = new CardKeys(columns);
      for await (const batch of read(open())) {
        for (const row of batch) if (row.values) row.values = keys.renamed(row.values);
        yield batch;
      }
    },
  };
}

const OURS: ReadonlySet<string> = new Set(CARD_FIELDS);
const isOurs = (key: string): key is CardField => OURS.has(key);

/** Keys that are looked at; there may be another one in each card. */
const KEYS_MAX = 1_000;

/** Which field each key of the cards is: what was chosen, its own name, or another name for it. */
class CardKeys {
  readonly #chosen: ReadonlyMap<string, CardField> | undefined;
  readonly #fields = new Map<string, CardField | undefined>();

  constructor(chosen: ColumnMap | undefined) {
    if (chosen)
      this.#chosen = new Map(
        Object.entries(chosen).map(([field, key]) => [key.normalize('NFC'), field as CardField]),
      );
  }

  /** The same card with our names; what none of them fits keeps its own. */
  renamed(card: Record<string, unknown>): Record<string, unknown> {
    if (this.#hasOwnNames(card)) return card;
    const keys = Object.keys(card);
    if (this.#fields.size < KEYS_MAX) for (const key of keys) this.#learn(key, keys);
    if (keys.every((key) => this.#fieldOf(key) === key)) return card;
    const renamed = new Bare();
    for (const [place, key] of keys.entries()) {
      const field = this.#fieldOf(key);
      // Of two keys that differ by case alone, the one that is ours counts, or the first.
      const isOther = (other: string): boolean => other !== key && this.#fieldOf(other) === field;
      const isTwice =
        field !== undefined &&
        field !== key &&
        keys.some((other, at) => isOther(other) && (other === field || at < place));
      renamed[(isTwice ? undefined : field) ?? (isOurs(key) ? `${key} (file)` : key)] = card[key];
    }
    return renamed;
  }

  /** Most files have our names in each card: these are looked up once. */
  #hasOwnNames(card: Record<string, unknown>): boolean {
    for (const key in card) if (this.#fields.get(key) !== key) return false;
    return true;
  }

  #fieldOf(key: string): CardField | undefined {
    return this.#fields.has(key) || !isOurs(key) ? this.#fields.get(key) : key;
  }

  #learn(key: string, all: readonly string[]): void {
    if (this.#fields.has(key)) return;
    if (this.#chosen) {
      this.#fields.set(key, this.#chosen.get(key.normalize('NFC')));
      return;
    }
    // Without any key of a side, the names are those of another program: its definition may be the back.
    const own = key.trim().toLowerCase();
    if (own !== key && isOurs(own)) {
      this.#fields.set(key, own);
      return;
    }
    const isOther = !all.includes('front') && !all.includes('back');
    const named = isOther ? guessColumns(all) : guessColumns([key]);
    const [field] = Object.entries(named).find(([, name]) => name === key) ?? [];
    const guessed = isOurs(key) && !isOther ? key : (field as CardField | undefined);
    const isTaken =
      guessed !== key &&
      guessed !== undefined &&
      (all.includes(guessed) || [...this.#fields.values()].includes(guessed));
    this.#fields.set(key, isTaken ? undefined : (guessed ?? (isOurs(key) ? key : undefined)));
  }

  /** Nothing is to be chosen where all keys are fields of ours. */
  fields(): CardSource['fields'] {
    const keys = [...this.#fields.keys()];
    if (keys.length === 0 || (!this.#chosen && keys.every((key) => this.#fields.get(key) === key)))
      return undefined;
    return sourceFields(
      keys,
      [...this.#fields].flatMap(([key, field]) => (field ? [[field, keys.indexOf(key)] as const] : [])),
    );
  }
}

async function* read(chunks: AsyncIterable<Buffer>): AsyncGenerator<SourceRow[]> {
  // A buffer, since the tokenizer's default keeps every letter of a long string as a value of its own.
  const tokenizer = new Tokenizer({ stringBufferSize: 64 * 1024, numberBufferSize: 64 });
  const reader = new JsonCardReader();
  tokenizer.onToken = (token) => reader.take(token);
  let read = 0;
  let lines = 1;
  for await (const chunk of utf8Only(chunks)) {
    try {
      tokenizer.write(chunk);
    } catch (error) {
      throw readable(error, (at) => {
        const inChunk = chunk.subarray(0, Math.max(0, at - read));
        return { line: lines + newlines(inChunk), character: chunk[at - read] };
      });
    }
    read += chunk.length;
    lines += newlines(chunk);
    reader.checkSize(read);
    yield* reader.batches();
  }
  try {
    tokenizer.end();
  } catch (error) {
    throw new ImportError('json_malformed', { detail: `it ends too early, in line ${lines}` }, error);
  }
  reader.end();
  yield* reader.batches();
}

/** Returns the error with the place where the tokenizer or the reader stumbled. */
function readable(error: unknown, place: (at: number) => { line: number; character: number | undefined }) {
  if (!(error instanceof TokenizerError)) return error;
  const position = /absolute position "(\d+)"/.exec(error.message)?.[1];
  if (position === undefined) return new ImportError('json_malformed', { detail: error.message }, error);
  const { line, character = 0 } = place(Number(position));
  const what = character > 0x20 && character < 0x7f ? `“${String.fromCharCode(character)}”` : 'a character';
  const detail = `${what} is not expected in line ${line} (byte ${position})`;
  return new ImportError('json_malformed', { detail }, error);
}

function newlines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}
