import type { EventOf } from '../../log/event-register.ts';
import { StudentErased, takeErased } from '../../log/log.events.ts';
import { partitionsOf, withPartition } from '../../log/position.ts';
import { defineProjection, forgetStudents } from '../../log/projection.ts';
import { arrayLiteral } from '../../postgres/array-literal.ts';
import type { Tx } from '../../postgres/transaction.ts';
import { CardReviewed, CardReviewImported, SchedulerWeightsSet } from '../learning.events.ts';

const EVENTS = [CardReviewed, CardReviewImported, SchedulerWeightsSet, StudentErased] as const;

/** In the place of a card, for the weights of a student, which hold for all of them. */
export const NO_CARD = 0;

/**
 * Where in the log are a student's answers to each card? An index of the log would say it too. Its price would be a
 * page written somewhere for each answer, while the student waits.
 */
export const cardAnswers = defineProjection({
  name: 'card_answers',
  tables: ['card_answers'],
  events: EVENTS,
  isReadBack: false,
  apply: addAnswers,
  reset: async (tx) => void (await tx.query('truncate card_answers')),
});

/** Answers that are taken back stay: who reads them knows what takes them back. */
async function addAnswers(events: EventOf<(typeof EVENTS)[number]>[], tx: Tx): Promise<void> {
  const { erased, others } = takeErased(events);
  await forgetStudents(tx, ['card_answers'], erased);
  if (others.length === 0) return;
  await tx.query({
    name: 'add_card_answers',
    // What was parked and comes later has an earlier position.
    text: `insert into card_answers as a (partition, student_id, card_id, positions)
           ${withPartition(
             `select student_id, card_id, array_agg(position order by position) as positions
              from unnest($1::integer[], $2::integer[], $3::bigint[]) e (student_id, card_id, position)
              group by student_id, card_id order by student_id, card_id`,
             '$4',
           )}
           on conflict (partition, student_id, card_id) do update set positions =
             case when excluded.positions[1] > a.positions[cardinality(a.positions)]
               then a.positions || excluded.positions
               else array(select unnest(a.positions || excluded.positions) order by 1) end`,
    values: [
      arrayLiteral(others.map(({ studentId }) => studentId)),
      arrayLiteral(others.map((event) => ('card_id' in event.data ? event.data.card_id : NO_CARD))),
      arrayLiteral(others.map(({ position }) => position)),
      arrayLiteral(partitionsOf(others.map(({ studentId }) => studentId))),
    ],
  });
}
