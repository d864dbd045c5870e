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
