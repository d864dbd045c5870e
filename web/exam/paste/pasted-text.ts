import { OPTION_LETTERS } from '../../../core/exam/exam-limits.ts';
import type { OptionLetter } from '../../../core/exam/question/choice.schema.ts';

/** A part of a question: its text or an option. */
export type Part = 'question' | OptionLetter;

/** Why something that was pasted is no question. */
export type PasteReason =
  | { kind: 'missing'; parts: Part[] }
  /** There is an answer, but it is none of the four letters. */
  | { kind: 'answer'; found: string }
  | { kind: 'answers' }
  | { kind: 'twice'; part: Part }
  | { kind: 'more' }
  | { kind: 'long'; part: Part }
  /** It stands before any question. */
  | { kind: 'stray' }
  /** A key has answers to questions that are not there. */
  | { kind: 'unasked'; numbers: number[] };

/** An answer as it is said of a question: in a line, a cell or a key. */
export interface Said {
  text: string;
  /** What stands there, to be quoted. */
  words: string;
  /** In a cell a number may be the place of an option. */
  isCell?: true;
  /** It stands apart from its question. */
  isKey?: true;
}

/** What was found of one question, right or not. */
export interface Found {
  /** Where it begins, counted from 1. */
  line: number;
  /** As it is numbered. */
  number: number | null;
  question: string;
  options: Partial<Record<OptionLetter, string>>;
  /** What is said to be right. */
  answers: Said[];
  /** Options with a sign before their letter, which is no part of their text. */
  marked: { letter: OptionLetter; words: string }[];
  /** What makes it unreadable, whatever else it has. */
  fault?: PasteReason;
}

/** The option that a text names: `B`, `b)`, `(B)`, `B.`, `[B]`; null when it names none. */
export function letterOf(text: string): OptionLetter | null {
  const letter = /^[([]?\s*([A-D])\s*[.):\]]{0,2}$/i.exec(text.trim())?.[1]?.toUpperCase();
  return OPTION_LETTERS.find((one) => one === letter) ?? null;
}

interface PastedOption {
  letter: OptionLetter;
  text: string;
  /** The sign before its letter, where it says that the option is right. */
  sign: string | null;
  whole: string;
  /** A sign of which nobody knows whether it is this option's or the next one's. */
  isDoubtful?: true;
}

/** What a line of pasted text says; `whole` is all of it. */
type Line =
  | { kind: 'blank' }
  | { kind: 'numbered'; whole: string; number: number; text: string }
  | { kind: 'options'; options: PastedOption[] }
  /** A fifth option, which questions here don't have. */
  | { kind: 'more'; whole: string }
  | { kind: 'answer'; whole: string; answer: string }
  | { kind: 'other'; whole: string };

const ARROW = '=>|->|→|⇒';
const IS_ARROW = new RegExp(ARROW);
/** `Answer: B`, `The answer is B`, `Đáp án B`, `=> ĐA: B`; "Answer the questions" is none. */
const ANSWER = new RegExp(
  String.raw`^(?:(?:${ARROW}|[-•✅👉([])\s*)*(?:the )?(?:(?:correct|right) (?:answer|option|choice)|answer|correct|ans|key|(?:đáp án|dap an|phương án)(?: đúng| dung)(?: nhất)?|đáp án|dap an|trả lời|tra loi|đ[./]?a|đ\.? ?án)(?:\s*(?:is|là|la)?\s*[:.=–-]|\s+(?:is|là)\s|\s(?=\(?[A-D]\)?\.?$))\s*(.*)$`,
  'iu',
);
/** Right below the options, the word alone begins an answer: `Đáp án A nào cũng được`. */
const ANSWER_WORD = /^(?:the )?(?:(?:correct|right) answer|answer|đáp án(?: đúng)?|dap an)\s+(.+)$/iu;
/** `Chọn B`, `=> B`, `Kết quả: B`: nothing but a letter follows. */
const PICKED = new RegExp(
  String.raw`^(?:(?:(?:${ARROW})\s*(?:chọn\s*)?|chọn(?=[\s:])\s*)(?:(?:đáp án|phương án|câu|ý)\s*)?:?|(?:câu trả lời(?: đúng)?|kết quả|đáp số|solution|da)\s*:)\s*(\(?[A-D]\)?\.?)$`,
  'iu',
);
/** An answer behind an option, a question or its explanation: `D. Vinh  Đáp án: B`, `(Đáp án: B)`, `Lời giải: … Chọn B.` */
const BEHIND =
  /(?<=\s)[([]?(?:(?:đáp án|phương án)(?: đúng)?|(?:the )?(?:(?:correct|right) )?answer|đ\/?a)\s*[:=]\s*(\(?[A-D][.)\]]*)$/iu;
const EXPLANATION = /^(?:lời giải|hướng dẫn(?: giải)?|giải thích|hd|explanation|rationale)(?=[\s.:]|$)/iu;
const PICKED_BEHIND = /[.:;,]\s*chọn\s+(?:(?:đáp án|phương án|câu|ý)\s+)?(\(?[A-D]\)?)\.?$/iu;
/** What stands below an option and goes not on with it: the next part, the foot of a page, the end of a paper. */
const APART =
  /^(?:(?:phần|part|section)\s+(?:[ivx]{1,4}|\d{1,2}|[a-d])(?=[\s.:]|$)|[IVX]{1,4}[.)]\s+\p{Lu}|(?:trang|page)\s+\d|[-–—*._=\s]*(?:hết|the end)[-–—*._=\s]*$)/iu;
/** `Question 3:`, `Câu 3.`, `3)`; after the word the mark may be missing. */
const NUMBERED =
  /^(?:(?:question|câu hỏi|câu|q\.?|bài)\s*(\d{1,3})\s*(?:[.):\-–]|\/(?=\s))?|(\d{1,3})\s*(?:[.):](?!\d)|\/(?=\s[^\d\s])))\s*(.*)$/iu;
/** Signs and bullets before a letter. */
const AHEAD = String.raw`(?:(?:[*•✓✔✅☑☐□■○●◯◉+–-]|${ARROW}|\[[ xX*✓]?\]|\([*✓]\))\s*)*`;
/** Those that say that the option is right, unless all have them. */
const RIGHT = new RegExp(String.raw`[*✓✔✅☑■●◉]|${ARROW}|\[[xX]\]`);
/** `B. …`, `b) …`, `(B) …`; `D.C.` is no option, nor is `a.m.`. */
const OPTION = new RegExp(
  String.raw`^(${AHEAD})\(?(?:([A-D])\s*(?:[.)](?!\p{L}\.)|\/(?=\s))|([a-d])(?:\)|[./](?=\s)))\s*(.*)$`,
  'u',
);
const FIFTH = new RegExp(String.raw`^${AHEAD}\(?E[.)]\s`, 'u');

function optionOf(text: string): PastedOption | null {
  const match = OPTION.exec(text.trim());
  const letter = letterOf(match?.[2] ?? match?.[3] ?? '');
  if (!match || !letter) return null;
  const sign = (match[1] ?? '').trim();
  return { letter, text: (match[4] ?? '').trim(), sign: RIGHT.test(sign) ? sign : null, whole: text.trim() };
}

const BOLD = /^([-•*+]\s+)?\*\*(\S(?:.*?\S)?)\*\*(.*)$/u;

/** A line without what Markdown has for headings and rules, and without its asterisks around a label; a whole option in bold is marked by one. */
function withoutMarkdown(written: string): string {
  const [, head] = /^#{1,6}\s+(.*)$/.exec(written) ?? [];
  const line = head !== undefined && NUMBERED.test(head.replace(/^\*\*/, '')) ? head : written;
  if (/^(?:-{3,}|\*{3,}|_{3,})$/.test(line)) return '';
  const [, bullet = '', inner = '', rest = ''] = BOLD.exec(line) ?? [];
  if (inner === '') return line;
  if (/^\(?[A-Da-d][.)]$/.test(inner)) return `${bullet}${inner} ${rest}`;
  if (optionOf(inner)) return `${bullet}*${inner}${rest}`;
  return NUMBERED.test(inner) || ANSWER.test(`${inner}${rest}`) ? `${inner}${rest}` : line;
}

const LETTER_AHEAD = String.raw`(?!\s)(?=(?:\*\s*)?\(?[A-Da-d][.)/])`;
/** Options that share a line are far from each other… */
const FAR = new RegExp(String.raw`(?<!\s)(?=\s*\t|\s{2})\s+${LETTER_AHEAD}`, 'u');
/** …or, one blank apart, all four. */
const NEAR = new RegExp(String.raw`(?<!\s)\s+${LETTER_AHEAD}`, 'u');

const isRow = (options: (PastedOption | null)[]): options is PastedOption[] =>
  options.every((option, index) => {
    const before = options[index - 1];
    return option !== null && (before === undefined || (before !== null && before.letter < option.letter));
  });

/** One blank apart, nobody knows whether a tick is of the option before it or of the next one. */
const withDoubts = (options: readonly PastedOption[]): PastedOption[] =>
  options.map((option, index) =>
    index < options.length - 1 && /\s[✓✔✅☑√]$/.test(option.text) ? { ...option, isDoubtful: true } : option,
  );

/** The options that a line holds, in their order; null when it holds none. */
function optionsOf(text: string): PastedOption[] | null {
  const near = text.split(NEAR).map(optionOf);
  if (near.length === 4 && isRow(near)) return withDoubts(near);
  const far = text.split(FAR).map(optionOf);
  if (isRow(far)) return far;
  const one = optionOf(text);
  return one && [one];
}

function readOne(whole: string): Line {
  if (whole === '') return { kind: 'blank' };
  const options = optionsOf(whole);
  if (options) return { kind: 'options', options };
  if (FIFTH.test(whole)) return { kind: 'more', whole };
  const answer = ANSWER.exec(whole) ?? PICKED.exec(whole);
  if (answer) return { kind: 'answer', whole, answer: (answer[1] ?? '').trim() };
  const numbered = NUMBERED.exec(whole);
  if (!numbered) return { kind: 'other', whole };
  const [, afterWord, alone, text = ''] = numbered;
  return { kind: 'numbered', whole, number: Number(afterWord ?? alone), text };
}

/** Returns what a line says: one thing, or a question and after it its four options. */
function readLine(line: string): Line[] {
  const whole = withoutMarkdown(line.trim());
  const said = BEHIND.exec(whole);
  const ahead = whole.slice(0, said?.index ?? 0).trim();
  if (ahead !== '' && (optionOf(ahead) || NUMBERED.test(ahead) || EXPLANATION.test(ahead)))
    return [...readLine(ahead), { kind: 'answer', whole, answer: said?.[1] ?? '' }];
  const picked = EXPLANATION.test(whole) ? PICKED_BEHIND.exec(whole)?.[1] : undefined;
  if (picked !== undefined)
    return [
      { kind: 'answer', whole, answer: picked },
      { kind: 'other', whole },
    ];
  const [question = '', ...rest] = whole.split(NEAR);
  const options = rest.map(optionOf);
  if (options.length !== 4 || !isRow(options) || optionOf(question)) return [readOne(whole)];
  return [readOne(question), { kind: 'options', options: withDoubts(options) }];
}

interface Reading extends Found {
  /** What a line without a mark goes on with. */
  last: 'question' | 'answer' | OptionLetter;
}

const isWhole = ({ options }: Reading) => OPTION_LETTERS.every((letter) => options[letter] !== undefined);

const begin = (line: number, question: string, number: number | null): Reading => ({
  line,
  question,
  number,
  options: {},
  answers: [],
  marked: [],
  last: 'question',
});

const joined = (text: string, more: string) => (text === '' ? more : `${text}\n${more}`);

function appendLine(reading: Reading, text: string): void {
  if (reading.last === 'question') reading.question = joined(reading.question, text);
  else if (reading.last !== 'answer')
    reading.options[reading.last] = joined(reading.options[reading.last] ?? '', text);
}

function addOptions(reading: Reading, { options }: Extract<Line, { kind: 'options' }>): void {
  for (const { letter, text, sign, whole, isDoubtful } of options) {
    const before = reading.options[letter];
    if (before === undefined) reading.options[letter] = text;
    else if (!(before === text && sign && IS_ARROW.test(sign) && isWhole(reading)))
      reading.fault ??= { kind: 'twice', part: letter };
    if (sign) reading.marked.push({ letter, words: whole });
    if (isDoubtful) reading.answers.push({ text: text.at(-1)!, words: whole });
    reading.last = letter;
  }
}

/** A number begins a question, unless it numbers what the question is about: 5, then 1, 2, 3, then its options. */
function beginsAnother(reading: Reading | null, number: number): boolean {
  if (!reading || reading.number === null || reading.last !== 'question') return true;
  return reading.question === '' || number === reading.number + 1;
}

/** Returns whether an unmarked line is a question that has no number. */
function beginsUnnumbered(reading: Reading, gap: boolean, next: Line | undefined, isApart: boolean): boolean {
  if (reading.last === 'question') return false;
  if (reading.last === 'answer') return true;
  if (!isWhole(reading)) return false;
  return gap || isOptionA(next) || isApart;
}

const isOptionA = (next: Line | undefined): boolean =>
  next?.kind === 'options' && next.options[0]?.letter === 'A';

/** The questions of a text, each with what was found of it. */
export function readText(text: string): Found[] {
  const lines = text
    .split('\n')
    .flatMap((line, index) => readLine(line).map((read) => ({ number: index + 1, line: read })));
  const found: Found[] = [];
  let reading: Reading | null = null;
  let gap = false;
  const start = (line: number, question: string, number: number | null) => {
    const next = begin(line, question, number);
    found.push(next);
    return next;
  };
  for (const [index, { number, line }] of lines.entries()) {
    switch (line.kind) {
      case 'blank':
        gap = true;
        continue;
      case 'numbered':
        if (beginsAnother(reading, line.number)) reading = start(number, line.text, line.number);
        else if (reading) appendLine(reading, line.whole);
        break;
      case 'options':
        if (!reading) {
          reading = start(number, '', null);
          reading.fault = { kind: 'stray' };
        }
        addOptions(reading, line);
        break;
      case 'answer':
        if (!reading) found.push({ ...begin(number, line.whole, null), fault: { kind: 'stray' } });
        else {
          reading.answers.push({ text: line.answer, words: line.whole });
          reading.last = 'answer';
        }
        break;
      case 'more':
        if (reading && isWhole(reading)) reading.fault ??= { kind: 'more' };
        else if (reading) appendLine(reading, line.whole);
        break;
      case 'other': {
        const next = lines.slice(index + 1).find((later) => later.line.kind !== 'blank')?.line;
        const isApart = APART.test(line.whole);
        const answer =
          reading && isWhole(reading) && !gap && reading.last !== 'answer'
            ? ANSWER_WORD.exec(line.whole)
            : null;
        if (reading && answer && !isOptionA(next)) {
          reading.answers.push({ text: answer[1] ?? '', words: line.whole });
          reading.last = 'answer';
        } else if (reading && isWhole(reading) && EXPLANATION.test(line.whole)) {
          // It stands apart, and the answer may come below it.
          found.push(begin(number, line.whole, null));
          reading.last = 'answer';
        } else if (!reading || beginsUnnumbered(reading, gap, next, isApart))
          reading = start(number, line.whole, null);
        else appendLine(reading, line.whole);
        break;
      }
    }
    gap = false;
  }
  return found;
}
