import { searchedAs } from '../text/normal-form.ts';
import { bareName, isUserName } from './roster-row.ts';
import { beginsAsFamily, type CellKind, cellKind, isGivenName, type RosterColumn } from './roster-words.ts';

/** What each column holds; null for one that is left out. Several may hold a part of the family name. */
export type RosterColumns = readonly (RosterColumn | null)[];

/** Returns whether the columns make whole names: one has them, or two have their parts. */
export const hasNames = (columns: RosterColumns): boolean =>
  columns.includes('name') || (columns.includes('family') && columns.includes('given'));

/** What the cells of one column have in common. */
interface Look {
  kind: CellKind | 'login' | 'empty';
  cells: string[];
  /** Words of a cell. */
  words: number;
  /** Which part of the cells are not alike. */
  variety: number;
}

export const mostly = <One>(all: readonly One[], is: (one: One) => boolean): boolean =>
  all.filter(is).length * 2 > all.length;

const NUMBERED = /^\(?\d{1,3}[.)]\s*(?=\p{L})/u;

function lookOf(all: readonly string[]): Look {
  const cells = all.filter(Boolean);
  // “1. Nguyễn Văn An” is a name.
  const kinds = Map.groupBy(cells, (cell) => cellKind(cell.replace(NUMBERED, '')));
  const [most = 'empty'] = [...kinds].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  // “Nam” is a name where others are, and a sex where nothing else is said.
  const kind = most === 'sex' && kinds.has('words') ? 'words' : most;
  const isLogin = cells.every((cell) => isUserName(cell)) && cells.some((cell) => /[\d._-]/.test(cell));
  const wordsIn = (cell: string) =>
    (cellKind(cell) === 'words' ? bareName(cell).name : cell).split(/\s+/).length;
  const words = cells.reduce((sum, cell) => sum + wordsIn(cell), 0) / Math.max(1, cells.length);
  const variety = new Set(cells.map(searchedAs)).size / Math.max(1, cells.length);
  return { kind: isLogin && /\p{L}/u.test(cells.join('')) ? 'login' : kind, cells, words, variety };
}

/** A family name with what stands before the given one has two words, rarely three. */
const isFamilyPart = ({ words }: Look) => words < 2.5;
const isGivenPart = ({ words, variety, cells }: Look) => words < 1.6 && (variety > 0.5 || cells.length < 4);

type Column = RosterColumn | null | undefined;

/** Which part of a column's cells are called as many people are, where it has given names: some towns are as well. */
const GIVEN_LEAST = 0.7;

/** Completes what headings say of the columns by what stands in them. What is only a guess is to be asked. */
export class ColumnGuess {
  readonly #rows: readonly (readonly string[])[];
  readonly #heads: readonly string[];
  readonly #looks: readonly Look[];
  readonly #columns: Column[];
  readonly #hasHeads: boolean;
  #isUnsure = false;

  constructor(said: readonly Column[], rows: readonly (readonly string[])[], heads: readonly string[]) {
    this.#rows = rows;
    this.#heads = heads;
    this.#columns = [...said];
    this.#hasHeads = said.some((head) => head !== undefined);
    this.#looks = said.map((_, index) => lookOf(rows.map((cells) => cells[index] ?? '')));
    this.#leaveOutSeconds();
    this.#findLogins();
    this.#findNames();
  }

  get result(): { columns: RosterColumns; isUnsure: boolean } {
    return { columns: this.#columns.map((column) => column ?? null), isUnsure: this.#isUnsure };
  }

  #place(column: RosterColumn): number {
    return this.#columns.indexOf(column);
  }

  /** Of the columns that nothing is said of, those that have such cells. */
  #open(kind: Look['kind']): number[] {
    const isOpen = (index: number) => this.#columns[index] === undefined && this.#looks[index]!.kind === kind;
    return [...this.#columns.keys()].filter(isOpen);
  }

  #ask(isGuess = true): void {
    this.#isUnsure ||= isGuess;
  }

  /** The name stands in these columns, the given one in the last. */
  #split(given: number, ...families: number[]): void {
    for (const family of families) this.#columns[family] = 'family';
    this.#columns[given] = 'given';
  }

  /** Whether what one column has stands in the other one as well. */
  #isIn(part: number, whole: number): boolean {
    const text = (row: readonly string[], index: number) => searchedAs(row[index] ?? '');
    const rows = this.#rows.filter((row) => text(row, part) !== '');
    return (
      rows.filter((row) => ` ${text(row, whole)} `.includes(` ${text(row, part)} `)).length * 2 > rows.length
    );
  }

  /** Only the family name may stand in several columns. */
  #leaveOutSeconds(): void {
    for (const column of ['name', 'given', 'user_name', 'email'] as const)
      for (const index of this.#columns.keys())
        if (this.#columns[index] === column && this.#place(column) < index) {
          this.#columns[index] = null;
          this.#ask(this.#looks[index]!.kind !== 'empty');
        }
  }

  #findLogins(): void {
    const [email] = this.#open('email');
    if (this.#place('email') < 0 && email !== undefined) this.#columns[email] = 'email';
    const [login] = this.#open('login');
    const isPossible = this.#place('user_name') < 0 && (this.#hasHeads || this.#columns.length > 1);
    if (isPossible && login !== undefined) this.#columns[login] = 'user_name';
  }

  #findNames(): void {
    const [name, family, given] = [this.#place('name'), this.#place('family'), this.#place('given')];
    if (name >= 0 && (family >= 0 || given >= 0)) this.#wholeAndPart(name, family, given);
    else if (name >= 0) this.#whole(name);
    else if (given >= 0 && family >= 0) this.#bothParts(family, given);
    else if (given >= 0) this.#givenAlone(given);
    else if (family >= 0) this.#familyAlone();
    else this.#unnamed();
  }

  #wholeAndPart(name: number, family: number, given: number): void {
    const part = given >= 0 ? given : family;
    if (this.#isIn(part, name) && this.#looks[part]!.kind !== 'empty') {
      for (const index of [family, given]) if (index >= 0) this.#columns[index] = null;
    } else if (family >= 0 && given >= 0) {
      this.#columns[name] = null;
      this.#ask();
    } else {
      const look = this.#looks[name]!;
      this.#columns[name] = given >= 0 ? 'family' : 'given';
      this.#ask(given >= 0 ? !isFamilyPart(look) : look.words > 1.6);
    }
  }

  /** “Họ và tên” may stand over one part of the name, or over both. */
  #whole(name: number): void {
    const look = this.#looks[name]!;
    const words = this.#open('words');
    const next = this.#looks[name + 1];
    // Without a heading of its own a column of “Nam” and “Nữ” belongs to the name before it.
    const isNext = next?.kind === 'words' || (next?.kind === 'sex' && this.#heads[name + 1] === '');
    const isFree = next !== undefined && this.#columns[name + 1] === undefined;
    const beside = isFree && isNext && isGivenPart(next) ? name + 1 : undefined;
    const isWhole = beside !== undefined && this.#isIn(beside, name);
    const before = words.find((index) => index === name - 1);
    // Of a column with a heading of its own, “Họ và tên” does not hold the other part.
    const isOwn = beside !== undefined && (this.#heads[beside] ?? '') !== '' && !isFamilyPart(look);
    if (isOwn) this.#ask();
    else if (beside !== undefined && !isWhole) {
      this.#split(beside, name);
      this.#ask(!isFamilyPart(look) || look.words < 1.2 || next!.kind === 'sex');
    } else if (before !== undefined && look.words < 1.6) {
      this.#split(name, before);
      this.#ask();
    } else this.#ask(words.length > 0 && !isWhole && look.words < 2);
  }

  #givenAlone(given: number): void {
    const words = this.#open('words');
    const before = words.includes(given - 1) ? given - 1 : words[0];
    if (this.#looks[given]!.words >= 2 || before === undefined) this.#columns[given] = 'name';
    else {
      this.#columns[before] = 'family';
      this.#ask();
    }
  }

  #familyAlone(): void {
    const words = this.#open('words');
    const last = this.#columns.lastIndexOf('family');
    const after = words.includes(last + 1) ? last + 1 : words[0];
    if (after !== undefined) {
      this.#columns[after] = 'given';
      this.#ask(after !== last + 1 || !isGivenPart(this.#looks[after]!));
      return;
    }
    for (const index of this.#columns.keys())
      if (this.#columns[index] === 'family') this.#columns[index] = index === last ? 'name' : null;
    this.#ask(isFamilyPart(this.#looks[last]!));
  }

  /** “First name” stands over family names where somebody took it for the name that comes first. */
  #bothParts(family: number, given: number): void {
    const [first, last] = [this.#looks[family]!, this.#looks[given]!];
    const isSwapped =
      mostly(last.cells, beginsAsFamily) && last.words > 1.5 && !mostly(first.cells, beginsAsFamily);
    if (isSwapped) this.#split(family, given);
    this.#ask(isSwapped);
  }

  /** Without a heading of names the first column of words has them, or it and those beside it their parts. */
  #unnamed(): void {
    const words = this.#open('words');
    const [first = this.#open('text')[0] ?? this.#open('login')[0], second] = words;
    if (first === undefined) return;
    this.#columns[first] = 'name';
    this.#ask(this.#hasHeads);
    if (second === undefined) return;
    const [a, b] = [this.#looks[first]!, this.#looks[second]!];
    const isLogin = (look: Look) => look.cells.every((cell) => isUserName(cell));
    if (this.#place('user_name') < 0 && isLogin(b) && !isLogin(a)) this.#columns[second] = 'user_name';
    else if (second === first + 1) this.#partsBeside(first, words);
    this.#ask(!(a.words > 2.5 && (second > first + 1 || (b.variety < 0.3 && b.cells.length > 4))));
  }

  #partsBeside(first: number, words: readonly number[]): void {
    const [a, b] = [this.#looks[first]!, this.#looks[first + 1]!];
    const isGiven = (look: Look) =>
      isGivenPart(look) && look.cells.filter(isGivenName).length > look.cells.length * GIVEN_LEAST;
    const isOneWord = (look: Look) => look.words < 1.3 && mostly(look.cells, beginsAsFamily);
    const isPart = (index: number) => words.includes(index) && this.#looks[index]!.words < 2.5;
    // The given name may be the third or the fourth word, each in a column of its own.
    const last = [3, 2].find(
      (count) => [1, 2, count].every((one) => isPart(first + one)) && isGiven(this.#looks[first + count]!),
    );
    if (last !== undefined && isOneWord(a))
      this.#split(first + last, ...Array.from({ length: last }, (_, index) => first + index));
    else if (isFamilyPart(a) && isGivenPart(b)) this.#split(first + 1, first);
    else if (isGivenPart(a) && mostly(b.cells, beginsAsFamily)) this.#split(first, first + 1);
    // Family parts of three words are longer than a name is wont to be without its last one.
    else if (a.words < 3.5 && isGiven(b) && !this.#isIn(first + 1, first)) this.#split(first + 1, first);
  }
}
