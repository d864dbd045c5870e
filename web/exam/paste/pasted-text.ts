import { OPTION_LETTERS } from '../../../core/exam/exam-limits.ts';
import type { OptionLetter } from '../../../core/exam/question/choice.schema.ts';
import { codeLines } from '../../../core/text/pasted-cells.ts';

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
  /** What `said` quotes may mark the right option, or belong to the text. */
  | { kind: 'doubt' }
  /** Each of its statements is true or false, rather than one option right. */
  | { kind: 'statements' }
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
  /** It is a letter alone, right below the options or with a blank line between. */
  alone?: 'below' | 'apart';
}

interface Marked {
  letter: OptionLetter;
  words: string;
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
  marked: Marked[];
  /** Options with another sign there, which may be a bullet. */
  signed: (Marked & { sign: string })[];
  /** What makes it unreadable, whatever else it has. */
  fault?: PasteReason;
  /** It is a line of a page, in the midst of what another one has. */
  isFoot?: true;
}

/** What no paste has any more: one parts a line into several, one begins a question that has no number. */
export const [BREAK, START] = ['\f', '\u0001'] as const;

/** The option that a text names: `B`, `b)`, `(B)`, `B.`, `[B]`; null when it names none. */
export function letterOf(text: string): OptionLetter | null {
  const letter = /^[([]?\s*([A-D])\s*[.):\]]{0,2}$/i.exec(text.trim())?.[1]?.toUpperCase();
  return OPTION_LETTERS.find((one) => one === letter) ?? null;
}

interface PastedOption {
  letter: OptionLetter;
  text: string;
  /** The signs before its letter. */
  sign: string;
  whole: string;
  /** It begins a line of several: a bullet there is the line's. */
  isFirst?: true;
  /** A sign of which nobody knows whether it is this option's or the next one's. */
  isDoubtful?: true;
}

/** What a line of pasted text says; `whole` is all of it. */
type Line =
  | { kind: 'blank' }
  | { kind: 'numbered'; whole: string; number: number | null; text: string; hasWord: boolean }
  | { kind: 'options'; options: PastedOption[] }
  /** A fifth option, which questions here don't have. */
  | { kind: 'more'; whole: string }
  | { kind: 'answer'; whole: string; answer: string }
  /** A line of the page rather than of the paper. */
  | { kind: 'foot'; whole: string }
  | { kind: 'other'; whole: string };

type Numbered = Extract<Line, { kind: 'numbered' }>;

/** A line with the place where it stands. */
type Placed = Line & {
  at: number;
  /** The blanks ahead of it. */
  indent: string;
  /** It is code between fences, in which nothing is a mark. */
  isCode: boolean;
};

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
const EXPLANATION =
  /^[^\p{L}\p{N}]{0,4}(?:lời giải|hướng dẫn(?: giải)?|giải thích|hd|explanation|rationale)(?=[\s.:]|$)/iu;
const PICKED_BEHIND = /[.:;,]\s*chọn\s+(?:(?:đáp án|phương án|câu|ý)\s+)?(\(?[A-D]\)?)\.?$/iu;
const PICKED_IN = /(?:^|[\s.,;:])chọn\s+(?:(?:đáp án|phương án|câu|ý)\s+)?(\(?[A-D]\)?)\.?$/iu;
/** Right below the options: `Chọn B vì là thủ đô`. */
const PICKED_WHY =
  /^(?:vậy |nên |do đó )?chọn\s+(?:(?:đáp án|phương án|câu|ý)\s+)?(\(?[A-D]\)?(?![\p{L}\p{N}]).*)$/iu;
/** `__B__ 1. …`, `B 1. …`: a letter that was written ahead of its question. */
const AHEAD_OF_NUMBER = /^_{0,10}\s?([A-D])\s?_{0,10}\s+(?=\d{1,3}[.)]\s)/;
/** A letter or some, and nothing else. */
const ALONE = /^(?:\*\*)?(?:[([<]?\s?[A-F]\s?[.)\]:>/]?|[A-D](?:\s?[,;&]\s?[A-D]|\s[A-D]){1,3})(?:\*\*)?$/i;
/** The number of a page, the code of a paper, or both. */
const FOOT =
  /^(?:[-–—]\s?\d{1,3}\s?[-–—]|\(?đề(?: thi| kiểm tra)? (?:có|gồm)\s?:?\s?\d{1,2}\s?trang\)?|[-–—=([\s]*(?:\d{1,2}\/\d{1,2}[-–—|\s]+)?(?:đề(?: thi)?(?: số)?\s?:?\s?\d{1,4}[-–—|\s]+(?=trang|page))?(?:(?:(?:trang|page)\s?(?:số|:)?\s?\d{1,3}(?:\s?(?:\/|of|trên)\s?\d{1,3})?|mã đề(?: thi| số)?\s?:?\s?\d{1,4})(?:[-–—=|,.)\]\s]+|$))+(?:\d{1,2}\/\d{1,2})?)$/iu;
/** What stands below an option and goes not on with it: the next part, the head or foot of a page, an instruction. */
const APART =
  /^(?:(?:phần|part|section)\s+(?:[ivx]{1,4}|\d{1,2}|[a-d])(?=[\s.:]|$)|[IVX]{1,4}[.)]\s+\p{Lu}|(?:trang|page)\s+\d|[-–—*._=\s]*(?:hết|the end)[-–—*._=\s]*$|(?:sở|phòng) (?:gd|giáo dục)|trường (?:th|tiểu|trung|đại|cao|pt)|(?:hãy )?đọc (?:kỹ )?(?:đoạn|văn|bài|các)|dựa vào|(?:questions?|câu)\s*\d{1,3}\s*(?:-|–|to|đến)\s*\d|read the|\d{1,3}\s?[-–]?\s?[A-D]$|mark the letter|(?:choose|circle|pick|select) the|chọn (?:từ|phương án|đáp án|câu) .{8})/iu;
/** A heading in capitals: two words at least. */
const CAPITALS = /^(?=[^\p{Ll}]*$)[^\p{L}]*\p{Lu}{2,}[^\p{L}]+\p{Lu}{2,}/u;
/** A part whose questions have statements that are true or false each. */
const STATEMENTS = /đúng\s*(?:[-–/,]|hoặc|hay)?\s*sai|true\s*(?:[-–/,]|or)?\s*false/iu;
const HEADING = /^(?:phần|part|section|[IVX]{1,4}[.)]|dạng)\s/iu;
/** `Question 3:`, `[Câu 3]`, `3)`; after the word the mark may be missing. */
const NUMBERED =
  /^(?:\[?(?:question|câu hỏi|câu|q\.?|bài)\s*(\d{1,3})\s*(?:\]\s?[.):]?|[.):\-–]|\/(?=\s))?|(\d{1,3})\s*(?:[.):](?!\d)|\/(?=\s[^\d\s])))\s*(.*)$/iu;
/** Signs and bullets before a letter; arrows are made of some. */
const AHEAD = String.raw`(?:(?:[*•✓✔✅☑☒☐□■○●◯◉⊙◎🔘+–=~#@!^>_√★⭐☞👉➜➤►▶→⇒-]|\[[ xX*✓+]?\]|\([*✓+xX]\)|[xXvV](?=\s))\s*)*`;
/** Those that say that the option is right, unless all have them. */
const RIGHT = new RegExp(String.raw`[*✓✔✅☑☒■●◉⊙◎🔘☞👉➜➤►▶]|${ARROW}|\[[xX✓*]\]|\([✓*]\)`, 'u');
/** `B. …`, `b) …`, `(B) …`; `D.C.` is no option, nor is `a.m.`. */
const OPTION = new RegExp(
  String.raw`^(${AHEAD})\(?(?:([A-D])\s*(?:[.)](?!\p{L}\.)|\/(?=\s))|([a-d])(?:\)|[./](?=\s)))\s*(.*)$`,
  'u',
);
/** Signs that lists have, at the head of a line. */
const BULLET = /^[-–•○□☐◯+]$/;
const FIFTH = new RegExp(String.raw`^${AHEAD}\(?(?:E(?:[.)]\s|\.(?=\p{Lu}))|e\)\s)`, 'u');
const FIFTH_BEHIND = /\s(?:\(?E[.)]|\(?e\))\s(?!coli)/;

function optionOf(text: string): PastedOption | null {
  const match = OPTION.exec(text.trim());
  const letter = letterOf(match?.[2] ?? match?.[3] ?? '');
  if (!match || !letter) return null;
  const sign = (match[1] ?? '').trim();
  return { letter, text: (match[4] ?? '').trim(), sign, whole: text.trim() };
}

const BOLD = /^([-•*+]\s+)?\*\*(\S(?:.*?\S)?)\*\*(.*)$/u;

/** A line without what Markdown has for headings and rules, and without its asterisks around a label; a whole option in bold is marked by one. */
function withoutMarkdown(written: string): string {
  const [, head] = /^#{1,6}\s+(.*)$/.exec(written) ?? [];
  const line = head !== undefined && NUMBERED.test(head.replace(/^\*\*/, '')) ? head : written;
  if (/^(?:-{3,}|\*{3,}|_{3,})$/.test(line)) return '';
  const [, bullet = '', inner = '', rest = ''] = BOLD.exec(line) ?? [];
  if (inner === '') return line;
  if (/^\(?[A-Da-d][.)]$/.test(inner)) return `${bullet}_${inner} ${rest}`;
  if (optionOf(inner)) return `${bullet}*${inner}${rest}`;
  const isLabel = [NUMBERED, ANSWER, EXPLANATION].some((label) => label.test(`${inner}${rest}`));
  return isLabel ? `${inner}${rest}` : line;
}

const LETTER_AHEAD = String.raw`(?!\s)(?=(?:\*\s*|[+=#~>_]{1,2})?\(?[A-Da-d][.)/])`;
/** Options that share a line are far from each other… */
const FAR = new RegExp(String.raw`(?<!\s)(?=\s*\t|\s{2})\s+${LETTER_AHEAD}`, 'u');
/** …or, one blank apart, all four. */
const NEAR = new RegExp(String.raw`(?<!\s)\s+${LETTER_AHEAD}`, 'u');

/** What follows letters that a text only speaks of: `a), b), c) or d)`. */
const NO_OPTION = /^(?:[,;]|(?:or|and|hoặc|hay|và)(?=\s|$))/iu;

const isRow = (options: (PastedOption | null)[]): options is PastedOption[] =>
  options.every((option, index) => {
    const before = options[index - 1];
    if (option === null || (options.length > 1 && NO_OPTION.test(option.text))) return false;
    return before === undefined || (before !== null && before.letter < option.letter);
  });

/** One blank apart, nobody knows whether a tick is of the option before it or of the next one. */
const withDoubts = (options: readonly PastedOption[]): PastedOption[] =>
  options.map((option, index) =>
    index < options.length - 1 && /\s[✓✔✅☑√]$/.test(option.text) ? { ...option, isDoubtful: true } : option,
  );

/** The options of one line, without what parts them: `A. x; B. y; C. z; D. t`. */
function asRow(options: readonly PastedOption[]): PastedOption[] {
  const ends = options.slice(0, -1).map(({ text }) => text.at(-1));
  const end = options.at(-1)?.text.at(-1);
  const isParted = /^[;,]$/.test(ends[0] ?? '') && ends.every((one) => one === ends[0]) && end !== ends[0];
  return options.map((option, index) => ({
    ...option,
    ...(isParted && index < ends.length && { text: option.text.slice(0, -1).trim() }),
    ...(index === 0 && { isFirst: true as const }),
  }));
}

/** The options that a line holds, in their order; null when it holds none. */
function optionsOf(text: string): PastedOption[] | null {
  const near = text.split(NEAR).map(optionOf);
  if (near.length === 4 && isRow(near)) return asRow(withDoubts(near));
  const far = text.split(FAR).map(optionOf);
  if (isRow(far)) return far.length > 1 ? asRow(far) : far;
  const one = optionOf(text);
  return one && [one];
}

function readOne(whole: string): Line {
  if (whole === '') return { kind: 'blank' };
  if (whole.startsWith(START)) {
    const text = whole.slice(START.length).trim();
    return { kind: 'numbered', whole, number: null, text, hasWord: true };
  }
  const options = optionsOf(whole);
  if (options) return { kind: 'options', options };
  if (FIFTH.test(whole)) return { kind: 'more', whole };
  if (whole.length < 100 && FOOT.test(whole)) return { kind: 'foot', whole };
  const plain = whole.replaceAll('**', '');
  const answer = ANSWER.exec(plain) ?? PICKED.exec(plain);
  if (answer) return { kind: 'answer', whole, answer: (answer[1] ?? '').trim() };
  const numbered = NUMBERED.exec(whole);
  if (!numbered) return { kind: 'other', whole };
  const [, afterWord, alone, text = ''] = numbered;
  const hasWord = afterWord !== undefined && !/^\P{N}*\d+\s+[^\s.):\]–-]/u.test(whole);
  const [, bold = text] = /^\*\*([^*]+)\*\*$/.exec(text) ?? [];
  return { kind: 'numbered', whole, number: Number(afterWord ?? alone), text: bold, hasWord };
}

/** Returns what a line says: one thing, or a question and after it its four options. */
function readLine(line: string): Line[] {
  const whole = withoutMarkdown(line.trim());
  const filled = AHEAD_OF_NUMBER.exec(whole);
  if (filled)
    return [
      ...readLine(whole.slice(filled[0].length)),
      { kind: 'answer', whole: filled[0].trim(), answer: filled[1] ?? '' },
    ];
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
  return [readOne(question), { kind: 'options', options: asRow(withDoubts(options)) }];
}

interface Reading extends Found {
  /** What a line without a mark goes on with. */
  last: 'question' | 'answer' | OptionLetter;
  /** How far from the margin the text of each part begins: what goes on with it has its indentation from there. */
  columns: Partial<Record<Part, number>>;
  /** The last number of a list within it. */
  listed?: number;
  /** Its explanation, which goes on below it. */
  explanation?: Reading;
}

const isWhole = ({ options }: Reading) => OPTION_LETTERS.every((letter) => options[letter] !== undefined);

const begin = (line: number, question: string, number: number | null): Reading => ({
  line,
  question,
  number,
  options: {},
  answers: [],
  marked: [],
  signed: [],
  last: 'question',
  columns: {},
});

const joined = (text: string, more: string) => (text === '' ? more : `${text}\n${more}`);

function appendLine(reading: Reading, { whole, indent }: { whole: string; indent: string }): void {
  const { last } = reading;
  const text = indent + whole;
  if (last === 'question') reading.question = joined(reading.question, text);
  else if (last !== 'answer') reading.options[last] = joined(reading.options[last] ?? '', text);
}

/** What the next lines of code are deeper for: `if x:`, `for i := 1 to n do`. */
const OPENS = /(?:[:{([]|(?<![\p{L}\p{N}])(?:do|then|begin|else|repeat))$/iu;

/** The lines of a part without the indentation that all have; below a line that opens a block, no more than its own. */
function outdented(text: string, column = 0): string {
  const [first = '', ...lines] = text.split('\n');
  let depth = OPENS.test(first) ? column : Number.MAX_VALUE;
  for (const line of lines) if (line.trim() !== '') depth = Math.min(depth, line.search(/\S/));
  return [first, ...lines.map((line) => line.slice(depth))].join('\n').trim();
}

function addOptions(reading: Reading, line: Extract<Placed, { kind: 'options' }>): void {
  for (const { letter, text, sign, whole, isDoubtful, isFirst } of line.options) {
    const before = reading.options[letter];
    const words = { letter, words: whole };
    if (before === undefined) {
      reading.options[letter] = text;
      reading.columns[letter] =
        line.options.length === 1 ? line.indent.length + whole.length - text.length : Number.MAX_VALUE;
    } else if (!(before === text && IS_ARROW.test(sign) && isWhole(reading)))
      reading.fault ??= { kind: 'twice', part: letter };
    if (RIGHT.test(sign)) reading.marked.push(words);
    else if (sign !== '' && !(isFirst && BULLET.test(sign))) reading.signed.push({ ...words, sign });
    if (isDoubtful) reading.answers.push({ text: text.at(-1)!, words: whole });
    if (line.options.length > 1 && FIFTH_BEHIND.test(text) && letter === 'D')
      reading.fault ??= { kind: 'more' };
    reading.last = letter;
  }
}

/** A number begins a question, unless it numbers what the question is about: 5, then 1, 2, 3, then its options. */
function beginsAnother(reading: Reading | null, { number, hasWord }: Numbered): boolean {
  if (!reading || hasWord || number === null || reading.number === null) return true;
  if (reading.last !== 'question' || reading.question === '') return true;
  const isListed = reading.listed !== undefined && number === reading.listed + 1;
  if (number === reading.number + 1 && !isListed) return true;
  reading.listed = number;
  return false;
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

/** Returns the lines of a text as they are read; between fences nothing is a mark. */
function placedLines(text: string): Placed[] {
  const lines = text.split('\n');
  const code = codeLines(lines);
  return lines.flatMap((written, index): Placed[] => {
    const at = index + 1;
    const indent = /^[ \t]*/.exec(written)?.[0] ?? '';
    if (code.has(index)) return [{ kind: 'other', whole: written.trim(), at, indent, isCode: true }];
    return written
      .split(BREAK)
      .flatMap((piece, place) =>
        readLine(piece).map((line) => ({ ...line, at, indent: place === 0 ? indent : '', isCode: false })),
      );
  });
}

/** Returns the answer that a line without a mark is, right below a question; null for any other. */
function answerIn(reading: Reading, line: Placed, next: Line | undefined, gap: boolean): Said | null {
  const one = line.kind === 'options' && line.options.length === 1 ? line.options[0]! : null;
  if (!one && line.kind !== 'other') return null;
  const words = one ? one.whole : (line as Extract<Line, { kind: 'other' }>).whole;
  const said = (text: string) => ({ text, words });
  const waiting = reading.answers.at(-1);
  if (reading.last === 'answer' && waiting?.text === '' && !isOptionA(next)) {
    // `Answer:`, and the letter below it.
    reading.answers.pop();
    return { ...said(words), words: `${waiting.words} ${words}` };
  }
  if (!isWhole(reading) || isOptionA(next)) return null;
  if ((!one || one.text === '') && ALONE.test(words))
    return { text: words.replace(/[*/<>]/g, ''), words, alone: gap ? 'apart' : 'below' };
  if (one) return null;
  const [, number, letter = ''] = /^(\d{1,3})\s?[-–]?\s?([A-D])$/i.exec(words) ?? [];
  if (Number(number) === reading.number) return said(letter);
  const picked = reading.explanation ? PICKED_IN.exec(words) : null;
  if (picked) return said(picked[1] ?? '');
  if (gap || reading.last === 'answer') return null;
  const answer = ANSWER_WORD.exec(words) ?? PICKED_WHY.exec(words);
  return answer ? said(answer[1] ?? '') : null;
}

/** The questions of a text, each with what was found of it. */
export function readText(text: string): Found[] {
  const lines = placedLines(text);
  const found: Reading[] = [];
  let reading: Reading | null = null;
  let gap = false;
  let areStatements = false;
  const start = (line: number, question: string, number: number | null) => {
    const next = begin(line, question, number);
    found.push(next);
    return next;
  };
  for (const [index, line] of lines.entries()) {
    const { at } = line;
    const next = lines.slice(index + 1, index + 9).find(({ kind }) => kind !== 'blank');
    if (line.kind === 'blank') {
      gap = true;
      continue;
    }
    if (line.kind === 'foot') {
      found.push({ ...begin(at, line.whole, null), isFoot: true });
      continue;
    }
    const answer = reading && !line.isCode ? answerIn(reading, line, next, gap) : null;
    if (reading && answer) {
      reading.answers.push(answer);
      reading.last = 'answer';
      gap = false;
      continue;
    }
    switch (line.kind) {
      case 'numbered':
        if (beginsAnother(reading, line)) {
          reading = start(at, line.text, line.number);
          reading.columns.question = line.indent.length + line.whole.length - line.text.length;
        } else if (reading) appendLine(reading, line);
        break;
      case 'options': {
        const [one] = line.options;
        if (
          reading &&
          isWhole(reading) &&
          line.options.length === 1 &&
          /^(?:\p{Lu}{4}|.+\p{Lu}{2})[^\p{Ll}]*$/u.test(one!.text)
        ) {
          // The next part of the paper: `B. READING COMPREHENSION`.
          found.push(begin(at, one!.whole, null));
          break;
        }
        if (!reading) {
          reading = start(at, '', null);
          reading.fault = { kind: 'stray' };
        }
        if (areStatements && /^[^\p{L}]*[a-d][.)]/u.test(one!.whole))
          reading.fault ??= { kind: 'statements' };
        addOptions(reading, line);
        break;
      }
      case 'answer':
        if (!reading) found.push({ ...begin(at, line.whole, null), fault: { kind: 'stray' } });
        else {
          reading.answers.push({ text: line.answer, words: line.whole });
          // What is said on the line of the question itself does not end it.
          if (isWhole(reading) || at !== reading.line) reading.last = 'answer';
        }
        break;
      case 'more':
        if (reading && isWhole(reading)) reading.fault ??= { kind: 'more' };
        else if (reading) appendLine(reading, line);
        break;
      case 'other': {
        const isApart = APART.test(line.whole) || CAPITALS.test(line.whole);
        if (HEADING.test(line.whole)) areStatements = STATEMENTS.test(line.whole);
        if (reading && line.isCode && reading.last !== 'answer') appendLine(reading, line);
        else if (reading && isWhole(reading) && EXPLANATION.test(line.whole)) {
          // It stands apart, and the answer may come below it.
          reading.explanation = begin(at, line.whole, null);
          found.push(reading.explanation);
          reading.last = 'answer';
        } else if (reading?.explanation && reading.number !== null && !gap && !isApart && !isOptionA(next))
          appendLine(reading.explanation, line);
        else if (!reading || beginsUnnumbered(reading, gap, next, isApart)) {
          reading = start(at, line.whole, null);
          reading.columns.question = line.indent.length;
        } else appendLine(reading, line);
        break;
      }
    }
    gap = false;
  }
  for (const one of found) {
    one.question = outdented(one.question, one.columns.question);
    for (const letter of OPTION_LETTERS)
      if (one.options[letter] !== undefined)
        one.options[letter] = outdented(one.options[letter], one.columns[letter]);
  }
  return found;
}
