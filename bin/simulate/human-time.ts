import { setTimeout as pause } from 'node:timers/promises';

/** A normally distributed number around 0 (Box and Muller). */
function normal(): number {
  return Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
}

/** Milliseconds around a middle, between a least and a most, log-normal as people's times are. */
function around(middle: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, middle * Math.exp(0.45 * normal())));
}

/** How long people take, divided by the pace. */
export class HumanTime {
  readonly #pace: number;
  readonly #ended: AbortSignal;

  constructor(pace: number, ended: AbortSignal) {
    this.#pace = pace;
    this.#ended = ended;
  }

  /** Reading, remembering, turning, rating. */
  answer(): Promise<void> {
    return this.wait(around(6_500, 3_000, 15_000));
  }

  /** Between two rounds. */
  rest(): Promise<void> {
    return this.wait(around(15_000, 5_000, 60_000));
  }

  /** So many milliseconds of a person; less when all ends. */
  wait(ms: number): Promise<void> {
    return pause(ms / this.#pace, undefined, { signal: this.#ended }).catch(() => {});
  }
}
