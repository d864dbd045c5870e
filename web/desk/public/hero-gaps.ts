/** How well the word was known: not, only once it was shown, or at once. */
export const ANSWERS = ['forgot', 'looked', 'knew'] as const;
export type HeroAnswer = (typeof ANSWERS)[number];

/**
 * Days until the next meeting, for each meeting of somebody who knew the word each time before. They are what the
 * scheduler computes, of which a test makes sure; the home page does not load it.
 */
export const MEETINGS: readonly Record<HeroAnswer, number>[] = [
  { forgot: 1, looked: 1, knew: 2 },
  { forgot: 1, looked: 1, knew: 11 },
  { forgot: 2, looked: 2, knew: 46 },
  { forgot: 3, looked: 3, knew: 163 },
];

/** Stability, in days, after the first answer: then the chance of recall has fallen to 90 %. */
export const FIRST_STABILITY = 2.3065;

/** The decay of FSRS-6, and the factor by which the chance is 90 % after one stability. */
const DECAY = -0.1542;
const FACTOR = 0.9 ** (1 / DECAY) - 1;

/** The chance, 0 to 1, that a word is recalled so many days after it was met. */
export const chanceOfRecall = (days: number, stability: number): number =>
  (1 + (FACTOR * days) / stability) ** DECAY;
