/**
 * Returns a time as the API writes it: ISO 8601 in UTC, with milliseconds. Takes milliseconds since 1970, or a time
 * of Postgres's. That is a text or a Date, depending on the connection.
 */
export function isoTime(at: string | number | Date): string;
export function isoTime(at: string | number | Date | null): string | null;
export function isoTime(at: string | number | Date | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** Where the time comes from: an argument everywhere in core, so that tests and replays can set it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

/** The machine's clock, moved by a fixed number of milliseconds (0 outside tests). */
export const systemClock = (offsetMs = 0): Clock => ({ now: () => Date.now() + offsetMs });
