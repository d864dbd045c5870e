import { escapedAt, markAt, markedPieces } from '../../text/marked-text.ts';
import {
  type AnkiPicture,
  type HtmlTools,
  MarkupReader,
  PAGE_SIGNS,
  PageText,
  tidyLines,
} from './page-text.ts';

/** A letter, or a mark around others, of a text that is to be written. */
type Token = LetterToken | MarkToken | EmphasisToken;

interface LetterToken {
  kind: 'letter';
  text: string;
  /** Whether a backslash stands before it. */
  isEscaped: boolean;
}

/** A reading or a formula. */
interface MarkToken {
  kind: 'mark';
  text: string;
  /** What is written where it cannot stand. */
  letters: string;
}

interface EmphasisToken {
  kind: 'emphasis';
  sign: '**' | '//';
  inner: Token[];
  /** With its signs. */
  text: string;
  isGuarded: boolean;
}

/** How often a text is looked through; one that needs more is full of what only looks like marks. */
const ROUNDS_MAX = 64;

const letterTokens = (text: string): LetterToken[] =>
  [...text].map((letter) => ({ kind: 'letter', text: letter, isEscaped: false }));

/**
 * Returns the text that is read as these tokens, at this depth of emphasis. Letters that would be marks get a
 * backslash. Marks that cannot stand where they are, such as within a word, become letters. Changes the tokens. Returns
 * undefined when it finds none.
 */
function written(tokens: Token[], depth = 0): string | undefined {
  for (const token of tokens) if (token.kind === 'emphasis' && token.text === '') rewrite(token, depth);
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const text = tokens.map(typed).join('');
    if (!mend(tokens, text, depth)) return text;
  }
  return undefined;
}

const typed = (token: Token): string =>
  token.kind === 'letter' && token.isEscaped ? `\\${token.text}` : token.text;

function rewrite(token: EmphasisToken, depth: number): void {
  token.text = token.sign + (written(token.inner, depth + 1) ?? '') + token.sign;
}

/** Compares the text with what it should say and mends the tokens. Returns whether something was to be mended. */
function mend(tokens: Token[], text: string, depth: number): boolean {
  let isMended = false;
  let at = 0;
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index]!;
    if (token.kind !== 'letter') {
      const end = at + token.text.length;
      if (markAt(text, at, depth)?.end !== end) {
        loosen(tokens, index, depth);
        return true;
      }
      at = end;
      index++;
      continue;
    }
    const taken = escapedAt(text, at, depth);
    if (token.isEscaped) {
      if (!taken || !areLetters(tokens, index, taken.length)) {
        token.isEscaped = false;
        return true;
      }
      at += 1 + taken.length;
      index += taken.length;
      continue;
    }
    if (taken) {
      // A backslash that is a letter, before what it would take.
      const next = tokens[index + 1]!;
      if (next.kind === 'letter') next.isEscaped = true;
      else loosen(tokens, index + 1, depth);
      return true;
    }
    const opening = markAt(text, at, depth)?.opening;
    if (opening) {
      token.isEscaped = true;
      isMended = true;
    }
    const length = opening?.length ?? token.text.length;
    index += opening ? opening.length : 1;
    at += length;
  }
  return isMended;
}

const areLetters = (tokens: readonly Token[], from: number, count: number): boolean =>
  tokens.slice(from, from + count).every(({ kind }) => kind === 'letter');

/** Makes letters of a mark that is not read as one; of emphasis only when backslashes within do not help. */
function loosen(tokens: Token[], index: number, depth: number): void {
  const token = tokens[index]!;
  if (token.kind === 'mark') tokens.splice(index, 1, ...letterTokens(token.letters));
  if (token.kind !== 'emphasis') return;
  if (!token.isGuarded) {
    token.isGuarded = true;
    if (guard(token)) {
      rewrite(token, depth);
      return;
    }
  }
  for (const inner of token.inner) if (inner.kind === 'letter') inner.isEscaped = false;
  tokens.splice(index, 1, ...token.inner);
}

/** Escapes the letters within that would end it. Returns whether there are any. */
function guard({ sign, inner }: EmphasisToken): boolean {
  let isFound = false;
  for (let index = 0; index + 1 < inner.length; index++) {
    const [one, other] = [inner[index]!, inner[index + 1]!];
    if (one.kind !== 'letter' || other.kind !== 'letter' || one.text + other.text !== sign) continue;
    isFound ||= !one.isEscaped;
    one.isEscaped = true;
    index++;
  }
  return isFound;
}

/** A letter of a page, or a reading or a formula as it is marked. */
interface PageCell {
  text: string;
  /** What is around it, from outside: `b` for bold, `i` for italics, each once. */
  style: string;
  /** Never part of a mark. */
  isLiteral?: boolean;
  /** Of a mark, what is written where it cannot stand. */
  letters?: string;
}

const STYLES: Record<string, { style: string; isEnd: boolean }> = {
  [PAGE_SIGNS.bold]: { style: 'b', isEnd: false },
  [PAGE_SIGNS.boldEnd]: { style: 'b', isEnd: true },
  [PAGE_SIGNS.italic]: { style: 'i', isEnd: false },
  [PAGE_SIGNS.italicEnd]: { style: 'i', isEnd: true },
};

/** Returns the letters of a page by its signs, its readings as marks where they can be. */
function cellsOf(signed: string): PageCell[] {
  const gathered = new Cells();
  let isLiteral = false;
  for (const sign of signed) {
    const style = STYLES[sign];
    if (style) gathered.style(style.style, style.isEnd);
    else if (sign === PAGE_SIGNS.ruby) gathered.startBase();
    else if (sign === PAGE_SIGNS.rubyEnd) gathered.endBase();
    else if (sign === PAGE_SIGNS.reading) gathered.startReading();
    else if (sign === PAGE_SIGNS.readingEnd) gathered.endReading();
    else if (sign !== PAGE_SIGNS.literal) gathered.add(sign, isLiteral);
    isLiteral = sign === PAGE_SIGNS.literal;
  }
  gathered.endReading();
  return gathered.cells;
}

class Cells {
  readonly cells: PageCell[] = [];
  readonly #open: string[] = [];
  #style = '';
  /** Where letters began that are outside of a reading; undefined outside of a ruby. */
  #base: number | undefined;
  #reading: number | undefined;

  style(style: string, isEnd: boolean): void {
    if (!isEnd) this.#open.push(style);
    else if (this.#open.includes(style)) this.#open.splice(this.#open.lastIndexOf(style), 1);
    this.#style = [...new Set(this.#open)].join('');
  }

  add(text: string, isLiteral: boolean): void {
    this.cells.push({ text, style: this.#style, isLiteral });
  }

  startBase(): void {
    this.endReading();
    this.#base = this.cells.length;
  }

  endBase(): void {
    this.endReading();
    this.#base = undefined;
  }

  startReading(): void {
    this.endReading();
    this.#reading = this.cells.length;
  }

  endReading(): void {
    if (this.#reading === undefined) return;
    const reading = this.cells.splice(this.#reading);
    const base = this.cells.splice(this.#base ?? this.#reading);
    this.#reading = undefined;
    this.cells.push(...annotated(base, reading));
    if (this.#base !== undefined) this.#base = this.cells.length;
  }
}

const textOf = (cells: readonly PageCell[]): string => cells.map(({ text }) => text).join('');

/** Letters with their reading; in brackets behind them where a mark says nothing. */
function annotated(base: readonly PageCell[], reading: readonly PageCell[]): PageCell[] {
  const read = textOf(reading).replace(/\s+/g, ' ').trim();
  if (read === '') return [...base];
  const first = base.findIndex(({ text }) => text.trim() !== '');
  const mark = readingCell(textOf(base).trim(), read, base[first]?.style ?? '');
  if (mark) return [...base.slice(0, first), mark];
  const bracket = (text: string): PageCell => ({ text, style: reading[0]!.style });
  return [...base, bracket('('), ...reading, bracket(')')];
}

/** A reading as a mark; undefined where it would be none. */
function readingCell(base: string, reading: string, style: string): PageCell | undefined {
  const text = `{${base}|${reading}}`;
  return isMark(text) ? { text, style, letters: `${base}(${reading})` } : undefined;
}

/** Whether a text is one mark, and nothing else. */
function isMark(text: string): boolean {
  const pieces = markedPieces(text);
  return pieces.length === 1 && pieces[0]!.kind === 'mark';
}

/** Stand for a letter that is only itself, and for a mark, where orders are looked for. */
const LITERAL = '\u0000';
const MARK = '\u0001';

/** MathJax, and the older orders to run LaTeX. A backslash belongs to the letter behind it. */
const FORMULA =
  /\\\((?:[^\\]|\\[^)])*?\\\)|\\\[(?:[^\\]|\\[^\]])*?\\\]|\[(\$\$?)\].*?\[\/\1\]|\[latex\].*?\[\/latex\]/gis;

/** Anki's `漢字[かんじ]`: from the last blank to the bracket. A blank before it only parts it from what it does not belong to. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they stand for what is no letter
const READING = / ?([^\s[\]\u0000\u0001]+)\[([^[\]\n\u0000\u0001]+)\]/g;

/** What LaTeX is put into by those who write `[latex]`. */
const MATHS = [
  /^\$\$(?<block>[^$]+)\$\$$/,
  /^\$(?<inline>[^$]+)\$$/,
  /^\\\[(?<block>[^$]+)\\\]$/,
  /^\\\((?<inline>[^$]+)\\\)$/,
  /^\\begin\{(math)\}(?<inline>[^$]+)\\end\{\1\}$/,
  /^\\begin\{(displaymath|equation\*?)\}(?<block>[^$]+)\\end\{\1\}$/,
];

/** Returns the cells with their formulas as marks. */
const withFormulas = (cells: readonly PageCell[]): PageCell[] =>
  replaced(cells, FORMULA, ([, dollars], typed, { style }) => {
    const text = formulaOf(typed, dollars);
    return text && isMark(text) ? [{ text, style, letters: typed }] : undefined;
  });

/** Returns the cells with Anki's readings as marks. */
const withReadings = (cells: readonly PageCell[]): PageCell[] =>
  replaced(cells, READING, ([, base = '', reading = ''], typed, { style }, wanted) => {
    const cell = readingCell(base, reading.trim(), wanted.find(({ text }) => text !== ' ')?.style ?? style);
    return cell && [{ ...cell, letters: typed }];
  });

function formulaOf(typed: string, dollars: string | undefined): string | undefined {
  if (isMark(typed)) return typed;
  if (typed.startsWith('\\(')) return typed.replace(/\n+/g, ' ');
  if (typed.startsWith('\\')) return undefined;
  const tex = typed.slice(typed.indexOf(']') + 1, typed.lastIndexOf('[')).trim();
  if (dollars === '$$') return `\\[${tex}\\]`;
  if (dollars) return inline(tex);
  for (const form of MATHS) {
    const { inline: one, block } = form.exec(tex)?.groups ?? {};
    if (one !== undefined) return inline(one);
    if (block !== undefined) return `\\[${block.trim()}\\]`;
  }
  // Without dollars it can only be meant as a formula when it has signs of one.
  return !tex.includes('$') && /[\\^_]/.test(tex) ? inline(tex) : undefined;
}

const inline = (tex: string): string => `\\(${tex.trim().replace(/\n+/g, ' ')}\\)`;

/** Gives each match in place of its cells what it becomes, if anything. */
function replaced(
  cells: readonly PageCell[],
  form: RegExp,
  become: (
    match: RegExpExecArray,
    typed: string,
    first: PageCell,
    matched: readonly PageCell[],
  ) => PageCell[] | undefined,
): PageCell[] {
  let text = '';
  /** The cell of each code unit. */
  const cellAt: number[] = [];
  for (const [index, cell] of cells.entries()) {
    // A bracket behind a backslash belongs to it.
    const isLiteral = cell.isLiteral && !(cell.text === '[' && text.endsWith('\\'));
    const shown = cell.letters !== undefined ? MARK : isLiteral ? LITERAL : cell.text;
    text += shown;
    for (let unit = 0; unit < shown.length; unit++) cellAt.push(index);
  }
  const kept: PageCell[] = [];
  let next = 0;
  for (const match of text.matchAll(form)) {
    const from = cellAt[match.index]!;
    const end = cellAt[match.index + match[0].length - 1]! + 1;
    const matched = cells.slice(from, end);
    if (match[0].includes(MARK)) continue;
    const typed = matched.map((cell) => cell.text).join('');
    const cell = become(match, typed, matched[0]!, matched);
    if (!cell) continue;
    kept.push(...cells.slice(next, from), ...cell);
    next = end;
  }
  return [...kept, ...cells.slice(next)];
}

/** Code units, with signs: no field of a card takes as many, and beyond them marks are not looked for. */
const MARKED_MAX = 4_000;

/** Without any of these there is no mark, and nothing that looks like one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are the signs of a page
const MAY_BE_MARKED = /[\u0001-\u0008\u000e]|\*\*|\/\/|\{|\\[([]|\[(?:latex|\$)/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are the signs of a page
const ALL_SIGNS = /[\u0001-\u0008\u000e]/g;

/**
 * Returns the text of a page with a card's marks. `hasReadings` is true where `漢字[かんじ]` is a reading above letters.
 * What looks like a mark and is none gets a backslash; emphasis that marks cannot say, such as within a word, is left out.
 */
export function pageAsMarked(signed: string, hasReadings: boolean): string {
  const isPlain = !MAY_BE_MARKED.test(signed) && !(hasReadings && signed.includes('['));
  if (isPlain || signed.length > MARKED_MAX) return tidyLines(withoutSigns(signed));
  const found = withFormulas(tidyCells(cellsOf(signed)));
  const cells = hasReadings ? withReadings(found) : found;
  return written(tokensOf(cells, 0)) ?? cells.map(({ letters, text }) => letters ?? text).join('');
}

/** A reading stands in brackets behind its letters, as where no browser knows ruby. */
const withoutSigns = (signed: string): string =>
  signed.replaceAll(PAGE_SIGNS.reading, '(').replaceAll(PAGE_SIGNS.readingEnd, ')').replace(ALL_SIGNS, '');

const isBlank = ({ letters, text }: PageCell): boolean => letters === undefined && /^\s$/.test(text);
const isBreak = ({ letters, text }: PageCell): boolean => letters === undefined && text === '\n';

/** The cells of lines as `tidyLines` leaves them. */
function tidyCells(cells: readonly PageCell[]): PageCell[] {
  const kept: PageCell[] = [];
  let blanks: PageCell[] = [];
  for (const cell of cells) {
    if (isBlank(cell)) {
      blanks.push(cell);
      continue;
    }
    const breaks = blanks.filter(isBreak).slice(0, 2);
    if (kept.length > 0) kept.push(...(breaks.length > 0 ? breaks : blanks));
    kept.push(cell);
    blanks = [];
  }
  return kept;
}

/** Emphasis ends with its line, and has no blanks at its ends. */
function tokensOf(cells: readonly PageCell[], level: number): Token[] {
  const tokens: Token[] = [];
  for (let from = 0; from < cells.length; ) {
    const style = styleOf(cells[from]!, level);
    let end = from + 1;
    while (end < cells.length && styleOf(cells[end]!, level) === style) end++;
    let [first, last] = [from, end];
    while (style && first < last && isBlank(cells[first]!)) first++;
    while (style && last > first && isBlank(cells[last - 1]!)) last--;
    const inner = cells.slice(first, last);
    tokens.push(...cells.slice(from, first).flatMap(tokensOfCell));
    if (style && inner.length > 0)
      tokens.push({
        kind: 'emphasis',
        sign: style === 'b' ? '**' : '//',
        inner: tokensOf(inner, level + 1),
        text: '',
        isGuarded: false,
      });
    else tokens.push(...inner.flatMap(tokensOfCell));
    tokens.push(...cells.slice(last, end).flatMap(tokensOfCell));
    from = end;
  }
  return tokens;
}

const styleOf = (cell: PageCell, level: number): string | undefined =>
  isBreak(cell) ? undefined : cell.style[level];

function tokensOfCell({ text, letters, isLiteral }: PageCell): Token[] {
  if (letters !== undefined) return [{ kind: 'mark', text, letters }];
  return letterTokens(text).map((token) => ({ ...token, isEscaped: isLiteral === true && text !== '[' }));
}

/** What a field of Anki's, which is HTML, says. */
export interface AnkiText {
  /** A card's text: bold, italics, readings and formulas as its marks, a line for each block. */
  text: string;
  /** Names of the media files that are played there, NFC, in order. */
  sounds: string[];
  pictures: AnkiPicture[];
}

const SOUND = /\[sound:([^\]\n]{1,500})\]/g;

/**
 * Returns what reads a field of a note. `hasReadings` is true where its card shows `漢字[かんじ]` as a reading above letters.
 * Takes time by its length alone, whatever stands in it.
 */
export const ankiTextBy =
  (tools: HtmlTools) =>
  (html: string, { hasReadings = false } = {}): AnkiText => {
    const sounds: string[] = [];
    const take = (name: string): void => {
      const plain = name.trim().normalize('NFC');
      if (plain) sounds.push(plain);
    };
    const silent = html.replace(SOUND, (_, name: string) => {
      take(tools.decodeHTML(name));
      return ' ';
    });
    const page = new PageText();
    const reader = new MarkupReader(page, take, tools);
    reader.read(silent);
    return { text: pageAsMarked(page.signedText(), hasReadings), sounds, pictures: reader.pictures };
  };
