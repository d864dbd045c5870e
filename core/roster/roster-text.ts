import { searchedAs } from '../text/normal-form.ts';
import { cellsOf, type PastedLine, plainPaste } from '../text/pasted-cells.ts';
import type { Separator } from '../text/table-rows.ts';
import type { RosterRow } from './roster-row.ts';
import {
  type Around,
  aroundOf,
  type CellKind,
  cellKind,
  headOf,
  isHeadRow,
  isOfOthers,
  isUnderHeads,
  partedLines,
  type RosterColumn,
  receiversOf,
  unfoldedLines,
  withoutNumber,
} from './roster-words.ts';
import { isUserName } from './user-name.ts';

/** A row of a pasted list, with the line on which it stands. */
export interface PastedRow extends RosterRow {
  line: number;
}

/** What each column holds; null for one that is left out. Several may hold a part of the family name. */
export type RosterColumns = readonly (RosterColumn | null)[];

/** A list as it was pasted, cut into cells. */
export interface RosterTable {
  lines: readonly PastedLine[];
  columns: RosterColumns;
  /** Which of the lines are headings, by their numbers. */
  headings: ReadonlySet<number>;
  /** What the columns are called, empty where they have no heading. */
  heads: readonly string[];
  /** The list does not say what each column is: these are guesses. */
  isUnsure: boolean;
}

/** Why a line of a list is nobody. */
export type LeftOutReason = 'heading' | 'around' | 'no_name' | 'half_name';

/** A line that is taken for nobody, with what it would be as a person. */
export interface LeftOutLine extends PastedRow {
  text: string;
  reason: LeftOutReason;
}

const half = (lines: readonly string[], is: (line: string) => boolean): boolean =>
  lines.filter(is).length * 2 >= lines.length;

/** What parts the cells: what most lines have, or several as often as each other. Empty where nothing does. */
function separatorOf(lines: readonly string[]): Separator | '' {
  const countOf = (separator: string) => (line: string) => line.split(separator).length - 1;
  const isOften = (separator: string) => {
    const counts = lines.map(countOf(separator)).filter((count) => count > 1);
    return counts.length > 2 && counts.filter((count) => count === counts.at(-1)).length > 2;
  };
  return (
    (['\t', ';', '|', ','] as const).find(
      (separator) => half(lines, (line) => line.includes(separator)) || isOften(separator),
    ) ?? ''
  );
}

/** People who stand in one line: `Nguyễn Văn An, Trần Thị Bình, Lê Chi`. */
const ofOneLine = (cells: readonly string[]): boolean =>
  cells.every((cell) => cellKind(cell) === 'words') &&
  (cells.length > 2 || cells.every((cell) => cell.includes(' ')));

/** Returns the cells of a text, however they are parted. */
function linesOf(pasted: string): PastedLine[] {
  const text = plainPaste(pasted).replaceAll('\0', '');
  const lines = text
    .split('\n')
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '');
  const receivers = receiversOf(text);
  if (receivers) return receivers.map((cells, index) => ({ line: index + 1, cells }));
  const texts = lines.map((line) => line.text);
  const separator = separatorOf(text.split('\n').filter((line) => line.trim() !== ''));
  if (separator !== '') {
    const rows = cellsOf(text, separator);
    const [only] = rows;
    if (rows.length === 1 && only && !isHeadRow(only.cells) && ofOneLine(only.cells.filter(Boolean)))
      return only.cells.filter(Boolean).map((cell, index) => ({ line: index + 1, cells: [cell] }));
    return rows;
  }
  if (half(texts, (line) => /\S {2,}\S/.test(line)))
    return lines.map((line) => ({ line: line.line, cells: line.text.split(/ {2,}/) }));
  const unfolded = unfoldedLines(lines);
  if (unfolded) return unfolded;
  const parted = partedLines(texts);
  if (parted) return lines.map(({ line }, index) => ({ line, cells: parted[index]! }));
  return cellsOf(text, '\t');
}

const HEADS_WITHIN = 40;

interface Heads {
  /** How many lines from the first to the last of them. */
  at: number;
  count: number;
  cells: string[];
  columns: (RosterColumn | null | undefined)[];
}

/** The first line of headings, joined with those under it: “Họ và tên” over “Họ đệm” and “Tên”. */
function headsIn(lines: readonly PastedLine[], width: number): Heads | undefined {
  const at = lines.slice(0, HEADS_WITHIN).findIndex(({ cells }) => isHeadRow(cells));
  if (at < 0) return undefined;
  const wide = (cells: readonly string[]) => Array.from({ length: width }, (_, index) => cells[index] ?? '');
  const cells = wide(lines[at]!.cells);
  const columns = cells.map((cell) => (cell === '' ? undefined : headOf(cell)));
  const groupsOf = (above: readonly string[]) => {
    let group = '';
    return above.map((cell) => {
      group = cell || group;
      return group;
    });
  };
  const spans = (groups: readonly string[], index: number) => isOfOthers(groups[index] ?? '');
  const above = lines[at - 1]?.cells.filter(Boolean).length ?? 0;
  if (above > 1) {
    const groups = groupsOf(wide(lines[at - 1]!.cells));
    for (const index of columns.keys()) if (spans(groups, index)) columns[index] = null;
  }
  let count = 1;
  for (; count < 4 && lines[at + count] && isUnderHeads(lines[at + count]!.cells); count++) {
    const groups = groupsOf(cells);
    for (const [index, cell] of wide(lines[at + count]!.cells).entries()) {
      const head = cell === '' ? undefined : headOf(cell);
      if (head === undefined) continue;
      columns[index] = spans(groups, index) ? null : head;
      cells[index] = cell;
    }
  }
  return { at, count, cells, columns };
}

/** What the cells of one column have in common. */
interface Look {
  kind: CellKind | 'login' | 'empty';
  cells: string[];
  /** Words of a cell. */
  words: number;
  /** Which part of the cells are not alike. */
  variety: number;
}

const FAMILY_NAMES = new Set(
  `nguyen tran le pham hoang huynh phan vu vo dang bui do ho ngo duong ly trinh dinh doan mai lam luong ta truong cao chau
   luu ha thai to quach phung vuong tong la luc dao dam kieu hua tang mac nghiem bach`.split(/\s+/),
);
const beginsAsFamily = (cell: string) => FAMILY_NAMES.has(searchedAs(cell).split(' ')[0]!);
const mostly = (cells: readonly string[], is: (cell: string, index: number) => boolean): boolean =>
  cells.filter(is).length * 2 > cells.length;

function lookOf(all: readonly string[]): Look {
  const cells = all.filter(Boolean);
  const kinds = Map.groupBy(cells, cellKind);
  const [kind = 'empty'] = [...kinds].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const isLogin = cells.every((cell) => isUserName(cell)) && cells.some((cell) => /[\d._-]/.test(cell));
  const words = cells.reduce((sum, cell) => sum + cell.split(/\s+/).length, 0) / Math.max(1, cells.length);
  const variety = new Set(cells.map(searchedAs)).size / Math.max(1, cells.length);
  return { kind: isLogin && /\p{L}/u.test(cells.join('')) ? 'login' : kind, cells, words, variety };
}

/** A family name with what stands before the given one has two words, rarely three. */
const isFamilyPart = ({ words }: Look) => words < 2.5;
const isGivenPart = ({ words, variety, cells }: Look) => words < 1.6 && (variety > 0.5 || cells.length < 4);

type Guess = Pick<RosterTable, 'columns' | 'isUnsure'>;

/** Completes what headings say by what the cells look like, and says whether that is a guess. */
function guessed(
  said: readonly (RosterColumn | null | undefined)[],
  rows: readonly (readonly string[])[],
  heads: readonly string[],
): Guess {
  const looks = said.map((_, index) => lookOf(rows.map((cells) => cells[index] ?? '')));
  const hasHeads = said.some((head) => head !== undefined);
  const columns: (RosterColumn | null | undefined)[] = [...said];
  let isUnsure = false;
  const place = (column: RosterColumn) => columns.indexOf(column);
  const put = (index: number, column: RosterColumn | null) => {
    columns[index] = column;
  };
  const open = (kind: Look['kind']) =>
    [...columns.keys()].filter((index) => columns[index] === undefined && looks[index]!.kind === kind);
  for (const column of ['name', 'given', 'user_name', 'email'] as const)
    for (const index of [...columns.keys()])
      if (columns[index] === column && place(column) < index) {
        put(index, null);
        isUnsure ||= looks[index]!.kind !== 'empty';
      }
  if (place('email') < 0) for (const index of open('email').slice(0, 1)) put(index, 'email');
  if (place('user_name') < 0 && (hasHeads || said.length > 1))
    for (const index of open('login').slice(0, 1)) put(index, 'user_name');

  const words = open('words');
  const text = (row: readonly string[], index: number) => searchedAs(row[index] ?? '');
  const isIn = (part: number, whole: number) =>
    mostly(
      rows.filter((row) => text(row, part) !== '').map((row) => `${text(row, whole)}|${text(row, part)}`),
      (both) => {
        const [all = '', one = ''] = both.split('|');
        return ` ${all} `.includes(` ${one} `);
      },
    );
  const ask = (isGuess = true) => {
    isUnsure ||= isGuess;
  };
  /** The name stands in these two columns. */
  const split = (family: number, given: number) => {
    put(family, 'family');
    put(given, 'given');
  };
  const [name, family, given] = [place('name'), place('family'), place('given')];
  if (name >= 0 && (family >= 0 || given >= 0)) {
    const part = given >= 0 ? given : family;
    if (isIn(part, name) && looks[part]!.kind !== 'empty')
      for (const index of [family, given]) {
        if (index >= 0) put(index, null);
      }
    else if (family >= 0 && given >= 0) {
      put(name, null);
      ask();
    } else {
      put(name, given >= 0 ? 'family' : 'given');
      ask(given >= 0 ? !isFamilyPart(looks[name]!) : looks[name]!.words > 1.6);
    }
  } else if (name >= 0) {
    const beside = words.find((index) => index === name + 1 && isGivenPart(looks[index]!));
    const isWhole = beside !== undefined && isIn(beside, name);
    const before = words.find((index) => index === name - 1);
    // Of a column with a heading of its own, “Họ và tên” does not hold the other part.
    const isOwn = beside !== undefined && (heads[beside] ?? '') !== '' && !isFamilyPart(looks[name]!);
    if (isOwn) ask();
    else if (beside !== undefined && !isWhole) {
      split(name, beside);
      ask(!isFamilyPart(looks[name]!) || looks[name]!.words < 1.2);
    } else if (before !== undefined && looks[name]!.words < 1.6) {
      split(before, name);
      ask();
    } else ask(words.length > 0 && !isWhole && looks[name]!.words < 2);
  } else if (given >= 0 && family < 0) {
    const before = words.includes(given - 1) ? given - 1 : words[0];
    if (looks[given]!.words >= 2 || before === undefined) put(given, 'name');
    else {
      put(before, 'family');
      ask();
    }
  } else if (family >= 0 && given < 0) {
    const last = columns.lastIndexOf('family');
    const after = words.includes(last + 1) ? last + 1 : words[0];
    if (after !== undefined) {
      put(after, 'given');
      ask(after !== last + 1 || !isGivenPart(looks[after]!));
    } else {
      for (const index of columns.keys())
        if (columns[index] === 'family') put(index, index === last ? 'name' : null);
      ask(isFamilyPart(looks[last]!));
    }
  } else if (given >= 0) {
    const isSwapped =
      mostly(looks[given]!.cells, beginsAsFamily) &&
      looks[given]!.words > 1.5 &&
      !mostly(looks[family]!.cells, beginsAsFamily);
    if (isSwapped) split(given, family);
    ask(isSwapped);
  } else {
    const [first = open('text')[0] ?? open('login')[0], second] = words;
    if (first !== undefined) put(first, 'name');
    if (first !== undefined && second !== undefined) {
      const [a, b] = [looks[first]!, looks[second]!];
      const isLogin = (look: Look) => look.cells.every((cell) => isUserName(cell));
      const isBeside = second === first + 1;
      if (place('user_name') < 0 && isLogin(b) && !isLogin(a)) put(second, 'user_name');
      else if (isBeside && isFamilyPart(a) && isGivenPart(b)) split(first, second);
      else if (isBeside && isGivenPart(a) && mostly(b.cells, beginsAsFamily)) split(second, first);
      ask(!(a.words > 2.5 && (second > first + 1 || (b.variety < 0.3 && b.cells.length > 4))));
    }
    ask(hasHeads && first !== undefined);
  }
  return { columns: columns.map((column) => column ?? null), isUnsure };
}

/** Returns the cells of a pasted list, and what its columns seem to be. */
export function readRosterTable(pasted: string): RosterTable {
  const lines = linesOf(pasted);
  const width = lines.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const heads = headsIn(lines, width);
  const headings = new Set<number>();
  const isAgain = (cells: readonly string[]) => heads !== undefined && isHeadRow(cells);
  for (const [index, { line, cells }] of lines.entries()) {
    const isFirst = heads !== undefined && index >= heads.at && index < heads.at + heads.count;
    const isUnder = headings.has(lines[index - 1]?.line ?? 0) && heads!.count > 1 && isUnderHeads(cells);
    if (isFirst || isAgain(cells) || isUnder) headings.add(line);
  }
  const body = lines.filter(
    ({ line, cells }) =>
      !headings.has(line) && cells.filter((cell) => cell && !isAround(cell)).length > (width === 1 ? 0 : 1),
  );
  const said = heads?.columns ?? Array.from({ length: width }, () => undefined);
  const guess = guessed(
    said,
    (body.length > 0 ? body : lines.filter(({ line }) => !headings.has(line))).map(({ cells }) => cells),
    heads?.cells ?? [],
  );
  return { lines, headings, heads: heads?.cells ?? Array.from({ length: width }, () => ''), ...guess };
}

const isAround = (cell: string): boolean => ['above', 'below'].includes(aroundOf(cell) ?? '');

/** What these cells say of their line: that the list ends counts more than that one begins. */
function aroundIn(cells: readonly string[]): Around | undefined {
  const found = cells.map(aroundOf);
  return found.find((one) => one === 'below') ?? found.find((one) => one === 'above') ?? found[0];
}

/** Returns whether the columns make whole names: one has them, or two have their parts. */
export const hasNames = (columns: RosterColumns): boolean =>
  columns.includes('name') || (columns.includes('family') && columns.includes('given'));

/** The same table with another use of a column. What had it, or says it otherwise, is left out; nothing is a guess now. */
export function withColumn(table: RosterTable, index: number, column: RosterColumn | null): RosterTable {
  const parts: readonly (RosterColumn | null)[] = ['family', 'given'];
  const ends = (one: RosterColumn | null) =>
    (one === column && column !== 'family') ||
    (column === 'name' && parts.includes(one)) ||
    (one === 'name' && parts.includes(column));
  return {
    ...table,
    columns: table.columns.map((one, place) => (place === index ? column : ends(one) ? null : one)),
  };
}

interface Candidate extends PastedLine {
  person: RosterRow;
  number: number | null;
  /** Only one part of the name is there. */
  isHalf: boolean;
}

/** `Nguyễn Văn, An` as people write it where the family name comes first. */
const TURNED = /^([^,]+),\s*([^,]+)$/;

/** A label of a form before the name: `Họ và tên: Nguyễn Văn An`. */
function withoutLabel(text: string): string {
  const [, label = '', name = ''] = /^([^:]{1,30}):\s*(.+)$/.exec(text) ?? [];
  return headOf(label) === 'name' ? name : text;
}

function candidatesOf({ lines, columns, headings }: RosterTable): Candidate[] {
  const at = (column: RosterColumn) => columns.indexOf(column);
  const nameAt = columns.findIndex(
    (column) => column === 'name' || column === 'family' || column === 'given',
  );
  const names = lines
    .filter(({ line }) => !headings.has(line))
    .map(({ cells }) => cells[at('name')] ?? '')
    .filter(Boolean);
  const areTurned = mostly(names, (name) => TURNED.test(withoutNumber(name).name));
  return lines.map(({ line, cells }) => {
    const of = (column: RosterColumn): string => cells[at(column)] ?? '';
    const families = columns
      .flatMap((column, index) => (column === 'family' ? (cells[index] ?? '') : []))
      .filter(Boolean);
    const joined = at('name') >= 0 ? of('name') : [...families, of('given')].filter(Boolean).join(' ');
    const { name, number } = withoutNumber(joined);
    const ahead = cells.slice(0, Math.max(0, nameAt)).find((cell) => /^\(?\d{1,4}[.)]?$/.test(cell));
    return {
      line,
      cells,
      person: {
        name: withoutLabel(areTurned ? name.replace(TURNED, '$1 $2') : name),
        user_name: of('user_name') || null,
        email: of('email') || null,
      },
      number: number ?? (ahead === undefined ? null : Number.parseInt(ahead.replace('(', ''), 10)),
      isHalf: at('name') < 0 && joined !== '' && (families.length === 0 || of('given') === ''),
    };
  });
}

/** `(chuyển trường)`, `(2 học sinh)`: a remark, whose number may have been taken off its begin. */
const IN_BRACKETS = /^(?:\([^()]*\)?|[^()]*\))$/;

/** A cell that a spreadsheet would compute is said to be one. */
const isFormula = (name: string) => /^[=+\-@].*[\p{L}\d]/u.test(name);

/**
 * Returns who the lines of a list are, and which are left out: headings, titles, sums and signatures, lines without a
 * name, and those that have only a part of it. In a list with numbers a lone name below the last one, as below a signature, is nobody.
 */
export function peopleOf(table: RosterTable): { people: PastedRow[]; leftOut: LeftOutLine[] } {
  const people: PastedRow[] = [];
  const leftOut: LeftOutLine[] = [];
  const all = candidatesOf(table);
  const isNamed = ({ line, person }: Candidate) => !table.headings.has(line) && /\p{L}/u.test(person.name);
  const isNumbered = (one: Candidate) => isNamed(one) && one.number !== null;
  const [named, numbered] = [all.filter(isNamed), all.filter(isNumbered)];
  const isList = numbered.length > 1 && numbered.length * 2 > named.length;
  const [from, to] = isList ? [all.indexOf(numbered[0]!), all.indexOf(numbered.at(-1)!)] : [0, all.length];
  const isOneColumn = table.columns.length === 1;
  let isOver = false;
  for (const [index, one] of all.entries()) {
    const { line, cells, person, number, isHalf } = one;
    const filled = cells.filter(Boolean);
    const isSure = isList && number !== null;
    const around = isSure
      ? undefined
      : aroundIn([person.name, ...(person.name === '' || filled.length === 1 ? filled : [])]);
    const hasMore = person.user_name !== null || person.email !== null;
    let reason: LeftOutReason | undefined;
    if (table.headings.has(line)) reason = 'heading';
    else if (isFormula(person.name)) reason = undefined;
    else if (!/\p{L}/u.test(person.name) || IN_BRACKETS.test(person.name))
      reason = hasMore && !isAround(filled.join(' ')) ? undefined : 'no_name';
    else if (index < from || (index > to && filled.length < 2)) reason = 'around';
    else if (around !== undefined || (isOver && number === null)) reason = 'around';
    else if (isHalf) reason = 'half_name';
    if (around === 'below' && people.length > 0) isOver = true;
    if (around === 'above' || reason === 'heading') isOver = false;
    if (reason === undefined) people.push({ line, ...person });
    else {
      const text = filled.join(isOneColumn ? ' ' : ' | ');
      const words = /\p{L}/u.test(person.name)
        ? person.name
        : (filled.find((cell) => /\p{L}/u.test(cell)) ?? '');
      leftOut.push({ line, ...person, name: words, text, reason });
    }
  }
  return { people, leftOut };
}

/** Reads people out of what a teacher pastes: a column of names, or columns of a spreadsheet, with or without heads. */
export const readRoster = (pasted: string): PastedRow[] => peopleOf(readRosterTable(pasted)).people;
