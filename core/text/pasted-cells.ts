import {
  type Cut,
  filled,
  hasSeparator,
  linesOf,
  PARTING_SIGNS,
  type PartingSign,
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

/** Signs that words may have as well: they count where each line has one of them, and nothing else separates. */
const LATE: readonly Separator[] = [' → ', '：', '；', '，', '、'];
/** Of these, what a single sentence may have. */
const OF_SENTENCES: readonly Separator[] = ['，', '、'];

/** Words have spaces between them. */
const GUESSED = SEPARATORS.filter((separator) => separator !== ' ' && !LATE.includes(separator));

/** Signs that are guessed only where each line has one of them, as in “cat: con mèo”. */
const WEAK: Partial<Record<Separator, RegExp>> = {
  ':': /^[^:]*[^:\s]:\s+[^:\s][^:]*$/,
  // An arrow is none.
  '=': /^[^=]*[^=\s]\s*=(?!>)\s*[^=\s][^=]*$/,
};

/** Returns whether a line is cut into two by its only sign of this kind. */
function isPair(line: string, separator: Separator): boolean {
  const [front, back, ...more] = rowsOfText(line, { separator })[0]?.cells ?? [];
  return Boolean(front && back) && more.length === 0 && !hasSeparator(back!, separator);
}

/** The sign that each line has once, but for a title above at least two of them. */
function lateSeparator(head: string): Separator | undefined {
  const lines = linesOf(head).filter((line) => line.trim() !== '');
  return LATE.find((separator) => {
    const isTitle = lines.length > 2 && !hasSeparator(lines[0]!, separator);
    const pairs = isTitle ? lines.slice(1) : lines;
    if (pairs.length < (OF_SENTENCES.includes(separator) ? 2 : 1)) return false;
    return pairs.every((line) => isPair(line, separator));
  });
}

/** Commas with a space behind them stand in meanings, too, where an arrow with space around it separates. */
function isInMeanings({ separator, isOfWords, rank }: Candidate, late: Separator, head: string): boolean {
  if (separator !== ',' || !isOfWords || rank[0] === 1 || late !== ' → ') return false;
  return linesOf(head).every((line) => !hasSeparator(line, late) || SPACED_ARROW.test(line));
}

/** No arrow at the beginning of a cell. */
const SPACED_ARROW = /[^\s,]\s(?:-{1,3}>|={1,2}>|[→⇒⟶➔➜])\s/;

/** What stands between cards, or cells, on one line: “cat: mèo; dog: chó”. */
export interface Parting {
  sign: PartingSign;
  /** Between the sides of each. */
  within: Separator;
  /** Whether the lines may be rows of two cells all the same, as “Unit 1: Food; Bài 1: Đồ ăn”. */
  isUnsure: boolean;
}

/** Meanings have commas and dashes, and a table has two cells on each line. */
function isUnsureParting(sign: PartingSign, within: Separator, parts: readonly string[][]): boolean {
  if (sign === ',' || sign === '，') return true;
  const arePairs = parts.every(({ length }) => length === 2);
  return within === ' - ' ? !parts.every(({ length }) => length > 2) : arePairs && parts.length > 1;
}

/** Signs within a card of several on one line. */
const WITHIN = [':', '：', ' → ', '=', ' - '] as const;
/** Of times and addresses. */
const NO_PAIR = /\d\s?[:：]\s?\d|[:：]\/\//;

/**
 * Finds what stands between several cards on one line: each part of each line is cut into two by the same sign. Parts that
 * begin alike are labels. `isName` says which parts begin with the name of a column.
 */
export function partingOf(lines: readonly string[], isName: (text: string) => boolean): Parting | undefined {
  const filledLines = lines.filter((line) => line.trim() !== '');
  if (filledLines.some((line) => /[\t"|]/.test(line))) return undefined;
  for (const sign of PARTING_SIGNS) {
    if (!filledLines.some((line) => line.includes(sign))) continue;
    const parts = filledLines.map((line) => line.split(sign).map((part) => part.trim()));
    // A sign may also end each line.
    for (const ofLine of parts) if (ofLine.length > 1 && ofLine.at(-1) === '') ofLine.pop();
    const all = parts.flat();
    const most = Math.max(0, ...parts.map(({ length }) => length));
    if (most < 2) continue;
    const within = WITHIN.find((separator) =>
      all.every((part) => isPair(part, separator) && !NO_PAIR.test(part)),
    );
    if (!within) continue;
    const begins = all.map((part) => rowsOfText(part, { separator: within })[0]!.cells[0]!);
    if (new Set(begins).size < begins.length || begins.some(isName)) return undefined;
    return { sign, within, isUnsure: isUnsureParting(sign, within, parts) };
  }
  return undefined;
}

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
  /** A space stands behind each of its signs. */
  isOfWords: boolean;
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
    isOfWords,
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
  const sure =
    (isNamed ? named : undefined) ??
    candidates.find(({ separator, has }) => separator === '\t' && has >= HALF) ??
    candidates.filter(({ agrees }) => agrees === 1).sort(byRank)[0];
  const late = among === GUESSED && !isNamed ? lateSeparator(headOf(text)) : undefined;
  if (late && (!sure || isInMeanings(sure, late, headOf(text))))
    return { separator: late, isMixed: false, width: 2, spread: 2 };
  const found =
    sure ??
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

/**
 * Returns where the quoted cell that begins at `start` ends; -1 when it is none: many texts just begin with a
 * quotation.
 */
function quotedEnd(text: string, start: number): number {
  if (text[start] !== '"') return -1;
  const close = /[^"]*(?:""[^"]*)*"(?=[\t\n]|$)/y;
  close.lastIndex = start + 1;
  const match = close.exec(text);
  // Spreadsheets quote a cell only for what would part it otherwise.
  return match && /[\t\n]|""/.test(match[0]) ? close.lastIndex : -1;
}

/** The rows of a spreadsheet as the clipboard has them. */
export function clipboardRows(text: string): PastedLine[] {
  const rows: PastedLine[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const row: PastedLine = { line, cells: [] };
    for (;;) {
      const quoted = quotedEnd(text, at);
      const plain = /[^\t\n]*/y;
      plain.lastIndex = at;
      const raw = quoted < 0 ? (plain.exec(text)?.[0] ?? '') : text.slice(at, quoted);
      at += raw.length;
      line += raw.split('\n').length - 1;
      row.cells.push((quoted < 0 ? raw : raw.slice(1, -1).replaceAll('""', '"')).trim());
      if (text[at] !== '\t') break;
      at += 1;
    }
    at += 1;
    line += 1;
    if (row.cells.some((cell) => cell !== '')) rows.push(row);
  }
  return rows;
}

const PIPED = /(?<!\\)\|/;
const RULE = /^\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/;

/** The lines of Markdown's tables as cells that tabs part; their rules are blank. */
export function withoutPipes(lines: readonly string[]): string[] {
  const cut = [...lines];
  for (let rule = 1; rule < lines.length; rule += 1) {
    if (!RULE.test(lines[rule]!.trim()) || !PIPED.test(lines[rule - 1]!)) continue;
    cut[rule] = '';
    for (let row = rule - 1; row < lines.length && (row === rule || PIPED.test(lines[row]!)); row += 1) {
      if (row === rule) continue;
      const cells = lines[row]!.trim()
        .replace(/^\|/, '')
        .replace(/(?<!\\)\|$/, '')
        .split(PIPED);
      cut[row] = cells
        .map((cell) => cell.trim().replaceAll('\\|', '|'))
        .map((cell) =>
          row < rule || /^\*\*(?:\d{1,3}|[A-D])\*\*$/.test(cell) ? cell.replaceAll('**', '') : cell,
        )
        .join('\t');
    }
  }
  return cut;
}

/** Returns the lines of code between the fences of Markdown, by their index; a fence without an end holds nothing. */
export function codeLines(lines: readonly string[]): Set<number> {
  const fences = lines.flatMap((line, index) => (/^\s*(?:```|~~~)/.test(line) ? [index] : []));
  const code = new Set<number>();
  for (let place = 0; place + 1 < fences.length; place += 2)
    for (let line = fences[place]!; line <= fences[place + 1]!; line += 1) code.add(line);
  return code;
}
