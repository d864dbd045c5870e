import { CLAMP_PARAMETERS, default_w, FSRSAlgorithm, Rating as Grade, W17_W18_Ceiling } from 'ts-fsrs';
import type { Rating } from './learning.schema.ts';

/** What is known of one student's memory of one card. Days are day numbers (study-day.ts). */
export interface Memory {
  /** Days after which the chance of recall has fallen to 90 %. */
  stability: number;
  /** 1 (easy) to 10 (hard). */
  difficulty: number;
  /** The day it was learnt first. */
  introducedDay: number;
  /** The latest day on which it was reviewed. */
  anchorDay: number;
  dueDay: number;
  reviews: number;
  /** Reviews in which it had been forgotten. */
  lapses: number;
}

/** One answer, as the log has it. */
export interface Answer {
  rating: Rating;
  /** The first answer in that session; what the student knew before being shown anything. */
  firstStatus: Rating;
  tries: number;
  day: number;
}

export interface SchedulerOptions {
  /** The 21 weights of FSRS-6. Default: those of its authors. */
  weights?: readonly number[];
  /** Chance of recall at the due day, 0.8 to 0.95. Default 0.9; 0.95 costs about 2.5 times the reviews. */
  retention?: number;
  /** Days. Default 365: nobody should meet a word of a course less than once a year. */
  maximumInterval?: number;
}

/** Failed tries beyond this many say nothing more about a new card. */
const TRIES_COUNTED = 5;

const GRADES = { 0: Grade.Again, 1: Grade.Again, 2: Grade.Good } as const;

/**
 * FSRS-6 (github.com/open-spaced-repetition/ts-fsrs, used as arithmetic only: its own calendar counts UTC days) over
 * what our protocol reports. "Revealed" is Again like "unknown": a card that had to be shown was forgotten, and "hard"
 * for something forgotten is the one habit that FSRS cannot adapt to.
 */
export class Scheduler {
  readonly #fsrs: FSRSAlgorithm;

  /** Throws a RangeError for options out of range; the library would replace them without a word. */
  constructor({ weights = default_w, retention = 0.9, maximumInterval = 365 }: SchedulerOptions = {}) {
    if (weights.length !== 21 || !weights.every(Number.isFinite))
      throw new RangeError('weights must be 21 finite numbers');
    if (!(retention >= 0.8 && retention <= 0.95))
      throw new RangeError(`retention must be between 0.8 and 0.95, not ${retention}`);
    if (!(Number.isInteger(maximumInterval) && maximumInterval >= 1 && maximumInterval <= 36_500))
      throw new RangeError(
        `maximumInterval must be a whole number of days up to 36500, not ${maximumInterval}`,
      );
    for (const [index, [low, high]] of CLAMP_PARAMETERS(W17_W18_Ceiling, true).entries())
      if (!(weights[index]! >= low! && weights[index]! <= high!))
        throw new RangeError(`weights[${index}] must be between ${low} and ${high}, not ${weights[index]}`);
    this.#fsrs = new FSRSAlgorithm({
      w: weights,
      request_retention: retention,
      maximum_interval: maximumInterval,
      enable_fuzz: false,
      enable_short_term: true,
      learning_steps: [],
      relearning_steps: [],
    });
  }

  /**
   * The memory after an answer; the same function live and in a replay. An unseen card stays unseen (null) until it
   * is answered with 2. Days between two answers never go below 0, so a wrong clock can neither throw nor inflate.
   */
  review(memory: Memory | null, answer: Answer): Memory | null {
    return memory ? this.#again(memory, answer) : this.#introduce(answer);
  }

  #introduce({ rating, firstStatus, tries, day }: Answer): Memory | null {
    if (rating !== 2) return null;
    const next = (state: { stability: number; difficulty: number } | null, grade: Grade) =>
      this.#fsrs.next_state(state, 0, grade);
    let state = next(null, GRADES[firstStatus]);
    if (firstStatus !== 2) {
      const failures = Math.min(tries, TRIES_COUNTED) - 1;
      for (let failure = 1; failure < failures; failure++) state = next(state, Grade.Again);
      state = next(state, Grade.Good);
    }
    return {
      ...state,
      introducedDay: day,
      anchorDay: day,
      dueDay: day + this.#fsrs.next_interval(state.stability, 0),
      reviews: 1,
      lapses: 0,
    };
  }

  #again(memory: Memory, { firstStatus, day }: Answer): Memory {
    const elapsed = Math.max(0, day - memory.anchorDay);
    const lapsed = firstStatus !== 2;
    let state = this.#fsrs.next_state(memory, elapsed, GRADES[firstStatus]);
    // The client has it relearnt before the session ends and does not report that.
    if (lapsed) state = this.#fsrs.next_state(state, 0, Grade.Good);
    const anchorDay = Math.max(memory.anchorDay, day);
    return {
      ...state,
      introducedDay: memory.introducedDay,
      anchorDay,
      dueDay: anchorDay + this.#fsrs.next_interval(state.stability, elapsed),
      reviews: memory.reviews + 1,
      lapses: memory.lapses + (lapsed ? 1 : 0),
    };
  }
}
