import type ApexCharts from 'apexcharts';
import type { ApexOptions } from 'apexcharts';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { browserClock } from '../lib/timing.ts';
import { type ChartRender, createChartRender } from './chart-render.ts';
import { drawChart } from './draw-chart.ts';

interface ChartDrawing {
  /** Each change draws the chart again. */
  version: string;
  /** When nothing but this changes, a chart that is drawn already only takes over the new numbers, without a blink. */
  numbers?: string;
  /** Asked at the moment of drawing, when the element has its final style. */
  options: (place: HTMLElement) => ApexOptions;
  onFailed: () => void;
}

export interface ChartState {
  place: RefObject<HTMLDivElement | null>;
  state: 'drawing' | 'drawn' | 'failed';
}

/** Draws into `place` after it has appeared. */
export function useChart({ version, numbers = '', options, onFailed }: ChartDrawing): ChartState {
  const place = useRef<HTMLDivElement>(null);
  const render = useRef<ChartRender>(null);
  const chart = useRef<ApexCharts>(undefined);
  const wantedVersion = useRef(version);
  const drawn = useRef({ version, numbers });
  const [state, setState] = useState<ChartState['state']>('drawing');
  const currentOptions = useEffectEvent((element: HTMLElement) => {
    drawn.current = { version, numbers };
    return options(element);
  });
  const takeOverNumbers = useEffectEvent(() => {
    const { current } = drawn;
    if (!place.current || current.version !== version || current.numbers === numbers) return;
    chart.current?.updateOptions(currentOptions(place.current), false, false).catch(console.error);
  });
  const reportFailure = useEffectEvent(onFailed);

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let closed = false;
    const clear = () => {
      chart.current?.destroy();
      chart.current = undefined;
    };
    render.current = createChartRender({
      after: browserClock.after,
      draw: async () => {
        clear();
        chart.current = await drawChart(element, () => currentOptions(element));
        if (closed) clear();
        else {
          setState('drawn');
          takeOverNumbers();
        }
        return !closed;
      },
      onFailed: () => {
        setState('failed');
        reportFailure();
      },
    });
    render.current.open();
    return () => {
      closed = true;
      render.current?.close();
      clear();
    };
  }, []);

  useEffect(() => {
    if (wantedVersion.current === version) return;
    wantedVersion.current = version;
    render.current?.redraw();
  }, [version]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the numbers are the cause
  useEffect(() => takeOverNumbers(), [numbers]);

  return { place, state };
}
