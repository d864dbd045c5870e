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

/** Milliseconds after which no frame is waited for: a page that is hidden meanwhile draws none. */
const FRAME_MS = 250;

const awaitingFrame = new Set<() => void>();
let stopAwaiting = () => {};

function frameIsOver(): void {
  stopAwaiting();
  const runs = [...awaitingFrame];
  awaitingFrame.clear();
  // One that throws holds up none of the others.
  for (const run of runs) queueMicrotask(run);
}

function awaitFrame(): void {
  stopAwaiting();
  let cancelDrawn = () => {};
  const frame = requestAnimationFrame(() => {
    cancelDrawn = browserClock.after(0, frameIsOver);
  });
  const cancelTimer = browserClock.after(FRAME_MS, frameIsOver);
  stopAwaiting = () => {
    cancelAnimationFrame(frame);
    cancelDrawn();
    cancelTimer();
  };
}

/** Calls `run` after the next frame is drawn, at once where none is. Returns how to cancel it. */
export function afterFrame(run: () => void): () => void {
  if (document.hidden) {
    run();
    return () => {};
  }
  if (awaitingFrame.size === 0) awaitFrame();
  awaitingFrame.add(run);
  return () => {
    awaitingFrame.delete(run);
  };
}

/** Resolves after so many milliseconds. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    browserClock.after(ms, resolve);
  });
