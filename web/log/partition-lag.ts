/** A partition that is behind at all is to be seen. */
const LEAST = 0.25;

/**
 * Returns the height of a cell for each partition's lag, 0 to 1: its logarithm against the greatest. One partition may
 * be behind by a million events and another by ten.
 */
export function lagHeights(lags: readonly number[]): number[] {
  const most = Math.log1p(Math.max(0, ...lags));
  return lags.map((lag) => (lag <= 0 ? 0 : LEAST + (1 - LEAST) * (Math.log1p(lag) / most)));
}
