import {
  CLAMP_PARAMETERS,
  default_w,
  FSRSAlgorithm,
  Rating as Grade,
  type Grade as GradeOfFsrs,
  W17_W18_Ceiling,
} from 'ts-fsrs';
import type { Rating } from '../learning.schema.ts';

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

/** An answer that was given elsewhere, as FSRS has it: 1 again, 2 hard, 3 good, 4 easy. Each repetition is one. */
export interface ImportedAnswer {
  grade: 1 | 2 | 3 | 4;
  day: number;
}

/** True when the card was known at the first try. */
export const isRecalled = (answer: Answer | ImportedAnswer): boolean =>
  'grade' in answer ? answer.grade > 1 : answer.firstStatus === 2;

/** The chance of recall at the due day that intervals are made for. */
export const TARGET_RETENTION = 0.9;

export interface SchedulerOptions {
  /** The 21 weights of FSRS-6. Default: those of its authors. */
  weights?: readonly number[];
  /** Chance of recall at the due day, 0.8 to 0.95. Default `TARGET_RETENTION`; 0.95 costs about 2.5 times the reviews. */
  retention?: number;
  /** Days. Default 365: nobody should meet a word of a course less than once a year. */
  maximumInterval?: number;
}

/** Failed tries beyond this many say nothing more about a new card. */
const TRIES_COUNTED = 5;

const GRADES = { 0: Grade.Again, 1: Grade.Again, 2: Grade.Good } as const;

/** One step of FSRS: a grade, and the days since the one before. */
export interface GivenGrade {
  grade: GradeOfFsrs;
  elapsed: number;
}

/**
 * Returns the grades that an answer counts as, given the day of the card's last review. None for an unseen card
 * (undefined) that was not learnt. An imported answer is one grade: what was repeated on its day follows by itself.
 * Days between two answers never go below 0: a wrong clock can neither throw nor inflate.
 */
export function gradesOf(anchorDay: number | undefined, answer: Answer | ImportedAnswer): GivenGrade[] {
  const isUnseen = anchorDay === undefined;
  const elapsed = isUnseen ? 0 : Math.max(0, answer.day - anchorDay);
  if ('grade' in answer) return [{ grade: answer.grade, elapsed }];
  const { rating, firstStatus, tries } = answer;
  if (isUnseen && rating !== 2) return [];
  const grades: GivenGrade[] = [{ grade: GRADES[firstStatus], elapsed }];
  if (firstStatus === 2) return grades;
  const failures = isUnseen ? Math.min(tries, TRIES_COUNTED) - 1 : 1;
  for (let failure = 1; failure < failures; failure++) grades.push({ grade: Grade.Again, elapsed: 0 });
  // The client has it learnt before the session ends; of a card learnt before it does not report that.
  grades.push({ grade: Grade.Good, elapsed: 0 });
  return grades;
}

/** The lowest and the highest value of each of the 21 weights. */
export const WEIGHT_LIMITS: readonly (readonly [low: number, high: number])[] = CLAMP_PARAMETERS(
  W17_W18_Ceiling,
  true,
).map(([low, high]) => [low!, high!]);

/**
 * FSRS-6 over what our protocol reports. Only the arithmetic of github.com/open-spaced-repetition/ts-fsrs is used:
 * its own calendar counts UTC days. "Revealed" is Again like "unknown": a card that had to be shown was forgotten.
 * "Hard" for something forgotten is the one habit that FSRS cannot adapt to.
 */
export class Scheduler {
  readonly #fsrs: FSRSAlgorithm;

  /** Throws a RangeError for options out of range; the library would replace them without a word. */
  constructor({
    weights = default_w,
    retention = TARGET_RETENTION,
    maximumInterval = 365,
  }: SchedulerOptions = {}) {
    if (weights.length !== 21 || !weights.every(Number.isFinite))
      throw new RangeError('weights must be 21 finite numbers');
    if (!(retention >= 0.8 && retention <= 0.95))
      throw new RangeError(`retention must be between 0.8 and 0.95, not ${retention}`);
    if (!(Number.isInteger(maximumInterval) && maximumInterval >= 1 && maximumInterval <= 36_500))
      throw new RangeError(
        `maximumInterval must be a whole number of days up to 36500, not ${maximumInterval}`,
      );
    for (const [index, [low, high]] of WEIGHT_LIMITS.entries())
      if (!(weights[index]! >= low && weights[index]! <= high))
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
   * The memory after an answer; the same function live and in a replay. A card stays unseen (null) until it is answered
   * with 2, or an answer shows that it was seen elsewhere.
   */
  review(memory: Memory | null, answer: Answer | ImportedAnswer): Memory | null {
    const [first, ...more] = gradesOf(memory?.anchorDay, answer);
    if (!first) return null;
    let state = this.#fsrs.next_state(memory, first.elapsed, first.grade);
    for (const { grade, elapsed } of more) state = this.#fsrs.next_state(state, elapsed, grade);
    const { day } = answer;
    // Elsewhere each repetition of a day is an answer of its own; here they are one.
    const isRepeated = 'grade' in answer && memory !== null && first.elapsed === 0;
    const anchorDay = Math.max(memory?.anchorDay ?? day, day);
    return {
      ...state,
      introducedDay: memory?.introducedDay ?? day,
      anchorDay,
      dueDay: anchorDay + this.#fsrs.next_interval(state.stability, first.elapsed),
      reviews: (memory?.reviews ?? 0) + (isRepeated ? 0 : 1),
      lapses: memory ? memory.lapses + (isRecalled(answer) || isRepeated ? 0 : 1) : 0,
    };
  }

  /**
   * Returns in how many days the card comes again when it is known on `day`: at the first try, at the second, and so
   * on. The last holds for all later tries.
   */
  nextDays(memory: Memory | null, day: number): number[] {
    const tries = memory ? 2 : TRIES_COUNTED;
    return Array.from({ length: tries }, (_, failed) => {
      const firstStatus = failed === 0 ? 2 : 0;
      return this.review(memory, { rating: 2, firstStatus, tries: failed + 1, day })!.dueDay - day;
    });
  }

  /** The chance, 0 to 1, that the card is recalled on a day. */
  recall({ stability, anchorDay }: Memory, day: number): number {
    return this.#fsrs.forgetting_curve(Math.max(0, day - anchorDay), stability);
  }
}
