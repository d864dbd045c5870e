import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { AppError, orThrow } from '../../contract/errors.ts';
import type { NewEvent } from '../../log/append/appender.ts';
import { derivedId } from '../../log/append/derived-id.ts';
import { partitionOf } from '../../log/position.ts';
import { CardReviewUndone, CardReviewUndoneV1 } from '../learning.events.ts';
import { UNDO_HOURS } from '../learning-limits.ts';

/** The id of the one undo that an answer can have. */
export const undoId = (reviewId: string): string => derivedId(`CardReviewUndone ${reviewId}`);

/**
 * Makes the event that takes back an answer of this student's; for a taken-back answer it is a repetition. Rejects
 * with `answer_not_found`, or with `answer_too_old` when it was recorded more than UNDO_HOURS ago.
 */
export async function cardReviewUndone(
  pool: Pool,
  { studentId, reviewId, now }: { studentId: number; reviewId: string; now: number },
): Promise<NewEvent> {
  const { rows } = await pool.query<{ deckId: number; isRecent: boolean; isUndone: boolean }>({
    name: 'answer_to_undo',
    text: `select (r.data ->> 'deck_id')::integer as "deckId",
             r.recorded_at > now() - make_interval(hours => ${UNDO_HOURS}) as "isRecent",
             exists (select 1 from events u where u.partition = $4 and u.student_id = $1 and u.id = $3) as "isUndone"
           from events r
           where r.partition = $4 and r.student_id = $1 and r.id = $2 and r.type = 'CardReviewed'`,
    values: [studentId, reviewId, undoId(reviewId), partitionOf(studentId)],
  });
  const review = orThrow(rows[0], 'answer_not_found');
  if (!review.isRecent && !review.isUndone)
    throw new AppError('answer_too_old', { params: { hours: UNDO_HOURS } });
  return CardReviewUndone.make(CardReviewUndoneV1, {
    studentId,
    id: undoId(reviewId),
    data: { review: reviewId, deck_id: review.deckId },
    hash: hash('sha256', reviewId, 'hex'),
    occurredAt: new Date(now),
  });
}
