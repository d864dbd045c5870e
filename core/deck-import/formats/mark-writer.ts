import { escapedAt, markAt } from '../../text/marked-text.ts';

/** A letter, or a mark around others, of a text that is to be written. */
export type Token = LetterToken | MarkToken | EmphasisToken;

interface LetterToken {
  kind: 'letter';
  text: string;
  /** Whether a backslash stands before it. */
  isEscaped: boolean;
}

/** A reading or a formula. */
interface MarkToken {
  kind: 'mark';
  text: string;
  /** What is written where it cannot stand. */
  letters: string;
}

interface EmphasisToken {
  kind: 'emphasis';
  sign: '**' | '//';
  inner: Token[];
  /** With its signs. */
  text: string;
  isGuarded: boolean;
}

/** How often a text is looked through; one that needs more is full of what only looks like marks. */
const ROUNDS_MAX = 64;

export const letterTokens = (text: string): LetterToken[] =>
  [...text].map((letter) => ({ kind: 'letter', text: letter, isEscaped: false }));

/**
 * Returns the text that is read as these tokens, at this depth of emphasis. Letters that would be marks get a
 * backslash. Marks that cannot stand where they are, such as within a word, become letters. Changes the tokens. Returns
 * undefined when it finds none.
 */
export function written(tokens: Token[], depth = 0): string | undefined {
  for (const token of tokens) if (token.kind === 'emphasis' && token.text === '') rewrite(token, depth);
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const text = tokens.map(typed).join('');
    if (!mend(tokens, text, depth)) return text;
  }
  return undefined;
}

const typed = (token: Token): string =>
  token.kind === 'letter' && token.isEscaped ? `\\${token.text}` : token.text;

function rewrite(token: EmphasisToken, depth: number): void {
  token.text = token.sign + (written(token.inner, depth + 1) ?? '') + token.sign;
}

/** Compares the text with what it should say and mends the tokens. Returns whether something was to be mended. */
function mend(tokens: Token[], text: string, depth: number): boolean {
  let isMended = false;
  let at = 0;
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index]!;
    if (token.kind !== 'letter') {
      const end = at + token.text.length;
      if (markAt(text, at, depth)?.end !== end) {
        loosen(tokens, index, depth);
        return true;
      }
      at = end;
      index++;
      continue;
    }
    const taken = escapedAt(text, at, depth);
    if (token.isEscaped) {
      if (!taken || !areLetters(tokens, index, taken.length)) {
        token.isEscaped = false;
        return true;
      }
      at += 1 + taken.length;
      index += taken.length;
      continue;
    }
    if (taken) {
      // A backslash that is a letter, before what it would take.
      const next = tokens[index + 1]!;
      if (next.kind === 'letter') next.isEscaped = true;
      else loosen(tokens, index + 1, depth);
      return true;
    }
    const opening = markAt(text, at, depth)?.opening;
    if (opening) {
      token.isEscaped = true;
      isMended = true;
    }
    const length = opening?.length ?? token.text.length;
    index += opening ? opening.length : 1;
    at += length;
  }
  return isMended;
}

const areLetters = (tokens: readonly Token[], from: number, count: number): boolean =>
  tokens.slice(from, from + count).every(({ kind }) => kind === 'letter');

/** Makes letters of a mark that is not read as one; of emphasis only when backslashes within do not help. */
function loosen(tokens: Token[], index: number, depth: number): void {
  const token = tokens[index]!;
  if (token.kind === 'mark') tokens.splice(index, 1, ...letterTokens(token.letters));
  if (token.kind !== 'emphasis') return;
  if (!token.isGuarded) {
    token.isGuarded = true;
    if (guard(token)) {
      rewrite(token, depth);
      return;
    }
  }
  for (const inner of token.inner) if (inner.kind === 'letter') inner.isEscaped = false;
  tokens.splice(index, 1, ...token.inner);
}

/** Escapes the letters within that would end it. Returns whether there are any. */
function guard({ sign, inner }: EmphasisToken): boolean {
  let isFound = false;
  for (let index = 0; index + 1 < inner.length; index++) {
    const [one, other] = [inner[index]!, inner[index + 1]!];
    if (one.kind !== 'letter' || other.kind !== 'letter' || one.text + other.text !== sign) continue;
    isFound ||= !one.isEscaped;
    one.isEscaped = true;
    index++;
  }
  return isFound;
}
