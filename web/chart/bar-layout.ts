const STEPS_MAX = 5;
/** A lower scale would have fractions of a card between its lines. */
const SCALE_MIN = 4;
/** Pixels that a slanted label needs beside the next one. */
const LABEL_PX = 26;

/** A scale from 0 in at most five steps, each 1, 2 or 5 times a power of ten. */
export function wholeScale(highest: number): { max: number; ticks: number } {
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

export interface Bars {
  /** Under the bars, short; in two lines where one ends with a line break. */
  labels: string[];
  values: number[];
  /** A line through points in place of bars. */
  isLine?: boolean;
  /** The bar that stands out, such as today's. */
  marked?: number | undefined;
  seriesName: string;
  /** Over a bar: what it is of, and what there is to say of it. */
  title: (index: number) => string;
  text: (index: number) => string;
}

/** Where everything of a chart is, in pixels from its upper left corner. */
export interface BarLayout {
  /** The ends of the lines across. */
  left: number;
  right: number;
  lines: { y: number; label: string }[];
  /** The place of each bar, with the middle of it, and the outline of what is drawn there. */
  bars: { middle: number; top: number; outline: string }[];
  /** Those that fit, each in lines from above. */
  labels: { middle: number; text: string }[][];
}

export const BAR_CHART_HEIGHT_PX = 200;
export const LINE_HEIGHT_PX = 16;
const TOP_PX = 10;
const RIGHT_PX = 8;
/** Between the numbers of the scale and the bars, and between the bars and their labels. */
const GAP_PX = 10;
const DIGIT_WIDTH_PX = 8;
const LABEL_WIDTH_PX = 48;
/** A label of so few characters needs less. */
const SHORT_LABEL = 2;
const SHORT_LABEL_WIDTH_PX = 20;
const LETTER_WIDTH_PX = 7.4;
/** Of a date. */
const NARROW_WIDTH_PX = 6.4;
const LABEL_GAP_PX = 3;
/** Of the place of a bar, the part that it fills. */
const BAR_PART = 0.7;
const RADIUS_MAX_PX = 4;
/** A bar that is not of nothing can be seen. */
const BAR_HEIGHT_MIN_PX = 2;

/** Returns a radius that leaves a third of the bar's edge straight. */
export const barRadius = (bars: number, width: number): number =>
  Math.min(RADIUS_MAX_PX, Math.floor((BAR_PART * Math.max(0, width)) / Math.max(1, bars) / 3));

const lineWidth = (line: string): number =>
  [...line].reduce((sum, letter) => sum + (/[\d/]/.test(letter) ? NARROW_WIDTH_PX : LETTER_WIDTH_PX), 0);

const widthOf = (label: string): number => Math.max(...label.split('\n').map(lineWidth));

/** What most labels need; a longer word at the beginning has the room that those beside it leave. */
function labelWidth(labels: readonly string[]): number {
  if (labels.some((label) => label.includes('\n')))
    return Math.max(...labels.slice(labels.length > 2 ? 2 : 0).map(widthOf)) + LABEL_GAP_PX;
  return labels.every(({ length }) => length <= SHORT_LABEL) ? SHORT_LABEL_WIDTH_PX : LABEL_WIDTH_PX;
}

/** Round at the upper end only. */
function outline(left: number, width: number, top: number, bottom: number, radius: number): string {
  const round = Math.min(radius, bottom - top);
  return `M${left} ${bottom}V${top + round}q0 ${-round} ${round} ${-round}h${width - 2 * round}q${round} 0 ${round} ${round}V${bottom}z`;
}

/**
 * Moves lines of labels to the left, where they would lie on the next label or beyond `end`. Returns whether
 * there was room for that.
 */
function putSideBySide(labels: BarLayout['labels'], end: number): boolean {
  const ends: number[] = [];
  for (const label of labels.toReversed())
    label.forEach((line, row) => {
      const half = widthOf(line.text) / 2;
      line.middle = Math.min(line.middle, (ends[row] ?? end) - half);
      ends[row] = line.middle - half - LABEL_GAP_PX;
    });
  return (labels[0] ?? []).every((line, row) => {
    const half = widthOf(line.text) / 2;
    line.middle = Math.max(half, line.middle);
    const next = labels[1]?.[row];
    return !next || line.middle + half <= next.middle - widthOf(next.text) / 2;
  });
}

/** A word and a date in three lines. One that has no space stands in the first or the second, beside the others' words. */
function inThreeLines(label: string, index: number): string {
  const [words = '', date = ''] = label.split('\n');
  if (words.includes(' ')) return `${words.replace(' ', '\n')}\n${date}`;
  return index % 2 === 0 ? `${words}\n\n${date}` : `\n${words}\n${date}`;
}

/** The labels that fit; each word of those in several lines has its own where they have room only so. */
function placedLabels(
  labels: readonly string[],
  { left, right, width }: Record<'left' | 'right' | 'width', number>,
) {
  const place = (right - left) / Math.max(1, labels.length);
  const placed = (some: readonly string[]) => {
    const all = some.length * labelWidth(some) <= right - left;
    const shown = fittingLabels(some, right - left, labelWidth(some)).flatMap((label, index) =>
      label === '' ? [] : [label.split('\n').map((text) => ({ middle: left + place * (index + 0.5), text }))],
    );
    return { shown, isWhole: putSideBySide(shown, width) && all };
  };
  const first = placed(labels);
  if (first.isWhole || !labels.some((label) => label.includes('\n'))) return first.shown;
  const split = placed(labels.map(inThreeLines));
  return split.isWhole ? split.shown : first.shown;
}

export function barLayout(bars: Bars, width: number): BarLayout {
  const scale = wholeScale(Math.max(0, ...bars.values));
  const left = GAP_PX + DIGIT_WIDTH_PX * String(scale.max).length;
  const right = Math.max(left, width - RIGHT_PX);
  const labels = placedLabels(bars.labels, { left, right, width });
  const rows = Math.max(1, ...labels.map(({ length }) => length));
  const bottom = BAR_CHART_HEIGHT_PX - GAP_PX - rows * LINE_HEIGHT_PX;
  const place = (right - left) / Math.max(1, bars.values.length);
  const middle = (index: number) => left + place * (index + 0.5);
  const radius = barRadius(bars.values.length, right - left);
  const yOf = (value: number) => bottom - ((bottom - TOP_PX) * value) / scale.max;
  return {
    left,
    right,
    lines: Array.from({ length: scale.ticks + 1 }, (_, tick) => {
      const value = (scale.max / scale.ticks) * tick;
      return { y: yOf(value), label: String(value) };
    }),
    bars: bars.values.map((value, index) => {
      const top = value > 0 ? Math.min(yOf(value), bottom - BAR_HEIGHT_MIN_PX) : bottom;
      const from = middle(index) - (BAR_PART * place) / 2;
      return { middle: middle(index), top, outline: outline(from, BAR_PART * place, top, bottom, radius) };
    }),
    labels,
  };
}

/** Returns which of so many bars has `x` in its place; none beside the bars. */
export function barAt({ left, right }: BarLayout, bars: number, x: number): number | undefined {
  if (x < left || x >= right) return undefined;
  return Math.floor(((x - left) / (right - left)) * bars);
}
