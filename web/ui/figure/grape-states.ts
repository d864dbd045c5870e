/** Four rows, as a bunch hangs. */
export const GRAPES = 10;

export interface Learnt {
  /** Cards. */
  total: number;
  /** Of these, the ones that are known. */
  filled: number;
  /** Of these, the ones that were begun and are not yet known. */
  learning?: number;
  /** Of those begun, the ones of today. */
  fresh?: number;
}

export interface Grape {
  state: 'empty' | 'learning' | 'ripe';
  isFresh: boolean;
}

/** A first card is a grape already, and the bunch is full only when nothing is missing. */
function grapesFor(cards: number, total: number): number {
  if (cards <= 0) return 0;
  if (cards >= total) return GRAPES;
  return Math.min(GRAPES - 1, Math.max(1, Math.floor((GRAPES * cards) / total)));
}

/** Returns the grapes from the tip upwards: the ripe ones first, then the pale, then the empty. */
export function grapeStates({ total, filled, learning = 0, fresh = 0 }: Learnt): Grape[] {
  const begunCards = Math.min(total, filled + learning);
  const ripe = grapesFor(Math.min(filled, total), total);
  const begun = grapesFor(begunCards, total);
  const before = grapesFor(begunCards - fresh, total);
  // Today's cards show, even where they are too few to fill another grape.
  const firstFresh = fresh > 0 ? Math.min(before, begun - 1) : begun;
  return Array.from({ length: GRAPES }, (_, at) => ({
    state: at < ripe ? 'ripe' : at < begun ? 'learning' : 'empty',
    isFresh: at >= firstFresh && at < begun,
  }));
}
