import type { Throw } from '../../harness/seeded.ts';
import type { FaultWorld, LoadedWorld } from './fault-world.ts';

/** Does a fault to the product once; its times and targets come from the throws. */
export type Shot = (world: FaultWorld, roll: Throw) => Promise<void>;

/** In which a process that was killed, or a database that came back, serves again: on a machine that is busy. */
export const READY_BOUND_MS = 30_000;

/** In which projections are where the log was. */
export const LAG_BOUND_MS = 30_000;

/** Notes how long something took that must not take longer. */
export function took(world: LoadedWorld, row: string, what: string, ms: number, boundMs: number): void {
  world.recoveries.push({ row, what, ms, boundMs, until: performance.now() });
}
