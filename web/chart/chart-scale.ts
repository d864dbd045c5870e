const STEPS_MAX = 5;
/** A lower scale would have fractions of a card between its lines. */
const SCALE_MIN = 4;
/** Pixels that a slanted label needs beside the next one. */
const LABEL_PX = 26;

export interface Scale {
  max: number;
  ticks: number;
}

/** A scale from 0 in at most five steps, each 1, 2 or 5 times a power of ten. */
export function wholeScale(highest: number): Scale {
  const target = Math.max(highest, SCALE_MIN);
  let step = 1;
  for (let factor = 0; target / step > STEPS_MAX; factor += 1)
    step = ([1, 2, 5][factor % 3] ?? 1) * 10 ** Math.floor(factor / 3);
  const ticks = Math.ceil(target / step);
  return { max: ticks * step, ticks };
}

/** The labels of `labelPx` each that fit side by side into `width` pixels: every nth, the others blank. */
export function fittingLabels(labels: readonly string[], width: number, labelPx = LABEL_PX): string[] {
  const every = Math.max(1, Math.ceil((labels.length * labelPx) / Math.max(1, width)));
  return labels.map((label, index) => (index % every === 0 ? label : ''));
}
