export interface BackOffLimits {
  /** Milliseconds. */
  longest: number;
  /** Milliseconds that a server may ask for with Retry-After; more is not believed. */
  longestAsked: number;
}

const FIRST_MS = 1_000;

/**
 * Milliseconds to wait after so many failures in a row: 1 s, then twice as long each time, or as long as the server asks
 * (`retryAfter`, seconds). `chance`, from 0 to 1, spreads those who failed together: up to a quarter less of one's own
 * time, up to a second more than was asked for.
 */
export function backOff(
  failures: number,
  retryAfter: number,
  { longest, longestAsked }: BackOffLimits,
  chance = 0,
): number {
  const own = Math.min(longest, FIRST_MS * 2 ** (failures - 1)) * (1 - chance / 4);
  const asked = retryAfter > 0 ? Math.min(longestAsked, retryAfter * 1_000 + chance * 1_000) : 0;
  return Math.max(own, asked);
}
