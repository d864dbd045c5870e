import type { Card } from '../../../core/contract/card-shape.schema.ts';
import { plainText } from '../../../core/text/marked-text.ts';
import { comparedAs, levelled } from '../../../core/text/normal-form.ts';
import { tidyText } from '../../../core/text/tidy-text.ts';

/** How many letters have to be changed, added or left out to make one text of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++)
      next.push(Math.min(row[j]! + (a[i] === b[j] ? 0 : 1), row[j + 1]! + 1, next[j]! + 1));
    row = next;
  }
  return row[b.length]!;
}

/** Of the longer text's letters; so many others are seldom another wording. */
const FAR = 0.5;

/** Returns whether two texts have little in common, whatever their case, and none is a part of the other. */
export function isFar(before: string, after: string): boolean {
  const [a, b] = [comparedAs(before), comparedAs(after)];
  if (a.includes(b) || b.includes(a)) return false;
  return distance(a, b) > FAR * Math.max(a.length, b.length);
}

export type Sides = Pick<Card, 'front' | 'back'>;

/** A mark at the edge of a word; one inside of a word, as in "we'll", makes another word. */
const EDGE_MARKS = /(?<![\p{L}\p{M}\p{N}])\p{P}+|\p{P}+(?![\p{L}\p{M}\p{N}])/gu;

/** A text without what says nothing: emphasis, marks between words, space. */
const words = (text: string): string =>
  levelled(plainText(text)).replace(EDGE_MARKS, '').replace(/\s+/gu, '');

/** Returns whether a side of a card says anything in other words, beyond marks and spaces. */
export const hasOtherWords = (before: Sides, after: Sides): boolean =>
  words(before.front) !== words(after.front) || words(before.back) !== words(after.back);

/** Returns whether a side of a card has little in common with what it was. */
export const isFarFrom = (before: Sides, after: Sides): boolean =>
  isFar(tidyText(before.front), tidyText(after.front)) || isFar(tidyText(before.back), tidyText(after.back));
