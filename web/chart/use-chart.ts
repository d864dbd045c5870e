import { useLingui } from '@lingui/react/macro';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type After, browserClock } from '../lib/live/timing.ts';
import { useNotices } from '../ui/feedback/notices.tsx';
import type { BarDrawing } from './bar-drawing.ts';
import type { Bars } from './bar-layout.ts';

export function useBarChart(bars: Bars): ChartState {
  const { t } = useLingui();
  const notices = useNotices();
  return useChart({
    bars,
    onFailed: () => notices.error(t`The chart could not be drawn. The same numbers are in the table.`),
  });
}

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

export interface ChartState {
  place: RefObject<HTMLDivElement | null>;
  state: 'drawing' | 'drawn' | 'failed';
}

/** Draws into `place` after it has appeared. What draws is loaded then, after the page. */
export function useChart({ bars, onFailed }: { bars: Bars; onFailed: () => void }): ChartState {
  // Each change of these draws the chart again.
  const version = JSON.stringify([bars.labels, bars.isLine, bars.marked, bars.seriesName]);
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
