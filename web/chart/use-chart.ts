import { useLingui } from '@lingui/react/macro';
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type After, browserClock } from '../lib/live/timing.ts';
import { useNotices } from '../ui/feedback/notices.tsx';
import type { ApexChart } from './apex-chart.tsx';
import type { ChartData, PointText } from './chart-options.ts';

/** Milliseconds after opening. A modal that is still unfolding has no width, and nothing can be drawn into that. */
export const RENDER_ATTEMPTS_MS = [50, 200, 400, 500, 800] as const;

/** Milliseconds without another change before the chart is drawn again. */
export const REDRAW_DEBOUNCE_MS = 300;

interface ChartRender {
  open(): void;
  redraw(): void;
  /** Nothing is drawn or reported afterwards. */
  close(): void;
}

interface ChartRenderOptions {
  /** One attempt; false or a rejection is a failure. Never called again before it has settled. */
  draw: () => Promise<boolean>;
  /** Called once when all attempts of a drawing have failed. */
  onFailed: () => void;
  after: After;
}

/**
 * Decides when a chart is drawn and tried again. An attempt can come due while the one before still runs: a slow
 * network is loading the chart library. It then waits for that outcome, so that two never draw into one place.
 */
export function createChartRender({ draw, onFailed, after }: ChartRenderOptions): ChartRender {
  let pending: (() => void)[] = [];
  let drawing = 0;
  let running: Promise<unknown> = Promise.resolve();

  const cancel = () => {
    drawing += 1;
    for (const cancelOne of pending) cancelOne();
    pending = [];
  };

  /** Attempts at these times from now; what an earlier drawing still has in flight is waited for and then ignored. */
  const start = (times: readonly number[]) => {
    const mine = drawing;
    let failures = 0;
    const attempt = async () => {
      if (mine !== drawing) return;
      const drawn = await draw().catch(() => false);
      if (mine !== drawing) return;
      if (drawn) {
        cancel();
        return;
      }
      failures += 1;
      if (failures === times.length) onFailed();
    };
    pending = times.map((ms) =>
      after(ms, () => {
        running = running.then(attempt);
      }),
    );
  };

  return {
    open() {
      cancel();
      start(RENDER_ATTEMPTS_MS);
    },
    redraw() {
      cancel();
      start(RENDER_ATTEMPTS_MS.map((ms) => REDRAW_DEBOUNCE_MS + ms - RENDER_ATTEMPTS_MS[0]));
    },
    close: cancel,
  };
}

const pointText = ({ title, series }: ChartData, index: number): PointText => ({
  title: title(index),
  lines: series.map(({ name, text }) => `${name}: ${text(index)}`),
});

type Drawing = typeof ApexChart;

const ADDRESS = /https?:\/\/\S+\.js/;

let failures = 0;

/** Loads what draws. Browsers may remember that an address failed: then the same is asked for under another one. */
async function loadDrawing(): Promise<Drawing> {
  try {
    return (await import('./apex-chart.tsx')).ApexChart;
  } catch (error) {
    failures += 1;
    const [address] = ADDRESS.exec(String(error)) ?? [];
    if (failures === 1 || !address) throw error;
    const again = (await import(/* @vite-ignore */ `${address}?again=${failures}`)) as { ApexChart: Drawing };
    return again.ApexChart;
  }
}

/** Pixels: a chart is drawn before it comes into sight. */
const NEAR_PX = 300;

/** Calls once when a place is in sight or nearly so; at once in a window that somebody has opened. */
function whenNear(place: HTMLElement, run: () => void): () => void {
  if (place.closest('[role="dialog"]')) {
    run();
    return () => undefined;
  }
  const sight = new IntersectionObserver(
    (seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      sight.disconnect();
      run();
    },
    { rootMargin: `${NEAR_PX}px` },
  );
  sight.observe(place);
  return () => sight.disconnect();
}

interface DrawnChart {
  /** Another one for each drawing. */
  id: number;
  Chart: Drawing;
  data: ChartData;
  width: number;
  /** The first of a place: only this one may move. */
  isFirst: boolean;
  onDrawn: () => void;
  onBroken: () => void;
}

export interface ChartState {
  place: RefObject<HTMLDivElement | null>;
  /** `far` until somebody comes near it. */
  state: 'far' | 'drawing' | 'drawn' | 'failed';
  drawn: DrawnChart | undefined;
  /** What there is to say of a point of the latest numbers. */
  textOf: (index: number) => PointText;
  retry: () => void;
}

/** Draws into `place` when somebody is about to see it. What draws is loaded then, after the page. */
export function useChart(data: ChartData): ChartState {
  const { t } = useLingui();
  const notices = useNotices();
  const { labels, isLine, marked, markedNames, series, unit } = data;
  // Each change of these draws the chart again.
  const version = JSON.stringify([labels, isLine, marked, markedNames, series.map(({ name }) => name), unit]);
  // When nothing but this changes, a chart that is drawn already only takes over the new numbers, without a blink.
  const numbers = JSON.stringify(series.map(({ values }) => values));
  const place = useRef<HTMLDivElement>(null);
  const render = useRef<ChartRender>(null);
  const wantedVersion = useRef(version);
  const isNear = useRef(false);
  // A tooltip shows more than the chart does, and of the latest.
  const latest = useRef(data);
  useEffect(() => {
    latest.current = data;
  });
  const textOf = useCallback((index: number) => pointText(latest.current, index), []);
  const [state, setState] = useState<ChartState['state']>('far');
  const [drawn, setDrawn] = useState<DrawnChart>();
  const shown = useRef({ id: 0, version, numbers });

  const attempt = useEffectEvent(async (Chart: Drawing, width: number): Promise<boolean> => {
    const outcome = Promise.withResolvers<boolean>();
    const id = shown.current.id + 1;
    shown.current = { id, version, numbers };
    // Its effects have run when this returns, and the library has drawn in them or will never do.
    flushSync(() =>
      setDrawn({
        id,
        Chart,
        data: latest.current,
        width,
        isFirst: id === 1,
        onDrawn: () => outcome.resolve(true),
        onBroken: () => outcome.resolve(false),
      }),
    );
    browserClock.after(0, () => outcome.resolve(false));
    return await outcome.promise;
  });
  const takeOverNumbers = useEffectEvent(() => {
    const { current } = shown;
    if (current.id === 0 || current.version !== version || current.numbers === numbers) return;
    current.numbers = numbers;
    setDrawn((before) => before && { ...before, data });
  });
  const reportFailure = useEffectEvent(() =>
    notices.error(t`The chart could not be drawn. The same numbers are in the table.`),
  );

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let closed = false;
    const drawing = createChartRender({
      after: browserClock.after,
      draw: async () => {
        const Chart = await loadDrawing();
        const { clientWidth } = element;
        if (closed || clientWidth === 0 || !(await attempt(Chart, clientWidth))) return false;
        setState('drawn');
        return true;
      },
      onFailed: () => {
        setDrawn(undefined);
        setState('failed');
        reportFailure();
      },
    });
    render.current = drawing;
    const stopLooking = whenNear(element, () => {
      isNear.current = true;
      setState('drawing');
      drawing.open();
    });
    return () => {
      closed = true;
      stopLooking();
      drawing.close();
    };
  }, []);

  useEffect(() => {
    if (wantedVersion.current === version) return;
    wantedVersion.current = version;
    // What nobody has come near to yet is drawn as it will be by then.
    if (isNear.current) render.current?.redraw();
  }, [version]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the numbers are the cause
  useEffect(() => takeOverNumbers(), [numbers]);

  const retry = useCallback(() => {
    setState('drawing');
    render.current?.open();
  }, []);
  return { place, state, drawn, textOf, retry };
}
