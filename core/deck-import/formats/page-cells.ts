import { markedPieces } from '../../text/marked-text.ts';
import { PAGE_SIGNS } from './page-text.ts';

/** A letter of a page, or a reading or a formula as it is marked. */
export interface PageCell {
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
export function cellsOf(signed: string): PageCell[] {
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
export function readingCell(base: string, reading: string, style: string): PageCell | undefined {
  const text = `{${base}|${reading}}`;
  return isMark(text) ? { text, style, letters: `${base}(${reading})` } : undefined;
}

/** Whether a text is one mark, and nothing else. */
export function isMark(text: string): boolean {
  const pieces = markedPieces(text);
  return pieces.length === 1 && pieces[0]!.kind === 'mark';
}
