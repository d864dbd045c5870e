import { comparable } from '../../../core/learning/answering/typed-answer.ts';
import { plainText } from '../../../core/text/marked-text.ts';
import { shuffled } from '../ways/choice-options.ts';

/** Pairs of a round. */
export const PAIRS = 6;
/** With fewer there is nothing to look for. */
export const PAIRS_MIN = 3;
/** What a wrong try costs. */
export const MISTAKE_MS = 1_000;

export type Side = 'front' | 'back';

interface Sides {
  id: number;
  front: string;
  back: string;
}

/** One round: the same cards twice, each time in an order of its own. */
export interface Round<C extends Sides = Sides> {
  fronts: readonly C[];
  backs: readonly C[];
  /** Cards whose sides have been found together. */
  found: ReadonlySet<number>;
  /** The side that waits for its other one. */
  chosen: { side: Side; id: number } | null;
  /** The two that do not belong together, until the next try. */
  wrong: { front: number; back: number } | null;
  mistakes: number;
  /** Milliseconds of the page's own clock; null until the first try. */
  begunAt: number | null;
  /** How long it took, mistakes included; null until all are found. */
  tookMs: number | null;
}

/**
 * Returns a round of at most `PAIRS` of these cards. Their order comes from `random`, of 0 up to 1. No two have a side
 * alike, since either could then be the right one. Null when there are not enough of them.
 */
export function newRound<C extends Sides>(cards: readonly C[], random: () => number): Round<C> | null {
  const seen = new Set<string>();
  const chosen: C[] = [];
  for (const card of shuffled(cards, random)) {
    const sides = [comparable(plainText(card.front)), comparable(plainText(card.back))];
    if (sides[0] === sides[1] || sides.some((side) => seen.has(side))) continue;
    for (const side of sides) seen.add(side);
    chosen.push(card);
    if (chosen.length === PAIRS) break;
  }
  if (chosen.length < PAIRS_MIN) return null;
  return {
    fronts: shuffled(chosen, random),
    backs: shuffled(chosen, random),
    found: new Set(),
    chosen: null,
    wrong: null,
    mistakes: 0,
    begunAt: null,
    tookMs: null,
  };
}

/** Returns the round after one more side was chosen at `now`. The time begins with the first one. */
export function choose<C extends Sides>(round: Round<C>, side: Side, id: number, now: number): Round<C> {
  if (round.found.has(id) || round.tookMs !== null) return round;
  const begunAt = round.begunAt ?? now;
  const { chosen: before } = round;
  if (before?.side === side || !before) {
    const isSame = before?.side === side && before.id === id;
    return { ...round, begunAt, wrong: null, chosen: isSame ? null : { side, id } };
  }
  if (before.id !== id) {
    const wrong = side === 'front' ? { front: id, back: before.id } : { front: before.id, back: id };
    return { ...round, begunAt, chosen: null, wrong, mistakes: round.mistakes + 1 };
  }
  const found = new Set(round.found).add(id);
  const isOver = found.size === round.fronts.length;
  const tookMs = isOver ? now - begunAt + round.mistakes * MISTAKE_MS : null;
  return { ...round, begunAt, chosen: null, wrong: null, found, tookMs };
}
