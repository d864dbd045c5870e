/** A card's text as it is shown. It is kept as it was typed. */
export type MarkedPart =
  | { kind: 'text'; text: string }
  | { kind: 'bold'; parts: MarkedPart[] }
  | { kind: 'italic'; parts: MarkedPart[] }
  | { kind: 'reading'; base: string; reading: string }
  | { kind: 'formula'; tex: string; isBlock: boolean }
  /** Shown as it was typed, for what is wrong with it. */
  | { kind: 'refused'; text: string; problem: MarkProblem };

export type MarkProblem = 'formula-too-long' | 'reading-too-long';

/** Code units of a formula. */
export const FORMULA_MAX = 500;
/** Code units of each half of a reading. */
export const READING_MAX = 100;
/** Bold in italics in bold is no more than that. */
const DEPTH_MAX = 3;

/** What a text without any mark lacks. */
const MARKS = /\*\*|\/\/|\{|\\[([]/;

const EMPHASIS = [
  ['**', 'bold'],
  ['//', 'italic'],
] as const;

interface Found {
  part: MarkedPart;
  /** Where the text goes on. */
  end: number;
  /** What it begins with, as typed. */
  opening: string;
}

/** Scripts without blanks between words have no insides of words either. */
const isOfWord = (letter: string): boolean =>
  /[\p{L}\p{M}\p{N}]/u.test(letter) &&
  !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(letter);

/** Blanks and what closes a bracket or a clause stand at no beginning; the end of a text neither. */
const isNoBeginning = (letter: string): boolean => /^[\s)\]}.,;:!?]?$/.test(letter);
const isNoEnd = (letter: string): boolean => /^[\s([{:\\]?$/.test(letter);

function emphasisAt(text: string, at: number, depth: number): Found | undefined {
  const [mark, kind] = EMPHASIS.find(([one]) => text.startsWith(one, at)) ?? [];
  if (!mark || depth >= DEPTH_MAX) return undefined;
  const [sign = ''] = mark;
  const before = text.charAt(at - 1);
  const from = at + mark.length;
  // An address has slashes after its colon, and a line of signs is a line.
  if (isOfWord(before) || before === sign || (sign === '/' && before === ':')) return undefined;
  if (isNoBeginning(text.charAt(from)) || text.charAt(from) === sign) return undefined;
  const line = text.indexOf('\n', from);
  const last = line < 0 ? text.length : line;
  for (let end = text.indexOf(mark, from); end >= 0 && end < last; end = text.indexOf(mark, end + 1)) {
    const inside = text.charAt(end - 1);
    const after = text.charAt(end + mark.length);
    if (inside === sign || after === sign || isNoEnd(inside) || isOfWord(after)) continue;
    const part = { kind: kind!, parts: partsOf(text.slice(from, end), depth + 1) };
    return { part, end: end + mark.length, opening: mark };
  }
  return undefined;
}

/** Sets as in `{x|x>0}` are no readings: these stand above letters that are not read as they are written. */
const IS_READ = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/u;
const READING = /\{([^{}|\n]+)\|([^{}|\n]+)\}/y;

function readingAt(text: string, at: number): Found | undefined {
  READING.lastIndex = at;
  const [all = '', base = '', reading = ''] = READING.exec(text) ?? [];
  if (!IS_READ.test(base) || reading.trim() === '') return undefined;
  const isTooLong = base.length > READING_MAX || reading.length > READING_MAX;
  const part: MarkedPart = isTooLong
    ? { kind: 'refused', text: all, problem: 'reading-too-long' }
    : { kind: 'reading', base, reading };
  return { part, end: at + all.length, opening: '{' };
}

function formulaAt(text: string, at: number): Found | undefined {
  const isBlock = text.startsWith('\\[', at);
  if (!isBlock && !text.startsWith('\\(', at)) return undefined;
  const close = isBlock ? '\\]' : '\\)';
  let end = at + 2;
  // A backslash belongs to the sign behind it: `\\]` closes nothing.
  while (end < text.length && !text.startsWith(close, end)) end += text[end] === '\\' ? 2 : 1;
  const tex = text.slice(at + 2, end).trim();
  if (end >= text.length || tex === '' || (!isBlock && tex.includes('\n'))) return undefined;
  const all = text.slice(at, end + 2);
  const part: MarkedPart =
    tex.length > FORMULA_MAX
      ? { kind: 'refused', text: all, problem: 'formula-too-long' }
      : { kind: 'formula', tex, isBlock };
  return { part, end: end + 2, opening: text.slice(at, at + 2) };
}

/** The mark that begins there and counts, within so many others. */
export function markAt(text: string, at: number, depth: number): Found | undefined {
  const letter = text[at];
  if (letter === '\\') return formulaAt(text, at);
  if (letter === '{') return readingAt(text, at);
  return letter === '*' || letter === '/' ? emphasisAt(text, at, depth) : undefined;
}

/** What a backslash there takes as letters: a mark that would count, and within a mark also one that would close it. */
export function escapedAt(text: string, at: number, depth: number): string | undefined {
  if (text[at] !== '\\') return undefined;
  const closing = depth > 0 ? EMPHASIS.find(([one]) => text.startsWith(one, at + 1))?.[0] : undefined;
  return closing ?? markAt(text, at + 1, depth)?.opening;
}

/** A text, piece by piece, as it was typed: joined, the sources are the text. */
export type MarkedPiece = { source: string } & (
  | { kind: 'letters' }
  /** A backslash, and what it takes as letters. */
  | { kind: 'escaped'; letters: string }
  | { kind: 'mark'; part: MarkedPart }
);

export function markedPieces(text: string, depth = 0): MarkedPiece[] {
  const pieces: MarkedPiece[] = [];
  let from = 0;
  const addLetters = (end: number) => {
    if (end > from) pieces.push({ kind: 'letters', source: text.slice(from, end) });
  };
  for (let at = 0; at < text.length; ) {
    const found = markAt(text, at, depth);
    const letters = found ? undefined : escapedAt(text, at, depth);
    if (!found && !letters) {
      at++;
      continue;
    }
    addLetters(at);
    const end = found ? found.end : at + 1 + letters!.length;
    const source = text.slice(at, end);
    pieces.push(
      found ? { kind: 'mark', source, part: found.part } : { kind: 'escaped', source, letters: letters! },
    );
    from = end;
    at = end;
  }
  addLetters(text.length);
  return pieces;
}

function partsOf(text: string, depth: number): MarkedPart[] {
  const parts: MarkedPart[] = [];
  for (const piece of markedPieces(text, depth)) {
    const last = parts.at(-1);
    const letters = piece.kind === 'escaped' ? piece.letters : piece.source;
    if (piece.kind === 'mark') parts.push(piece.part);
    else if (last?.kind === 'text') last.text += letters;
    else parts.push({ kind: 'text', text: letters });
  }
  return parts;
}

/**
 * Returns the parts of a card's text: `**bold**`, `//italics//`, `{漢字|かんじ}`, `\(formula\)`, `\[formula\]` on a line of
 * its own. A mark counts only when it is closed and not inside a word. A backslash before one takes it as letters.
 */
export const markedParts = (text: string): MarkedPart[] =>
  MARKS.test(text) ? partsOf(text, 0) : text === '' ? [] : [{ kind: 'text', text }];

type Leaf = Exclude<MarkedPart, { kind: 'bold' | 'italic' }>;

const leaves = (parts: readonly MarkedPart[]): Leaf[] =>
  parts.flatMap((part) => ('parts' in part ? leaves(part.parts) : [part]));

const joined = (text: string, textOf: (leaf: Leaf) => string): string =>
  MARKS.test(text) ? leaves(markedParts(text)).map(textOf).join('') : text;

const plainOf = (leaf: Leaf): string => {
  if (leaf.kind === 'formula') return leaf.tex;
  return leaf.kind === 'reading' ? leaf.base : leaf.text;
};

/** The text without its marks, each reading left out, and formulas as they are typed. */
export const plainText = (text: string): string => joined(text, plainOf);

/** The text without its marks, each reading in place of its letters. */
export const textAsRead = (text: string): string =>
  joined(text, (leaf) => (leaf.kind === 'reading' ? leaf.reading : plainOf(leaf)));

/** The text as it is, or without its marks where only these make it longer than `max` code units. */
export const fittingText = (text: string, max: number): string => {
  // What is longer by far does not fit without marks either.
  if (text.length <= max || text.length > 8 * max) return text;
  const plain = plainText(text);
  return plain.length <= max ? plain : text;
};

/** The text as a voice can say it: no voice knows formulas. */
export const spokenText = (text: string): string =>
  joined(text, (leaf) => (leaf.kind === 'formula' ? ' ' : plainOf(leaf))).trim();

/** Returns whether a formula is in it, which takes a script to draw. */
export const hasFormula = (text: string): boolean =>
  MARKS.test(text) && leaves(markedParts(text)).some(({ kind }) => kind === 'formula');

/** Returns what of it is shown as it was typed, each reason once. */
export const markProblems = (text: string): MarkProblem[] => [
  ...new Set(leaves(markedParts(text)).flatMap((leaf) => (leaf.kind === 'refused' ? [leaf.problem] : []))),
];
