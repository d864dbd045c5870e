/** Where the time comes from: an argument everywhere in core, so that tests and replays can set it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

/** The machine's clock, moved by a fixed number of milliseconds (0 outside tests). */
export const systemClock = (offsetMs = 0): Clock => ({ now: () => Date.now() + offsetMs });
