import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Lifetime } from '../../harness/lifetime.ts';

const APART_MS = 1_000;

/** In which a process that does nothing starts and ends on a machine that only our own load keeps busy. */
export const USUAL_START_MS = 500;

/** A while in which the machine was slower than that, by a factor. */
export interface Slowness {
  from: number;
  until: number;
  factor: number;
}

/**
 * Starts a process that does nothing again and again. Whoever shares the machine takes time from the product that is no
 * fault of its own: bounds are stretched by as much as these starts are.
 */
export class MachineWatch {
  readonly slowness: Slowness[] = [];
  slowestMs = 0;
  #isOver = false;

  constructor(t: Lifetime) {
    t.teardown(() => {
      this.#isOver = true;
    });
  }

  start(): void {
    void (async () => {
      while (!this.#isOver) {
        const from = performance.now();
        const child = spawn(process.execPath, ['-e', '0'], { env: {}, stdio: 'ignore' });
        await once(child, 'exit');
        const until = performance.now();
        this.slowestMs = Math.max(this.slowestMs, until - from);
        const factor = (until - from) / USUAL_START_MS;
        if (factor > 1) this.slowness.push({ from, until: until + APART_MS, factor });
        await pause(APART_MS);
      }
    })();
  }
}

/** By how much a bound is stretched for what lasted from one moment to another: 1 or more. */
export function stretch(slowness: Slowness[], from: number, until: number): number {
  let factor = 1;
  for (const slow of slowness)
    if (slow.from <= until && slow.until >= from) factor = Math.max(factor, slow.factor);
  return factor;
}
