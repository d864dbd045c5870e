import { OPTION_LETTERS, OPTION_TEXT_MAX } from '../../../core/exam/exam-limits.ts';
import type { OptionLetter } from '../../../core/exam/question/choice.schema.ts';
import { comparedAs } from '../../../core/text/normal-form.ts';
import { withoutPipes } from '../../../core/text/pasted-cells.ts';
import { type Found, letterOf, type PasteReason, type Said } from './pasted-text.ts';

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
  /\[?(?:(?:câu hỏi|câu|question|bài|q)\.?\s{0,3})?(\d{1,3})(?:\s{0,3}[.):=>/–—\]-]){0,2}\s{0,3}(?:(?:đáp án|chọn)\s?:?\s?)?\(?([A-H](?:\s?[,/&+]\s?[A-H](?!\p{L}))*)(?!\p{L})\)?\.?[\s,;|]*/iuy;
/** `1-5: BCADA`: as many letters as numbers. */
const RUN = /(?<![\d.])(\d{1,3})\s?[-–—→]\s?(\d{1,3})\s?[.:)]?\s{0,3}((?:[A-D][ \t]?){2,})(?![\p{L}\p{N}])/gu;
/** `Đáp án:`, `BẢNG ĐÁP ÁN ĐỀ 101`, `--- Answer key ---`; some words may follow. */
const HEADING =
  /^[-–—*#=_.\s]*(?:bảng )?(?:đáp án|dap an|đ\/a|answer key|answers?|keys?)(?: tham khảo)?(?: (?:mã )?đề(?: số)? ?\d{1,4})?[-–—*#=_.:\s]*/iu;
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
  const text = line
    .trim()
    .replace(/^#{1,6}\s+/, '')
    .replaceAll('**', '');
  if (text === '') return { entries: [], lines: 1 };
  if (THE_END.test(text)) return { entries: [], isEnd: true, lines: 1 };
  const entries = entriesOf(text);
  if (entries) return { entries, lines: 1 };
  let below = index + 1;
  while (lines[below]?.trim() === '') below += 1;
  // Cells of a table may come one below the other.
  const letter = /^[A-H]$/.exec(lines[below]?.trim() ?? '')?.[0];
  const number = /^(?:câu )?(\d{1,3})[.)]?$/i.exec(text)?.[1];
  if (letter && number) return { entries: [{ number: Number(number), letter }], lines: below - index + 1 };
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
  const cut = withoutPipes(lines);
  const key: KeyEntry[] = [];
  for (let index = 0; index < lines.length; ) {
    const first = index;
    const found: KeyEntry[] = [];
    let [isHeaded, isEnded] = [false, false];
    for (let step = stepAt(cut, index); step && index < lines.length; step = stepAt(cut, index)) {
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

/** Names the answers of a key that no question has. */
export const unasked = (
  entries: readonly KeyEntry[],
): { line: number; text: string; reason: PasteReason }[] =>
  [...Map.groupBy(entries, ({ line }) => line)].map(([line, same]) => ({
    line,
    text: same.map(({ number, letter }) => `${number}. ${letter}`).join(', '),
    reason: { kind: 'unasked', numbers: same.map(({ number }) => number) },
  }));

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
  // No option is as long as that.
  if (text.length > 2 * OPTION_TEXT_MAX) return null;
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

/** Signs that mark an option where every question has one such option, and else may belong to the text. */
const LEAD = /^([+=#>~@^!_]{1,2}(?=\s?\p{L})(?!\s?\p{Lu}+\()|\([xX+]\)(?=\s))\s*(\S.*)$/su;
const TAIL = /^(?!\*)(.*[^*\s])(?:\s?(\*)|\s(\([xX+]\)|[+=#~@<xXvV]))$/s;
/** The letter behind a question: `What is the capital? (B)`. */
const BEHIND_QUESTION = /\s[([]\s?([A-D])\s?[)\]]\.?$/;

/** A sign that one or more options of a question have. */
interface Weak {
  where: 'ahead' | 'lead' | 'tail' | 'question';
  letters: OptionLetter[];
  words: string[];
  /** The texts of these options without it. */
  plain: string[];
}

const filledOf = ({ options }: Found) => OPTION_LETTERS.filter((letter) => options[letter]);

/** The weak signs of a question, by where they stand and what they are. */
function weakSigns(found: Found): Map<string, Weak> {
  const signs = new Map<string, Weak>();
  const add = (where: Weak['where'], sign: string, letter: OptionLetter, words: string, plain: string) => {
    const key = `${where} ${sign.toLowerCase()}`;
    const weak = signs.get(key) ?? { where, letters: [], words: [], plain: [] };
    signs.set(key, weak);
    weak.letters.push(letter);
    weak.words.push(words);
    weak.plain.push(plain);
  };
  for (const { letter, sign, words } of found.signed)
    add('ahead', sign, letter, words, found.options[letter] ?? '');
  for (const letter of filledOf(found)) {
    const text = found.options[letter] ?? '';
    const [, ahead, rest = ''] = LEAD.exec(text) ?? [];
    if (ahead) add('lead', ahead, letter, `${letter}. ${text}`, rest);
    const [, before = '', star, behind = star] = TAIL.exec(text) ?? [];
    if (behind) add('tail', behind, letter, `${letter}. ${text}`, before.trim());
  }
  const said = letterOf(BEHIND_QUESTION.exec(found.question)?.[1] ?? '');
  if (said) add('question', '', said, found.question, found.question.replace(BEHIND_QUESTION, ''));
  return signs;
}

/** Signs that lists have at the head of their lines. */
const BULLET_KEY = /^ahead [-–•○□☐◯]+$/;
/** Returns of how many questions each must have a sign, until it is no chance; nothing else stands ahead of a letter. */
const enough = (sign: string): number =>
  sign.startsWith('ahead') ? 1 : /^(?:tail \*|.*\))/.test(sign) ? 2 : 3;

/** What the whole paper says of how its answers are marked. */
export interface PaperMarks {
  /** Lines, cells or a key have answers. */
  areSaid: boolean;
  /** A letter alone stands below every question. */
  areAlone: boolean;
  /** The weak signs that one option of every question has. */
  signs: ReadonlySet<string>;
}

const isSaid = ({ text }: Said) => text.trim() !== '';

export function marksOf(paper: readonly Found[]): PaperMarks {
  const questions = paper.filter((found) => !found.fault && filledOf(found).length === OPTION_LETTERS.length);
  const open = questions.filter(({ answers, marked }) => !answers.some(isSaid) && marked.length !== 1);
  const areSaid = paper.some(({ answers }) => answers.some((one) => isSaid(one) && !one.alone));
  const counts = new Map<string, number>();
  for (const [key, { letters, where }] of open.flatMap((found) => [...weakSigns(found)])) {
    const isMark = where === 'ahead' ? !BULLET_KEY.test(key) && key !== 'ahead ~' : !areSaid;
    if (letters.length === 1 && isMark) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isOfAll = ([key, count]: [string, number]) => count === open.length && count >= enough(key);
  return {
    areSaid,
    areAlone:
      questions.length > 1 &&
      questions.every(({ answers }) => answers.some(({ alone }) => alone !== undefined)),
    signs: new Set([...counts].filter(isOfAll).map(([key]) => key)),
  };
}

export interface Decision {
  letter: OptionLetter | null;
  options: Found['options'];
  question: string;
}
export interface Refusal {
  reason: PasteReason;
  said?: string[];
}

const doubt = (...said: string[]): Refusal => ({ reason: { kind: 'doubt' }, said });

/** Signs that only mark: `~` the wrong options where `=` has the right one. */
const OTHERS: Record<string, RegExp> = { '=': /^~$/, '+': /^[-–~]$/ };

/**
 * Returns what the weak signs of a question say that has no other answer: the option that one of them marks, why it is
 * asked, or null.
 */
function weakMark(found: Found, marks: PaperMarks): Weak | Refusal | null {
  const signs = weakSigns(found);
  const ofPaper = [...signs].filter(([key]) => marks.signs.has(key));
  const [mark] = ofPaper;
  // Behind the text most signs may be of it: `Na +`, `2 x`.
  if (mark && ofPaper.length === 1) return /^tail [^*(]/.test(mark[0]) ? doubt(...mark[1].words) : mark[1];
  const filled = filledOf(found).length;
  const ahead = [...signs].filter(([, { where }]) => where === 'ahead');
  for (const [key, weak] of ahead) {
    if (weak.letters.length === filled) return null;
    const others = OTHERS[key.split(' ')[1] ?? ''];
    const rest = found.signed.filter(({ letter }) => !weak.letters.includes(letter));
    if (weak.letters.length === 1 && others && rest.length === filled - 1)
      if (rest.every(({ sign }) => others.test(sign))) return weak;
  }
  const odd = ahead.filter(([key]) => !BULLET_KEY.test(key));
  const bullets = ahead.filter((one) => !odd.includes(one)).flatMap(([, weak]) => weak);
  const [first] = odd;
  if (first) return doubt(...first[1].words);
  if (bullets.length === 1 && bullets[0]!.letters.length === 1) return doubt(...bullets[0]!.words);
  const star = signs.get('tail *');
  const isTwin =
    star && filledOf(found).some((one) => compared(found.options[one] ?? '') === compared(star.plain[0]!));
  return star?.letters.length === 1 && !isTwin && !marks.areSaid ? doubt(...star.words) : null;
}

/** A number alone below a short option may go on with it, or number a page; a long line goes on below. */
const NUMBER_BELOW = /^.{0,50}\n\d{1,3}(?:\/\d{1,2})?$/;

/** Returns what may belong to an option as well as not, and is no mark for certain; null where all is clear. */
function unclear(found: Found, marks: PaperMarks): Refusal | null {
  const filled = filledOf(found);
  const below = filled.filter((letter) => NUMBER_BELOW.test(found.options[letter] ?? ''));
  if (below.length === 1 && filled.every((one) => one === below[0] || !found.options[one]?.includes('\n')))
    return doubt(`${below[0]}. ${found.options[below[0]!]}`.replace('\n', ' '));
  const alone = found.answers.find((one) => one.alone === 'below');
  if (!alone || marks.areAlone) return null;
  const last = found.options.D?.split('\n').at(-1) ?? '';
  const areLetters = filled.some((one) => /\s[A-D]$/.test(found.options[one] ?? ''));
  const areMore = found.answers.filter(isSaid).length > 1;
  return areLetters || areMore || last.length > 50 ? doubt(...found.answers.map(({ words }) => words)) : null;
}

/**
 * Says which option is right and what the options' texts are. What belongs to a text stays there: an asterisk, where a
 * line or a key has answers, or where another option is the same without it.
 */
export function decide(found: Found, marks: PaperMarks): Decision | Refusal {
  const { options, answers, marked, question } = found;
  const refusal = unclear(found, marks);
  if (refusal) return refusal;
  const filled = filledOf(found);
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
  const written = answers.filter(isSaid);
  const named = written.map((said) => namedBy(said, options));
  const said = [
    ...(areBullets ? [] : marked.map(({ letter, words }) => ({ letter, words }))),
    ...(isTicked ? sure : []).map((letter) => ({ letter, words: `${letter}. ${options[letter]}` })),
    ...named.flatMap((letters, index) => letters.map((letter) => ({ letter, words: written[index]!.words }))),
  ];
  const isOpen = said.length === 0 && written.length === 0;
  const weak = isOpen ? weakMark(found, marks) : null;
  if (weak && 'reason' in weak) return weak;
  if (weak) said.push({ letter: weak.letters[0]!, words: weak.words[0]! });
  else if (written.length > 0)
    // A sign that one option alone has, and that is no bullet, says something as well.
    for (const [key, { where, letters, words }] of weakSigns(found))
      if (where === 'ahead' && letters.length === 1 && !BULLET_KEY.test(key) && key !== 'ahead _')
        said.push({ letter: letters[0]!, words: words[0]! });
  const stars = starred.map((letter) => ({ letter, words: `${letter}. ${options[letter]}` }));
  const isMark = isOpen && !weak && !marks.areSaid && starred.length < filled.length;
  const spoken = (letter: OptionLetter) => {
    const { plain } = signs.get(letter)!;
    // A pointer has other operators beside it: `&p`, `p[0]`.
    const isOperand = new RegExp(`[&*]${plain}|${plain}[&*[+-]`);
    return [question, ...filled.flatMap((one) => (one === letter ? [] : (options[one] ?? '')))].some(
      (text) => text.includes(options[letter] ?? '') || (/^\w{1,20}$/.test(plain) && isOperand.test(text)),
    );
  };
  if (isMark && starred.length === 1 && spoken(starred[0]!)) return doubt(stars[0]!.words);
  if (isMark || (said.length > 0 && soft.length === 1 && !weak)) said.push(...stars);
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
    if (weak && (weak.where === 'lead' || weak.where === 'tail') && one === letter) return weak.plain[0]!;
    const isTaken = sign && one === letter && (sign.isSure ? isTicked : isMark || /^\*\*.*\*\*$/s.test(text));
    return isTaken ? sign.plain : text;
  };
  return {
    letter,
    options: Object.fromEntries(OPTION_LETTERS.map((one) => [one, textOf(one)])),
    question: weak?.where === 'question' ? weak.plain[0]! : question,
  };
}

/** Underlined or bold letters of options, which are marks: as HTML, by a line below the letter, or between underscores. */
export const seenSigns = (text: string): string =>
  text
    .replace(/([✓✔☑✅❌✗✘⭐])\ufe0f/gu, '$1')
    .replace(/[ÐƉ](?=[ápÁP])/gu, 'Đ')
    .replace(/^([ \t]*)<(u|b|strong|em|i)>[ \t]*(\(?[A-Da-d][.)]?)[ \t]*<\/\2>[ \t]*([.)]?)/gimu, '$1_$3$4 ')
    .replace(/^([ \t]*)<(u|b|strong|em|i)>[ \t]*(\(?[A-Da-d][.)][^<\n]*)<\/\2>[ \t]*$/gimu, '$1*$3')
    .replace(/^([ \t]*)([A-D])[\u0332\u0331]+(?=[.)])/gmu, '$1_$2')
    .replace(/^([ \t]*)_([A-D])_(?=[.)])/gmu, '$1_$2')
    .replace(/^([ \t]*)__([A-D][.)][^\n]*?)__[ \t]*$/gmu, '$1_$2');

/**
 * Gives numbers as keys their letters: all are from 1 to 4, and one of them is 4 or their column is called the key. A
 * number may be an option, too, and then it is asked.
 */
export function withPlaces(rows: Found[], isCalledKey: boolean): Found[] {
  const keys = rows.flatMap(({ answers }) => answers);
  const texts = rows.map(({ options }) => Object.values(options));
  const isText = rows.some(({ answers }, index) => answers.some(({ text }) => texts[index]!.includes(text)));
  const areNumbers = texts.some((all) => all.some((text) => /^[-+]?\d+(?:[.,]\d+)?$/.test(text)));
  const arePlaces =
    keys.every(({ text }) => /^[1-4]$/.test(text)) &&
    (keys.some(({ text }) => text === '4') || (isCalledKey && !areNumbers));
  if (arePlaces && !isText) for (const key of keys) key.text = OPTION_LETTERS[Number(key.text) - 1]!;
  return rows;
}
