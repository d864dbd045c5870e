import { Scheduler, type SchedulerOptions } from '../memory/memory.ts';

/** A student's own weights, as the log says; undefined for a student without any. */
export type OwnWeights = readonly number[] | undefined;

/** By which scheduler each student's memory is computed. */
export class SchedulingRules {
  readonly #options: SchedulerOptions;
  readonly #general: Scheduler;
  readonly #own = new WeakMap<readonly number[], Scheduler>();

  /** Without options: as it is live. Weights given here are everybody's. Throws a RangeError for options out of range. */
  constructor(options: SchedulerOptions = {}) {
    this.#options = options;
    this.#general = new Scheduler(options);
  }

  /** Whether students keep weights of their own. */
  get keepsWeights(): boolean {
    return this.#options.weights === undefined;
  }

  of(weights: OwnWeights): Scheduler {
    if (!weights || !this.keepsWeights) return this.#general;
    return this.#own.getOrInsertComputed(weights, () => new Scheduler({ ...this.#options, weights }));
  }
}
