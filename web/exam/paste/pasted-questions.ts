import { OPTION_LETTERS, OPTION_TEXT_MAX, QUESTION_TEXT_MAX } from '../../../core/exam/exam-limits.ts';
import type { OptionLetter } from '../../../core/exam/question/choice.schema.ts';
import type { QuestionDraft } from '../../../core/exam/question/question-kinds.ts';
import { tidyPaste } from '../../../core/text/tidy-text.ts';
import { type Found, letterOf, type Part, type PasteReason, readText } from './pasted-text.ts';

/** An answer of a key, which stands apart from its question. */
interface KeyEntry {
  /** Where it stands, counted from 1. */
  line: number;
  number: number;
  letter: string;
}

type Entry = Omit<KeyEntry, 'line'>;

/**
 * `1.A`, `1A`, `1-A`, `Câu 1: A`, `Câu 1: chọn A`, `1) (A)`. Letters beyond D are read too, so that they are named as
 * wrong.
 */
const ENTRY =
  /(?:(?:câu hỏi|câu|question|bài|q)\.?\s{0,3})?(\d{1,3})(?:\s{0,3}[.):=>/–—-]){0,2}\s{0,3}(?:(?:đáp án|chọn)\s?:?\s?)?\(?([A-H])(?!\p{L})\)?\.?[\s,;|]*/iuy;
/** `Đáp án:`, `BẢNG ĐÁP ÁN ĐỀ 101`, `--- Answer key ---`; some words may follow. */
const HEADING =
  /^[-–—*#=_.\s]*(?:bảng )?(?:đáp án|đ\/a|answer key|answers?|keys?)(?: tham khảo)?(?: (?:mã )?đề(?: số)? ?\d{1,4})?[-–—*#=_.:\s]*/iu;
const NUMBER_LABEL = /^(?:câu hỏi|câu|question|no|stt|số|#)?[.:]?$/iu;
const LETTER_LABEL = /^(?:đáp án|đ\/?a|answers?|keys?|trả lời|chọn)?[.:]?$/iu;
/** The label of a row whose cells are parted by blanks. */
const LABEL_AHEAD = /^(?:câu hỏi|câu|question|đáp án|đ\/?a|answers?|keys?)[.:]?\s+/iu;
/** What stands below the last question of a paper. */
const THE_END = /^[-–—*._=\s]*(?:hết|the end)[-–—*._=\s]*$/iu;

/** Returns the entries of a text that has nothing else; null for any other. */
function entriesOf(text: string): Entry[] | null {
  const entries: Entry[] = [];
  for (let at = 0; at < text.length; at = ENTRY.lastIndex) {
    ENTRY.lastIndex = at;
    const match = ENTRY.exec(text);
    if (!match) return null;
    entries.push({ number: Number(match[1]), letter: match[2] ?? '' });
  }
  return entries.length > 0 ? entries : null;
}

const cellsOf = (line: string): string[] =>
  line.includes('\t')
    ? line.split('\t').map((cell) => cell.trim())
    : line
        .trim()
        .replace(LABEL_AHEAD, '')
        .split(/[\s|]+/);

/** Returns the entries of a row of numbers with the row of letters under it; null for other rows. */
function entriesOfRows(above: string, below: string): Entry[] | null {
  const numbers = cellsOf(above);
  const letters = cellsOf(below);
  const entries: Entry[] = [];
  for (let column = 0; column < Math.max(numbers.length, letters.length); column += 1) {
    const [number = '', letter = ''] = [numbers[column], letters[column]];
    const isNumbered = /^\d{1,3}\.?$/.test(number);
    if (isNumbered && /^[A-H]$/i.test(letter)) entries.push({ number: Number.parseInt(number, 10), letter });
    else if (!(isNumbered && letter === '') && !(NUMBER_LABEL.test(number) && LETTER_LABEL.test(letter)))
      return null;
  }
  return entries.length > 0 && letters.length > 1 ? entries : null;
}

interface Step {
  entries: Entry[];
  /** Says that what follows is a key. */
  isHeading?: true;
  isEnd?: true;
  /** How many lines it takes. */
  lines: number;
}

/** Returns whether a line is the first row of a table with numbers and letters side by side. */
function isTableHead(line: string): boolean {
  const cells = line.split('\t').map((cell) => cell.trim());
  return (
    cells.length > 1 && cells.every((cell, index) => (index % 2 ? LETTER_LABEL : NUMBER_LABEL).test(cell))
  );
}

/** Returns what a key has at a line; null where it has nothing. */
function stepAt(lines: readonly string[], index: number): Step | null {
  const line = lines[index] ?? '';
  const text = line.trim();
  if (text === '') return { entries: [], lines: 1 };
  if (THE_END.test(text)) return { entries: [], isEnd: true, lines: 1 };
  const entries = entriesOf(text);
  if (entries) return { entries, lines: 1 };
  let below = index + 1;
  while (lines[below]?.trim() === '') below += 1;
  const ofRows = entriesOfRows(line, lines[below] ?? '');
  if (ofRows) return { entries: ofRows, lines: below - index + 1 };
  if (isTableHead(line)) return { entries: [], isHeading: true, lines: 1 };
  const heading = HEADING.exec(text)?.[0];
  if (heading === undefined) return null;
  const rest = text.slice(heading.length);
  const ofRest = entriesOf(rest);
  const isHeading = ofRest !== null || rest === '' || /^\p{L}{2}.{0,60}$/u.test(rest);
  return isHeading ? { entries: ofRest ?? [], isHeading, lines: 1 } : null;
}

/**
 * Takes the keys out of a paper, such as `Đáp án: 1.A 2.B 3.C` or a table of numbers and letters, and the mark of its
 * end. A key without a heading is only looked for below all questions.
 */
function takeKey(text: string): { rest: string; key: KeyEntry[] } {
  const lines = text.split('\n');
  const key: KeyEntry[] = [];
  for (let index = 0; index < lines.length; ) {
    const first = index;
    const found: KeyEntry[] = [];
    let [isHeaded, isEnded] = [false, false];
    for (let step = stepAt(lines, index); step && index < lines.length; step = stepAt(lines, index)) {
      const line = index + 1;
      found.push(...step.entries.map((entry) => ({ line, ...entry })));
      isHeaded ||= step.isHeading === true;
      isEnded ||= step.isEnd === true;
      index += step.lines;
    }
    const isLast = index === lines.length;
    const isKey = (isHeaded && found.length > 0) || (isLast && (found.length > 1 || (isEnded && !isHeaded)));
    if (isKey) {
      key.push(...found);
      lines.fill('', first, index);
    }
    if (index === first) index += 1;
  }
  // Blank lines keep the others' numbers.
  return { rest: lines.join('\n'), key };
}

/** Gives each question its answers of a key, by its number or else its place; returns the entries without a question. */
function applyKey(found: readonly Found[], key: readonly KeyEntry[]): KeyEntry[] {
  const questions = found.filter(({ options }) => Object.values(options).some((option) => option !== ''));
  const areNumbered = questions.some(({ number }) => number !== null);
  const byNumber = Map.groupBy(questions, ({ number }, index) => (areNumbered ? number : index + 1));
  const left: KeyEntry[] = [];
  for (const [number, entries] of Map.groupBy(key, (entry) => entry.number)) {
    const [question, ...others] = byNumber.get(number) ?? [];
    if (!question) left.push(...entries);
    else if (others.length === 0) question.answers.push(...entries.map(({ letter }) => letter));
    // Parts of a paper that number again from 1 have as many keys; with fewer nobody knows whose they are.
    else if (others.length + 1 === entries.length)
      for (const [index, one] of [question, ...others].entries())
        one.answers.push(entries[index]?.letter ?? '');
  }
  return left;
}

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
function isTable(text: string): boolean {
  if (!text.includes('\t')) return false;
  if (!OPTION_LINE.test(text)) return true;
  return rowsOf(text).some((row) => isLetter(withoutNumber(row).cells[ANSWER]));
}

/** One question a row: its text, the options A to D, the right letter; a first row of headings is no question. */
function readTable(text: string): Found[] {
  const rows = rowsOf(text).map(withoutNumber);
  const questions = rows[0] && isHeader(rows[0]) ? rows.slice(1) : rows;
  return questions.map(({ cells: [question = '', A = '', B = '', C = '', D = '', answer = ''], ...row }) => ({
    ...row,
    question,
    options: { A, B, C, D },
    answers: [answer],
  }));
}

export interface PastedQuestion extends QuestionDraft {
  line: number;
}

export interface PasteProblem {
  line: number;
  /** What stands there. */
  text: string;
  reason: PasteReason;
}

export interface Pasted {
  questions: PastedQuestion[];
  problems: PasteProblem[];
}

function check(found: Found): PasteReason | { letter: OptionLetter | null } {
  if (found.fault) return found.fault;
  const { question, options } = found;
  const answers = [...new Set(found.answers.filter((answer) => answer.trim() !== ''))];
  const parts: Part[] = [
    ...(question === '' ? (['question'] as const) : []),
    ...OPTION_LETTERS.filter((letter) => !options[letter]),
  ];
  if (parts.length > 0) return { kind: 'missing', parts };
  const letters = new Set(answers.map(letterOf));
  if (letters.size > 1) return { kind: 'answers' };
  const [letter = null] = letters;
  if (letter === null && answers.length > 0) return { kind: 'answer', found: answers.join(' ') };
  if (question.length > QUESTION_TEXT_MAX) return { kind: 'long', part: 'question' };
  const long = OPTION_LETTERS.find((one) => (options[one] ?? '').length > OPTION_TEXT_MAX);
  return long ? { kind: 'long', part: long } : { letter };
}

const unasked = (entries: readonly KeyEntry[]): PasteProblem[] =>
  [...Map.groupBy(entries, ({ line }) => line)].map(([line, same]) => ({
    line,
    text: same.map(({ number, letter }) => `${number}. ${letter}`).join(', '),
    reason: { kind: 'unasked', numbers: same.map(({ number }) => number) },
  }));

/**
 * Reads questions out of what a teacher pastes: rows of a spreadsheet (question, A, B, C, D, the right letter), or text
 * with numbered questions, lines "A. …", and "Answer: B" or an asterisk before the right option. The right letters may
 * stand in a key below all; a question that has none is read without.
 */
export function parseQuestions(pasted: string): Pasted {
  const { rest, key } = takeKey(tidyPaste(pasted));
  const found = isTable(rest) ? readTable(rest) : readText(rest);
  const left = applyKey(found, key);
  const result: Pasted = { questions: [], problems: [] };
  for (const one of found) {
    const { line, question, options } = one;
    const checked = check(one);
    if ('kind' in checked) {
      const shown = question || Object.values(options).find((option) => option !== '') || '';
      result.problems.push({ line, text: shown, reason: checked });
      continue;
    }
    result.questions.push({
      line,
      question_text: question,
      option_a: options.A ?? '',
      option_b: options.B ?? '',
      option_c: options.C ?? '',
      option_d: options.D ?? '',
      correct_option: checked.letter,
    });
  }
  result.problems.push(...unasked(left));
  return result;
}
