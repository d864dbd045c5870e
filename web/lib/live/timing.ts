/** Calls `run` once, after so many milliseconds. Returns how to cancel it; a second cancelling does nothing. */
export type After = (ms: number, run: () => void) => () => void;

/** How something that waits knows its time. Tests bring their own. */
export interface Timing {
  after: After;
  /** From 0 to 1, so that many clients that failed together do not come back together. Default 0. */
  chance?(): number;
}

/** Timing that also knows which time it is. */
export interface Clock extends Timing {
  /** Milliseconds since 1970, by a clock that anybody can move. */
  now(): number;
}

export const browserClock = {
  now: () => Date.now(),
  chance: Math.random,
  after: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
} satisfies Clock;

/** Resolves after so many milliseconds. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    browserClock.after(ms, resolve);
  });
