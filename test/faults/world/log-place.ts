import { isDeepStrictEqual } from 'node:util';

/** Returns the partition and the position within it. A failover gives the log another epoch, and no event another place. */
export const withoutEpoch = (position: string): string => position.split('-').slice(0, 2).join('-');

const placed = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer ?? null, (key, value) => (key === 'position' ? withoutEpoch(value) : value)),
  );

/** Whether two answers say the same: who asks twice may be answered before and after a failover. */
export const isSameAnswer = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(placed(one), placed(other));
