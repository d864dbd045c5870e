import type { CSSProperties, ReactNode } from 'react';
import classes from './grapes.module.css';

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

interface Grape {
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

export const RADIUS = 4;

/** From the tip upwards, where each hangs in a field of 40 × 44. */
export const PLACES = [
  [20, 38.5],
  [15.6, 31],
  [24.4, 31],
  [11.2, 23.5],
  [20, 23.5],
  [28.8, 23.5],
  [6.8, 16],
  [15.6, 16],
  [24.4, 16],
  [33.2, 16],
] as const;

interface GrapesProps extends Learnt {
  /** Its height in pixels. */
  size?: number;
  /** What it says. Without one it is a picture only, beside a text that says it. */
  label?: string | undefined;
}

function OneGrape({ grape, at, drop }: { grape: Grape; at: number; drop: number }) {
  const [x, y] = PLACES[at] ?? PLACES[0];
  return (
    <g
      className={classes.grape}
      data-state={grape.state}
      data-fresh={grape.isFresh || undefined}
      style={{ '--drop': drop } as CSSProperties}
    >
      <circle cx={x} cy={y} r={RADIUS} />
      {grape.state === 'ripe' && <circle className={classes.light} cx={x - 1.3} cy={y - 1.4} r={0.9} />}
    </g>
  );
}

interface BunchProps extends Pick<GrapesProps, 'size' | 'label'> {
  isCheering?: boolean;
  children: ReactNode;
}

/** What hangs on a stalk. */
export function Bunch({ size = 48, label, isCheering, children }: BunchProps) {
  return (
    <svg
      className={classes.bunch}
      width={(size * 40) / 44}
      height={size}
      viewBox="0 0 40 44"
      focusable="false"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined}
      data-cheering={isCheering || undefined}
    >
      <path className={classes.leaf} d="M20.6 9.4C20.3 4.6 23.4 1.7 29.4 2c.4 5.5-3 8.3-8.8 7.4Z" />
      <path className={classes.stem} d="M20 11.5C19.7 7.6 18.4 5.2 15.8 3.6" />
      {children}
    </svg>
  );
}

/** A bunch of grapes that ripens as cards become known; what is fresh drops in. */
export function Grapes(props: GrapesProps) {
  const grapes = grapeStates(props);
  const firstFresh = grapes.findIndex(({ isFresh }) => isFresh);
  return (
    <Bunch {...props}>
      {grapes.map((grape, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a grape is its place
        <OneGrape key={at} grape={grape} at={at} drop={at - firstFresh} />
      ))}
    </Bunch>
  );
}
