import type { Pool } from 'pg';
import { mayStudy } from '../../access/deck-rights-sql.ts';
import { isoTime } from '../../contract/clock.ts';
import { StudentErased } from '../../log/log.events.ts';
import { ofStudent, ofStudents, partitionsOf, withPartition } from '../../log/position.ts';
import { defineProjection, type FindOnce, forgetStudents } from '../../log/projection.ts';
import { arrayLiteral } from '../../postgres/array-literal.ts';
import type { Tx } from '../../postgres/transaction.ts';
import { boundStudyTime, type CutSeconds, cutSeconds, placeOf } from '../answering/study-time.ts';
import { CardReviewed, CardReviewUndone, type Review } from '../learning.events.ts';
import { type RowKey, resolveRows, reviewsOf } from './standing-reviews.ts';

/** How much has each student studied of each deck on each day? */
export const deckStats = defineProjection({
  name: 'deck_stats',
  tables: ['deck_stats', 'study_clocks', 'cut_reviews'],
  events: [CardReviewed, CardReviewUndone, StudentErased],
  // Rows are computed again up to the position of the undo.
  typesAlone: ['CardReviewUndone'],
  isReadBack: true,
  apply: applyReviews,
  reset: async (tx) => void (await tx.query('truncate deck_stats, study_clocks, cut_reviews')),
});

const ROW_KEY: RowKey = {
  of: ({ studentId, data }: Review) => `${studentId} ${data.deck_id} ${data.day}`,
};

/** Rows of which a review of an earlier batch is taken back are computed again from all their reviews. */
async function applyReviews(_: unknown, tx: Tx, once: FindOnce): Promise<void> {
  const { erased, reviews, standing, undone, again } = await resolveRows(once, ROW_KEY);
  await forgetAll(erased, tx);
  const cut = await boundStudyTime(reviews, tx);
  if (undone.length === 0) return add(reviewsOf(standing), cut, tx);
  await remove(undone, tx);
  const all = reviewsOf(again);
  await add([...reviewsOf(standing), ...all], new Map([...cut, ...(await cutSeconds(all, tx))]), tx);
}

/** Removes all rows of these students. */
async function forgetAll(students: number[], tx: Tx): Promise<void> {
  if (students.length === 0) return;
  await forgetStudents(tx, ['deck_stats', 'study_clocks'], students);
  await tx.query(
    `/* forgetAll */ delete from cut_reviews c using events e
     where e.partition = any ($2) and e.student_id = any ($1) and c.partition = any ($2) and c.partition = e.partition and c.position = e.position`,
    [students, partitionsOf(students)],
  );
}

/** Removes the rows that these reviews belong to. */
const remove = async (reviews: Review[], tx: Tx): Promise<void> =>
  void (await tx.query(
    `/* remove */ delete from deck_stats s using unnest($1::integer[], $2::integer[], $3::date[]) r (student_id, deck_id, day)
     where ${ofStudents('s', 'r.student_id', '$4')} and s.deck_id = r.deck_id and s.day = r.day`,
    [
      reviews.map(({ studentId }) => studentId),
      reviews.map(({ data }) => data.deck_id),
      reviews.map(({ data }) => data.day),
      partitionsOf(reviews.map(({ studentId }) => studentId)),
    ],
  ));

/** A card counts once a day, so each row keeps which ones they were. */
async function add(events: Review[], cut: CutSeconds, tx: Tx): Promise<void> {
  if (events.length === 0) return;
  await tx.query({
    name: 'add_deck_stats',
    text: `insert into deck_stats as s (partition, student_id, deck_id, day, card_ids, reviews, seconds, last_studied_at)
           ${withPartition(
             `select student_id, deck_id, day, array_agg(distinct card_id order by card_id) as cards, count(*) as reviews,
                sum(seconds) as seconds, max(at) as at
              from unnest($1::integer[], $2::integer[], $3::integer[], $4::date[], $5::integer[], $6::timestamptz[])
                r (student_id, deck_id, card_id, day, seconds, at)
              group by student_id, deck_id, day order by student_id, deck_id, day`,
             '$7',
           )}
           on conflict (partition, student_id, deck_id, day) do update set
             card_ids = (select array_agg(distinct card order by card)
               from unnest(s.card_ids || excluded.card_ids) card),
             reviews = s.reviews + excluded.reviews, seconds = s.seconds + excluded.seconds,
             last_studied_at = greatest(s.last_studied_at, excluded.last_studied_at)`,
    values: [
      arrayLiteral(events.map((event) => event.studentId)),
      arrayLiteral(events.map((event) => event.data.deck_id)),
      arrayLiteral(events.map((event) => event.data.card_id)),
      arrayLiteral(events.map((event) => event.data.day)),
      arrayLiteral(events.map((event) => cut.get(placeOf(event)) ?? event.data.time_spent)),
      arrayLiteral(events.map((event) => event.occurredAt.toISOString())),
      arrayLiteral(partitionsOf(events.map((event) => event.studentId))),
    ],
  });
}

export interface DayStats {
  /** Distinct cards. */
  cards: number;
  seconds: number;
}

/** Returns a student's work on some decks on one day. */
export async function dayStats(
  pool: Pool,
  studentId: number,
  deckIds: number[],
  day: string,
): Promise<DayStats> {
  const { rows } = await pool.query<DayStats>({
    name: 'day_stats',
    text: `select coalesce(sum(cards), 0)::integer as cards, coalesce(sum(seconds), 0)::float8 as seconds
           from deck_stats s where ${ofStudent('s', '$1')} and deck_id = any ($2) and day = $3`,
    values: [studentId, deckIds, day],
  });
  return rows[0]!;
}

/** Both inclusive; an end that is left out is open. */
export interface Days {
  from?: string | undefined;
  until?: string | undefined;
}

/** Returns a student's work on some decks, day by day. */
export async function workByDay(
  pool: Pool,
  studentId: number,
  deckIds: number[],
  days: Days,
): Promise<(DayStats & { day: string })[]> {
  const { rows } = await pool.query<DayStats & { day: string }>({
    name: 'work_by_day',
    text: `select to_char(day, 'YYYY-MM-DD') as day, sum(cards)::integer as cards, sum(seconds)::float8 as seconds
           from deck_stats s where ${ofStudent('s', '$1')} and deck_id = any ($2)
             and day between coalesce($3::date, '-infinity') and coalesce($4::date, 'infinity')
           group by s.day order by s.day`,
    values: [studentId, deckIds, days.from, days.until],
  });
  return rows;
}

/** Returns all of a student's work, day by day, of decks that are gone as well. */
export async function allWorkByDay(pool: Pool, studentId: number): Promise<(DayStats & { day: string })[]> {
  const { rows } = await pool.query<DayStats & { day: string }>({
    name: 'all_work_by_day',
    text: `select to_char(day, 'YYYY-MM-DD') as day, sum(cards)::integer as cards, sum(seconds)::float8 as seconds
           from deck_stats s where ${ofStudent('s', '$1')} group by s.day order by s.day`,
    values: [studentId],
  });
  return rows;
}

/** Returns the deck answered last, and when (ISO), of those that a student may study; undefined when there is none. */
export async function latestDeck(
  pool: Pool,
  studentId: number,
): Promise<{ deckId: number; studiedAt: string } | undefined> {
  const { rows } = await pool.query<{ deckId: number; studiedAt: string }>({
    name: 'latest_deck',
    text: `select s.deck_id as "deckId", s.last_studied_at as "studiedAt"
           from deck_stats s join decks d on d.id = s.deck_id
           where ${ofStudent('s', '$1')} and ${mayStudy('d', '$1')}
           order by s.last_studied_at desc limit 1`,
    values: [studentId],
  });
  return rows[0] && { ...rows[0], studiedAt: isoTime(rows[0].studiedAt) };
}
