import type { Typed } from '../../core/learning/learning.schema.ts';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Letters as a reader counts them: "ế" is one, however it is encoded. */
export const letters = (text: string): string[] =>
  Array.from(segmenter.segment(text.normalize('NFC')), ({ segment }) => segment);

/** Phones type ’ for ', old keyboard drivers Ð (eth) for Đ: the same to a student. */
const LOOKALIKES: Record<string, string> = { '‘': "'", '’': "'", ʼ: "'", '“': '"', '”': '"', Ð: 'Đ' };

/** Both spellings of a syllable that ends in oa, oe or uy are taught: "khoẻ" and "khỏe", "thuỷ" and "thủy". */
const TONE_ON_LAST_VOWEL = /(?<!Q)(O[AE]|UY)([\u0300\u0301\u0303\u0309\u0323])(?![\p{L}\p{M}])/gu;

const toneOnFirstVowel = (text: string): string =>
  text.normalize('NFD').replace(TONE_ON_LAST_VOWEL, (_, [first, last], tone) => first + tone + last);

/** The form in which answers are compared: NFC, trimmed, upper case, one space between words, one place for a tone. */
export function comparable(text: string): string {
  const plain = toneOnFirstVowel(text.toUpperCase()).normalize('NFC').replace(/\s+/g, ' ').trim();
  return plain.replace(/[‘’ʼ“”Ð]/g, (mark) => LOOKALIKES[mark] ?? mark);
}

/** What has slashes that part nothing: brackets, dates and fractions, addresses of the web. */
const WITH_OWN_SLASHES = /\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}|\d+(?:\s?\/\s?\d+)+|\p{L}+:\/\/\S*/gu;

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

/** More letters than these are recalled, not typed. */
const TYPABLE_MAX = 40;

/** Returns whether an answer is short enough for the box, and for a hint. */
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

/** Returns what the server gets of it. `accent`: the right letters, each in its place, with wrong or missing marks. */
export function typedVerdict(typed: string, expected: string): Typed {
  if (comparable(typed) === '') return 'none';
  if (isCorrect(typed, expected)) return 'right';
  const count = lengths(typed, expected);
  const isOfRightLetters =
    count.typed === count.expected &&
    letterFeedback(typed, expected).every(({ mark }) => mark === 'correct' || mark === 'accent');
  return isOfRightLetters ? 'accent' : 'wrong';
}

/** The length counter, "typed / expected". */
export function lengths(typed: string, expected: string): { typed: number; expected: number } {
  return { typed: letters(comparable(typed)).length, expected: letters(comparable(expected)).length };
}

/** How long a right answer stands before the card is revealed. */
export const AUTO_REVEAL_MS = 1_000;

/** Returns whether an input method is still composing. Some browsers only say so by the key code 229. */
export const isComposing = (event: { isComposing: boolean; keyCode: number }): boolean =>
  event.isComposing || event.keyCode === 229;
