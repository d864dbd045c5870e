import classes from './day-drawing.module.css';

const LINE_HEIGHT = 40;
const STEP = 10;

interface DayDrawingProps {
  /** One for each day, today's last. */
  values: readonly number[];
  /** What fills the whole height; more than that does, too. */
  most: number;
  /** Says in words what is drawn. */
  label: string;
  height?: number;
}

const share = (value: number, most: number) => Math.min(1, value / Math.max(1, most));

/** Returns the points of the line, and of the area below it, as SVG has them. */
export function dayPoints(values: readonly number[], most: number): { line: string; area: string } {
  const line = values
    .map((value, index) => `${index * STEP},${LINE_HEIGHT * (1 - share(value, most))}`)
    .join(' ');
  return { line, area: `0,${LINE_HEIGHT} ${line} ${(values.length - 1) * STEP},${LINE_HEIGHT}` };
}

/** A line over some days, as wide as there is room. */
export function DayLine({ values, most, label, height = LINE_HEIGHT }: DayDrawingProps) {
  const points = dayPoints(values, most);
  const width = (values.length - 1) * STEP;
  return (
    <svg
      role="img"
      aria-label={label}
      className={classes.drawing}
      viewBox={`0 0 ${width} ${LINE_HEIGHT}`}
      height={height}
      preserveAspectRatio="none"
    >
      <line className={classes.base} x1={0} x2={width} y1={LINE_HEIGHT} y2={LINE_HEIGHT} />
      <polygon className={classes.area} points={points.area} />
      <polyline className={classes.line} points={points.line} />
    </svg>
  );
}

const BAR_HEIGHT = 24;
const BAR = 5;
const GAP = 2;
/** A little is still seen, and differs from nothing. */
const LEAST = 3;

/** A small bar for each day; a day with nothing is a dot on the ground. */
export function DayBars({ values, most, label }: DayDrawingProps) {
  const width = values.length * (BAR + GAP) - GAP;
  return (
    <svg
      role="img"
      aria-label={label}
      width={width}
      height={BAR_HEIGHT}
      viewBox={`0 0 ${width} ${BAR_HEIGHT}`}
    >
      {values.map((value, index) => {
        const height = value === 0 ? 1 : LEAST + (BAR_HEIGHT - LEAST) * share(value, most);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place
            key={index}
            className={value === 0 ? classes.none : classes.bar}
            x={index * (BAR + GAP)}
            y={BAR_HEIGHT - height}
            width={BAR}
            height={height}
            rx={1}
          />
        );
      })}
    </svg>
  );
}
