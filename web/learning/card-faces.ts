import type { Card } from '../../core/card/card.schema.ts';

export interface CardFaces {
  question: string;
  answer: string;
  /** The front, and with it the example and the audio, which would give it away, is on the screen. */
  frontShown: boolean;
}

export function cardFaces(
  card: Pick<Card, 'front' | 'back'>,
  backFirst: boolean,
  revealed: boolean,
): CardFaces {
  const [question, answer] = backFirst ? [card.back, card.front] : [card.front, card.back];
  return { question, answer, frontShown: revealed || !backFirst };
}

/** How a side is set: a word large, a phrase smaller, and a text as one reads texts. */
export type SideLook = 'word' | 'phrase' | 'text';

const WORD_MAX = 24;
const PHRASE_MAX = 120;

/** By the letters of a side. */
export function sideLook(text: string): SideLook {
  const { length } = text.trim();
  if (length > PHRASE_MAX) return 'text';
  return length > WORD_MAX ? 'phrase' : 'word';
}

/** The letters of its longest word, which must fit into one line. */
export const longestWord = (text: string): number =>
  Math.max(1, ...text.split(/[\s/–—-]+/).map(({ length }) => length));
