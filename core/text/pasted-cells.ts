import {
  type Cut,
  filled,
  linesOf,
  rowsOfText,
  SEPARATORS,
  type Separator,
  type TableRow,
} from './table-rows.ts';
import { tidyPaste } from './tidy-text.ts';

/** The cells of a row, with the line on which it begins. */
export interface PastedLine {
  line: number;
  cells: string[];
}

/** A pasted text as it is cut. */
export const plainPaste = tidyPaste;

const isBlank = ({ cells }: TableRow): boolean => cells.every((cell) => cell.trim() === '');

/**
 * Cuts a table into rows of cells; quotes hold separators, line ends and doubled quotes, as in CSV. A quote that is never
 * closed is a letter, or it would take in all that follows.
 */
export const cellsOf = (text: string, separator: Separator): PastedLine[] =>
  rowsOfText(text, { separator })
    .filter((row) => !isBlank(row))
    .map(({ cells, line }) => ({ line, cells: cells.map((cell) => cell.trim()) }));

/** By what a text seems to be cut. */
export interface SeparatorGuess extends Cut {
  /** Lines differ, and no headings say what separates: each is cut by what it has itself. */
  isMixed: boolean;
  /** Cells of most rows. */
  width: number | undefined;
  spread: number | undefined;
}

export interface GuessOptions {
  /** What comes into question, the likeliest first. */
  among?: readonly Separator[];
  /** How many of the first row's cells are names of columns. */
  knownNames?: (cells: string[]) => number;
  /**
   * Lines that are none of the table may stand around it, such as titles and signatures: where three lines agree on three
   * cells or more, those that have the sign are judged alone. Rows may end before the last column.
   */
  isAmidText?: boolean;
}

/** Code units by which a text is judged, so that a long file and its beginning say the same. */
export const GUESSED_BY = 64 * 1024;

/** Words have spaces between them. */
const GUESSED = SEPARATORS.filter((separator) => separator !== ' ');

/** Signs that are guessed only where each line has one of them, as in “cat: con mèo”. */
const WEAK: Partial<Record<Separator, RegExp>> = {
  ':': /^[^:]*[^:\s]:\s+[^:\s][^:]*$/,
  '=': /^[^=]*[^=\s]\s*=\s*[^=\s][^=]*$/,
};

/** What speaks for a separator. */
interface Candidate {
  separator: Separator;
  known: number;
  /** Of the rows, from 0 to 1: those that have it, and those with as many cells as most. */
  has: number;
  agrees: number;
  /** All rows below the first have as many cells. */
  restAgrees: boolean;
  width: number;
  spread: number;
  /** Between those that all rows agree on: the first difference decides. */
  rank: number[];
}

/** Which number stands there most often, and how often. */
function mostFrequent(numbers: readonly number[]): { count: number; number: number } {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  let most = { count: 0, number: 1 };
  for (const [number, count] of counts) if (count > most.count) most = { count, number };
  return most;
}

/** The rows of a table with other lines around it; all rows where none show that they are one. */
function tableAmid(rows: readonly TableRow[]): readonly TableRow[] {
  const wide = rows.filter(({ cells }) => cells.length > 2).map(({ cells }) => cells.length);
  return mostFrequent(wide).count > 2 ? rows.filter(({ cells }) => cells.length > 1) : rows;
}

/** Rows at the beginning of a table amid text of which one may name the columns. */
const NAMED_WITHIN = 40;

function candidateOf(separator: Separator, head: string, options: GuessOptions): Candidate {
  const { knownNames = () => 0, isAmidText = false } = options;
  const filledRows = rowsOfText(head, { separator }).filter((row) => !isBlank(row));
  const rows = isAmidText ? tableAmid(filledRows) : filledRows;
  const total = Math.max(1, rows.length);
  const weak = WEAK[separator];
  const isOut = weak !== undefined && !linesOf(head).every((line) => line.trim() === '' || weak.test(line));
  // Spreadsheets fill rows up with separators: some all of them, and some as far as anything stands in the column.
  const spread = rows.map(({ cells }) => cells.length);
  const counts = rows.map(({ cells }) => filled(cells));
  const several = (numbers: readonly number[]) => numbers.filter((number) => number > 1);
  const [most, mostSpread] = [mostFrequent(several(counts)), mostFrequent(several(spread))];
  const [first = 1, ...rest] = counts;
  const isDash = separator === ' - ';
  const isOnce = isDash || mostSpread.number === 2;
  const isOfWords =
    !isDash &&
    !head
      .split(separator)
      .slice(1)
      .some((behind) => /^\S/.test(behind));
  const isQuoted = rows.some((row) => row.isQuoted);
  return {
    separator,
    known: Math.max(0, ...rows.slice(0, isAmidText ? NAMED_WITHIN : 1).map(({ cells }) => knownNames(cells))),
    has: isOut ? 0 : several(spread).length / total,
    agrees: isOut ? 0 : Math.max(most.count, mostSpread.count) / total,
    restAgrees: !isOut && rest.length > 1 && rest[0]! > 1 && new Set(rest).size === 1 && first !== rest[0],
    width: most.number,
    spread: mostSpread.number,
    rank: [isQuoted, isDash, isOnce && !isOfWords, isOnce, !isOfWords].map(Number),
  };
}

function byRank(one: Candidate, other: Candidate): number {
  const place = one.rank.findIndex((value, index) => value !== other.rank[index]);
  return place < 0 ? 0 : other.rank[place]! - one.rank[place]!;
}

const HALF = 0.5;
/** A single word of a list may be the name of a column by chance. */
const NAMES_MIN = 2;

/**
 * Guesses what separates the cells of a text: what all its lines agree on, whatever else stands in them. A tab is never
 * part of a text, so it is enough that half of the lines have it. Names of columns say it as well.
 */
export function guessSeparator(text: string, options: GuessOptions = {}): SeparatorGuess {
  const { among = GUESSED, isAmidText = false } = options;
  const candidates = among
    .map((separator) => candidateOf(separator, headOf(text), options))
    .filter(({ has }) => has > 0);
  // Sorting keeps the order of what is equal.
  const most = (by: 'known' | 'agrees' | 'has', least: number): Candidate | undefined =>
    candidates.filter((one) => one[by] >= least).sort((one, other) => other[by] - one[by])[0];
  const named = most('known', NAMES_MIN);
  const isNamed = named !== undefined && named.has >= HALF;
  const found =
    (isNamed ? named : undefined) ??
    candidates.find(({ separator, has }) => separator === '\t' && has >= HALF) ??
    candidates.filter(({ agrees }) => agrees === 1).sort(byRank)[0] ??
    candidates.find(({ restAgrees }) => restAgrees) ??
    most('agrees', HALF) ??
    (isAmidText ? most('has', HALF) : undefined);
  if (!found) {
    const isEmpty = (separator: Separator) => rowsOfText(headOf(text), { separator }).every(isBlank);
    return {
      separator: among.find(isEmpty) ?? among[0] ?? '\t',
      isMixed: candidates.length > 0,
      width: undefined,
      spread: undefined,
    };
  }
  const { separator, has, width, spread } = found;
  return { separator, isMixed: has < 1 && !isNamed, width, spread };
}

/** The whole lines at the beginning of a text, by which it is guessed how it is cut. */
export function headOf(text: string): string {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  if (text.length <= GUESSED_BY) return text.slice(start);
  const head = text.slice(start, GUESSED_BY);
  const end = Math.max(head.lastIndexOf('\n'), head.lastIndexOf('\r'));
  return end > 0 ? head.slice(0, end) : head;
}
