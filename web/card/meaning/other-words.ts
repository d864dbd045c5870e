import type { Card } from '../../../core/card/card.schema.ts';
import { plainText } from '../../../core/text/marked-text.ts';
import { tidyText } from '../../../core/text/tidy-text.ts';
import { isFar } from './text-distance.ts';

export type Sides = Pick<Card, 'front' | 'back'>;

/** A mark at the edge of a word; one inside of a word, as in "we'll", makes another word. */
const EDGE_MARKS = /(?<![\p{L}\p{M}\p{N}])\p{P}+|\p{P}+(?![\p{L}\p{M}\p{N}])/gu;

/** A text without what says nothing: emphasis, marks between words, space. */
const words = (text: string): string =>
  plainText(tidyText(text)).replace(EDGE_MARKS, '').replace(/\s+/gu, '');

/** Returns whether a side of a card says anything in other words, beyond marks and spaces. */
export const hasOtherWords = (before: Sides, after: Sides): boolean =>
  words(before.front) !== words(after.front) || words(before.back) !== words(after.back);

/** Returns whether a side of a card has little in common with what it was. */
export const isFarFrom = (before: Sides, after: Sides): boolean =>
  isFar(tidyText(before.front), tidyText(after.front)) || isFar(tidyText(before.back), tidyText(after.back));
