import { OPTION_LETTERS, OPTION_TEXT_MAX, QUESTION_TEXT_MAX } from '../../../core/exam/exam-limits.ts';
import type { OptionLetter } from '../../../core/exam/question/choice.schema.ts';
import type { QuestionDraft } from '../../../core/exam/question/question-kinds.ts';
import { comparedAs } from '../../../core/text/normal-form.ts';
import { cellsOf as cellsOfCsv } from '../../../core/text/pasted-cells.ts';
import { tidyPaste } from '../../../core/text/tidy-text.ts';
import { applyKey, type KeyEntry, takeKey } from './pasted-key.ts';
import { type Found, letterOf, type Part, type PasteReason, readText, type Said } from './pasted-text.ts';

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

type Use = OptionLetter | 'question' | 'key' | 'number' | 'fifth';

const HEAD_KEY =
  /^(?:(?:đáp án|phương án|câu trả lời|lựa chọn|câu)(?: đúng)(?: nhất)?|đáp án|phương án|câu trả lời|lựa chọn|(?:the )?(?:correct|right)(?: (?:answer|option|letter|choice))?(?: letter)?(?:\(s\)|s)?|answers?|key|đúng|kết quả|kq|trả lời|chọn|solution|ans|đ[./]?a)\.?$/iu;
const HEAD_OPTION =
  /^(?:(?:option|answer|phương án|lựa chọn|đáp án|câu trả lời|choice|ans|pa)[ .]*)?([a-f1-6])$/iu;

/** Returns what a heading says of its column; `Answer 1 - max 75 characters` is of the first option. */
function useOf(cell: string): Use | undefined {
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
  return isWhole && uses.filter((use) => use === 'key').length < 2 ? uses : null;
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

/** Returns the rows of a text; null where it is lines rather than rows of cells. */
function tableOf(text: string): Row[] | null {
  if (!text.includes('\t')) return fileRows(text);
  const rows = rowsOf(text);
  if (!OPTION_LINE.test(text) || usesOf(rows[0]?.cells ?? [])) return rows;
  return rows.some((row) => isLetter(withoutNumber(row).cells[ANSWER])) ? rows : null;
}

/** One question a row, as the headings say, or else: its text, the options A to D, the right letter. */
function readTable(rows: readonly Row[]): Found[] {
  const uses = usesOf(rows[0]?.cells ?? []);
  if (uses) return rows.slice(1).map((row) => rowAs(row, uses));
  const plain = rows.map(withoutNumber);
  const questions = plain[0] && isHeader(plain[0]) ? plain.slice(1) : plain;
  return questions.map((row) => rowAs(row, ['question', ...OPTION_LETTERS, 'key']));
}

function rowAs({ line, number, cells }: Row, uses: readonly (Use | undefined)[]): Found {
  const of = (use: Use) => cells[uses.indexOf(use)] ?? '';
  const options = Object.fromEntries(OPTION_LETTERS.map((letter) => [letter, of(letter)]));
  const own = /^\d+/.exec(of('number'))?.[0];
  return {
    line,
    number: number ?? (own === undefined ? null : Number(own)),
    question: of('question'),
    options,
    answers: [{ text: of('key'), words: of('key'), isCell: true }],
    marked: [],
    ...(of('fifth') !== '' && { fault: { kind: 'more' } }),
  };
}

/** Gives numbers as keys their letters: all are from 1 to 4, and one of them is 4. */
function withPlaces(rows: Found[]): Found[] {
  const keys = rows.flatMap(({ answers }) => answers.filter(({ text }) => text !== ''));
  const isText = rows.some(({ options, answers: [key] }) => Object.values(options).includes(key?.text ?? ''));
  const arePlaces = keys.every(({ text }) => /^[1-4]$/.test(text)) && keys.some(({ text }) => text === '4');
  if (arePlaces && !isText) for (const key of keys) key.text = OPTION_LETTERS[Number(key.text) - 1]!;
  return rows;
}

const compared = (text: string) => comparedAs(text).replace(/[.;,]+$/, '');

/** Words that make nothing else of the letter after them. */
const BEFORE_LETTER =
  /^(?:(?:đáp án|phương án|câu|ý|chọn|option|choice|answer|letter|là)\s+)+(?=[([]?[A-D][)\].]*$)/iu;
const SEVERAL =
  /^(?:cả\s+)?[([]?[A-D][)\].]?(?:\s*(?:[,;/&+]|\s(?:và|hoặc|hay|and|or)\s|\s)\s*[([]?[A-D][)\].]?)+$/iu;
/** `B. Hà Nội`, `(B) Hà Nội`, `B – Hà Nội`. */
const LETTER_AND_TEXT = /^[([]?\s*([A-D])\s*(?:[.)\]:,–-]+\s*|\s+)(.+)$/isu;
const REASON = /^(?:\(|vì |bởi |because |since )/iu;

/** Returns the options that an answer names: one, several, or none for certain. */
function namedBy({ text, isCell }: Said, options: Found['options']): readonly OptionLetter[] {
  const said = text.replaceAll('**', '').trim();
  const same = (one: OptionLetter, words: string) => {
    const option = options[one] ?? '';
    return [option, signOf(option)?.plain].some(
      (way) => way !== undefined && compared(way) === compared(words),
    );
  };
  const byText = OPTION_LETTERS.filter((letter) => same(letter, said));
  const letter = letterOf(said.replace(BEFORE_LETTER, ''));
  if (letter) return byText.length === 0 || byText.includes(letter) ? [letter] : [];
  const place = isCell && /^[1-4]$/.test(said) ? OPTION_LETTERS[Number(said) - 1] : undefined;
  if (byText.length > 0)
    return byText.length === 1 && (place === undefined || byText[0] === place) ? byText : [];
  if (SEVERAL.test(said) || /^[A-D]{2,4}$/.test(said))
    return OPTION_LETTERS.filter((one) =>
      said
        .toUpperCase()
        .replace(/VÀ|HOẶC|HAY|AND|OR|CẢ/g, ' ')
        .includes(one),
    );
  const [, ahead = '', rest = ''] = LETTER_AND_TEXT.exec(said) ?? [];
  const own = letterOf(ahead);
  if (!own) return [];
  const option = compared(options[own] ?? '');
  const goesOn =
    option !== '' &&
    compared(rest).startsWith(option) &&
    !/^[\p{L}\p{N}]/u.test(compared(rest).slice(option.length));
  const isOthers = OPTION_LETTERS.some((one) => one !== own && same(one, rest));
  return !isOthers && (goesOn || REASON.test(rest)) ? [own] : [];
}

interface Sign {
  /** The text without it. */
  plain: string;
  /** It belongs to no text: a tick, or the word itself. */
  isSure: boolean;
}

const ASTERISK = [/^\*\*([^*]+)\*\*$/s, /^\*([^*]+)\*$/s, /^\*(?!\*)\s*(.+)$/s, /^(.*[^*\s])\s?\*$/s];
const TICK = [
  /^(?:[✓✔✅☑]|\[[xX✓*]\]|\([✓*]\))\s*(.+)$/s,
  /^(.+?)\s*(?:[✓✔✅☑√]|\[[xX✓*]\]|\([✓*]\)|<[-=]+|←)$/s,
  /^(.+?)\s*\((?:đúng|đáp án(?: đúng)?|correct(?: answer)?|right(?: answer)?|true|answer|key|đ)\)\s*[.]?$/isu,
];
const WRONG = /^(.+?)\s*(?:\((?:sai|wrong|incorrect|false|s)\)|✗|✘|❌)\s*[.]?$/isu;

/** Returns the sign that an option's text may have of being right. */
function signOf(text: string): Sign | null {
  for (const [patterns, isSure] of [
    [TICK, true],
    [ASTERISK, false],
  ] as const)
    for (const pattern of patterns) {
      const plain = pattern.exec(text)?.[1]?.trim();
      if (plain !== undefined && plain !== '') return { plain, isSure };
    }
  return null;
}

interface Decision {
  letter: OptionLetter | null;
  options: Found['options'];
}
interface Refusal {
  reason: PasteReason;
  said?: string[];
}

/**
 * Says which option is right and what the options' texts are. What belongs to a text stays there: an asterisk, where a
 * line or a key has answers, or where another option is the same without it.
 */
function decide({ options, answers, marked }: Found, areOthersSaid: boolean): Decision | Refusal {
  const filled = OPTION_LETTERS.filter((letter) => options[letter]);
  const areBullets = new Set(marked.map(({ letter }) => letter)).size === filled.length;
  const signs = new Map(
    filled.flatMap((letter) => {
      const sign = signOf(options[letter] ?? '');
      return sign ? [[letter, sign] as const] : [];
    }),
  );
  const sure = filled.filter((letter) => signs.get(letter)?.isSure);
  const isTicked = sure.length > 0 && sure.length < filled.length;
  const isTwin = (letter: OptionLetter, plain: string) =>
    filled.some((one) => one !== letter && compared(options[one] ?? '') === compared(plain));
  const soft = filled.filter((letter) => signs.get(letter)?.isSure === false);
  const starred = soft.filter((letter) => !isTwin(letter, signs.get(letter)!.plain));
  const written = answers.filter(({ text }) => text.trim() !== '');
  const named = written.map((said) => namedBy(said, options));
  const said = [
    ...(areBullets ? [] : marked.map(({ letter, words }) => ({ letter, words }))),
    ...(isTicked ? sure : []).map((letter) => ({ letter, words: `${letter}. ${options[letter]}` })),
    ...named.flatMap((letters, index) => letters.map((letter) => ({ letter, words: written[index]!.words }))),
  ];
  const stars = starred.map((letter) => ({ letter, words: `${letter}. ${options[letter]}` }));
  const isMark =
    said.length === 0 && written.length === 0 && !areOthersSaid && starred.length < filled.length;
  if (isMark || (said.length > 0 && soft.length === 1)) said.push(...stars);
  const unknown = written.filter((_, index) => named[index]!.length === 0);
  const letters = new Set([...said.map(({ letter }) => letter), ...unknown.map(() => null)]);
  if (letters.size > 1) {
    const words = [...said, ...unknown].map((one) => one.words);
    return { reason: { kind: 'answers' }, said: [...new Set(words)] };
  }
  if (unknown.length > 0)
    return { reason: { kind: 'answer', found: [...new Set(unknown.map(({ text }) => text))].join(' ') } };
  const letter = said[0]?.letter ?? null;
  const isWrongMarked = isTicked && filled.every((one) => one === letter || WRONG.test(options[one] ?? ''));
  const textOf = (one: OptionLetter): string => {
    const text = options[one] ?? '';
    const sign = signs.get(one);
    if (isWrongMarked && one !== letter) return WRONG.exec(text)?.[1] ?? text;
    const isTaken = sign && one === letter && (sign.isSure ? isTicked : isMark || /^\*\*.*\*\*$/s.test(text));
    return isTaken ? sign.plain : text;
  };
  return { letter, options: Object.fromEntries(OPTION_LETTERS.map((one) => [one, textOf(one)])) };
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

function check(found: Found, areOthersSaid: boolean): Decision | Refusal {
  if (found.fault) return { reason: found.fault };
  const { question } = found;
  const parts: Part[] = [
    ...(question === '' ? (['question'] as const) : []),
    ...OPTION_LETTERS.filter((letter) => !found.options[letter]),
  ];
  if (parts.length > 0) return { reason: { kind: 'missing', parts } };
  const decided = decide(found, areOthersSaid);
  if ('reason' in decided) return decided;
  if (question.length > QUESTION_TEXT_MAX) return { reason: { kind: 'long', part: 'question' } };
  const long = OPTION_LETTERS.find((one) => (decided.options[one] ?? '').length > OPTION_TEXT_MAX);
  return long ? { reason: { kind: 'long', part: long } } : decided;
}

const unasked = (entries: readonly KeyEntry[]): PasteProblem[] =>
  [...Map.groupBy(entries, ({ line }) => line)].map(([line, same]) => ({
    line,
    text: same.map(({ number, letter }) => `${number}. ${letter}`).join(', '),
    reason: { kind: 'unasked', numbers: same.map(({ number }) => number) },
  }));

interface Reading {
  /** The lines of the text without its key. */
  lines: string[];
  /** What was found, in its order, and what was made of it. */
  found: { found: Found; checked: Decision | Refusal }[];
  /** Answers of the key to no question. */
  left: KeyEntry[];
}

function readPaste(pasted: string): Reading {
  const { rest, key } = takeKey(tidyPaste(pasted));
  const rows = tableOf(rest);
  const found = rows ? withPlaces(readTable(rows)) : readText(rest);
  const left = applyKey(found, key);
  const areSaid = found.some(({ answers }) => answers.some(({ text }) => text.trim() !== ''));
  const checked = found.map((one) => ({ found: one, checked: check(one, areSaid) }));
  return { lines: rest.split('\n'), found: checked, left };
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
      question_text: question,
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
  const { lines, found, left } = readPaste(pasted);
  const starts = found.map(({ found: { line } }) => line).sort((a, b) => a - b);
  let count = 0;
  const parts = found.flatMap(({ found: { line, answers }, checked }) => {
    if (!('reason' in checked) && ++count <= taken) return [];
    const end = starts.find((start) => start > line) ?? lines.length + 1;
    const own = lines.slice(line - 1, end - 1);
    while (own.at(-1)?.trim() === '') own.pop();
    return [
      [...own, ...answers.filter(({ isKey }) => isKey).map(({ text }) => `${answer} ${text}`)].join('\n'),
    ];
  });
  if (left.length > 0)
    parts.push(`${answer} ${left.map(({ number, letter }) => `${number}. ${letter}`).join(', ')}`);
  const isTable = lines.some((line) => line.includes('\t')) && parts.length > 0;
  const head = lines.slice(0, (starts[0] ?? 1) - 1).filter((line) => line.trim() !== '');
  return isTable ? [...head, ...parts].join('\n') : parts.join('\n\n');
}
