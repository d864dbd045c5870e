import type { StudyCard } from '../../../core/card/card.schema.ts';

/** Options of a choice, the right one among them. */
export const OPTIONS_MAX = 4;

/** In an order that `random`, of 0 up to 1, gives. */
export function shuffled<T>(all: readonly T[], random: () => number): T[] {
  const left = [...all];
  return all.map(() => left.splice(Math.floor(random() * left.length), 1)[0]!);
}

interface Choice {
  card: StudyCard;
  backFirst: boolean;
  others: readonly StudyCard[];
  random: () => number;
}

/** Returns the sides to choose from: the card's own, and those of others, of the same part of speech where there are such. */
export function choiceOptions({ card, backFirst, others, random }: Choice): string[] {
  const isAlike = (other: StudyCard) => other.part_of_speech === card.part_of_speech;
  const mixed = shuffled(others, random);
  const chosen = [...mixed.filter(isAlike), ...mixed.filter((other) => !isAlike(other))];
  const options = [card, ...chosen.slice(0, OPTIONS_MAX - 1)];
  return shuffled(options, random).map(({ front, back }) => (backFirst ? front : back));
}
