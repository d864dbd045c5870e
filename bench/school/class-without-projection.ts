import type { Pool } from 'pg';
import type { ClassDay, StudentProgress } from '../../core/classroom/class-progress.schema.ts';

export interface ClassRange {
  classId: number;
  start_date: string;
  end_date: string;
}

type Student = Omit<StudentProgress, 'time_spent'>;

export interface ClassAnswer {
  students: Student[];
  activity: ClassDay[];
}

/** Of each student, deck of the class and day: which cards, and how long. From what is kept of each deck for the students themselves. */
const DECK_STATS = `
  select s.student_id, s.day, s.card_ids, s.seconds
  from deck_stats s join class_decks k on k.class_id = $1 and k.deck_id = s.deck_id
  join class_members m on m.class_id = $1 and m.student_id = s.student_id and m.status = 'approved'
  where s.day between $2 and $3`;

/** How much each student did, from the log itself. */
const EVENTS = `
  select e.student_id, (e.data->>'day')::date as day, array_agg(distinct (e.data->>'card_id')::integer) as card_ids,
    sum((e.data->>'time_spent')::integer) as seconds
  from events e join class_decks k on k.class_id = $1 and k.deck_id = (e.data->>'deck_id')::integer
  join class_members m on m.class_id = $1 and m.student_id = e.student_id and m.status = 'approved'
  where e.type = 'CardReviewed' and (e.data->>'day')::date between $2 and $3
  group by e.student_id, 2, k.deck_id`;

export const fromDeckStats = (pool: Pool, range: ClassRange): Promise<ClassAnswer> =>
  answer(pool, DECK_STATS, range);

export const fromEvents = (pool: Pool, range: ClassRange): Promise<ClassAnswer> =>
  answer(pool, EVENTS, range);

async function answer(pool: Pool, work: string, range: ClassRange): Promise<ClassAnswer> {
  const values = [range.classId, range.start_date, range.end_date];
  const [students, activity] = await Promise.all([
    pool.query<Student>(
      `with work as (${work})
       select m.student_id, u.name, u.email, coalesce(d.cards, 0)::integer as cards_studied,
         coalesce(w.cards, 0)::integer as card_days, coalesce(w.seconds, 0)::integer as time_spent_seconds
       from class_members m join users u on u.id = m.student_id
       left join (select student_id, sum(cardinality(card_ids)) as cards, sum(seconds) as seconds from work
         group by student_id) w on w.student_id = m.student_id
       left join (select student_id, count(distinct card) as cards from work, unnest(card_ids) card
         group by student_id) d on d.student_id = m.student_id
       where m.class_id = $1 and m.status = 'approved' order by u.name, u.id`,
      values,
    ),
    pool.query<ClassDay>(
      `with work as (${work})
       select to_char(day, 'YYYY-MM-DD') as day, count(distinct student_id)::integer as students,
         sum(cardinality(card_ids))::integer as cards_studied, sum(seconds)::integer as time_spent_seconds
       from work group by work.day order by work.day`,
      values,
    ),
  ]);
  return { students: students.rows, activity: activity.rows };
}

/** What one student did on the class's decks, day by day, from the log itself. */
export async function studentFromEvents(
  pool: Pool,
  { classId, start_date, end_date }: ClassRange,
  studentId: number,
): Promise<object[]> {
  const { rows } = await pool.query(
    `select (e.data->>'day')::date as day, count(distinct e.data->>'card_id') as cards,
       sum((e.data->>'time_spent')::integer) as seconds
     from events e join class_decks k on k.class_id = $1 and k.deck_id = (e.data->>'deck_id')::integer
     where e.partition = partition_of($4) and e.student_id = $4 and e.type = 'CardReviewed' and (e.data->>'day')::date between $2 and $3
     group by 1 order by 1`,
    [classId, start_date, end_date, studentId],
  );
  return rows;
}
