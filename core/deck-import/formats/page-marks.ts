import { letterTokens, type Token, written } from './mark-writer.ts';
import { cellsOf, type PageCell } from './page-cells.ts';
import { withFormulas, withReadings } from './page-formulas.ts';
import { PAGE_SIGNS, tidyLines } from './page-text.ts';

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
