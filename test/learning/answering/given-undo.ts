import { randomUUID } from 'node:crypto';
import { default_w } from 'ts-fsrs';
import { undoId } from '../../../core/learning/answering/undo.ts';
import {
  CardReviewUndone,
  CardReviewUndoneV1,
  SchedulerWeightsSet,
  SchedulerWeightsSetV1,
} from '../../../core/learning/learning.events.ts';
import type { NewEvent } from '../../../core/log/append/appender.ts';

const HASH = '00'.repeat(32);

export const undo = (studentId: number, review: NewEvent): NewEvent =>
  CardReviewUndone.make(CardReviewUndoneV1, {
    studentId,
    id: undoId(review.id),
    data: { review: review.id, deck_id: (review.data as { deck_id: number }).deck_id },
    hash: HASH,
    occurredAt: review.occurredAt,
  });

/** From here on the student has the default weights but for these. */
export function weightsSet(studentId: number, changed: Record<number, number>): NewEvent {
  const weights = default_w.map((weight, index) => changed[index] ?? weight);
  return SchedulerWeightsSet.make(SchedulerWeightsSetV1, {
    studentId,
    id: randomUUID(),
    data: { weights, fitted_to: 'student', reviews: 1_000 },
    hash: HASH,
    occurredAt: new Date('2026-03-01T06:00:00.000Z'),
  });
}
