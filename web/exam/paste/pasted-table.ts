import { type Found, letterOf } from './found-question.ts';

/** Which cell of a row has the right letter. */
const ANSWER = 5;
const isLetter = (cell = '') => letterOf(cell) !== null;
/** A line that begins as an option does in a text: some of these have tabs, too, but are no rows. */
const OPTION_LINE = /^[ \t]*\*?[ \t]*\(?[A-D][.)/]/im;
const QUESTION_HEADING = /^(questions?( text)?|câu( hỏi)?|nội dung( câu hỏi)?|stt|no\.?|số|#)$/iu;
const OTHER_HEADING = /^((option|answer|phương án|lựa chọn|đáp án|câu|question) ?)+[a-d]?$|correct|đúng/iu;

interface Row {
  line: number;
  cells: string[];
  /** The one before its cells. */
  number: number | null;
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
function rowsOf(text: string): Row[] {
  const rows: Row[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const row: Row = { line, cells: [], number: null };
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

/** Spreadsheets often number their rows in a column of its own. */
function withoutNumber(row: Row): Row {
  const [first = '', ...cells] = row.cells;
  const isNumbered =
    /^\d+[.)]?$/.test(first) && isLetter(row.cells[ANSWER + 1]) && !isLetter(row.cells[ANSWER]);
  return isNumbered ? { ...row, cells, number: Number.parseInt(first, 10) } : row;
}

const isHeader = ({ cells }: Row) =>
  QUESTION_HEADING.test(cells[0] ?? '') &&
  !isLetter(cells.findLast((cell) => cell !== '')) &&
  cells.slice(1).some((cell) => OTHER_HEADING.test(cell) || isLetter(cell));

/** Returns whether a text is rows of cells rather than lines. */
export function isTable(text: string): boolean {
  if (!text.includes('\t')) return false;
  if (!OPTION_LINE.test(text)) return true;
  return rowsOf(text).some((row) => isLetter(withoutNumber(row).cells[ANSWER]));
}

/** One question a row: its text, the options A to D, the right letter; a first row of headings is no question. */
export function readTable(text: string): Found[] {
  const rows = rowsOf(text).map(withoutNumber);
  const questions = rows[0] && isHeader(rows[0]) ? rows.slice(1) : rows;
  return questions.map(({ cells: [question = '', A = '', B = '', C = '', D = '', answer = ''], ...row }) => ({
    ...row,
    question,
    options: { A, B, C, D },
    answers: [answer],
  }));
}
