import type { ApexOptions } from 'apexcharts';

/** Where the chart library needs real colours: it computes with them, so it cannot be given CSS variables. */
export interface ChartLook {
  series: string;
  /** Of the bar that stands out. */
  marked: string;
  text: string;
  grid: string;
  fontFamily: string;
  dark: boolean;
  /** Pixels. */
  width: number;
  animated: boolean;
}

/** Beside the drawing: the numbers of the scale. */
export const SCALE_WIDTH_PX = 60;

/** The colours of the active theme, as they apply to `place`. */
export function themeLook(place: Element, dark: boolean, animated: boolean): ChartLook {
  const style = getComputedStyle(place);
  const colour = (variable: string) => style.getPropertyValue(variable).trim();
  return {
    series: colour('--chart-bar'),
    marked: colour('--chart-marked'),
    text: colour('--mantine-color-dimmed'),
    grid: colour('--mantine-color-default-border'),
    fontFamily: style.fontFamily,
    dark,
    width: place.clientWidth,
    animated,
  };
}

/** Returns what all charts of the product have in common. */
export function plainChart(height: number, look: ChartLook) {
  return {
    chart: {
      type: 'bar',
      height,
      background: 'transparent',
      fontFamily: look.fontFamily,
      foreColor: look.text,
      toolbar: { show: false },
      zoom: { enabled: false },
      selection: { enabled: false },
      animations: { enabled: look.animated, speed: 300 },
    },
    theme: { mode: look.dark ? 'dark' : 'light' },
    dataLabels: { enabled: false },
    legend: { show: false },
    grid: { borderColor: look.grid, strokeDashArray: 3 },
    fill: { opacity: 1 },
  } satisfies ApexOptions;
}
