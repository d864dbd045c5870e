/** Numbers between 0 and 1, the same in each run (mulberry32). */
export type Dice = () => number;

export function dice(seed: number): Dice {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A whole number from `low` to `high`, both inclusive. */
export const between = (throwDice: Dice, low: number, high: number): number =>
  low + Math.floor(throwDice() * (high - low + 1));

const HEX = Array.from({ length: 65_536 }, (_, number) => number.toString(16).padStart(4, '0'));

/** A UUID of version 4. */
export function uuid(throwDice: Dice): string {
  const four = (): string => HEX[Math.floor(throwDice() * 65_536)]!;
  const version = HEX[0x4000 + Math.floor(throwDice() * 0x1000)];
  const variant = HEX[0x8000 + Math.floor(throwDice() * 0x4000)];
  return `${four()}${four()}-${four()}-${version}-${variant}-${four()}${four()}${four()}`;
}
