import { partitionOf } from '../../core/log/position.ts';
import { timeCalls } from '../load/timed-calls.ts';
import { addStudents, addTeachers, addWordDeck, openBenchDatabase } from './bench-database.ts';

/**
 * The history of a card, for a student with two years of answers, beside a route that reads nothing. A hundred students
 * have 20,000 answers each to 1,500 cards. These are in the order of the days, so that one student's lie far apart.
 */
const STUDENTS = 100;
const ANSWERS = 20_000;
const CARDS = 1_500;

const { pool, ...bench } = await openBenchDatabase();
const students = await addStudents(bench.database, STUDENTS);
const [teacher] = await addTeachers(bench.database, 1);
const [deck, firstCard] = await addWordDeck(bench.database, teacher!, CARDS);
// Every two-hundredth answer was taken back.
await pool.query(
  `insert into events (partition, position, id, student_id, type, version, data, data_hash, occurred_at, recorded_at)
   select partition, row_number() over (partition by partition order by n, student), id, student, type, case when type = 'CardReviewed' then 2 else 1 end,
     case when type = 'CardReviewed' then
       jsonb_build_object('deck_id', $4::integer, 'card_id', $5::integer + (hashint4(student * 7 + n) & 2147483647) % $6::integer,
         'rating', 2, 'card_type', 'review', 'first_status', 2, 'tries', 1, 'time_spent', 3,
         'day', to_char(date '2026-11-01' - ($3::integer - n) / 28, 'YYYY-MM-DD'))
     else jsonb_build_object('deck_id', $4::integer, 'review', md5(student || '-' || n - 1)::uuid) end,
     '\\x00', timestamptz '2026-11-01' - make_interval(mins => ($3::integer - n) * 50), now()
   from (
     select s.student, s.partition, n, md5(s.student || '-' || n)::uuid as id,
       case when n % 200 = 0 then 'CardReviewUndone' else 'CardReviewed' end as type
     from unnest($1::integer[], $2::smallint[]) s (student, partition), generate_series(1, $3::integer) n) made
   order by n, student`,
  [students, students.map(partitionOf), ANSWERS, deck, firstCard, CARDS],
);
// As the projection has them, which has taken in the whole log.
await pool.query(`
  insert into card_answers (partition, student_id, card_id, positions)
  select partition, student_id, (data ->> 'card_id')::integer, array_agg(position order by position)
  from events where type = 'CardReviewed' group by 1, 2, 3 order by min(position);
  update projection_checkpoints c set position = coalesce(
    (select max(e.position) from events e where e.partition = c.partition), 0);`);
await pool.query('vacuum analyze');

await timeCalls(bench, [
  { name: 'a bare route', callers: students, call: () => ({ path: '/api/me' }) },
  {
    name: 'the history of a card',
    callers: students,
    call: (index) => ({ path: `/api/cards/${firstCard + ((index * 7) % CARDS)}/history` }),
  },
]);
await bench.close();
