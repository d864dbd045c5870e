import { CARD_SIDES } from '../../contract/card-fields.ts';
import { guessSeparator, headOf, partingOf } from '../../text/pasted-cells.ts';
import {
  type Cut,
  filled,
  hasSeparator,
  linesOf,
  listMarks,
  type RowFault,
  rowsOfText,
  SEPARATORS,
  type Separator,
  type TableRow,
  withoutMark,
} from '../../text/table-rows.ts';
import { hasGapMark } from '../anki/anki-cloze.ts';
import type { ColumnMap } from '../cards/card-source.ts';
import { columnsByName, columnsByPlace, guessColumns, isHeader, numberedColumns } from './column-names.ts';

/** Columns of a table that are read. */
const COLUMNS_MAX = 1_000;
/** Rows in which the names of the columns are looked for, below titles. */
const TITLES_MAX = 10;
/** Rows of several cells among them: more are cards. */
const CUT_TITLES_MAX = 2;

/** What the first lines of a text of Anki's say. */
export interface AnkiHead {
  isHtml: boolean;
  /** Of every card. */
  tags: string[];
  deck: string | undefined;
  noteType: string | undefined;
  /** The columns, from 0, that hold what is no field of a note. */
  places: Partial<Record<'guid' | 'tags' | 'deck' | 'notetype', number>>;
}

/** A row of a sheet, with more about some of its cells by their columns. */
export interface SheetRow extends TableRow {
  isHidden?: boolean;
  /** What stands there in place of a result, such as `#N/A`. */
  errors?: Map<number, string>;
  /** Texts with the marks of a card. */
  marked?: Map<number, string>;
  /** Cells that are one with those above them. */
  continued?: Set<number>;
}

/** How a table begins, and what it has in which column. */
export interface TableHead {
  cut: Cut;
  /** Of the columns, which have their number where they have no name; empty for one in which nothing stands. */
  names: string[];
  /** By our fields: the names of the columns, as far as they are known. */
  columns: ColumnMap;
  /** The row that names the columns, from 0; undefined where none does. */
  headRow: number | undefined;
  /** The first row that may be a card. */
  start: number;
  /** Rows above the names of the columns that are no cards, such as a title. */
  above: number[];
  /** Rows that spreadsheets do not count: Excel's own `sep=;`. */
  uncounted: number;
  /** Only the order of the columns says what they hold. */
  isByPlace: boolean;
  anki: AnkiHead | undefined;
  /** The last column is none of the table's: a list of texts with gaps has its answers in these. */
  isBackAdded: boolean;
  /** A sheet has its cells in columns for certain; those of a text may have slipped. */
  isSheet: boolean;
}

export interface HeadOptions {
  /** What separates the cells, where somebody has chosen. */
  separator?: Separator | undefined;
  /** The columns that were chosen by the names in the first row. */
  chosen?: ColumnMap | undefined;
  /** Whether the first row names the columns, where somebody has chosen. */
  hasNames?: boolean | undefined;
  /** Columns of a sheet that nobody sees. */
  hiddenColumns?: ReadonlySet<number>;
}

/** Reads how the table begins whose beginning, or all, this text is. A long text and its beginning say the same. */
export function readTableHead(text: string, options: HeadOptions = {}): TableHead {
  const beginning = headOf(text);
  const lines = linesOf(beginning);
  const lead = leadOf(lines);
  const body = lines.slice(lead.lines);
  const cut = cutOf(body, options.separator, lead);
  return headOfRows(rowsOfText(beginning, cut), cut, { ...options, lead });
}

/** How a sheet of a workbook begins. */
export const readSheetHead = (rows: readonly SheetRow[], options: HeadOptions = {}): TableHead =>
  headOfRows(rows, { separator: '\t' }, { ...options, isSheet: true });

function cutOf(body: readonly string[], asked: Separator | undefined, { anki, said, padding }: Lead): Cut {
  const lines = anki ? body.filter((line) => !/^"?#/.test(line)) : body;
  const knownNames = (cells: string[]): number => (anki ? 0 : knownIn(cells));
  const first = lines.findIndex((line) => line.trim() !== '');
  const areNames = SEPARATORS.some((separator) => knownNames(namesIn(lines[first] ?? '', separator)) > 1);
  const marks = listMarks(areNames ? lines.slice(first + 1) : lines);
  const isListed = marks.length > 0 && { marks };
  const plain = lines.map((line) => withoutMark(line, marks));
  const isName = (text: string): boolean => isHeader([text]);
  const parting = anki || said || padding || asked ? undefined : partingOf(plain, isName);
  if (parting && !parting.isUnsure)
    return { separator: parting.within, parted: parting.sign, ...isListed, width: 2, spread: 2 };
  const text = plain.join('\n');
  const isThere = (separator: Separator): boolean => lines.some((line) => hasSeparator(line, separator));
  const fixed = asked ?? [padding, said].find((one) => one !== undefined && isThere(one));
  const cut: Cut =
    fixed === undefined
      ? guessSeparator(text, { knownNames })
      : { ...guessSeparator(text, { among: [fixed] }), separator: fixed, isMixed: false };
  return { ...cut, ...isListed, ...(parting?.isUnsure && { perhapsParted: parting.sign }) };
}

interface Lead {
  /** Lines before the table itself. */
  lines: number;
  uncounted: number;
  /** What they say separates, and by what a spreadsheet has filled them up since. */
  said: Separator | undefined;
  padding: Separator | undefined;
  anki: AnkiHead | undefined;
  /** Of the columns, as Anki's own line gives them. */
  columns: string | undefined;
  remarks: number[];
}

const ANKI_SEPARATORS: Record<string, Separator> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  space: ' ',
  pipe: '|',
  colon: ':',
};
const SIGNS = /^[,;\t |:]/;

/** Excel's own first line; spreadsheets may have filled it up. */
const SEPARATOR_LINE = /^"?sep=([,;\t|:])"?[,;\t|:]*$/i;

/** The lines with which Anki's text files begin: `#separator:tab`, `#html:true`, `#tags column:3`. */
const DIRECTIVE =
  /^#(separator|html|tags|columns|notetype|deck|notetype column|deck column|tags column|guid column):(.*)$/is;
/** An older line of Anki's, which may stand above them. */
const TAGS_LINE = /^tags:(.*)$/i;
/** The signs by which a spreadsheet has filled a line up, and what stands before them. */
function padded(line: string): { text: string; padding: Separator | undefined } {
  const sign = line.at(-1) ?? '';
  if (!',;\t|'.includes(sign) || sign === '') return { text: line, padding: undefined };
  let end = line.length;
  while (line[end - 1] === sign) end--;
  return { text: line.slice(0, end), padding: sign as Separator };
}

/** A line as it was before a spreadsheet put it into a cell and filled its row up. */
function unpadded(line: string): { text: string; padding: Separator | undefined } {
  const quoted = /^"((?:[^"]|"")*)"([,;\t|]*)$/.exec(line);
  if (!quoted) return { text: line, padding: undefined };
  return { text: quoted[1]!.replaceAll('""', '"'), padding: quoted[2]?.[0] as Separator | undefined };
}

function leadOf(lines: readonly string[]): Lead {
  const lead: Lead = {
    lines: 0,
    uncounted: 0,
    said: undefined,
    padding: undefined,
    anki: undefined,
    columns: undefined,
    remarks: [],
  };
  const first = lines.findIndex((line) => line.trim() !== '');
  const sep = SEPARATOR_LINE.exec(lines[first] ?? '')?.[1];
  if (sep !== undefined) return { ...lead, lines: first + 1, uncounted: 1, said: sep as Separator };
  const from = TAGS_LINE.test(lines[first] ?? '') && /^"?#/.test(lines[first + 1] ?? '') ? first + 1 : first;
  const anki: AnkiHead = { isHtml: false, tags: [], deck: undefined, noteType: undefined, places: {} };
  const remarks: number[] = [];
  let [place, isAnki] = [Math.max(0, from), false];
  for (; /^"?#/.test(lines[place] ?? '') || (isAnki && lines[place]?.trim() === ''); place++) {
    const { text, padding } = unpadded(lines[place]!);
    const [, key, value = ''] = DIRECTIVE.exec(text) ?? [];
    if (key === undefined) {
      if (text.trim() !== '') remarks.push(place);
      continue;
    }
    isAnki = true;
    lead.padding ??= padding;
    takeDirective(lead, anki, key.toLowerCase(), value);
  }
  if (!isAnki) return lead;
  const tags = from > first ? TAGS_LINE.exec(lines[first]!)?.[1] : undefined;
  if (tags !== undefined) anki.tags.push(...tagsOf(tags));
  return { ...lead, lines: place, anki, remarks };
}

const tagsOf = (value: string): string[] => value.split(/\s+/).filter(Boolean);

function takeDirective(lead: Lead, anki: AnkiHead, key: string, value: string): void {
  if (key === 'separator') {
    const [word = ''] = /^\s*[a-z]+/i.exec(value) ?? [];
    const named = ANKI_SEPARATORS[word.trim().toLowerCase()];
    lead.said = named ?? (SIGNS.exec(value)?.[0] as Separator | undefined);
    lead.padding ??= padded(value.slice(named ? word.length : 1)).padding;
    return;
  }
  if (key === 'columns') {
    lead.columns = value;
    return;
  }
  const { text: given, padding } = padded(value);
  lead.padding ??= padding;
  const text = given.trim();
  if (key === 'html') anki.isHtml = text.toLowerCase() === 'true';
  else if (key === 'tags') anki.tags.push(...tagsOf(text));
  else if (key === 'deck') anki.deck = text || undefined;
  else if (key === 'notetype') anki.noteType = text || undefined;
  else {
    const place = Number(text) - 1;
    if (Number.isInteger(place) && place >= 0 && place < COLUMNS_MAX)
      anki.places[key.slice(0, -' column'.length) as keyof AnkiHead['places']] = place;
  }
}

const isBlankRow = ({ cells }: TableRow): boolean => cells.every((cell) => cell.trim() === '');

/** The line below the names in Markdown: `|---|:--|`. */
function isRule(row: TableRow | undefined): boolean {
  const cells = row ? contentOf(row) : [];
  return cells.length > 1 && cells.every((cell) => /^:?-{2,}:?$/.test(cell));
}

const contentOf = ({ cells }: TableRow): string[] => cells.filter((cell) => cell.trim() !== '');

interface RowsOptions extends HeadOptions {
  lead?: Lead;
  isSheet?: boolean;
}

function headOfRows(rows: readonly SheetRow[], cut: Cut, options: RowsOptions): TableHead {
  const { lead, isSheet = false } = options;
  const first = lead?.lines ?? 0;
  const anki = lead?.anki;
  const given = lead?.columns === undefined ? undefined : namesOfLine(lead.columns, cut, lead.said);
  const found = given ? undefined : nameRow(rows, first, cut, options);
  const headRow = found?.place;
  const below = headRow === undefined ? undefined : rows[headRow + 1];
  const merged = found && namesOfBoth(found.names, below);
  const isTwice = found !== undefined && !merged && isSameHead(below, found.names);
  const start = headRow === undefined ? first : headRow + (merged || isTwice || isRule(below) ? 2 : 1);
  const above = [...(lead?.remarks ?? []), ...(found?.above ?? (given ? [] : remarksAbove(rows, first)))];
  if (isTwice) above.push(headRow! + 1);
  const cards = rows
    .slice(start)
    .filter(
      (row, index) =>
        !isBlankRow(row) && !row.isHidden && !above.includes(start + index) && !(anki && isRemark(row)),
    )
    .slice(0, SAMPLE_ROWS);
  const named = given ?? merged ?? found?.names;
  const spread = headRow === undefined ? 0 : rows[headRow]!.cells.length;
  const names = withUnnamed(named, cards, { cut, isSheet, spread });
  const columns = named ? columnsByName(names, options.hiddenColumns) : {};
  // Somebody may say that names stand there which are not known.
  const isByPlace = !anki && (!named || (options.hasNames === true && !isHeader(names)));
  if (isByPlace) Object.assign(columns, columnsByPlace(names, cards, options.hiddenColumns));
  if (anki) addAnkiColumns(columns, names, anki, cards);
  const asked = columns.back === undefined && columns.front ? names.indexOf(columns.front) : -1;
  const isBackAdded = asked >= 0 && cards.some(({ cells }) => hasGapMark(cells[asked] ?? ''));
  if (isBackAdded) {
    columns.back = String(names.length + 1);
    names.push(columns.back);
  }
  return {
    cut,
    names,
    columns,
    headRow,
    start,
    above,
    uncounted: lead?.uncounted ?? 0,
    isByPlace,
    anki,
    isBackAdded,
    isSheet,
  };
}

/** Rows by which the columns are known. */
const SAMPLE_ROWS = 1_000;

/** A line of Anki's that begins with the sign, and not with a quote, is none of its notes. */
export const isRemark = ({ cells, isQuoted }: TableRow): boolean =>
  !isQuoted && cells[0]?.startsWith('#') === true;

/** The names of the columns once more, as at the top of a second page. */
const isHeadAgain = ({ cells }: TableRow, { headRow, names }: TableHead): boolean =>
  headRow !== undefined &&
  names[0] !== undefined &&
  cells[0]?.trim() === names[0] &&
  names.every((name, place) => name === String(place + 1) || (cells[place] ?? '').trim() === name);

/** Returns whether a row below the names of the columns is none of the cards. */
export const isNoCard = (row: TableRow, head: TableHead): boolean =>
  (head.anki !== undefined && isRemark(row)) || isHeadAgain(row, head);

/** Names are cut off behind the last and stand once: a second “note” is “note (2)”. */
function namesOf(cells: readonly string[]): string[] {
  const names = cells.slice(0, COLUMNS_MAX).map((cell) => cell.trim().normalize('NFC'));
  while (names.at(-1) === '') names.pop();
  const known = new Set<string>();
  return names.map((name) => {
    let one = name;
    for (let count = 2; one !== '' && known.has(one); count++) one = `${name} (${count})`;
    known.add(one);
    return one;
  });
}

/** Names in a second row, below merged ones: the lower of two says more. Undefined where there are none. */
const namesOfBoth = (names: readonly string[], below: SheetRow | undefined): string[] | undefined =>
  below?.continued?.size
    ? namesOf(
        Array.from(
          { length: Math.max(names.length, below.cells.length) },
          (_, place) => below.cells[place] || names[place] || '',
        ),
      )
    : undefined;

/** Whether a row has names for the same sides in the same columns, such as those of another language. */
function isSameHead(row: TableRow | undefined, names: readonly string[]): boolean {
  const cells = namesOf(row?.cells ?? []);
  const [own, other] = [guessColumns(names), guessColumns(cells)];
  return CARD_SIDES.every((side) => {
    const place = names.indexOf(own[side] ?? '');
    return place >= 0 && place === cells.indexOf(other[side] ?? '');
  });
}

/** The names that stand in one cell, separated as the text was when they were written. */
function namesOfLine(line: string, { separator }: Cut, said: Separator | undefined): string[] {
  const cut = [separator, said].find((one) => one !== undefined && hasSeparator(line, one)) ?? separator;
  return namesIn(line, cut);
}

const namesIn = (line: string, separator: Separator): string[] =>
  namesOf(rowsOfText(line, { separator })[0]?.cells ?? []);

const knownIn = (names: readonly string[]): number => Object.keys(guessColumns(names)).length;

/** Lines of one cell above all others, which begin as remarks do in programs' texts. */
function remarksAbove(rows: readonly TableRow[], first: number): number[] {
  const above: number[] = [];
  for (let place = first; place < rows.length && above.length < TITLES_MAX; place++) {
    const row = rows[place]!;
    if (isBlankRow(row)) continue;
    if (contentOf(row).length > 1) return above;
    if (!isRemark(row)) return [];
    above.push(place);
  }
  return [];
}

/** The row that names the columns, with what stands above it: titles, of one cell each. */
function nameRow(
  rows: readonly TableRow[],
  first: number,
  cut: Cut,
  { chosen, hasNames, lead }: RowsOptions,
): { place: number; names: string[]; above: number[] } | undefined {
  if (lead?.anki || hasNames === false) return undefined;
  const above: number[] = [];
  let cutTitles = 0;
  const isChosen = (names: readonly string[]) =>
    Object.values(chosen ?? {}).some((name) => names.includes(name.trim().normalize('NFC')));
  for (let place = first; place < rows.length && above.length < TITLES_MAX; place++) {
    const row = rows[place]!;
    if (isBlankRow(row)) continue;
    const names = ownNames(row, cut);
    const isFirst = above.length === 0;
    const { front, back } = guessColumns(names);
    const isNames = isFirst
      ? hasNames || isHeader(names) || isChosen(names) || isRule(rows[place + 1])
      : front !== undefined && back !== undefined;
    if (isNames) return { place, names, above };
    // A title such as “Unit 3, Food” is cut as well.
    if (contentOf(row).length > 1 && !cut.isMixed && ++cutTitles > CUT_TITLES_MAX) return undefined;
    above.push(place);
  }
  return undefined;
}

/** The names in a row; a line of names may be cut by another sign than the lines below it. */
function ownNames({ cells }: TableRow, { separator, isMixed }: Cut): string[] {
  const names = namesOf(cells);
  if (!isMixed || names.length > 1) return names;
  for (const other of [',', ';', '|', '\t', ' - '] as const) {
    const cut = other === separator ? [] : namesIn(cells.join(' '), other);
    if (cut.length > 1 && knownIn(cut) > 1) return cut;
  }
  return names;
}

/**
 * The names of all columns in which something stands: those without one have their number. A cell behind the last
 * column of a text may be a slip. It is none where most rows have one, or the names an empty one. Nor is it where empty
 * cells stand in between.
 */
function withUnnamed(
  named: readonly string[] | undefined,
  cards: readonly TableRow[],
  { cut, isSheet, spread }: { cut: Cut; isSheet: boolean; spread: number },
): string[] {
  const counts = cards.map(({ cells }) => filled(cells));
  const widest = Math.min(Math.max(0, ...counts), COLUMNS_MAX);
  const isSure = isSheet || (!named && cut.separator === '\t');
  const least = named?.length ?? Math.max(2, isSure ? widest : Math.min(cut.width ?? 2, COLUMNS_MAX));
  const wide = cards.filter((_, index) => counts[index]! > least);
  // Commas belong to words as well: below names all rows must have a cell more, and as many.
  const isCommon =
    named && cut.separator !== '\t'
      ? wide.length === cards.length && new Set(counts).size === 1
      : wide.length * 2 > cards.length;
  const gone = wide.filter(
    ({ cells }) => isSure || isCommon || cells[least] === '' || filled(cells) <= spread,
  );
  const width = Math.max(least, ...gone.map(({ cells }) => Math.min(filled(cells), COLUMNS_MAX)));
  const numbers = numberedColumns(width);
  if (!named) return numbers;
  return numbers.map((number, place) => {
    if (named[place]) return named[place];
    const isUsed = cards.some(({ cells }) => (cells[place] ?? '').trim() !== '');
    return isUsed && !named.includes(number) ? number : '';
  });
}

/** The first columns of a note are front and back, where no name says another. */
function addAnkiColumns(
  columns: ColumnMap,
  names: readonly string[],
  { places }: AnkiHead,
  cards: readonly TableRow[],
): void {
  const own = new Set(Object.values(places));
  for (const [field, name] of Object.entries(columns))
    if (own.has(names.indexOf(name))) delete columns[field as keyof ColumnMap];
  for (const side of ['front', 'back'] as const) {
    const free = names.filter(
      (name, place) => name !== '' && !own.has(place) && !Object.values(columns).includes(name),
    );
    // A field that no note has filled is no side of theirs.
    const isFilled = (name: string): boolean =>
      cards.some(({ cells }) => (cells[names.indexOf(name)] ?? '') !== '');
    columns[side] ??= free.find(isFilled) ?? free[0];
  }
  const nameAt = (place: number | undefined) => (place === undefined ? undefined : names[place] || undefined);
  const [guid, tags] = [nameAt(places.guid), nameAt(places.tags)];
  if (guid) columns.id = guid;
  if (tags) columns.tags = tags;
  for (const [field, name] of Object.entries(columns))
    if (name === undefined) delete columns[field as keyof ColumnMap];
}

/** What is wrong with how a row is cut; `wide` when it has a cell more than there are columns. */
export function faultOf(
  { cells, fault }: TableRow,
  { names, isBackAdded, isSheet }: TableHead,
): RowFault | undefined {
  if (fault) return fault;
  const width = isBackAdded ? names.length - 1 : names.length;
  return !isSheet && (cells[width] ?? '') !== '' ? 'wide' : undefined;
}
