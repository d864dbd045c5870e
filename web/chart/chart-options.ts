import type { ApexOptions } from 'apexcharts';

export interface ChartSeries {
  name: string;
  /** Null where there is nothing to draw: a line has a gap there. */
  values: (number | null)[];
  /** What there is to say of a point. */
  text: (index: number) => string;
  /** A dashed line without points, such as an aim. */
  isBeside?: boolean;
}

export interface ChartData {
  /** Under the points, short; in two lines where one has a line break. */
  labels: string[];
  series: ChartSeries[];
  /** Lines through points in place of bars. */
  isLine?: boolean;
  /** The point that stands out, such as today's, and what the others and it are called in a legend. */
  marked?: number | undefined;
  markedNames?: [others: string, marked: string] | undefined;
  /** Over a point: what it is of. */
  title: (index: number) => string;
  /** What stands behind a number of the scale. */
  unit?: string;
}

/** The texts over a point. */
export interface PointText {
  title: string;
  lines: string[];
}

const STEPS_MAX = 5;
/** A lower scale would have fractions of a card between its lines. */
const SCALE_MIN = 4;

/** A scale from 0 in at most five steps, each 1, 2 or 5 times a power of ten. The library's own may have fractions. */
export function wholeScale(highest: number): { max: number; ticks: number } {
  const target = Math.max(highest, SCALE_MIN);
  let step = 1;
  for (let factor = 0; target / step > STEPS_MAX; factor += 1)
    step = ([1, 2, 5][factor % 3] ?? 1) * 10 ** Math.floor(factor / 3);
  const ticks = Math.ceil(target / step);
  return { max: ticks * step, ticks };
}

const LETTER_WIDTH_PX = 7.4;
/** Of a date. */
const NARROW_WIDTH_PX = 6.6;
/** Between labels of one line, and between those of several, whose words make them differ. */
const LABEL_GAP_PX = 10;
const LINES_GAP_PX = 2;
const WORDS_GAP_PX = 6;
/** An empty line keeps its place only with something in it. */
const BLANK = '\u00a0';

const widthOf = (line: string): number =>
  [...line].reduce((sum, letter) => sum + (/[\d/]/.test(letter) ? NARROW_WIDTH_PX : LETTER_WIDTH_PX), 0);

/** Where the labels have room: the width of the plot, and what is beside it on either side. */
export interface LabelRoom {
  plot: number;
  left: number;
  right: number;
}

/** Returns whether no line of a label lies on that of another, or beyond the ends of the chart. */
function fits(labels: readonly string[][], { plot, left, right }: LabelRoom): boolean {
  const place = plot / Math.max(1, labels.length);
  const gap = labels.some(({ length }) => length > 1) ? LINES_GAP_PX : LABEL_GAP_PX;
  const ends: number[] = [];
  return labels.every((lines, index) =>
    lines.every((line, row) => {
      if (line === BLANK) return true;
      const middle = place * (index + 0.5);
      const half = widthOf(line) / 2;
      const from = ends[row] === undefined ? -left : ends[row] + gap;
      ends[row] = middle + half;
      return middle - half >= from && ends[row] <= plot + right;
    }),
  );
}

/** Words over dates in three lines: a word that would lie on the one before it stands a line lower. */
function inThreeLines(labels: readonly string[][], { plot, left }: LabelRoom): string[][] {
  const place = plot / labels.length;
  let end = -left;
  return labels.map(([words = '', date = ''], index) => {
    const middle = place * (index + 0.5);
    const half = widthOf(words) / 2;
    if (middle - half < end) return [BLANK, words, date];
    end = middle + half + WORDS_GAP_PX;
    return [words, BLANK, date];
  });
}

/**
 * Returns the lines of each label; none where it would lie on another one. All of them stand where they have room. Words
 * over dates have two lines where they have room only so; of the others every second is left out, or more.
 */
export function labelLines(labels: readonly string[], room: LabelRoom): string[][] {
  const whole = labels.map((label) => label.split('\n'));
  if (fits(whole, room)) return whole;
  const inThree = whole.every(({ length }) => length === 2) ? inThreeLines(whole, room) : undefined;
  if (inThree && fits(inThree, room)) return inThree;
  for (let every = 2; every < labels.length; every += 1) {
    const shown = whole.map((lines, index) => (index % every === 0 ? lines : []));
    if (fits(shown, room)) return shown;
  }
  return whole.map((lines, index) => (index === 0 ? lines : []));
}

/** Of the place of a bar, the part that it fills. */
const BAR_PART = 0.7;
const RADIUS_MAX_PX = 4;

/** Returns a radius that leaves a third of the bar's edge straight. */
export const barRadius = (bars: number, width: number): number =>
  Math.min(RADIUS_MAX_PX, Math.floor((BAR_PART * Math.max(0, width)) / Math.max(1, bars) / 3));

/** Of a scale, what can just be seen. */
const LEAST_PART = 1 / 75;

/** Returns values as they are drawn: one that is not of nothing can be seen. */
export const drawnValues = (values: readonly (number | null)[], max: number): (number | null)[] =>
  values.map((value) => (value ? Math.max(value, max * LEAST_PART) : value));

const DIGIT_WIDTH_PX = 8;
const SCALE_GAP_PX = 11;
const RIGHT_PX = 8;
/** The first label may stick out of the chart by so much: whatever holds it has more room than that. */
const BESIDE_PX = 8;
/** Where the library sets a number of the scale, it lies under the first bar. */
const SCALE_ASIDE_PX = 12;
/** The library's own room around the plot is wide: so much is taken from it. */
const TOO_MUCH_PX = { top: 18, bottom: 8, left: 4 };
const BAR = 'var(--chart-bar)';
const MARKED = 'var(--chart-marked)';
const LINE = 'var(--mantine-color-default-border)';
const FONT_SIZE = '12px';

/** What the chart calls. All of it stays the same from drawing to drawing: options are compared. */
export interface ChartCalls {
  onDrawn: () => void;
  /** The same drawing has taken over other numbers, or another width. */
  onRedrawn: () => void;
  tip: (index: number) => Element;
}

interface ChartRoom {
  /** Pixels. */
  width: number;
  hasLegend: boolean;
}

/** Colours, fonts and motion stand in the style: they follow the theme without another drawing. */
export function chartOf(
  data: ChartData,
  { width, hasLegend }: ChartRoom,
  { onDrawn, onRedrawn, tip }: ChartCalls,
) {
  const { labels, series, isLine = false, unit = '', marked = -1, markedNames } = data;
  const highest = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const { max, ticks } = wholeScale(highest);
  const left = SCALE_GAP_PX + DIGIT_WIDTH_PX * `${max}${unit}`.length;
  const plot = Math.max(0, width - left - RIGHT_PX);
  const lines = labelLines(labels, { plot, left: left + BESIDE_PX, right: RIGHT_PX });
  // The library leaves room for half of the widest label, wherever that one is.
  const halfWidest = Math.max(0, ...lines.flat().map(widthOf)) / 2;
  const padding = {
    top: -TOO_MUCH_PX.top,
    right: halfWidest > RIGHT_PX ? RIGHT_PX - halfWidest - 1 : RIGHT_PX,
    bottom: -TOO_MUCH_PX.bottom,
    left: -TOO_MUCH_PX.left,
  };
  const onlyStyled = { filter: { type: 'none' } };
  const options: ApexOptions = {
    chart: {
      toolbar: { show: false },
      zoom: { enabled: false },
      selection: { enabled: false },
      animations: { enabled: false },
      // It is drawn again from here, with the labels that then have room.
      redrawOnParentResize: false,
      redrawOnWindowResize: false,
      parentHeightOffset: 0,
      fontFamily: 'inherit',
      foreColor: 'var(--mantine-color-dimmed)',
      events: { mounted: onDrawn, updated: onRedrawn },
    },
    // Of a line the point that stands out is one of the markers.
    colors:
      isLine || marked < 0
        ? series.map((_, index) => (index === 0 ? BAR : MARKED))
        : [({ dataPointIndex }: { dataPointIndex: number }) => (dataPointIndex === marked ? MARKED : BAR)],
    plotOptions: {
      bar: {
        columnWidth: `${100 * BAR_PART}%`,
        borderRadius: barRadius(labels.length, plot),
        borderRadiusApplication: 'end',
      },
    },
    states: { hover: onlyStyled, active: onlyStyled },
    fill: { opacity: 1 },
    dataLabels: { enabled: false },
    stroke: isLine
      ? { width: 2, curve: 'straight', dashArray: series.map(({ isBeside }) => (isBeside ? 5 : 0)) }
      : { show: false, width: 0 },
    markers: {
      hover: { sizeOffset: 2 },
      size: series.map(({ isBeside }) => (isLine && !isBeside ? 4 : 0)),
      strokeWidth: 0,
      discrete:
        isLine && marked >= 0
          ? [{ seriesIndex: 0, dataPointIndex: marked, fillColor: MARKED, strokeColor: MARKED, size: 4 }]
          : [],
    },
    grid: { borderColor: LINE, strokeDashArray: 3, padding },
    xaxis: {
      type: 'category',
      // Else a line has numbers there, and begins on the scale.
      tickPlacement: 'between',
      categories: lines.map((words) => (words.length > 1 ? words : (words[0] ?? ''))),
      labels: { rotate: 0, trim: false, hideOverlappingLabels: false, style: { fontSize: FONT_SIZE } },
      axisBorder: { color: LINE },
      axisTicks: { show: false },
      crosshairs: { width: 'tickWidth' },
      tooltip: { enabled: false },
    },
    yaxis: {
      min: 0,
      max,
      tickAmount: ticks,
      labels: {
        offsetX: -SCALE_ASIDE_PX,
        style: { fontSize: FONT_SIZE },
        formatter: (value) => `${Math.round(value)}${unit}`,
      },
    },
    legend: {
      show: hasLegend,
      showForSingleSeries: true,
      position: 'top',
      horizontalAlign: 'left',
      fontSize: FONT_SIZE,
      customLegendItems: markedNames ?? [],
      onItemClick: { toggleDataSeries: false },
      onItemHover: { highlightDataSeries: false },
    },
    tooltip: {
      shared: true,
      intersect: false,
      custom: ({ dataPointIndex }: { dataPointIndex: number }) => tip(dataPointIndex),
    },
  };
  return {
    options,
    series: series.map(({ name, values }) => ({ name, data: drawnValues(values, max) })),
  };
}
