import { setTimeout as wait } from 'node:timers/promises';
import type { Started } from './run-until-stopped.ts';

/** A process that was started. */
export interface Running {
  /** Resolves when it has ended, with how, as in "ended with exit code 1". */
  ended: Promise<string>;
  stop(): Promise<void>;
  kill(): void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** Whatever ran so long is taken for healthy: its next end is a new trouble. */
const HEALTHY_MS = 30_000;

/**
 * Starts a process again whenever it ends, after a pause that doubles from 0.5 s to 10 s, until stopped. `first` is
 * its first run, already started.
 */
export function keepRunning(
  name: string,
  first: Running,
  start: () => Running | Promise<Running>,
  log: (line: string) => void,
): Required<Started> {
  const stopping = new AbortController();
  let current = first;
  let restarting = false;

  async function watch(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    for (let since = performance.now(); ; since = performance.now()) {
      const how = await current.ended;
      if (stopping.signal.aborted) return;
      if (performance.now() - since > HEALTHY_MS) pause = FIRST_PAUSE_MS;
      if (!restarting) {
        log(`${name} ${how}; starting it again in ${pause / 1000} s.`);
        await wait(pause, undefined, { signal: stopping.signal }).catch(() => {});
        if (stopping.signal.aborted) return;
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
      restarting = false;
      try {
        current = await start();
        if (stopping.signal.aborted) return await current.stop();
      } catch (error) {
        const ended = Promise.resolve(`could not be started (${(error as Error).message})`);
        current = { ended, stop: async () => {}, kill: () => {} };
      }
    }
  }

  const watched = watch();
  return {
    async stop() {
      stopping.abort();
      await current.stop();
      await watched; // A start may have been under way.
    },
    kill() {
      stopping.abort();
      current.kill();
    },
    async restart() {
      restarting = true;
      await current.stop();
    },
  };
}
