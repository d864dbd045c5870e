const INSIDE_FROM = 10;

/** `value` as a whole percentage within 0 and 100, and whether its label fits inside the bar. */
export function percentLabel(value: number): { percent: number; fits: boolean } {
  const percent = Math.round(Math.min(100, Math.max(0, value)));
  return { percent, fits: value >= INSIDE_FROM };
}
