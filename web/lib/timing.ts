/** Calls `run` once, after so many milliseconds. Returns how to cancel it; a second cancelling does nothing. */
export type After = (ms: number, run: () => void) => () => void;

/** How something that waits knows its time. Tests bring their own. */
export interface Timing {
  after: After;
  /** From 0 to 1, so that many who failed together do not come back together. Default 0. */
  chance?(): number;
}

/** Timing that also knows which time it is. */
export interface Clock extends Timing {
  /** Milliseconds since 1970, by a clock that anybody can move. */
  now(): number;
}

export const browserClock: Clock = {
  now: () => Date.now(),
  chance: Math.random,
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
