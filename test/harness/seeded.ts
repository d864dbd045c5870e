import { randomInt } from 'node:crypto';
import type { Test } from 'tap';
import { dice as randomNumbers } from '../../bench/school/dice.ts';

/** Throws a whole number from 0 to below `end`. */
export type Throw = (end: number) => number;

/** Whole numbers at random, the same ones for the same seed. */
export function seeded(seed: number): Throw {
  const random = randomNumbers(seed);
  return (end) => Math.floor(random() * end);
}

/** The seed of a test that tries others each time, or TEST_SEED; told, so that the same can be tried again. */
export function chosenSeed(t: Test): number {
  const seed = Number.parseInt(process.env.TEST_SEED ?? String(randomInt(2 ** 31)), 10);
  t.comment(`To try the same again: TEST_SEED=${seed}`);
  return seed;
}
