import {
  CARD_FIELDS,
  type CardField,
  cardTextMax,
  isCardSide,
  isCardText,
} from '../../contract/card-fields.ts';
import { idOfAnkiGuid } from '../../text/anki-guid.ts';
import { deckTags, tagsOfAnki } from '../../text/anki-tags.ts';
import { fittingText } from '../../text/marked-text.ts';
import { GUESSED_BY } from '../../text/pasted-cells.ts';
import { type Cut, type TableRow, TableScanner } from '../../text/table-rows.ts';
import { cardsOfCells } from '../anki/anki-cloze.ts';
import { ankiText } from '../anki/anki-text.ts';
import {
  type CardSource,
  type ColumnMap,
  choosableNames,
  firstWords,
  ROW_MAX,
  RowBatch,
  type SourceRow,
  sourceFields,
} from '../cards/card-source.ts';
import type { ImportProblem, ImportProblemCode, ProblemParams } from '../cards/import-problems.ts';
import { faultOf, isNoCard, isRemark, readTableHead, type SheetRow, type TableHead } from './table-head.ts';
import { utf8Chunks, utf8Only } from './utf8-chunks.ts';

/**
 * Reads the cards of a table or of a text export. Its first row names the columns when it has such names; else it is a
 * card, and the columns are in the order of our forms. Reads the beginning at once, the rest on demand. A row may lack
 * cells at its end, since Excel leaves out empty ones; it may also have empty ones too many. Rows without anything are
 * left out, yet counted: numbers are those of the spreadsheet. Throws `not_utf8` and `too_many_cards`.
 */
export const openTableCards = (path: string, columns: ColumnMap | undefined): Promise<CardSource> =>
  tableCards(() => utf8Chunks(path), columns);

/** Reads a table from bytes in any chunks; `open` returns them from the start for each reading. */
export async function tableCards(
  open: () => AsyncIterable<Buffer>,
  columns: ColumnMap | undefined,
): Promise<CardSource> {
  const head = readTableHead(await beginningOf(open()), { chosen: columns });
  return cardsOfTable(head, columns, () => rowsOf(open(), head.cut));
}

async function beginningOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const piece of textOf(chunks)) {
    text += piece;
    // One more than is looked at, so that it is known whether there is more.
    if (text.length > GUESSED_BY) break;
  }
  return text;
}

async function* textOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const chunk of utf8Only(chunks)) yield decoder.decode(chunk, { stream: true });
}

async function* rowsOf(chunks: AsyncIterable<Buffer>, cut: Cut): AsyncGenerator<TableRow[]> {
  const scanner = new TableScanner({ ...cut, rowMax: ROW_MAX });
  for await (const piece of textOf(chunks)) yield scanner.write(piece);
  yield scanner.end();
}

/** The cards of rows whose beginning is known; `open` returns them from the start for each reading. */
export function cardsOfTable(
  head: TableHead,
  columns: ColumnMap | undefined,
  open: () => AsyncIterable<SheetRow[]>,
): CardSource {
  const places = placesOf(head, columns);
  const missing = missingSides(head, columns);
  const reader = new TableReader(head, places);
  return {
    known: new Set(CARD_FIELDS),
    fields: sourceFields(head.names, places),
    hasCopies: head.anki?.places.guid !== undefined,
    missing,
    found: () => reader.found,
    rows: () => (missing.length > 0 ? nothing() : reader.read(open)),
  };
}

async function* nothing(): AsyncGenerator<never> {}

type Places = readonly (readonly [CardField, number])[];

/** A chosen column is found whatever its letters are composed of; one without a name by its number, though it is empty. */
function placeOf({ names }: TableHead, name: string | undefined): number {
  if (!name) return -1;
  const place = names.indexOf(name.trim().normalize('NFC'));
  if (place >= 0) return place;
  return /^\d{1,4}$/.test(name) && names[Number(name) - 1] === '' ? Number(name) - 1 : -1;
}

function placesOf(head: TableHead, chosen: ColumnMap | undefined): Places {
  const columns = { ...(chosen ?? head.columns) };
  // What Anki says of a column holds, however the others were chosen.
  for (const field of ['id', 'tags'] as const)
    if (head.anki && columns[field] === undefined && head.columns[field] !== undefined)
      columns[field] = head.columns[field];
  return CARD_FIELDS.map((field) => [field, placeOf(head, columns[field])] as const).filter(
    ([, place]) => place >= 0,
  );
}

/** Columns that were chosen and are not there, whatever they are for; and sides that no column says it has. */
function missingSides(head: TableHead, chosen: ColumnMap | undefined): ProblemParams[] {
  const columns = chosen ?? head.columns;
  const isNeeded = (field: CardField): boolean => isCardSide(field) || Boolean(columns[field]);
  return CARD_FIELDS.filter((field) => isNeeded(field) && placeOf(head, columns[field]) < 0).map((field) => ({
    field,
    columns: choosableNames(head.names),
  }));
}

type Found = Pick<ImportProblem, 'severity' | 'row' | 'field' | 'code' | 'params'>;

/** Note types and decks that are named to somebody. */
const NAMED_MAX = 20;

/** Makes rows of cards of the rows of a table, and notes what is not taken over. */
class TableReader {
  found: Found[] = [];
  readonly #head: TableHead;
  readonly #places: Places;
  readonly #above: ReadonlySet<number>;
  /** Columns that no field takes, until something stands in them. */
  #unused = new Set<number>();
  #noteTypes = new Set<string>();
  readonly #front: number;

  constructor(head: TableHead, places: Places) {
    this.#head = head;
    this.#places = places;
    this.#above = new Set(head.above);
    this.#front = places.find(([field]) => field === 'front')?.[1] ?? -1;
  }

  async *read(open: () => AsyncIterable<SheetRow[]>): AsyncGenerator<SourceRow[]> {
    this.found = [];
    this.#noteTypes = new Set();
    const { names, anki, isByPlace } = this.#head;
    const taken = new Set([...this.#places.map(([, place]) => place), ...Object.values(anki?.places ?? {})]);
    this.#unused = new Set(names.keys().filter((place) => !taken.has(place)));
    if (isByPlace && this.#places.length > 2) this.#note(null, 'columns_by_place');
    const { parted, perhapsParted } = this.#head.cut;
    if (parted) this.#note(null, 'lines_parted', { sign: parted });
    if (perhapsParted) this.#note(null, 'lines_perhaps_parted', { sign: perhapsParted });
    const decks = anki?.places.deck === undefined ? undefined : await this.#decks(open(), anki.places.deck);
    if (anki?.deck) this.#note(null, 'deck_left_out', { name: anki.deck });
    if (anki?.noteType) this.#noteType(anki.noteType);
    const batch = new RowBatch();
    const [hidden, joined]: [RowCount, RowCount] = [{ count: 0 }, { count: 0 }];
    /** The card that the next row may still belong to. */
    let last: { card: SourceRow; size: number; rows: number } | undefined;
    let index = -1;
    // A row with several gaps is several cards, each with a number of its own.
    let more = 0;
    for await (const rows of open())
      for (const row of rows) {
        index++;
        const number = this.#head.isSheet ? row.line : index + 1 - this.#head.uncounted;
        if (row.cells.every((cell) => cell === '')) continue;
        if (index >= this.#head.start && row.isHidden) countRow(hidden, number);
        else if (this.#above.has(index) || (index >= this.#head.start && isNoCard(row, this.#head)))
          this.#note(number + more, 'remark_left_out', wordsOf(row));
        else if (index >= this.#head.start) {
          const cards = this.#cards(row, number + more, decks);
          const card = cards.pop()!;
          const size = row.cells.reduce((sum, cell) => sum + cell.length, 0);
          const isContinued = cards.length === 0 && row.continued?.has(this.#front) === true;
          if (last && last.rows < JOINED_MAX && isContinued) {
            countRow(joined, number);
            last = { card: joinedCard(last.card, card), size: last.size + size, rows: last.rows + 1 };
            continue;
          }
          if (last) batch.add(last.card, last.size);
          for (const before of cards) batch.add(before, size);
          more += cards.length;
          last = { card, size, rows: 1 };
          if (batch.isFull) yield batch.take();
        }
      }
    if (last) batch.add(last.card, last.size);
    if (hidden.row !== undefined) this.#note(hidden.row, 'rows_hidden', { count: hidden.count });
    if (joined.row !== undefined) this.#note(joined.row, 'rows_joined', { count: joined.count });
    const rest = batch.take();
    if (rest.length > 0) yield rest;
  }

  #note(row: number | null, code: ImportProblemCode, params: ProblemParams = {}): void {
    this.found.push({ severity: 'warning', row, field: null, code, params });
  }

  #noteType(name: string): void {
    if (name === '' || this.#noteTypes.has(name) || this.#noteTypes.size >= NAMED_MAX) return;
    this.#noteTypes.add(name);
    this.#note(null, 'note_type_left_out', { name: name.slice(0, 100) });
  }

  /** The tags of each deck: the parts of its name that not all of them have. */
  async #decks(rows: AsyncIterable<SheetRow[]>, place: number): Promise<Map<string, string[]>> {
    const names = new Set<string>();
    let index = -1;
    for await (const batch of rows)
      for (const row of batch)
        if (++index >= this.#head.start && !isRemark(row) && row.cells[place]) names.add(row.cells[place]);
    // By names of our own, since to Anki the id 1 is a deck by itself.
    const tags = deckTags(new Map([...names].map((name) => [`d${name}`, name.split('::')])));
    if (names.size === 1) this.#note(null, 'deck_left_out', { name: [...names][0]!.slice(0, 100) });
    return new Map([...names].map((name) => [name, tags.get(`d${name}`) ?? []]));
  }

  #cards(row: SheetRow, number: number, decks: ReadonlyMap<string, string[]> | undefined): SourceRow[] {
    const { anki, isByPlace } = this.#head;
    const { cells } = row;
    this.#noteUnused(row, number);
    if (anki?.places.notetype !== undefined) this.#noteType(cells[anki.places.notetype] ?? '');
    const wrong = this.#faultOf(row, number);
    const { cards, isBroken } = cardsOfCells(cells, this.#places, {
      readHtml: anki?.isHtml ? ankiText : undefined,
      isSure: !wrong,
      areNamed: !anki && !isByPlace,
    });
    const fault = isBroken ? { code: 'gap_not_closed' as const, params: {} } : wrong;
    return cards.map(({ values, gap }, place) => {
      if (!gap && row.marked) Object.assign(values, markedTexts(row.marked, this.#places));
      // As a package calls the cards of a note, also of one that an export of ours has written.
      if (anki?.places.guid !== undefined && typeof values.id === 'string')
        values.id = idOfAnkiGuid(values.id);
      if (anki) {
        const tags = [...ankiTags(values.tags, cells, anki.places), ...anki.tags];
        if (anki.places.deck !== undefined) tags.push(...(decks?.get(cells[anki.places.deck] ?? '') ?? []));
        if (tags.length > 0 || anki.places.tags !== undefined) values.tags = tags;
      }
      return {
        row: number + place,
        values,
        ...(gap?.isPicture && { instead: { front: 'picture' as const } }),
        ...(fault && { fault: { ...fault, params: { ...fault.params, ...wordsOf(row) } } }),
      };
    });
  }

  #faultOf(row: SheetRow, number: number): SourceRow['fault'] {
    const error = this.#places.find(([, place]) => row.errors?.has(place));
    if (error) return { code: 'cell_without_result', params: { value: row.errors!.get(error[1])! } };
    const columns = this.#head.names.length - Number(this.#head.isBackAdded);
    switch (faultOf(row, this.#head)) {
      case 'large':
        return { code: 'row_too_large', params: { row: number, kilobytes: ROW_MAX / 1024 } };
      case 'quote':
        return { code: 'quote_not_closed', params: {} };
      case 'wide':
        return { code: 'row_too_wide', params: { cells: row.cells.length, columns } };
      case undefined:
        return undefined;
    }
  }

  /** Notes a column once that is not taken over, where something stands in it first. */
  #noteUnused(row: SheetRow, number: number): void {
    const { names } = this.#head;
    const note = (place: number, name: string): void => {
      this.#unused.delete(place);
      this.#note(number, 'column_left_out', {
        name: name.slice(0, 100),
        ...wordsOf({ cells: [row.cells[place]!] }),
      });
    };
    for (const place of this.#unused) if (row.cells[place]) note(place, names[place] || String(place + 1));
    if (faultOf(row, this.#head) === 'wide') return;
    for (let place = names.length; place < row.cells.length; place++)
      if (row.cells[place] && !this.#beyond.has(place)) {
        this.#beyond.add(place);
        note(place, String(place + 1));
      }
  }

  readonly #beyond = new Set<number>();
}

const wordsOf = ({ cells }: Pick<TableRow, 'cells'>): ProblemParams => {
  const words = firstWords(
    cells
      .filter((cell) => cell !== '')
      .slice(0, 10)
      .join(' · '),
  );
  return words === '' ? {} : { words };
};

/** The texts of a sheet's cells in which some letters look otherwise, with their marks. */
const markedTexts = (marked: ReadonlyMap<number, string>, places: Places): Record<string, string> =>
  Object.fromEntries(
    places.flatMap(([field, place]) => {
      const text = marked.get(place);
      return text !== undefined && isCardText(field) ? [[field, fittingText(text, cardTextMax(field))]] : [];
    }),
  );

/** Rows that are reported together. */
interface RowCount {
  count: number;
  /** The first of them. */
  row?: number;
}

function countRow(rows: RowCount, number: number): void {
  rows.count++;
  rows.row ??= number;
}

/** Rows of one card: a front over more of them is a heading. */
const JOINED_MAX = 50;

/** One card of two rows: what differs between them has a line for each. */
function joinedCard(card: SourceRow, { values, fault }: SourceRow): SourceRow {
  const texts = { ...card.values };
  for (const [field, text] of Object.entries(values ?? {})) {
    const before = texts[field];
    if (typeof text !== 'string' || text === '' || field === 'id') continue;
    if (typeof before !== 'string' || before === '') texts[field] = text;
    else if (!before.split('\n').includes(text))
      texts[field] = field === 'tags' ? `${before}, ${text}` : `${before}\n${text}`;
  }
  return { ...card, values: texts, ...(fault && !card.fault && { fault }) };
}

function ankiTags(
  value: unknown,
  cells: readonly string[],
  { tags, guid }: NonNullable<TableHead['anki']>['places'],
): string[] {
  if (tags !== undefined) return tagsOfAnki(cells[tags] ?? '', guid === undefined ? '' : (cells[guid] ?? ''));
  return typeof value === 'string' ? [value] : [];
}
