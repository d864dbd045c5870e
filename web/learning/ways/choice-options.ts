import type { OtherCard } from '../../../core/learning/progress/mixed-up.schema.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';

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
  /** Each another under `comparable`, and none right. */
  others: readonly OtherCard[];
  /** Which of these the class takes for the card, the most often taken first. */
  mixedUp?: readonly OtherCard[];
  random: () => number;
}

/**
 * Returns the sides to choose from: the card's own, those that the class mixes up with it, and others. These are of the
 * same part of speech where there are such.
 */
export function choiceOptions({ card, backFirst, others, mixedUp = [], random }: Choice): string[] {
  const isAlike = (other: OtherCard) => other.part_of_speech === card.part_of_speech;
  const isMixedUp = ({ id }: OtherCard) => mixedUp.some((one) => one.id === id);
  const [first, rest] = [others.filter(isMixedUp), others.filter((other) => !isMixedUp(other))];
  const mixed = shuffled(rest, random);
  const chosen = [...first, ...mixed.filter(isAlike), ...mixed.filter((other) => !isAlike(other))];
  const options = [card, ...chosen.slice(0, OPTIONS_MAX - 1)];
  return shuffled(options, random).map(({ front, back }) => (backFirst ? front : back));
}
