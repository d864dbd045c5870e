import type { Pool } from 'pg';
import { EventRegister, type LogEvent } from '../../log/event-register.ts';
import { type Erased, StudentErased, takeErased } from '../../log/log.events.ts';
import { partitionOf, partitionsOf } from '../../log/position.ts';
import type { FindOnce } from '../../log/projection.ts';
import { type EventRow, storedEvent } from '../../log/read.ts';
import type { Tx } from '../../postgres/transaction.ts';
import {
  CardReviewed,
  CardReviewImported,
  CardReviewUndone,
  type ImportedReview,
  type Review,
  SchedulerWeightsSet,
  type Undo,
  type WeightsSet,
} from '../learning.events.ts';
import type { Answer, ImportedAnswer } from '../memory/memory.ts';
import { dayNumber } from '../study-day.ts';
import { NO_CARD } from './card-answers.projection.ts';

/** What memories are computed from. */
export type Taken = Review | ImportedReview | WeightsSet;

/** Reads the events that are asked for here. */
const register = new EventRegister([
  CardReviewed,
  CardReviewUndone,
  CardReviewImported,
  SchedulerWeightsSet,
  StudentErased,
]);

const nameOf = (studentId: number, review: string): string => `${studentId} ${review}`;

/**
 * Returns the events, in order, without the reviews that a later one of them takes back. Also returns the undos whose
 * review is not among the events before them. An undo is of an earlier review of the same student, or of nothing.
 */
function withoutUndone(events: (Taken | Undo)[]): { standing: Taken[]; undos: Undo[] } {
  const named = new Set<string>();
  for (const event of events)
    if (event.type === 'CardReviewUndone') named.add(nameOf(event.studentId, event.data.review));
  if (named.size === 0) return { standing: events as Taken[], undos: [] };
  const before = new Map<string, number>();
  const gone = new Set<number>();
  const undos: Undo[] = [];
  for (const [index, event] of events.entries()) {
    const name = nameOf(event.studentId, event.type === 'CardReviewUndone' ? event.data.review : event.id);
    if (event.type !== 'CardReviewUndone') {
      // Nothing but a review can be taken back, whatever an undo names.
      if (event.type === 'CardReviewed' && named.has(name)) before.set(name, index);
      continue;
    }
    const review = before.get(name);
    if (review === undefined) undos.push(event);
    else gone.add(review);
  }
  const standing = events.filter((event, index) => event.type !== 'CardReviewUndone' && !gone.has(index));
  return { standing: standing as Taken[], undos };
}

/** What an answer says of the memory of its card. */
export const answerOf = ({ type, data }: Review | ImportedReview): Answer | ImportedAnswer =>
  type === 'CardReviewImported'
    ? { grade: data.grade, day: dayNumber(data.day) }
    : {
        rating: data.rating,
        firstStatus: data.first_status,
        tries: data.tries,
        day: dayNumber(data.day),
      };

interface PlacedRow extends EventRow {
  partition: number;
}

const COLUMNS = 'e.partition, e.position, e.id, e.student_id, e.type, e.version, e.data, e.occurred_at';

const decoded = (rows: PlacedRow[]) => rows.map((row) => register.decode(storedEvent(row.partition, row)));

/** Returns the reviews that these undos take back. */
async function undoneReviews(undos: Undo[], tx: Tx): Promise<Review[]> {
  if (undos.length === 0) return [];
  const { rows } = await tx.query<PlacedRow>({
    name: 'undone_reviews',
    text: `select ${COLUMNS} from unnest($1::smallint[], $2::integer[], $3::uuid[], $4::bigint[]) u (partition, student_id, review, position)
           join events e on e.partition = any ($1) and e.partition = u.partition and e.student_id = u.student_id and e.id = u.review
             and e.position < u.position
           where e.type = 'CardReviewed'`,
    values: [
      undos.map(({ partition }) => partition),
      undos.map(({ studentId }) => studentId),
      undos.map(({ data }) => data.review),
      undos.map(({ position }) => position),
    ],
  });
  return decoded(rows) as Review[];
}

/**
 * What the rows of a projection are of: words, the same for all reviews of a row. A row is of one card or of one day of a
 * student, or of less: of others `again` has not all reviews.
 */
export interface RowKey {
  of(review: Review): string;
  /** Of rows that are memories: the weights that students have and imported answers are needed as well. */
  ofImported?(event: ImportedReview): string;
}

/** The words for a card of a student. */
export const cardKey = ({ studentId, data }: Review): string => `${studentId} ${data.card_id}`;
/** The words for a day of a student. */
export const dayKey = ({ studentId, data }: Review): string => `${studentId} ${data.day}`;

/**
 * Returns what rows of the cards or days of these reviews are computed from, in order and up to `position`: these are
 * all their answers that stand, and the weights of their students. Reads all events of these students, so it is for what
 * happens seldom, and once for all projections.
 */
async function standingReviews(undone: Review[], position: number, tx: Tx): Promise<Taken[]> {
  if (undone.length === 0) return [];
  const students = [...new Set(undone.map(({ studentId }) => studentId))];
  const { rows } = await tx.query<PlacedRow>({
    name: 'standing_reviews',
    text: `select ${COLUMNS} from events e
           where e.partition = any ($1) and e.student_id = any ($2) and e.position <= $3
             and (e.type in ('CardReviewUndone', 'SchedulerWeightsSet')
               or e.type in ('CardReviewed', 'CardReviewImported')
                 and (e.student_id || ' ' || (e.data ->> 'card_id') = any ($4)
                   or e.student_id || ' ' || (e.data ->> 'day') = any ($5)))
           order by e.partition, e.position`,
    values: [
      partitionsOf(students),
      students,
      position,
      [...new Set(undone.map(cardKey))],
      [...new Set(undone.map(dayKey))],
    ],
  });
  return withoutUndone(decoded(rows) as (Taken | Undo)[]).standing;
}

/** What a batch says and takes back. */
interface ResolvedBatch {
  /** Students who are erased; nothing below is of theirs. */
  erased: number[];
  /** Every review, those that the batch itself takes back included. */
  reviews: Review[];
  /** The batch without undos and what they take back. */
  standing: Taken[];
  /** Reviews of earlier batches that the batch takes back: usually none. */
  undone: Review[];
  /** What stands, up to the end of the batch, of the cards and days of these. */
  again: Taken[];
}

/** Resolves what a batch takes back: once, for all projections of reviews that take it together. */
export async function resolveUndone(events: LogEvent[], tx: Tx): Promise<ResolvedBatch> {
  const { erased, others } = takeErased(
    events.filter(({ type }) => Object.hasOwn(register.types, type)) as (Taken | Undo | Erased)[],
  );
  const { standing, undos } = withoutUndone(others);
  const undone = await undoneReviews(undos, tx);
  const again = await standingReviews(undone, others.at(-1)?.position ?? 0, tx);
  return { erased, reviews: reviewsOf(others), standing, undone, again };
}

export const reviewsOf = (events: (Taken | Undo | Erased)[]): Review[] =>
  events.filter((event) => event.type === 'CardReviewed');

/**
 * Resolves a batch for a projection whose rows have this key. The projection removes the rows of `undone`, then adds
 * `standing` and `again`. `standing` has no reviews of these rows; `again` has all that stands of them up to the end of
 * the batch.
 */
export async function resolveRows(once: FindOnce, key: RowKey): Promise<ResolvedBatch> {
  const batch = await once(resolveUndone);
  if (batch.undone.length === 0) return batch;
  const removed = new Set(batch.undone.map(key.of));
  const isOfRemoved = (event: Taken): boolean => {
    if (event.type === 'CardReviewed') return removed.has(key.of(event));
    return event.type === 'CardReviewImported' && removed.has(key.ofImported?.(event) ?? '');
  };
  const isNeeded = (event: Taken): boolean =>
    isOfRemoved(event) || (event.type === 'SchedulerWeightsSet' && key.ofImported !== undefined);
  return {
    ...batch,
    standing: batch.standing.filter((event) => !isOfRemoved(event)),
    again: batch.again.filter(isNeeded),
  };
}

/** Returns in order a student's reviews of a card that stand, imported ones, and the weights that were set. */
export async function standingOfCard(pool: Pool, studentId: number, cardId: number): Promise<Taken[]> {
  const { rows } = await pool.query<PlacedRow>({
    name: 'standing_of_card',
    // What the projection has, and what came since: one snapshot of both. That is found by position (hence + 0), since by the
    // student's key all of their answers would be read.
    text: `with own as (
             select ${COLUMNS} from card_answers a cross join unnest(a.positions) as at (position)
               join events e on e.partition = $1 and e.position = at.position
             where a.partition = $1 and a.student_id = $2 and a.card_id = any ($4)
             union all
             select ${COLUMNS} from events e
             where e.partition = $1 and e.student_id + 0 = $2 and e.position >
                 (select c.position from projection_checkpoints c where c.projection = 'card_answers' and c.partition = $1)
               and (e.type = 'SchedulerWeightsSet'
                 or e.type in ('CardReviewed', 'CardReviewImported') and e.data->'card_id' = to_jsonb($3::integer))
             union all
             select ${COLUMNS} from events e
             where e.partition = $1 and e.student_id = $2 and e.type = 'CardReviewUndone')
           select * from own order by position`,
    values: [partitionOf(studentId), studentId, cardId, [cardId, NO_CARD]],
  });
  return withoutUndone(decoded(rows) as (Taken | Undo)[]).standing;
}
