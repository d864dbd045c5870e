/** What stands between the cells of a row: a sign, a dash with space around it, or an arrow of any kind. */
export const SEPARATORS = ['\t', ' - ', ';', ',', '|', ':', '=', ' ', ' → ', '：', '；', '，', '、'] as const;
export type Separator = (typeof SEPARATORS)[number];

/**
 * `quote`: a cell begins with a quote that does not end it. `large`: the row never ends; only its beginning is kept.
 * `wide`: there is a cell too many, which may be empty where a sign within words has cut another one.
 */
export type RowFault = 'quote' | 'large' | 'wide';

/** A row as it stands in a text. */
export interface TableRow {
  cells: string[];
  /** On which the row begins, from 1. */
  line: number;
  /** A cell stood in quotes. */
  isQuoted?: boolean;
  fault?: RowFault;
}

/** How rows are cut. */
export interface Cut {
  separator: Separator;
  /** Each line is cut by what it has itself. */
  isMixed?: boolean;
  /** Of which kinds are the marks of a list before the lines, which are none of their text. */
  marks?: readonly MarkKind[];
  /** Cells of each row, where that is known: a quote that would join lines to another number is a letter. */
  width?: number | undefined;
  /** Cells of each row with the empty ones at its end. */
  spread?: number | undefined;
  /** A line holds several rows, with this sign between them. */
  parted?: PartingSign;
  /** It may: else each line is a row. */
  perhapsParted?: PartingSign;
  /** Code units of a row. */
  rowMax?: number;
}

/** What stands between cards on one line, as in “cat: mèo; dog: chó”. */
export const PARTING_SIGNS = [';', '；', ',', '，'] as const;
export type PartingSign = (typeof PARTING_SIGNS)[number];

/** Also those of other programs: Word's line in a paragraph, a page's end, and Unicode's. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
export const linesOf = (text: string): string[] => text.split(LINE_END);

/** With space around it: `well-known - nổi tiếng` has one. */
const DASH = /\s[-–—]\s/;

/** Quotes of tables that programs write hold separators; in a list of words they are letters. */
const isTold = (separator: Separator): boolean => separator === ',' || separator === ';';

const isBlank = (letter: string | undefined, separator: Separator): boolean =>
  letter !== undefined && letter !== separator && /[^\S\n\r\v\f\u2028\u2029]/.test(letter);

const isLineEnd = (letter: string | undefined): boolean =>
  letter !== undefined && /[\n\r\v\f\u0085\u2028\u2029]/.test(letter);

const ARROW = /-{1,3}>|={1,2}>|[→⇒⟶➔➜]/;

/** Separators of several forms, of which a line has one: quotes beside them are letters. */
const FORMS: Partial<Record<Separator, RegExp>> = { ' - ': DASH, ' → ': ARROW };

/** The cells of “term - meaning”: what follows the first dash belongs together, since meanings have dashes, too. */
function pairOf(line: string, form: RegExp): string[] {
  const found = form.exec(line);
  if (!found) return [line.trim()];
  return [line.slice(0, found.index).trim(), line.slice(found.index + found[0].length).trim()];
}

export const hasSeparator = (line: string, separator: Separator): boolean =>
  FORMS[separator]?.test(line) ?? line.includes(separator);

/** A sign that stands once and without a space behind it: else it may belong to the words. */
const isSureOnce = (line: string, sign: string): boolean => {
  const [, behind, ...more] = line.split(sign);
  return behind !== undefined && more.length === 0 && /^\S/.test(behind);
};

/** What a line is cut by where lines differ: a tab or a dash, else a sign that is sure to separate. */
function ownSeparator(line: string, common: Separator): Separator {
  for (const separator of ['\t', common, ' - '] as const) if (hasSeparator(line, separator)) return separator;
  return ([';', '|', ','] as const).find((sign) => isSureOnce(line, sign)) ?? common;
}

/**
 * Cuts a text that comes in pieces into rows of cells. Quotes hold separators, line ends and doubled quotes. A quote
 * that does not end its cell is a letter, so that it swallows nothing of what follows; where programs write tables, the
 * row is said to have a fault.
 */
export class TableScanner {
  readonly #cut: Cut;
  readonly #rowMax: number;
  readonly #lineEnd: RegExp;
  #text = '';
  #at = 0;
  #line = 1;
  #isSkipping = false;

  constructor(cut: Cut) {
    this.#cut = cut;
    this.#rowMax = cut.rowMax ?? Number.POSITIVE_INFINITY;
    this.#lineEnd = cut.parted ? new RegExp(`${LINE_END.source}|${cut.parted}`, 'g') : LINE_END;
  }

  /** Returns the rows that are whole, blank ones as well. */
  write(text: string): TableRow[] {
    this.#text = this.#text.slice(this.#at) + text;
    this.#at = 0;
    return this.#rows(false);
  }

  /** Returns the last rows. */
  end(): TableRow[] {
    return this.#rows(true);
  }

  #rows(isEnd: boolean): TableRow[] {
    const rows: TableRow[] = [];
    while (this.#at < this.#text.length) {
      const line = this.#lineAt(this.#at, isEnd);
      if (this.#isSkipping) {
        this.#at = line?.next ?? this.#text.length;
        if (!line) break;
        this.#isSkipping = false;
        this.#line++;
        continue;
      }
      const isLarge = (line?.end ?? this.#text.length) - this.#at > this.#rowMax;
      if (!line && !isLarge) break;
      if (this.#cut.marks) this.#skipMark(this.#cut.marks);
      const row = isLarge ? this.#largeRow() : this.#row(line!, isEnd);
      if (!row) break;
      rows.push(row);
    }
    return rows;
  }

  #skipMark(kinds: readonly MarkKind[]): void {
    const mark = markOf(this.#text.slice(this.#at, this.#at + MARK_MAX));
    if (mark && kinds.includes(mark.kind)) this.#at += mark.length;
  }

  /** Where the line ends, and the next begins; undefined when that is not known yet. */
  #lineAt(start: number, isEnd: boolean): { end: number; next: number } | undefined {
    const lineEnd = this.#lineEnd;
    lineEnd.lastIndex = start;
    const found = lineEnd.exec(this.#text);
    if (!found) return isEnd ? { end: this.#text.length, next: this.#text.length } : undefined;
    const next = lineEnd.lastIndex;
    // Behind a carriage return at the end of a piece its line feed may follow.
    if (!isEnd && next === this.#text.length && found[0] === '\r') return undefined;
    return { end: found.index, next };
  }

  #largeRow(): TableRow {
    const beginning = this.#text.slice(this.#at, this.#at + LARGE_ROW_KEPT);
    const row: TableRow = { ...this.#plain(beginning), fault: 'large' };
    this.#isSkipping = true;
    return row;
  }

  #plain(line: string): TableRow {
    return { cells: this.#cellsOf(line), line: this.#line };
  }

  #separatorOf(line: string): Separator {
    const { separator, isMixed } = this.#cut;
    return isMixed ? ownSeparator(line, separator) : separator;
  }

  /** Of a line in which quotes are letters. */
  #cellsOf(line: string): string[] {
    const separator = this.#separatorOf(line);
    const form = FORMS[separator];
    if (form) return pairOf(line, form);
    return line.split(separator).map((cell) => cell.trim());
  }

  #row({ end, next }: { end: number; next: number }, isEnd: boolean): TableRow | undefined {
    const line = this.#text.slice(this.#at, end);
    if (line.includes('"') && !FORMS[this.#separatorOf(line)]) return this.#quotedRow(line, next, isEnd);
    const row = this.#plain(line);
    if (this.#hasSignInWords(line, row.cells)) row.fault = 'wide';
    this.#at = next;
    this.#line++;
    return row;
  }

  /** A row is longer than the others by an empty cell. One of its signs has a space behind it, as within words. */
  #hasSignInWords(line: string, cells: readonly string[]): boolean {
    const { separator, isMixed, spread } = this.#cut;
    const isLonger = spread !== undefined && cells.length > spread && cells.at(-1) === '';
    return isLonger && !isMixed && isTold(separator) && line.includes(`${separator} `);
  }

  #quotedRow(line: string, next: number, isEnd: boolean): TableRow | undefined {
    const separator = this.#separatorOf(line);
    const start = this.#line;
    const cells: string[] = [];
    let [at, lines] = [this.#at, 0];
    let [isStray, isQuoted] = [false, false];
    for (let isLast = false; !isLast; ) {
      if (at - this.#at > this.#rowMax) return this.#largeRow();
      let from = at;
      while (isBlank(this.#text[from], separator)) from++;
      const closed: Closed | 'open' | 'more' =
        this.#text[from] === '"' ? this.#closeOf(from, separator, isEnd) : 'open';
      if (closed === 'more') return undefined;
      if (closed === 'open') {
        if (this.#text[from] === '"') isStray = true;
        const lineEnd = this.#lineAt(at, isEnd);
        if (!lineEnd) return undefined;
        const cellEnd = this.#text.indexOf(separator, at);
        isLast = cellEnd < 0 || cellEnd >= lineEnd.end;
        cells.push(this.#text.slice(at, isLast ? lineEnd.end : cellEnd).trim());
        at = isLast ? lineEnd.next : cellEnd + 1;
      } else {
        cells.push(closed.cell);
        isQuoted = true;
        lines += closed.lines;
        isLast = this.#text[closed.end] !== separator;
        const lineEnd = isLast ? this.#lineAt(closed.end, isEnd) : undefined;
        if (isLast && !lineEnd) return undefined;
        at = lineEnd?.next ?? closed.end + 1;
      }
    }
    const { width, spread } = this.#cut;
    const isUsual = cells.length === spread || cells.length === width || filled(cells) === width;
    if (lines > 0 && width !== undefined && !isUsual) {
      const asLetters = this.#cellsOf(line);
      if (filled(asLetters) === width) {
        this.#at = next;
        this.#line++;
        return { cells: asLetters, line: start, ...(isTold(separator) && { fault: 'quote' }) };
      }
    }
    this.#at = at;
    this.#line += lines + 1;
    return {
      cells,
      line: start,
      ...(isQuoted && { isQuoted }),
      ...(isStray && isTold(separator) && { fault: 'quote' }),
    };
  }

  /** Reads the quoted cell that begins here; `open` when its quote does not end a cell. */
  #closeOf(from: number, separator: Separator, isEnd: boolean): Closed | 'open' | 'more' {
    for (let at = from + 1; ; ) {
      const quote = this.#text.indexOf('"', at);
      const isFar = (quote < 0 ? this.#text.length : quote) - from > this.#rowMax;
      if (isFar) return 'open';
      if (quote < 0) return isEnd ? 'open' : 'more';
      if (this.#text[quote + 1] === '"') {
        at = quote + 2;
        continue;
      }
      let end = quote + 1;
      while (isBlank(this.#text[end], separator)) end++;
      const letter = this.#text[end];
      if (letter === undefined && !isEnd) return 'more';
      if (letter !== undefined && letter !== separator && !isLineEnd(letter)) return 'open';
      const cell = this.#text.slice(from + 1, quote);
      return { cell: cell.replaceAll('""', '"'), end, lines: cell.match(LINE_END)?.length ?? 0 };
    }
  }
}

/** A number or a letter of a list, as in “1.”, “2)” or “(a)”, or a bullet; with the space behind it. */
const MARK = /^[^\S\n\r\v\f\u2028\u2029]*(?:([•●▪◦‣·*+–-])|\(?(?:(\d{1,4})|([a-zA-Z]))[.)])[ \u00a0]+(?=\S)/;
const MARK_MAX = 100;

/** What marks of a list are made of: one of the bullets, numbers, or letters. */
type MarkKind = string;

interface Mark {
  kind: MarkKind;
  /** From 1; of a bullet none. */
  count: number | undefined;
  /** Code units, with the space behind it. */
  length: number;
}

function markOf(line: string): Mark | undefined {
  const found = MARK.exec(line.slice(0, MARK_MAX));
  if (!found) return undefined;
  const [{ length }, bullet, number, letter] = found;
  if (bullet) return { kind: bullet, count: undefined, length };
  if (number) return { kind: 'number', count: Number(number), length };
  return { kind: 'letter', count: letter!.toLowerCase().charCodeAt(0) - 96, length };
}

/** A line without the mark of a list before it, if it is of these kinds. */
export function withoutMark(line: string, kinds: readonly MarkKind[]): string {
  const mark = markOf(line);
  return mark && kinds.includes(mark.kind) ? line.slice(mark.length) : line;
}

/** Numbers that are left out between two; further apart they count nothing. */
const GAP_MAX = 3;

/**
 * Whether marks of one kind count, in their order: one after the other, and from the first again. Some may be left out,
 * come twice or be mistyped. Where another line stands before a mark, a list may begin.
 */
function areCounted(marks: readonly { count: number; isBehindOther: boolean }[]): boolean {
  let [right, wrong] = [0, 0];
  for (const [index, { count, isBehindOther }] of marks.entries()) {
    const before = marks[index - 1]?.count;
    if (before === undefined) continue;
    const step = count - before;
    if (step === 1 || (count === 1 && (before > 1 || isBehindOther))) right++;
    else wrong += step > 1 && step <= GAP_MAX ? 1 : step === 0 ? 2 : 4;
  }
  return right > 0 && right >= wrong;
}

/**
 * Returns the kinds of marks with which the lines of a list begin; empty for what is no list. Titles may stand between
 * its lines, and among many lines some without a mark. A text that begins like a mark, such as “1. FC Köln”, makes no
 * list of others.
 */
export function listMarks(given: readonly string[]): MarkKind[] {
  const lines = given.filter((line) => line.trim() !== '');
  const marks = lines.map(markOf);
  const kinds = [...new Set(marks.flatMap((mark) => mark?.kind ?? []))].filter((kind) =>
    isListKind(kind, lines, marks),
  );
  const isMarked = (_: string, index: number): boolean => kinds.includes(marks[index]?.kind ?? '');
  const marked = lines.filter(isMarked);
  if (marked.length < 2) return [];
  const signs = SEPARATORS.filter((separator) => separator !== ' ');
  const common = signs.filter((sign) => marked.every((line) => hasSeparator(withoutMark(line, kinds), sign)));
  const cutting = common.length > 0 ? common : signs;
  const others = lines.filter((line, index) => !isMarked(line, index));
  const titles = others.filter((line) => !cutting.some((sign) => hasSeparator(line, sign)));
  const isList = titles.length < marked.length && (others.length - titles.length) * 4 <= marked.length;
  return isList ? kinds : [];
}

function isListKind(kind: MarkKind, lines: readonly string[], marks: readonly (Mark | undefined)[]): boolean {
  const own = [...lines.keys()].filter((index) => marks[index]?.kind === kind);
  const counts = own.flatMap((index) => {
    const count = marks[index]!.count;
    return count === undefined ? [] : [{ count, isBehindOther: marks[index - 1]?.kind !== kind }];
  });
  if (counts.length === 0) return own.length > 1;
  // Letters begin names as well: “A. Lincoln”.
  return areCounted(counts) && (kind !== 'letter' || (counts[0]!.count === 1 && counts.length > 2));
}

interface Closed {
  cell: string;
  /** Where the separator or the line end stands behind it. */
  end: number;
  /** Line ends in it. */
  lines: number;
}

/** Code units of a row that is too large: its first words. */
const LARGE_ROW_KEPT = 1_000;

/** Cells up to the last that is not empty: spreadsheets fill rows up. */
export function filled(cells: readonly string[]): number {
  let count = cells.length;
  while (count > 0 && cells[count - 1] === '') count--;
  return count;
}

/** Returns all rows of a text, blank ones as well. */
export function rowsOfText(text: string, cut: Cut): TableRow[] {
  const scanner = new TableScanner(cut);
  return [...scanner.write(text), ...scanner.end()];
}

/** The encoding that a mark of the byte order at the start of a text names, other than UTF-8. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** The text of these bytes, of which more may follow; undefined when they are neither UTF-8 nor marked as UTF-16. */
export function textOfBytes(bytes: Uint8Array, isWhole: boolean): string | undefined {
  try {
    // As a stream, since the last character may be cut.
    return new TextDecoder(utf16Of(bytes) ?? 'utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return undefined;
  }
}
