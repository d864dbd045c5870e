import type { After } from '../lib/live/timing.ts';

/** Milliseconds after opening. A modal that is still unfolding has no width, and nothing can be drawn into that. */
export const RENDER_ATTEMPTS_MS = [50, 200, 400, 500, 800] as const;

/** Milliseconds without another change before the chart is drawn again. */
export const REDRAW_DEBOUNCE_MS = 300;

export interface ChartRender {
  /** Draws for the first time. */
  open(): void;
  /** Draws again, once the changes have paused. */
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
