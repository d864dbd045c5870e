import type { Found, Said } from './pasted-text.ts';

/** An answer of a key, which stands apart from its question. */
export interface KeyEntry {
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
  /(?:(?:câu hỏi|câu|question|bài|q)\.?\s{0,3})?(\d{1,3})(?:\s{0,3}[.):=>/–—-]){0,2}\s{0,3}(?:(?:đáp án|chọn)\s?:?\s?)?\(?([A-H](?:\s?[,/&+]\s?[A-H](?!\p{L}))*)(?!\p{L})\)?\.?[\s,;|]*/iuy;
/** `1-5: BCADA`: as many letters as numbers. */
const RUN = /(?<![\d.])(\d{1,3})\s?[-–—→]\s?(\d{1,3})\s?[.:)]?\s{0,3}((?:[A-D][ \t]?){2,})(?![\p{L}\p{N}])/gu;
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
function entriesOf(written: string): Entry[] | null {
  const entries: Entry[] = [];
  const text = written.replace(RUN, (whole, from: string, to: string, run: string) => {
    const letters = run.replace(/\s/g, '');
    if (letters.length !== Number(to) - Number(from) + 1) return whole;
    return `${[...letters].map((letter, index) => `${Number(from) + index}.${letter}`).join(' ')} `;
  });
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
export function takeKey(text: string): { rest: string; key: KeyEntry[] } {
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

const ofKey = ({ number, letter }: KeyEntry): Said => ({
  text: letter,
  words: `${number}. ${letter}`,
  isKey: true,
});

/** Gives each question its answers of a key, by its number or else its place; returns the entries without a question. */
export function applyKey(found: readonly Found[], key: readonly KeyEntry[]): KeyEntry[] {
  const questions = found.filter(({ options }) => Object.values(options).some((option) => option !== ''));
  const areNumbered = questions.some(({ number }) => number !== null);
  const byNumber = Map.groupBy(questions, ({ number }, index) => (areNumbered ? number : index + 1));
  const left: KeyEntry[] = [];
  for (const [number, entries] of Map.groupBy(key, (entry) => entry.number)) {
    const [question, ...others] = byNumber.get(number) ?? [];
    if (!question) left.push(...entries);
    else if (others.length === 0) question.answers.push(...entries.map(ofKey));
    // Parts of a paper that number again from 1 have as many keys; with fewer nobody knows whose they are.
    else if (others.length + 1 === entries.length)
      for (const [index, one] of [question, ...others].entries()) one.answers.push(ofKey(entries[index]!));
  }
  return left;
}
