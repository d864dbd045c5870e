import { tidyPaste } from './tidy-text.ts';

/** The cells of a row, with the line on which it begins. */
export interface PastedLine {
  line: number;
  cells: string[];
}

/** A pasted text as it is cut. */
export const plainPaste = tidyPaste;

/**
 * Cuts a table into rows of cells; quotes hold separators, line ends and doubled quotes, as in CSV. A quote that is never
 * closed is a letter, or it would take in all that follows.
 */
export function cellsOf(text: string, separator: string, hasQuotes = true): PastedLine[] {
  const rows: PastedLine[] = [];
  let [line, start, cell, quoted] = [1, 1, '', false];
  let cells: string[] = [];
  const endRow = () => {
    cells.push(cell.trim());
    if (cells.some(Boolean)) rows.push({ line: start, cells });
    [cells, cell] = [[], ''];
  };
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]!;
    if (letter === '\n') line++;
    if (quoted && letter === '"' && text[i + 1] === '"') cell += text[++i];
    else if (letter === '"' && hasQuotes && (quoted || cell.trim() === '')) quoted = !quoted;
    else if (letter === separator && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else if (letter === '\n' && !quoted) {
      endRow();
      start = line;
    } else cell += letter;
  }
  if (quoted) return cellsOf(text, separator, false);
  endRow();
  return rows;
}
