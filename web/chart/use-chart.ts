import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { browserClock } from '../lib/live/timing.ts';
import type { BarDrawing } from './bar-drawing.ts';
import type { Bars } from './bar-layout.ts';
import { type ChartRender, createChartRender } from './chart-render.ts';

interface ChartDrawing {
  bars: Bars;
  onFailed: () => void;
}

export interface ChartState {
  place: RefObject<HTMLDivElement | null>;
  state: 'drawing' | 'drawn' | 'failed';
}

/** Draws into `place` after it has appeared. What draws is loaded then, after the page. */
export function useChart({ bars, onFailed }: ChartDrawing): ChartState {
  // Each change of these draws the chart again.
  const version = JSON.stringify([bars.labels, bars.marked, bars.seriesName]);
  // When nothing but this changes, a chart that is drawn already only takes over the new numbers, without a blink.
  const numbers = JSON.stringify(bars.values);
  const place = useRef<HTMLDivElement>(null);
  const render = useRef<ChartRender>(null);
  const chart = useRef<BarDrawing>(undefined);
  const wantedVersion = useRef(version);
  const drawn = useRef({ version, numbers });
  // A tooltip shows more than the bars do, and of the latest.
  const latest = useRef(bars);
  useEffect(() => {
    latest.current = bars;
  });
  const [state, setState] = useState<ChartState['state']>('drawing');
  const currentBars = useEffectEvent((): Bars => {
    drawn.current = { version, numbers };
    return {
      ...bars,
      title: (index) => latest.current.title(index),
      text: (index) => latest.current.text(index),
    };
  });
  const takeOverNumbers = useEffectEvent(() => {
    const { current } = drawn;
    if (current.version !== version || current.numbers === numbers) return;
    chart.current?.update(currentBars());
  });
  const reportFailure = useEffectEvent(onFailed);

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let closed = false;
    const clear = () => {
      chart.current?.remove();
      chart.current = undefined;
    };
    render.current = createChartRender({
      after: browserClock.after,
      draw: async () => {
        const { drawBars } = await import('./bar-drawing.ts');
        if (closed) return false;
        clear();
        chart.current = drawBars(element, currentBars());
        setState('drawn');
        return true;
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
