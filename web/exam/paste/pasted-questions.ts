import { OPTION_LETTERS, OPTION_TEXT_MAX, QUESTION_TEXT_MAX } from '../../../core/exam/exam-limits.ts';
import type { OptionLetter } from '../../../core/exam/question/choice.schema.ts';
import type { QuestionDraft } from '../../../core/exam/question/question-kinds.ts';
import {
  cellsOf as cellsOfCsv,
  clipboardRows,
  codeLines,
  type PastedLine,
  withoutPipes,
} from '../../../core/text/pasted-cells.ts';
import { tidyPaste } from '../../../core/text/tidy-text.ts';
import {
  applyKey,
  type Decision,
  decide,
  type KeyEntry,
  marksOf,
  type PaperMarks,
  type Refusal,
  seenSigns,
  takeKey,
  unasked,
  withPlaces,
} from './pasted-key.ts';
import { BREAK, type Found, letterOf, type Part, type PasteReason, readText, START } from './pasted-text.ts';

/** Which cell of a row has the right letter. */
const ANSWER = 5;
const isLetter = (cell = '') => letterOf(cell) !== null;
/** A line that begins as an option does in a text: some of these have tabs, too, but are no rows. */
const OPTION_LINE = /(?:^|\f)[ \t]*(?:[*+=#~>_•–-]{1,2}[ \t]*)?\(?[A-D][.)/]/im;
const QUESTION_HEADING = /^(questions?( text)?|câu( hỏi)?|nội dung( câu hỏi)?|stt|no\.?|số|#)$/iu;
const OTHER_HEADING = /^((option|answer|phương án|lựa chọn|đáp án|câu|question) ?)+[a-d]?$|correct|đúng/iu;

interface Row extends PastedLine {
  /** The one before its cells. */
  number: number | null;
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

type Use = OptionLetter | 'question' | 'key' | 'number' | 'fifth' | 'unnamed';

const HEAD_KEY =
  /^(?:(?:đáp án|phương án|câu trả lời|lựa chọn|câu)(?: đúng)(?: nhất)?|đáp án|phương án|câu trả lời|lựa chọn|(?:the )?(?:correct|right)(?: (?:answer|option|letter|choice))?(?: letter)?(?:\(s\)|s)?|answers?|key|đúng|kết quả|kq|trả lời|chọn|solution|ans|đ[./]?a)\.?$/iu;
const HEAD_OPTION =
  /^(?:(?:option|answer|phương án|lựa chọn|đáp án|câu trả lời|choice|ans|pa)[ .]*)?([a-f1-6])$/iu;

/** Returns what a heading says of its column; `Answer 1 - max 75 characters` is of the first option. */
function useOf(cell: string): Use | undefined {
  if (cell === '') return 'unnamed';
  const head = cell.split(/ - | \(/)[0]!.trim();
  const option = HEAD_OPTION.exec(head)?.[1]?.toUpperCase();
  if (option !== undefined)
    return OPTION_LETTERS['ABCD'.includes(option) ? 'ABCD'.indexOf(option) : Number(option) - 1] ?? 'fifth';
  if (HEAD_KEY.test(head) || /^(?:correct|right) answers?\(s\)/i.test(cell)) return 'key';
  if (/^(?:questions?(?: text)?|câu hỏi|nội dung(?: câu hỏi)?|đề bài)$/iu.test(head)) return 'question';
  return /^(?:stt|tt|no\.?|số|#|câu)$/iu.test(head) ? 'number' : undefined;
}

/** Returns which column is what, as headings say it; null where they do not name a question and its four options. */
function usesOf(cells: readonly string[]): (Use | undefined)[] | null {
  const uses = cells.map(useOf);
  if (!uses.includes('question') && uses.includes('number')) uses[uses.indexOf('number')] = 'question';
  const isWhole = ['question', ...OPTION_LETTERS].every(
    (use) => uses.filter((one) => one === use).length === 1,
  );
  return isWhole ? uses : null;
}

/**
 * Returns the columns of a table with headings, and which of them has the key. It is called so; of several, those of
 * letters are meant. Else it is the only column without a heading, where letters or options stand in it.
 */
function keyed(uses: (Use | undefined)[], rows: readonly Row[]): (Use | undefined)[] {
  const columns = (use: Use) => uses.flatMap((one, column) => (one === use ? [column] : []));
  const cellsOf = (column: number) => rows.flatMap(({ cells }) => cells[column] || []);
  const keys = columns('key');
  const ofLetters = keys.filter((column) => cellsOf(column).every(isLetter));
  if (keys.length > 1 && ofLetters.length > 0)
    return uses.map((use, column) => (use === 'key' && !ofLetters.includes(column) ? undefined : use));
  const unnamed = columns('unnamed').filter((column) => cellsOf(column).length > 0);
  const isOption = ({ cells }: Row, column: number) =>
    OPTION_LETTERS.some((letter) => cells[uses.indexOf(letter)] === cells[column]);
  const [column] = unnamed;
  if (keys.length > 0 || unnamed.length !== 1 || column === undefined) return uses;
  const isKey =
    cellsOf(column).some(isLetter) || rows.every((row) => !row.cells[column] || isOption(row, column));
  return isKey ? uses.with(column, 'key') : uses;
}

/** The rows of a table with headings whose cells commas or semicolons part, as in a file; null of other texts. */
function fileRows(text: string): Row[] | null {
  const [first = ''] = text.trimStart().split('\n', 1);
  const separator = ([';', ','] as const).find((one) =>
    usesOf(first.split(one).map((cell) => cell.trim().replace(/^"|"$/g, ''))),
  );
  if (separator === undefined || text.includes('\t')) return null;
  return cellsOfCsv(text, separator).map((row) => ({ ...row, number: null }));
}

const rowsOf = (text: string): Row[] => clipboardRows(text).map((row) => ({ ...row, number: null }));

/** Above its headings a table may have titles. */
const headOf = (rows: readonly Row[]) => rows.slice(0, 8).findIndex(({ cells }) => usesOf(cells) !== null);

/** Returns the rows of a text; null where it is lines rather than rows of cells. */
function tableOf(text: string): Row[] | null {
  if (!text.includes('\t')) {
    const cut = withoutPipes(text.split('\n')).join('\n');
    const rows = cut.includes('\t') ? rowsOf(cut) : [];
    return headOf(rows) < 0 ? fileRows(text) : rows;
  }
  const rows = rowsOf(text);
  if (!OPTION_LINE.test(text) || headOf(rows) >= 0) return rows;
  return rows.some((row) => isLetter(withoutNumber(row).cells[ANSWER])) ? rows : null;
}

/** One question a row, as the headings say, or else: its text, the options A to D, the right letter. */
function readTable(rows: readonly Row[]): Found[] {
  const head = headOf(rows);
  if (head >= 0) {
    const below = rows.slice(head + 1).filter(({ cells }) => !usesOf(cells));
    const uses = keyed(usesOf(rows[head]!.cells)!, below);
    const titles = rows.slice(0, head).map((row) => rowAs(row, ['question']));
    return [
      ...titles,
      ...withPlaces(
        below.map((row) => rowAs(row, uses)),
        uses.includes('key'),
      ),
    ];
  }
  const plain = rows.map(withoutNumber);
  const questions = plain[0] && isHeader(plain[0]) ? plain.slice(1) : plain;
  return withPlaces(
    questions.map((row) => rowAs(row, ['question', ...OPTION_LETTERS, 'key'])),
    false,
  );
}

function rowAs({ line, number, cells }: Row, uses: readonly (Use | undefined)[]): Found {
  const of = (use: Use) => cells[uses.indexOf(use)] ?? '';
  const cellsBy = OPTION_LETTERS.map((letter) => [letter, of(letter)] as const);
  // The letter of its column is no part of an option: `A. Huế`.
  const areLettered = cellsBy.every(([letter, text]) => new RegExp(`^${letter}[.)]\\s*\\S`).test(text));
  const options = Object.fromEntries(
    areLettered ? cellsBy.map(([letter, text]) => [letter, text.slice(2).trim()]) : cellsBy,
  );
  const own = /^\d+/.exec(of('number'))?.[0];
  return {
    line,
    number: number ?? (own === undefined ? null : Number(own)),
    question: of('question'),
    options,
    answers: uses.flatMap((use, column) => {
      const text = use === 'key' ? (cells[column] ?? '') : '';
      return text === '' ? [] : [{ text, words: text, isCell: true as const }];
    }),
    marked: [],
    signed: [],
    ...(of('fifth') !== '' && { fault: { kind: 'more' } }),
  };
}

/** An option as it may be spelled, with signs ahead: `[A] …`, `A: …`, `A – …`, `<A> …`. */
const SPELLED =
  /(?<=^|\s)((?:[*+=#~>_✓✔✅☑☐□○●◯◉•-]{1,2}\s?|\[[ xX]\]\s?)?)(?:([[(<{【])\s?)?([A-Ea-e])\s?([\])>}】][.:]?|\.[-–](?=\s)|[.)\]]{1,2}|[/:;,=]|[-–—]{1,2})/gu;
/** Four lines, one below the other, may have no mark after their letters. */
const UNMARKED = /^()()([A-E])()(?=\s[\p{L}\p{N}“"'$\\])/u;
/** These are read as they are, on lines of their own. */
const USUAL = /^\(?#(?:[.)]|\/ )a?$/i;
const NEW_QUESTION = /^\s*(?:\[?(?:question|câu hỏi|câu|q\.?|bài)\s*)?\d{1,3}\s*[.):\]]/iu;
const BOXED = /^\s*(?:[-*•+]\s+(?=\[))?([○●◯◉⚪⚫🔘□■☐☑☒✓✔✅=~]|\[[ xX]?\])\s*(?=\S)(?!\(?[A-Da-d]\s?[.)])/u;
const FULL = /[●◉⚫🔘■☑☒✓✔✅=xX]/u;
const DIGIT = /^\s*(\(?)([1-4])([.)])\s*(?=\S)/;
const ANSWER_DIGIT = /^(\s*(?:đáp án|answer|correct answer|đ\/?a|key)\s?[:.]?\s*)\(?([1-4])\)?\.?\s*$/iu;

interface Spelling {
  line: number;
  from: number;
  to: number;
  letter: string;
  sign: string;
}

/** The letters of a text that may be those of options, by how they are spelled: four of one kind are options. */
function spellingsOf(lines: readonly string[]): Map<string, Spelling[]> {
  const kinds = new Map<string, Spelling[]>();
  const code = codeLines(lines);
  for (const [line, text] of lines.entries()) {
    if (text.length > 4_000 || code.has(line)) continue;
    for (const match of [...text.matchAll(SPELLED), ...(UNMARKED.exec(text) ? [UNMARKED.exec(text)!] : [])]) {
      const [whole, sign = '', open = '', letter = '', close = ''] = match;
      const from = match.index ?? 0;
      const to = from + whole.length;
      const isFree = /^[.)\]>}】]/.test(close);
      const gap = isFree ? '' : /\s/.test(text[to] ?? '') ? ' ' : '!';
      // `a.m.` and `D.C.` are no options.
      if (/^[.)]/.test(close) && /^\p{L}\./u.test(text.slice(to, to + 3))) continue;
      // Without a blank after it, and without any mark, a letter only begins a line.
      if ((gap === '!' || close === '') && text.slice(0, from).trim() !== '') continue;
      const isWide = /\s/.test(whole.slice(sign.length)) ? '_' : '';
      const kind = `${open}#${close}${gap}${isWide}${/[a-e]/.test(letter) ? 'a' : ''}`;
      const all = kinds.get(kind) ?? [];
      kinds.set(kind, all);
      all.push({ line, from, to, letter: letter.toUpperCase(), sign: sign.trim() });
    }
  }
  return kinds;
}

/** Returns whether usual options follow: then what stands above them is what the question is about. */
function areOptionsBelow(lines: readonly string[], line: number): boolean {
  for (const text of lines.slice(line + 1, line + 12)) {
    if (/^[^\p{L}\p{N}]*[Aa][.)]\s*\S/u.test(text)) return true;
    if (NEW_QUESTION.test(text)) return false;
  }
  return false;
}

function respellLetters(lines: readonly string[]): Spelling[] {
  const kinds = spellingsOf(lines);
  return [...kinds].flatMap(([kind, all]) => {
    const isUsual = USUAL.test(kind);
    return all.flatMap((a, index) => {
      const four = all.slice(index, index + 4);
      if (four.map(({ letter }) => letter).join('') !== 'ABCD') return [];
      const [d, e] = [four[3]!, all[index + 4]];
      const five = e?.letter === 'E' && e.line - d.line < 2 ? [...four, e] : four;
      const isStart = ({ line, from }: Spelling) => lines[line]!.slice(0, from).trim() === '';
      const isOne = d.line - a.line < 30 && all[index - 1]?.line !== a.line;
      if (!isOne || lines.slice(a.line + 1, d.line + 1).some((text) => NEW_QUESTION.test(text))) return [];
      if (kind === '# ' && d.line - a.line !== 3) return [];
      // An option begins its line, or follows another; the first one may follow its question.
      const areApart = five.every(
        (one, place) => isStart(one) || place === 0 || five[place - 1]!.line === one.line,
      );
      const ahead = lines[a.line]!.slice(0, a.from);
      const isQuestion = isStart(a) || four[1]!.line === a.line || /(?:[?.:!…_)]\s*|\s\s|\t)$/u.test(ahead);
      const areTexts = five.every(({ line, to }, place) => {
        const next = five[place + 1];
        const text = lines[line]!.slice(to, next?.line === line ? next.from : undefined);
        return /[^\s.,;]/.test(text) && !/^\s*(?:or|and|hoặc|hay|và)\s/iu.test(text);
      });
      if (!areApart || !isQuestion || !areTexts) return [];
      const texts = lines.slice(a.line, d.line + 1);
      const areSigned = five.some((one) => !isStart(one) && /[^*+=#~>_]/u.test(one.sign));
      const isPlain =
        five.every(isStart) || (!areSigned && a.line === d.line && !/\t|\s\s/.test(texts[0]!.trim()));
      if (isUsual && (isPlain || texts.some((text) => /\s[✓✔✅☑√]\s/u.test(text)))) return [];
      if (!isUsual && areOptionsBelow(lines, d.line)) return [];
      // The bullet of a line that several share is none of its first option.
      const isBullet = (one: Spelling) =>
        isStart(one) &&
        /^[-–•○+]$/.test(one.sign) &&
        five.some((other) => other !== one && other.line === one.line);
      return five.map((one) => (isBullet(one) ? { ...one, from: 0, sign: '' } : one));
    });
  });
}

/** Options without letters: boxes, signs of Moodle's GIFT, or numbers where an answer names one of them. */
function respellBoxes(lines: string[]): void {
  const four = [0, 1, 2, 3];
  for (let line = 1; line + 3 < lines.length; line += 1) {
    const boxes = four.map((place) => BOXED.exec(lines[line + place]!)?.[1] ?? '');
    const isAlone = !BOXED.test(lines[line - 1]!) && !BOXED.test(lines[line + 4] ?? '');
    const full = boxes.filter((box) => FULL.test(box)).length;
    const areGift = boxes.every((box) => /[=~]/.test(box));
    const areBoxes = boxes.every((box) => box !== '' && !/[=~]/.test(box)) && full < 4;
    const asked = lines[line - 1]!.trim() !== '';
    if (asked && isAlone && (areBoxes || (areGift && full === 1)) && !areOptionsBelow(lines, line + 3)) {
      for (const place of four)
        lines[line + place] =
          `${FULL.test(boxes[place]!) ? '*' : ''}${OPTION_LETTERS[place]}. ${lines[line + place]!.replace(BOXED, '')}`;
      continue;
    }
    const digits = four.map((place) => DIGIT.exec(lines[line + place]!)?.slice(1) ?? []);
    const [open, , mark] = digits[0]!;
    const below = line + (lines[line + 4]?.trim() === '' ? 5 : 4);
    const [, said = '', digit = ''] = ANSWER_DIGIT.exec(lines[below] ?? '') ?? [];
    const areNumbered = digits.every((one, place) => one.join('') === `${open}${place + 1}${mark}`);
    const asks = lines[line - 1]!;
    if (!areNumbered || digit === '' || !NEW_QUESTION.test(asks)) continue;
    // Numbers written as the question's own go on with it.
    if (asks.trim().startsWith(digits[0]!.join(''))) continue;
    const texts = four.map((place) => lines[line + place]!.replace(DIGIT, ''));
    if (texts.some((text) => text.trim() === digit)) continue;
    for (const place of four) lines[line + place] = `${OPTION_LETTERS[place]}. ${texts[place]}`;
    lines[below] = `${said}${OPTION_LETTERS[Number(digit) - 1]}`;
  }
}

/** `::1:: Question {=right ~wrong ~wrong ~wrong}` as a question with options; other questions of GIFT are left. */
function respellGift(text: string): string {
  const plain = (one: string) =>
    one
      .replace(/\\([=~#{}:])/g, '$1')
      .replaceAll('\n', ' ')
      .trim();
  let done = '';
  let at = 0;
  for (const { 0: whole, 1: inner = '', index } of text.matchAll(/\{([^{}]*)\}[ \t]*(?=\n|$)/g)) {
    const answers = inner.trim().split(/(?<!\\)(?=[=~])/);
    const isPlain = answers.every((one) => /^[=~](?!%)/.test(one) && !/(?<!\\)(?:#|->)/.test(one));
    const hasOptions = /^\s*\(?A[.)]/.test(text.slice(index + whole.length, index + whole.length + 80));
    if (
      hasOptions ||
      answers.length !== 4 ||
      !isPlain ||
      answers.filter((one) => one[0] === '=').length !== 1
    )
      continue;
    const options = answers.map(
      (one, place) => `${one[0] === '=' ? '*' : ''}${OPTION_LETTERS[place]}. ${plain(one.slice(1))}`,
    );
    const ahead = text.slice(at, index);
    // The question begins below a blank line; its title in GIFT numbers it at most.
    const below = ahead.lastIndexOf('\n\n') + 1;
    const from = below + /^\s*/.exec(ahead.slice(below))![0].length;
    const question = ahead.slice(from).replace(/^::(?:(?:q|câu|question)?\s*\d{1,3}|[^:\n]*)::/iu, '');
    done += `${ahead.slice(0, from)}${START}${plain(question)}${BREAK}${options.join(BREAK)}`;
    done += '\n'.repeat((question + inner).split('\n').length - 1);
    at = index + whole.length;
  }
  return done + text.slice(at);
}

/** The same lines with options spelled in the usual way, where all four of a question agree. */
function respelled(text: string): string {
  const lines = respellGift(text).split('\n');
  respellBoxes(lines);
  const spellings = respellLetters(lines);
  // From the end, so that places before stay true.
  for (const { line, from, to, letter, sign } of spellings.sort(
    (a, b) => b.line - a.line || b.from - a.from,
  )) {
    const written = lines[line]!;
    const ahead = written.slice(0, from);
    lines[line] =
      `${ahead}${ahead.trim() === '' ? '' : BREAK}${sign}${letter}. ${written.slice(to).trimStart()}`;
  }
  return lines.join('\n');
}

export interface PastedQuestion extends QuestionDraft {
  line: number;
}

export interface PasteProblem {
  line: number;
  /** What stands there. */
  text: string;
  reason: PasteReason;
  /** The signs of which several say that their option is right. */
  said?: string[];
}

export interface Pasted {
  questions: PastedQuestion[];
  problems: PasteProblem[];
}

/** `x > 0. Đúng`: a statement that says of itself whether it is true. */
const VERDICT = /[.:;]\s*(?:đúng|sai|true|false)\.?$/iu;

function check(found: Found, marks: PaperMarks): Decision | Refusal {
  if (found.fault) return { reason: found.fault };
  const { question } = found;
  const parts: Part[] = [
    ...(question === '' ? (['question'] as const) : []),
    ...OPTION_LETTERS.filter((letter) => !found.options[letter]),
  ];
  if (parts.length > 0) return { reason: { kind: 'missing', parts } };
  if (Object.values(found.options).every((text) => VERDICT.test(text)))
    return { reason: { kind: 'statements' } };
  const decided = decide(found, marks);
  if ('reason' in decided) return decided;
  if (question.length > QUESTION_TEXT_MAX) return { reason: { kind: 'long', part: 'question' } };
  const long = OPTION_LETTERS.find((one) => (decided.options[one] ?? '').length > OPTION_TEXT_MAX);
  return long ? { reason: { kind: 'long', part: long } } : decided;
}

interface Reading {
  /** The lines of the text without its key. */
  lines: string[];
  /** What was found, in its order, and what was made of it. */
  found: { found: Found; checked: Decision | Refusal }[];
  /** Answers of the key to no question. */
  left: KeyEntry[];
  /** The line of a table's headings. */
  head: number | null;
}

/** Several questions may have one instruction above them instead of a text of their own. */
const INSTRUCTION =
  /^(?:mark|choose|circle|pick|select|find|read|which|what|chọn|tìm|khoanh|từ nào|xác định|điền|đọc|trong các)(?=\s).*/iu;

/** Gives questions without a text the line above them that says what to do. */
function withInstructions(found: readonly Found[]): Found[] {
  let instruction: string | undefined;
  const used = new Set<Found>();
  let source: Found | undefined;
  for (const one of found) {
    const isBare = Object.keys(one.options).length === 0 && one.answers.length === 0 && !one.fault;
    if (one.isFoot) continue;
    if (one.question !== '' || one.fault) {
      source = isBare ? one : undefined;
      instruction = source?.question.split('\n').findLast((line) => INSTRUCTION.test(line));
    } else if (instruction && OPTION_LETTERS.every((letter) => one.options[letter])) {
      one.question = instruction;
      if (source?.question === instruction) used.add(source);
    }
  }
  return found.filter((one) => !used.has(one));
}

function readPaste(pasted: string): Reading {
  const { rest, key } = takeKey(seenSigns(tidyPaste(pasted)));
  const written = respelled(rest);
  const rows = tableOf(written);
  const found = rows ? readTable(rows) : withInstructions(readText(written));
  const left = applyKey(found, key);
  const marks = marksOf(found);
  const checked = found.map((one) => ({ found: one, checked: check(one, marks) }));
  const head = rows?.[headOf(rows)]?.line;
  return { lines: rest.split('\n'), found: checked, left, head: head ?? null };
}

/**
 * Reads questions out of what a teacher pastes: rows of a spreadsheet (question, A, B, C, D, the right letter), or text
 * with numbered questions, lines "A. …", and "Answer: B" or an asterisk before the right option. The right letters may
 * stand in a key below all; a question that has none is read without.
 */
export function parseQuestions(pasted: string): Pasted {
  const { found, left } = readPaste(pasted);
  const result: Pasted = { questions: [], problems: [] };
  for (const {
    found: { line, question, options },
    checked,
  } of found) {
    if ('reason' in checked) {
      const shown = question || Object.values(options).find((option) => option !== '') || '';
      result.problems.push({ line, text: shown, ...checked });
      continue;
    }
    result.questions.push({
      line,
      question_text: checked.question,
      option_a: checked.options.A ?? '',
      option_b: checked.options.B ?? '',
      option_c: checked.options.C ?? '',
      option_d: checked.options.D ?? '',
      correct_option: checked.letter,
    });
  }
  result.problems.push(...unasked(left));
  return result;
}

/**
 * Returns what remains of a text once the first `taken` of its questions are in the exam: what was not understood, and
 * questions for which there was no room. Answers of a key stand below their questions then, after `answer`.
 */
export function remainderOf(pasted: string, taken: number, answer: string): string {
  const { lines, found, left, head } = readPaste(pasted);
  const feet = new Set(found.flatMap(({ found: { line, isFoot } }) => (isFoot ? [line] : [])));
  const starts = found.map(({ found: { line } }) => line).sort((a, b) => a - b);
  let count = 0;
  const parts = found.flatMap(({ found: { line, answers, isFoot }, checked }) => {
    if (!('reason' in checked) && ++count <= taken) return [];
    const end = isFoot
      ? line + 1
      : (starts.find((start) => start > line && !feet.has(start)) ?? lines.length + 1);
    const own = lines.slice(line - 1, end - 1).filter((_, index) => isFoot || !feet.has(line + index));
    while (own.at(-1)?.trim() === '') own.pop();
    const said = new Set(answers.flatMap(({ isKey, text }) => (isKey ? [] : [text.trim()])));
    const ofKey = answers.filter(({ isKey, text }) => isKey && !said.has(text));
    return [[...own, ...ofKey.map(({ text }) => `${answer} ${text}`)].join('\n')];
  });
  if (left.length > 0)
    parts.push(`${answer} ${left.map(({ number, letter }) => `${number}. ${letter}`).join(', ')}`);
  const isTable = (head !== null || lines.some((line) => line.includes('\t'))) && parts.length > 0;
  const top = head === null ? 0 : head - 1;
  const end = starts.find((start) => start > (head ?? 0)) ?? top + 2;
  const heads = lines.slice(top, end - 1).filter((line) => line.trim() !== '');
  return isTable ? [...heads, ...parts].join('\n') : parts.join('\n\n');
}
