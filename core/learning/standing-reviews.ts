import type { ClientBase, Pool } from 'pg';
import { type EventOf, eventRegister } from '../events.ts';
import { partitionOf } from '../log/position.ts';
import { type EventRow, storedEvent } from '../log/read.ts';
import type { Answer, ImportedAnswer } from './memory.ts';
import { dayNumber } from './study-day.ts';

export type Review = EventOf<'CardReviewed'>;
type Undo = EventOf<'CardReviewUndone'>;
type Imported = EventOf<'CardReviewImported'>;
/** What memories are computed from. */
export type Taken = Review | Imported | EventOf<'SchedulerWeightsSet'>;

const nameOf = (studentId: number, review: string): string => `${studentId} ${review}`;

/**
 * Returns the events, in order, without the reviews that a later one of them takes back. Also returns the undos whose
 * review is not among the events before them. An undo is of an earlier review of the same student, or of nothing.
 */
function withoutUndone<E extends Taken | Undo>(events: E[]): { standing: Exclude<E, Undo>[]; undos: Undo[] } {
  const named = new Set<string>();
  for (const event of events)
    if (event.type === 'CardReviewUndone') named.add(nameOf(event.studentId, event.data.review));
  if (named.size === 0) return { standing: events as Exclude<E, Undo>[], undos: [] };
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
  return { standing: standing as Exclude<E, Undo>[], undos };
}

/** What an answer says of the memory of its card. */
export const answerOf = ({ type, data }: Review | Imported): Answer | ImportedAnswer =>
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

const decoded = (rows: PlacedRow[]) =>
  rows.map((row) => eventRegister.decode(storedEvent(row.partition, row)));

/** Returns the reviews that these undos take back. */
async function undoneReviews(undos: Undo[], tx: ClientBase): Promise<Review[]> {
  if (undos.length === 0) return [];
  const { rows } = await tx.query<PlacedRow>({
    name: 'undone_reviews',
    text: `select ${COLUMNS} from unnest($1::smallint[], $2::integer[], $3::uuid[], $4::bigint[]) u (partition, student_id, review, position)
           join events e on e.partition = u.partition and e.student_id = u.student_id and e.id = u.review
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

/** What the rows of a projection are of. */
export interface RowKey {
  /** SQL over an event `e`; the same words as `of` makes of an event. */
  sql: string;
  of(review: Review): string;
  /** Of rows that are memories: the weights that students have and imported answers are needed as well. */
  ofImported?(event: Imported): string;
}

/**
 * Returns what the rows of these reviews are computed from: all their reviews up to `position` that stand, in order, and
 * with `ofImported` the weights of their students and imported answers. Reads all events of these students, so it is for what happens seldom.
 */
async function standingReviews(
  undone: Review[],
  key: RowKey,
  position: number,
  tx: ClientBase,
): Promise<Taken[]> {
  const students = [...new Set(undone.map(({ studentId }) => studentId))];
  const { rows } = await tx.query<PlacedRow>(
    `select ${COLUMNS} from events e
     where e.student_id = any ($1) and e.partition = any ($2) and e.position <= $3
       and (e.type = any ($5) or e.type = any ($6) and ${key.sql} = any ($4))
     order by e.partition, e.position`,
    [
      students,
      [...new Set(students.map(partitionOf))],
      position,
      [...new Set(undone.map(key.of))],
      key.ofImported ? ['CardReviewUndone', 'SchedulerWeightsSet'] : ['CardReviewUndone'],
      key.ofImported ? ['CardReviewed', 'CardReviewImported'] : ['CardReviewed'],
    ],
  );
  const events = decoded(rows) as (Taken | Undo)[];
  return withoutUndone(events).standing;
}

/** Returns the reviews of earlier batches that these events take back. */
export const undoneEarlier = (events: (Taken | Undo)[], tx: ClientBase): Promise<Review[]> =>
  undoneReviews(withoutUndone(events).undos, tx);

/** What a projection is to do about a batch: remove the rows of `undone`, then add `standing` and `again`. */
export interface ResolvedBatch<E> {
  /** The batch without undos and what they take back, and without the reviews of rows that are removed. */
  standing: E[];
  /** Reviews of earlier batches that the batch takes back: usually none. */
  undone: Review[];
  /** All that stands of the removed rows, from the beginning of the log to the end of the batch. */
  again: Taken[];
}

/** Resolves what a batch takes back, for a projection whose rows have this key. */
export async function resolveUndone<E extends Taken | Undo>(
  events: E[],
  key: RowKey,
  tx: ClientBase,
): Promise<ResolvedBatch<Exclude<E, Undo>>> {
  const { standing, undos } = withoutUndone(events);
  const undone = await undoneReviews(undos, tx);
  if (undone.length === 0) return { standing, undone, again: [] };
  const removed = new Set(undone.map(key.of));
  return {
    standing: standing.filter(
      (event) =>
        (event.type !== 'CardReviewed' || !removed.has(key.of(event))) &&
        (event.type !== 'CardReviewImported' || !removed.has(key.ofImported?.(event) ?? '')),
    ),
    undone,
    again: await standingReviews(undone, key, events.at(-1)!.position, tx),
  };
}

/** Returns a student's reviews of a card that stand, those that were imported, and the weights that were set, in order. */
export async function standingOfCard(pool: Pool, studentId: number, cardId: number): Promise<Taken[]> {
  const { rows } = await pool.query<PlacedRow>({
    name: 'standing_of_card',
    // Sorted afterwards: by the order of positions the whole partition would be read.
    text: `with own as materialized (
             select ${COLUMNS} from events e
             where e.partition = $1 and e.student_id = $2 and (e.type in ('CardReviewUndone', 'SchedulerWeightsSet')
               or e.type in ('CardReviewed', 'CardReviewImported') and e.data->'card_id' = to_jsonb($3::integer)))
           select * from own order by position`,
    values: [partitionOf(studentId), studentId, cardId],
  });
  return withoutUndone(decoded(rows) as (Taken | Undo)[]).standing;
}
