import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { default_w } from 'ts-fsrs';
import type { NewEvent } from '../../log/append/appender.ts';
import { derivedId } from '../../log/append/derived-id.ts';
import type { EventRegister } from '../../log/event-register.ts';
import { SchedulerWeightsSet, SchedulerWeightsSetV1 } from '../learning.events.ts';
import {
  type CardHistory,
  type LabelledReview,
  type LabelledReviews,
  readLabelledReviews,
  type SetWeights,
} from './labelled-reviews.ts';
import { isRecalled, type Memory, Scheduler } from './memory.ts';
import { RecallEvaluation, type RecallScores } from './recall-evaluation.ts';
import { WeightsTraining } from './weights-training.ts';

/**
 * Makes the events that give the fitted weights to their students, from `now` (milliseconds since 1970) on. Students
 * that have these weights already get none. Only one event can follow each earlier event that set weights. So of two
 * fittings applied at once, the second is refused with `idempotency_conflict`.
 */
export function schedulerWeightsSet(
  { students, held, weights, reviews }: Fitting,
  fittedTo: SchedulerWeightsSet['data']['fitted_to'],
  now: number,
): NewEvent[] {
  if (!weights) throw new Error('no weights were fitted');
  const data: SchedulerWeightsSet['data'] = { weights: [...weights], fitted_to: fittedTo, reviews };
  const contentHash = hash('sha256', JSON.stringify(data), 'hex');
  return students
    .filter((student) => !isSame(weightsHeld(held, student), weights))
    .map((studentId) =>
      SchedulerWeightsSet.make(SchedulerWeightsSetV1, {
        studentId,
        id: derivedId(`SchedulerWeightsSet after ${held.get(studentId)?.eventId ?? 'none'}`),
        data,
        hash: contentHash,
        occurredAt: new Date(now),
      }),
    );
}

/** With fewer, fitted weights often predict worse than those of FSRS's authors. */
export const REVIEWS_NEEDED = 1_000;

/** More do not fit better, and about 2 KB of memory each. */
const REVIEWS_MAX = 200_000;

/** The share of the reviews, the last in time, that judge weights fitted to the ones before. */
const HELD_OUT = 0.2;

/** The log loss has to fall by this share of it, and RMSE(bins) may rise by so much. */
const LOG_LOSS_GAIN = 0.005;
const RMSE_RISE = 0.005;

export interface FittingOptions {
  /** Reads the events. */
  register: EventRegister;
  /** One of them; neither is everybody. */
  studentId?: number | undefined;
  classId?: number | undefined;
  onProgress?: ((label: 'Reading' | 'Fitting', share: number) => void) | undefined;
  /** Called before the fitting with the number of its reviews. */
  onRead?: ((reviews: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export type FittingOutcome = 'better' | 'not_better' | 'held_already' | 'too_few_reviews';

export interface Fitting {
  outcome: FittingOutcome;
  /** The students whose weights these are to be. */
  students: number[];
  /** Students whose own fitted weights hold: their reviews are left out, and they keep them. */
  keepOwn: number[];
  held: Map<number, SetWeights>;
  /** The labelled reviews that were fitted to, or are too few. */
  reviews: number;
  /** On the held-out reviews: with the weights that hold, and with those fitted to the earlier reviews. */
  before: RecallScores | null;
  after: RecallScores | null;
  /** Fitted to all reviews; undefined when there are too few. */
  weights: readonly number[] | undefined;
}

/** What this student's memory is computed with now. */
export const weightsHeld = (held: Map<number, SetWeights>, studentId: number): readonly number[] =>
  held.get(studentId)?.weights ?? default_w;

/**
 * Fits weights to the history of a student, a class or everybody. Judges by the last reviews in time whether they
 * predict better than those that hold. Changes nothing. Rejects with `class_not_found`, a FittingUnavailableError, or
 * the signal's reason.
 */
export async function fitWeights(pool: Pool, options: FittingOptions): Promise<Fitting> {
  const { studentId, onProgress, signal } = options;
  const history = await readHistory(pool, options);
  const { held, reviews } = history;
  const keepsOwn = (student: number) => studentId === undefined && held.get(student)?.fittedTo === 'student';
  const students = history.students.filter((student) => !keepsOwn(student));
  const fitting: Fitting = {
    outcome: 'too_few_reviews',
    students,
    keepOwn: history.students.filter(keepsOwn),
    held,
    reviews: reviews.length,
    before: null,
    after: null,
    weights: undefined,
  };
  if (reviews.length < REVIEWS_NEEDED) return fitting;
  options.onRead?.(reviews.length);
  const training = await WeightsTraining.begin(reviews);
  const earlier = reviews.length - Math.round(reviews.length * HELD_OUT);
  const trial = await training.weights(earlier, {
    signal,
    onProgress: (share) => onProgress?.('Fitting', share / 2),
  });
  const weights = await training.weights(reviews.length, {
    signal,
    onProgress: (share) => onProgress?.('Fitting', (1 + share) / 2),
  });
  fitting.weights = weights;
  const changes = new Set(students.filter((student) => !isSame(weightsHeld(held, student), weights)));
  if (changes.size === 0) return { ...fitting, outcome: 'held_already' };
  // Students that have these weights already, after an interrupted run, do not show whether they are better.
  const judging = reviews.slice(earlier).filter(({ history }) => changes.has(history.studentId));
  const before = evaluate(judging, (student) => weightsHeld(held, student));
  const after = evaluate(judging, () => trial);
  return { ...fitting, outcome: isBetter(before, after) ? 'better' : 'not_better', before, after };
}

async function readHistory(
  pool: Pool,
  { register, studentId, classId, onProgress, signal }: FittingOptions,
): Promise<LabelledReviews> {
  const client = await pool.connect();
  try {
    return await readLabelledReviews(
      client,
      register,
      { studentId, classId },
      {
        limit: REVIEWS_MAX,
        includesOwnFitted: studentId !== undefined,
        onProgress: (share) => onProgress?.('Reading', share),
        signal,
      },
    );
  } finally {
    client.release();
  }
}

export const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.every((weight, index) => weight === b[index]);

const isBetter = (before: RecallScores | null, after: RecallScores | null): boolean =>
  before !== null &&
  after !== null &&
  after.log_loss <= before.log_loss * (1 - LOG_LOSS_GAIN) &&
  after.rmse_bins <= before.rmse_bins + RMSE_RISE;

/** How well weights predict these reviews, each from all answers before it. */
function evaluate(
  reviews: LabelledReview[],
  weightsOf: (studentId: number) => readonly number[],
): RecallScores | null {
  const schedulers = new Map<string, Scheduler>();
  const schedulerOf = (studentId: number): Scheduler => {
    const weights = weightsOf(studentId);
    const words = weights.join();
    const scheduler = schedulers.get(words) ?? new Scheduler({ weights });
    schedulers.set(words, scheduler);
    return scheduler;
  };
  const asked = new Map<CardHistory, Set<number>>();
  for (const { history, index } of reviews) asked.set(history, (asked.get(history) ?? new Set()).add(index));
  const evaluation = new RecallEvaluation();
  for (const [history, indexes] of asked) {
    const scheduler = schedulerOf(history.studentId);
    let memory: Memory | null = null;
    for (const [index, answer] of history.answers.entries()) {
      if (memory && indexes.has(index))
        evaluation.add({
          predicted: scheduler.recall(memory, answer.day),
          recalled: isRecalled(answer),
          elapsed: answer.day - memory.anchorDay,
          reviews: memory.reviews,
          lapses: memory.lapses,
        });
      memory = scheduler.review(memory, answer);
    }
  }
  return evaluation.scores();
}
