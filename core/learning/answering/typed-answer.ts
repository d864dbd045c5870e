import { plainText, textAsRead } from '../../text/marked-text.ts';
import { comparedAs } from '../../text/normal-form.ts';
import type { AnswerMode, AskedSide, Typed } from '../learning.schema.ts';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Letters as a reader counts them: "ế" is one, however it is encoded. */
export const letters = (text: string): string[] =>
  Array.from(segmenter.segment(text.normalize('NFC')), ({ segment }) => segment);

/** The form in which answers are compared, in upper case as they are shown. */
export const comparable = (text: string): string => comparedAs(text).toUpperCase().normalize('NFC');

/** What has slashes that part nothing: brackets, dates and fractions, addresses of the web. */
const WITH_OWN_SLASHES = /\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}|(?<=\d\s?)\/(?=\s?\d)|(?<=\p{L}):\/\/\S*/gu;

/** Returns where the first slash stands that parts two texts; -1 without one. */
const partingSlash = (text: string): number =>
  text.replace(WITH_OWN_SLASHES, (part) => ' '.repeat(part.length)).indexOf('/');

/**
 * Returns the text to type for the hidden side, in upper case: its part after the first slash, if any. A slash
 * between digits, in brackets or in an address belongs to the text.
 */
export function expectedAnswer(hiddenSide: string): string {
  const slash = partingSlash(hiddenSide);
  const after = slash < 0 ? '' : hiddenSide.slice(slash + 1).trim();
  return (after || hiddenSide.trim()).normalize('NFC').toUpperCase();
}

/** Between answers of which each is right. */
const OR = '|';

/** Returns what may be typed for the hidden side, readings too; the first is the one that is hinted at. */
export function acceptedAnswers(hiddenSide: string): string[] {
  const answers = [plainText(hiddenSide), textAsRead(hiddenSide)].flatMap((text) => {
    const expected = expectedAnswer(text);
    const parts = expected.split(OR).flatMap((answer) => answer.trim() || []);
    return parts.length > 0 ? parts : [expected];
  });
  return [...new Set(answers)];
}

/** How a deck has typed answers judged: lenient ones need no article, and a wrong accent is as good as right. */
export interface Judging {
  lenient: boolean;
}

/** Articles and classifiers that begin an answer. */
const ARTICLES = /^(?:AN?|THE|TO|NHỮNG|CÁC|CÁI|CON|CHIẾC)\s+(?=\S)/u;

const withoutArticle = (text: string): string => comparable(text).replace(ARTICLES, '');

/** More letters than these are not looked at one by one. */
const TYPABLE_MAX = 40;

/** Returns whether an answer is short enough for hints, for marks on its letters, and for ways of typing. */
export const isTypable = (expected: string): boolean => letters(comparable(expected)).length <= TYPABLE_MAX;

export const isCorrect = (typed: string, expected: string): boolean =>
  comparable(typed) !== '' && comparable(typed) === comparable(expected);

const isLetter = (grapheme: string): boolean => /[\p{L}\p{N}]/u.test(grapheme);

/**
 * The first and the last letter with blanks between, spaces and punctuation as they are. A single letter is blank,
 * and of two only the first is given: a hint is not the answer.
 */
export function hintLetters(expected: string): string[] {
  const all = letters(expected);
  const places = all.flatMap((letter, index) => (isLetter(letter) ? [index] : []));
  const shown = new Set<number | undefined>();
  if (places.length > 1) shown.add(places[0]);
  if (places.length > 2) shown.add(places.at(-1));
  return all.map((letter, index) => (isLetter(letter) && !shown.has(index) ? '_' : letter));
}

export type LetterMark =
  | 'correct'
  /** The right letter with another accent, as while a Vietnamese word is being typed. */
  | 'accent'
  | 'wrong'
  /** Beyond the end of the expected answer. */
  | 'extra';

export interface TypedLetter {
  letter: string;
  mark: LetterMark;
}

const baseLetter = (letter: string): string =>
  letter.normalize('NFD').replace(/\p{M}/gu, '').replace(/Đ/g, 'D');

function markOf(typed: string, expected: string | undefined): LetterMark {
  if (expected === undefined) return 'extra';
  if (typed === expected) return 'correct';
  return baseLetter(typed) === baseLetter(expected) ? 'accent' : 'wrong';
}

/** Each typed letter against the expected one in its place. */
export function letterFeedback(typed: string, expected: string): TypedLetter[] {
  const wanted = letters(comparable(expected));
  return letters(comparable(typed)).map((letter, index) => ({ letter, mark: markOf(letter, wanted[index]) }));
}

function verdictOf(typed: string, expected: string): Typed {
  if (comparable(typed) === '') return 'none';
  if (isCorrect(typed, expected)) return 'right';
  const count = lengths(typed, expected);
  const isOfRightLetters =
    count.typed === count.expected &&
    letterFeedback(typed, expected).every(({ mark }) => mark === 'correct' || mark === 'accent');
  return isOfRightLetters ? 'accent' : 'wrong';
}

const BEST: readonly Typed[] = ['right', 'accent', 'wrong', 'none'];

const betterOf = (one: Typed, other: Typed): Typed =>
  BEST.indexOf(one) <= BEST.indexOf(other) ? one : other;

/**
 * Returns how right a typed text is. `accent`: the right letters, each in its place, with wrong or missing marks. Of
 * several answers it is the one that the text is nearest to.
 */
export function typedVerdict(typed: string, accepted: string | string[], judging?: Judging): Typed {
  const answers = [accepted].flat();
  const verdicts = answers.map((answer) => verdictOf(typed, answer));
  if (judging?.lenient)
    for (const answer of answers) verdicts.push(verdictOf(withoutArticle(typed), withoutArticle(answer)));
  return verdicts.reduce(betterOf);
}

/** Returns the one of several answers that a text is to be compared with, letter by letter. */
export function nearestAnswer(typed: string, accepted: string[]): string {
  const rightLetters = (answer: string) =>
    letterFeedback(typed, answer).filter(({ mark }) => mark === 'correct').length -
    Math.max(0, lengths(typed, answer).typed - lengths(typed, answer).expected);
  const rank = (answer: string) => BEST.indexOf(verdictOf(typed, answer)) * 1_000 - rightLetters(answer);
  return accepted.reduce((best, answer) => (rank(answer) < rank(best) ? answer : best));
}

/** Letters of an answer of which one may be mistaken and the rest still says that it was known. */
const NEAR_FROM = 4;

/** Returns whether a text differs from an answer by one letter: another, missing or too many, or two changed round. */
export function isNearly(typed: string, expected: string): boolean {
  const [given, wanted] = [letters(comparable(typed)), letters(comparable(expected))];
  if (wanted.length < NEAR_FROM) return false;
  let start = 0;
  while (start < given.length && given[start] === wanted[start]) start++;
  let end = 0;
  const most = Math.min(given.length, wanted.length) - start;
  while (end < most && given.at(-1 - end) === wanted.at(-1 - end)) end++;
  const [left, missed] = [given.slice(start, given.length - end), wanted.slice(start, wanted.length - end)];
  if (left.length === 2 && missed.length === 2) return left[0] === missed[1] && left[1] === missed[0];
  return left.length + missed.length > 0 && left.length <= 1 && missed.length <= 1;
}

interface AskedCard {
  front: string;
  back: string;
}

/** Returns the side that an answer is for: a dictation is of the front, whose sound it is. */
export const hiddenSide = (card: AskedCard, asked: AskedSide, mode: AnswerMode): string =>
  mode === 'dictation' || asked === 'back' ? card.front : card.back;

/** Returns how right an answer to a card is: a chosen side as a whole, a typed text by the answers of that side. */
export function judgedAnswer(
  answer: string,
  card: AskedCard,
  { asked, mode, lenient }: Judging & { asked: AskedSide; mode: AnswerMode },
): Typed {
  const hidden = hiddenSide(card, asked, mode);
  if (mode !== 'choice') return typedVerdict(answer, acceptedAnswers(hidden), { lenient });
  const chosen = comparable(plainText(answer));
  if (chosen === '') return 'none';
  return chosen === comparable(plainText(hidden)) ? 'right' : 'wrong';
}

/** The length counter, "typed / expected". */
export function lengths(typed: string, expected: string): { typed: number; expected: number } {
  return { typed: letters(comparable(typed)).length, expected: letters(comparable(expected)).length };
}
