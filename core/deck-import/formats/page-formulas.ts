import { isMark, type PageCell, readingCell } from './page-cells.ts';

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
export const withFormulas = (cells: readonly PageCell[]): PageCell[] =>
  replaced(cells, FORMULA, ([, dollars], typed, { style }) => {
    const text = formulaOf(typed, dollars);
    return text && isMark(text) ? [{ text, style, letters: typed }] : undefined;
  });

/** Returns the cells with Anki's readings as marks. */
export const withReadings = (cells: readonly PageCell[]): PageCell[] =>
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
