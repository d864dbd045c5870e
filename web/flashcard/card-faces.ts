import type { Card, CardPicture, FurtherFile } from '../../core/contract/card-shape.schema.ts';
import { plainText } from '../../core/text/marked-text.ts';

export interface CardFaces {
  question: string;
  answer: string;
  questionPicture?: CardPicture | null | undefined;
  answerPicture?: CardPicture | null | undefined;
  /** Further pictures of each side, and the sounds that belong to the answer. */
  questionFurther?: FurtherFile[];
  answerFurther?: FurtherFile[];
  furtherSounds?: FurtherFile[];
  /** The front, and with it the example and the audio, which would give it away, is on the screen. */
  frontShown: boolean;
}

export function cardFaces(
  card: Pick<Card, 'front' | 'back'> &
    Partial<Pick<Card, 'front_picture' | 'back_picture' | 'further_files'>>,
  backFirst: boolean,
  revealed: boolean,
): CardFaces {
  const sides = [
    { name: 'front', text: card.front, picture: card.front_picture },
    { name: 'back', text: card.back, picture: card.back_picture },
  ] as const;
  const [question, answer] = backFirst ? [sides[1], sides[0]] : sides;
  // What a page has kept since before cards could have them says nothing of them.
  const further = (side: string) =>
    (card.further_files ?? []).filter((one) => ('side' in one ? one.side : one.kind) === side);
  return {
    question: question.text,
    answer: answer.text,
    questionPicture: question.picture,
    answerPicture: answer.picture,
    questionFurther: further(question.name),
    answerFurther: further(answer.name),
    furtherSounds: further('audio'),
    frontShown: revealed || !backFirst,
  };
}

/** Returns an example with its word in bold, if it has the word as it is and no own marks. */
export function withBoldWord(example: string, side: string): string {
  const word = plainText(side).trim();
  const at = example.toLowerCase().indexOf(word.toLowerCase());
  const isWord = word !== '' && at >= 0 && !/[\p{L}\p{N}]$/u.test(example.slice(0, at));
  if (!isWord) return example;
  const end = at + word.length;
  const marked = `${example.slice(0, at)}**${example.slice(at, end)}**${example.slice(end)}`;
  // Otherwise the two have marks that would be read as others.
  return plainText(marked) === example ? marked : example;
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
