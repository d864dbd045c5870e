import type { Pool } from 'pg';
import { StudentErased } from '../../log/log.events.ts';
import { ofStudent, ofStudents, partitionsOf, withPartition } from '../../log/position.ts';
import { defineProjection, type FindOnce, forgetStudents } from '../../log/projection.ts';
import { arrayLiteral } from '../../postgres/array-literal.ts';
import type { Tx } from '../../postgres/transaction.ts';
import { CardReviewed, CardReviewUndone, type Review } from '../learning.events.ts';
import { dayKey, type RowKey, resolveRows, reviewsOf } from './standing-reviews.ts';

/** How many of the review cards asked on a day has each student recalled at the first try? */
export const recallDays = defineProjection({
  name: 'recall_days',
  tables: ['recall_days'],
  events: [CardReviewed, CardReviewUndone, StudentErased],
  // Rows are computed again up to the position of the undo.
  typesAlone: ['CardReviewUndone'],
  isReadBack: true,
  apply: applyReviews,
  reset: async (tx) => void (await tx.query('truncate recall_days')),
});

const ROW_KEY: RowKey = { of: dayKey };

/** Days of which a review of an earlier batch is taken back are counted again from all their reviews. */
async function applyReviews(_: unknown, tx: Tx, once: FindOnce): Promise<void> {
  const { erased, standing, undone, again } = await resolveRows(once, ROW_KEY);
  await forgetStudents(tx, ['recall_days'], erased);
  if (undone.length) await remove(undone, tx);
  await add(
    reviewsOf([...standing, ...again]).filter(({ data }) => data.card_type === 'review'),
    tx,
  );
}

/** Removes the rows that these reviews belong to. */
const remove = async (reviews: Review[], tx: Tx): Promise<void> =>
  void (await tx.query(
    `/* remove */ delete from recall_days d using unnest($1::integer[], $2::date[]) r (student_id, day)
     where ${ofStudents('d', 'r.student_id', '$3')} and d.day = r.day`,
    [
      reviews.map(({ studentId }) => studentId),
      reviews.map(({ data }) => data.day),
      partitionsOf(reviews.map(({ studentId }) => studentId)),
    ],
  ));

async function add(reviews: Review[], tx: Tx): Promise<void> {
  if (reviews.length === 0) return;
  await tx.query({
    name: 'add_recall_days',
    text: `insert into recall_days as d (partition, student_id, day, asked, recalled)
           ${withPartition(
             `select student_id, day, count(*) as asked, count(*) filter (where first_status = 2) as recalled
              from unnest($1::integer[], $2::date[], $3::integer[]) r (student_id, day, first_status)
              group by student_id, day order by student_id, day`,
             '$4',
           )}
           on conflict (partition, student_id, day) do update set
             asked = d.asked + excluded.asked, recalled = d.recalled + excluded.recalled`,
    values: [
      arrayLiteral(reviews.map(({ studentId }) => studentId)),
      arrayLiteral(reviews.map(({ data }) => data.day)),
      arrayLiteral(reviews.map(({ data }) => data.first_status)),
      arrayLiteral(partitionsOf(reviews.map(({ studentId }) => studentId))),
    ],
  });
}

export interface Recall {
  /** Reviews of cards learnt before. */
  asked: number;
  /** Those known at the first try. */
  recalled: number;
}

/** Returns what a student recalled in each week of seven days from a day on, those without reviews left out. */
export async function recallByWeek(
  pool: Pool,
  studentId: number,
  { from, until }: { from: string; until: string },
): Promise<(Recall & { week: number })[]> {
  const { rows } = await pool.query<Recall & { week: number }>({
    name: 'recall_by_week',
    text: `select (day - $2::date) / 7 as week, sum(asked)::integer as asked, sum(recalled)::integer as recalled
           from recall_days d where ${ofStudent('d', '$1')} and day between $2 and $3
           group by week order by week`,
    values: [studentId, from, until],
  });
  return rows;
}

/** Returns what a student recalled from one day to another, both included. */
export async function recallBetween(
  pool: Pool,
  studentId: number,
  { from, until }: { from: string; until: string },
): Promise<Recall> {
  const { rows } = await pool.query<Recall>({
    name: 'recall_between',
    text: `select coalesce(sum(asked), 0)::integer as asked, coalesce(sum(recalled), 0)::integer as recalled
           from recall_days d where ${ofStudent('d', '$1')} and day between $2 and $3`,
    values: [studentId, from, until],
  });
  return rows[0]!;
}
