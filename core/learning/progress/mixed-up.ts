import type { Pool } from 'pg';
import { AppError } from '../../contract/errors.ts';
import type { MixedUpCard, MixedUpPair } from './mixed-up.schema.ts';

/** Others that a card is mistaken for: the first ones are enough beside a right one. */
const OTHERS_MAX = 2;
const CARDS_MAX = 200;
const PAIRS_SHOWN = 20;

/**
 * SQL: answers of the students $1 to the deck $2 that took another card's for the right one. Those that were taken back
 * are left out. Only of what a card means now: an earlier meaning was mistaken for something else. Read from the log,
 * whose index has these few alone.
 */
const MISTAKES = `select e.student_id, (e.data ->> 'card_id')::integer as card_id,
    (e.data ->> 'mistaken_for')::integer as other_id
  from unnest($1::integer[]) s (student_id)
    join events e on e.partition = partition_of(s.student_id) and e.student_id = s.student_id
    join cards asked on asked.id = (e.data ->> 'card_id')::integer and asked.deck_id = $2
      and asked.meaning = coalesce((e.data ->> 'meaning')::integer, 1)
  where (e.data ->> 'deck_id')::integer = $2 and e.type = 'CardReviewed' and e.data ? 'mistaken_for'
    and not exists (
      select 1 from events u
      where u.type = 'CardReviewUndone' and u.student_id = e.student_id and u.partition = e.partition
        and u.position > e.position and u.data ->> 'review' = e.id::text)`;

async function classmatesOf(pool: Pool, studentId: number, deckId: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>({
    name: 'classmates_with_deck',
    text: `select $1::integer as id
           union
           select m.student_id from class_members m
           where m.status = 'approved' and m.class_id in (
             select own.class_id from class_members own join class_decks k on k.class_id = own.class_id
             where own.student_id = $1 and own.status = 'approved' and k.deck_id = $2)`,
    values: [studentId, deckId],
  });
  return rows.map(({ id }) => id);
}

/**
 * Returns for cards of a deck which others are taken for them most often: the most mistaken cards first, two others at
 * most for each. Counts answers of the student and of those of the classes in which the student has the deck.
 */
export async function mixedUpBy(
  pool: Pool,
  { studentId, deckId }: { studentId: number; deckId: number },
): Promise<MixedUpCard[]> {
  const { rows } = await pool.query<MixedUpCard>({
    name: 'mixed_up_by',
    text: `with pairs as (
             select m.card_id, o.id, o.front, o.back, o.part_of_speech, count(*) as times,
               row_number() over (partition by m.card_id order by count(*) desc, o.id) as place
             from (${MISTAKES}) m join cards o on o.id = m.other_id and o.deck_id = $2
             group by m.card_id, o.id, o.front, o.back, o.part_of_speech)
           select card_id, json_agg(json_build_object('id', id, 'front', front, 'back', back,
             'part_of_speech', part_of_speech) order by place) as others
           from pairs where place <= ${OTHERS_MAX} group by card_id order by sum(times) desc, card_id limit ${CARDS_MAX}`,
    values: [await classmatesOf(pool, studentId, deckId), deckId],
  });
  return rows;
}

/**
 * Returns which cards of a class's deck its students mix up, in either direction, the most often mixed up first. Throws
 * `deck_not_in_class`: what they study elsewhere, such as a deck of their own, is none of the class's.
 */
export async function mixedUpInClass(
  pool: Pool,
  { classId, deckId }: { classId: number; deckId: number },
): Promise<MixedUpPair[]> {
  const { rows: found } = await pool.query<{ members: number[] }>({
    name: 'students_of_class_deck',
    text: `select array(select student_id from class_members where class_id = $1 and status = 'approved') as members
           from class_decks where class_id = $1 and deck_id = $2`,
    values: [classId, deckId],
  });
  if (!found[0]) throw new AppError('deck_not_in_class');
  const { rows } = await pool.query<MixedUpPair>({
    name: 'mixed_up_in_class',
    text: `select json_build_object('id', a.id, 'front', a.front, 'back', a.back) as card,
             json_build_object('id', b.id, 'front', b.front, 'back', b.back) as other, times, students
           from (
             select least(card_id, other_id) as one, greatest(card_id, other_id) as another,
               count(*)::integer as times, count(distinct student_id)::integer as students
             from (${MISTAKES}) m group by 1, 2) p
           join cards a on a.id = p.one and a.deck_id = $2 join cards b on b.id = p.another and b.deck_id = $2
           order by times desc, students desc, a.id, b.id limit ${PAIRS_SHOWN}`,
    values: [found[0].members, deckId],
  });
  return rows;
}
