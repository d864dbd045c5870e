import { searchedAs } from '../text/normal-form.ts';
import type { PastedLine } from '../text/pasted-cells.ts';
import { rosterCells } from './roster-cells.ts';
import { ColumnGuess, hasNames, mostly, type RosterColumns } from './roster-columns.ts';
import { bareName, isInitialsOf, type RosterRow } from './roster-row.ts';
import {
  type Around,
  aroundOf,
  beginsAsFamily,
  headOf,
  isHandle,
  isHeadRow,
  isMiddle,
  isOfOthers,
  isRole,
  isSentence,
  isUnderHeads,
  isWholeName,
  type RosterColumn,
  withoutNumber,
} from './roster-words.ts';

/** A row of a pasted list, with the line on which it stands. */
export interface PastedRow extends RosterRow {
  line: number;
  /** What stood beside the name and is none of it. */
  note?: string;
  /** What stands as the name may be more than that. */
  isDoubtful?: true;
}

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

const HEADS_WITHIN = 40;
/** Rows of headings, one below the other. */
const UNDER_MAX = 4;

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
  for (; count < UNDER_MAX && lines[at + count] && isUnderHeads(lines[at + count]!.cells); count++) {
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

/** What makes up a person: cells of these columns mean the same below any headings. */
const ROLES: readonly RosterColumn[] = ['name', 'family', 'given', 'user_name', 'email'];

/**
 * Returns the lines with their cells in the columns of the first headings. Lists of two classes in one text may have
 * other columns each, with headings of their own.
 */
function alignedLines(lines: readonly PastedLine[], heads: Heads, width: number): PastedLine[] {
  const rolesOf = (columns: Heads['columns']) => ROLES.map((role) => columns.indexOf(role)).join();
  const wanted = rolesOf(heads.columns);
  let other: Heads | undefined;
  return lines.map((line, index) => {
    if (index < heads.at + heads.count) return line;
    if (isHeadRow(line.cells)) {
      const own = headsIn(lines.slice(index, index + UNDER_MAX), width);
      other = own && hasNames(columnsOf(own)) && rolesOf(own.columns) !== wanted ? own : undefined;
      return line;
    }
    return other ? { line: line.line, cells: movedCells(line.cells, other, heads, width) } : line;
  });
}

const columnsOf = ({ columns }: Heads): RosterColumns => columns.map((column) => column ?? null);

/** The cells of a line below other headings, in the columns of these. What is no matter keeps its order. */
function movedCells(cells: readonly string[], from: Heads, to: Heads, width: number): string[] {
  const moved: (string | undefined)[] = Array.from({ length: width }, () => undefined);
  const of = (role: RosterColumn) => cells[from.columns.indexOf(role)] ?? '';
  const families = cells
    .filter((_, index) => from.columns[index] === 'family')
    .join(' ')
    .trim();
  const whole = of('name') || `${families} ${of('given')}`.trim();
  const [, family = '', given = ''] = /^(.*) (\S+)$/.exec(whole) ?? [];
  const values: Record<RosterColumn, string> = {
    name: whole,
    family: families || family,
    given: of('given') || given,
    user_name: of('user_name'),
    email: of('email'),
  };
  for (const role of ROLES) {
    const at = to.columns.indexOf(role);
    if (at >= 0) moved[at] = values[role];
  }
  const rest = cells.filter((_, index) => !ROLES.includes(from.columns[index] as RosterColumn));
  const filled = moved.map((cell) => cell ?? rest.shift() ?? '');
  return [...filled, ...rest];
}

/** Returns the cells of a pasted list, and what its columns seem to be. */
export function readRosterTable(pasted: string): RosterTable {
  const read = rosterCells(pasted);
  const wide = read.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const first = headsIn(read, wide);
  const lines = first ? alignedLines(read, first, wide) : read;
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
  const rows = body.length > 0 ? body : lines.filter(({ line }) => !headings.has(line));
  const guess = new ColumnGuess(
    said,
    rows.map(({ cells }) => cells),
    heads?.cells ?? [],
  ).result;
  return { lines, headings, heads: heads?.cells ?? Array.from({ length: width }, () => ''), ...guess };
}

const isAround = (cell: string): boolean => ['above', 'below'].includes(aroundOf(cell) ?? '');

/** What these cells say of their line: that the list ends counts more than that one begins. */
function aroundIn(cells: readonly string[]): Around | undefined {
  const found = cells.map(aroundOf);
  return found.find((one) => one === 'below') ?? found.find((one) => one === 'above') ?? found[0];
}

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
  person: Omit<PastedRow, 'line'>;
  /** The name with what stands beside it. */
  named: string;
  number: number | null;
  /** Only one part of the name is there. */
  isHalf: boolean;
}

/** `Nguyễn Văn, An` as people write it where the family name comes first. */
const TURNED = /^([^,]+),\s*([^,]+)$/;
/** Two whole names are two people. */
function isTurned(text: string): boolean {
  const [, family = '', given = ''] = TURNED.exec(text) ?? [];
  return family !== '' && !/\d/.test(text) && !(isWholeName(family) && isWholeName(given));
}

/** A label of a form before the name: `Họ và tên: Nguyễn Văn An`. */
function withoutLabel(text: string): string {
  const [, label = '', name = ''] = /^([^:]{1,30}):\s*(.+)$/.exec(text) ?? [];
  return ['name', 'given'].includes(headOf(label.replace(/ ?\d{1,3}$/, '')) ?? '') ? name : text;
}

function candidatesOf({ lines, columns, headings, heads }: RosterTable): Candidate[] {
  const at = (column: RosterColumn) => columns.indexOf(column);
  const nameAt = columns.findIndex(
    (column) => column === 'name' || column === 'family' || column === 'given',
  );
  const names = lines
    .filter(({ line }) => !headings.has(line))
    .map(({ cells }) => cells[at('name')] ?? '')
    .filter(Boolean);
  const areTurned = mostly(names, (name) => isTurned(withoutNumber(name).name));
  // A middle name stands behind the family name, whichever column is the first.
  const familiesAt = [...columns.keys()]
    .filter((index) => columns[index] === 'family')
    .sort((one, other) => Number(isMiddle(heads[one] ?? '')) - Number(isMiddle(heads[other] ?? '')));
  return lines.map(({ line, cells }) => {
    const of = (column: RosterColumn): string => cells[at(column)] ?? '';
    const families = familiesAt.map((index) => cells[index] ?? '').filter(Boolean);
    const joined = at('name') >= 0 ? of('name') : [...families, of('given')].filter(Boolean).join(' ');
    const { name, number } = withoutNumber(joined.replace(/\s+/g, ' '));
    const ahead = cells.slice(0, Math.max(0, nameAt)).find((cell) => /^\(?\d{1,4}[.)]?$/.test(cell));
    const named = withoutLabel(areTurned && isTurned(name) ? name.replace(TURNED, '$1 $2') : name);
    const { name: bare, note, isDoubtful } = bareName(named);
    return {
      line,
      cells,
      named,
      person: {
        name: isFormula(named) ? named : bare,
        ...(note !== null && !isFormula(named) && { note }),
        ...(isDoubtful && { isDoubtful }),
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
const isFormula = (name: string) => /^[=+\-@].*[\p{L}\d]/u.test(name) && !isHandle(name);

/** A line of one cell. */
const isAlone = ({ cells }: PastedLine): boolean => cells.filter(Boolean).length === 1;

/** Of somebody who is no student, in a list that says so of each. */
const ROLE_OF_OTHERS = /^(?:giao vien|teacher|owner|chu so huu|host|organizer|nguoi to chuc)$/;

/**
 * Returns the lines that programs put beside people: letters instead of a picture, and which part somebody has. A
 * person that the line below calls a teacher is among them.
 */
function besidePeople(all: readonly Candidate[]): ReadonlySet<Candidate> {
  const initials = all.filter((one, index) => {
    const next = all[index + 1];
    return next !== undefined && isAlone(one) && isInitialsOf(one.named, next.person.name);
  });
  const beside = new Set(initials.length > 1 || all.length < 4 ? initials : []);
  const roles = all.filter((one) => isAlone(one) && isRole(one.named) && one.number === null);
  if (roles.length < 2) return beside;
  for (const role of roles) beside.add(role);
  for (const [index, one] of all.entries())
    if (isAlone(one) && ROLE_OF_OTHERS.test(searchedAs(one.named))) {
      beside.add(one);
      const before = all[index - 1];
      if (before && aroundLine(before) === undefined) beside.add(before);
    }
  return beside;
}

/** `Không (1)`: how many have chosen so. */
function isCounted(one: Candidate): boolean {
  const words = /^(.*\S)\s?\(\d+\)$/.exec(one.named)?.[1] ?? '';
  return (
    isAlone(one) && words !== '' && (isSentence(words) || !(words.includes(' ') || beginsAsFamily(words)))
  );
}

/** What its words say of a line; what stands beside a name counts where it is of another line. */
function aroundLine({ cells, named, person }: Candidate): Around | undefined {
  const filled = cells.filter(Boolean);
  const all = [named, ...(named === '' || filled.length === 1 ? filled : [])];
  const around = aroundIn(all);
  return around === 'other' && person.note !== undefined ? aroundOf(person.name) : around;
}

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
  const lastHead = all.findLastIndex(({ line }) => table.headings.has(line));
  const beside = besidePeople(all);
  const leaveOut = (one: Candidate, reason: LeftOutReason) => {
    const { line, cells } = one;
    // What is no person has nothing beside its name.
    const person =
      aroundLine(one) === undefined ? one.person : { ...one.person, name: one.named, note: undefined };
    const filled = cells.filter(Boolean);
    const text = filled.join(table.columns.length === 1 ? ' ' : ' | ');
    const hasName = /\p{L}/u.test(person.name);
    const name = hasName ? person.name : (filled.find((cell) => /\p{L}/u.test(cell)) ?? '');
    const { user_name, email, note } = person;
    leftOut.push({ line, name, user_name, email, ...(note !== undefined && { note }), text, reason });
  };
  // Where names have capital letters, words of a sentence are of the page from which they were copied.
  const several = named.filter(({ person }) => person.name.includes(' '));
  const capital = several.filter(({ person }) => /^\p{Lu}.* \p{Lu}/u.test(person.name));
  const areCapital = capital.length > 1 && capital.length * 2 >= several.length;
  /** What makes a line nobody that has a name and stands in the list. */
  const reasonWithin = (one: Candidate): LeftOutReason | undefined => {
    if (one.isHalf) return 'half_name';
    const isOfPage = areCapital && isAlone(one) && isSentence(one.person.name);
    return isCounted(one) || (isOfPage && one.person.name.split(' ').length > 2) ? 'around' : undefined;
  };
  let isOver = false;
  for (const [index, one] of all.entries()) {
    if (beside.has(one)) {
      leaveOut(one, 'around');
      continue;
    }
    const { line, person, number } = one;
    const filled = one.cells.filter(Boolean);
    const around = isList && number !== null ? undefined : aroundLine(one);
    const hasMore = person.user_name !== null || person.email !== null;
    let reason: LeftOutReason | undefined;
    if (table.headings.has(line)) reason = 'heading';
    else if (isFormula(person.name)) reason = undefined;
    else if (!/\p{L}/u.test(person.name) || IN_BRACKETS.test(one.named)) {
      const isOfPage = isAround(filled.join(' ')) || (!hasMore && around !== undefined);
      reason = isOfPage ? 'around' : hasMore ? undefined : 'no_name';
    } else if (index < from || (index > to && filled.length < 2)) reason = 'around';
    else if (around !== undefined || (isOver && number === null)) reason = 'around';
    else reason = hasMore ? (one.isHalf ? 'half_name' : undefined) : reasonWithin(one);
    // What ends a list may also stand above it, such as the teacher of the class.
    if (around === 'below' && (people.length > 0 || index < lastHead)) isOver = true;
    if (around === 'above' || reason === 'heading') isOver = false;
    if (reason !== undefined) leaveOut(one, reason);
    else {
      const isOfPage =
        isAlone(one) && ((areCapital && isSentence(person.name)) || headOf(person.name) === null);
      people.push({ line, ...person, ...(isOfPage && { isDoubtful: true as const }) });
    }
  }
  return { people, leftOut };
}

/** Reads people out of what a teacher pastes: a column of names, or columns of a spreadsheet, with or without heads. */
export const readRoster = (pasted: string): PastedRow[] => peopleOf(readRosterTable(pasted)).people;
