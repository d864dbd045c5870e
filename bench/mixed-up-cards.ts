import { partitionOf } from '../core/log/position.ts';
import { timeCalls } from './load/timed-calls.ts';
import { addStudents, addTeachers, addWordDeck, openBenchDatabase } from './school/bench-database.ts';

/**
 * Which cards are mixed up, beside a route that reads nothing. A student reads it with each deck that is practised by
 * choosing, a teacher for a class. There is a deck of 5,000 cards in 200 classes of 40. In the log each student has
 * chosen 125 times, every seventh time wrongly.
 */
const CLASSES = 200;
const MEMBERS = 40;
const CARDS = 5_000;
const ANSWERS = 125;

const { pool, ...bench } = await openBenchDatabase();
const students = await addStudents(bench.database, CLASSES * MEMBERS);
const [teacher = 0] = await addTeachers(bench.database, 1);
const [deck, firstCard] = await addWordDeck(bench.database, teacher, CARDS);
const { rows: classes } = await pool.query<{ id: number }>(
  `insert into classes (teacher_id, name) select $1, 'Class ' || n from generate_series(1, $2::integer) n returning id`,
  [teacher, CLASSES],
);
await pool.query(`insert into class_decks (class_id, deck_id) select id, $1 from classes`, [deck]);
await pool.query(
  `insert into class_members (class_id, student_id, status, joined_at)
   select $1::integer + (n - 1) / $3::integer, student, 'approved', now() from unnest($2::integer[]) with ordinality s (student, n)`,
  [classes[0]!.id, students, MEMBERS],
);
// Students mix up what lies close together, each a few of the first three hundred cards.
await pool.query(
  `with answers as (
     select s.student, s.partition, n, card, n % 7 = 0 as wrong
     from unnest($1::integer[], $2::smallint[]) s (student, partition), generate_series(1, $3::integer) n,
       lateral (select (abs(hashint4(s.student * 1000 + n)) % 300)::integer as card) c)
   insert into events (partition, position, id, student_id, type, version, data, data_hash, occurred_at, recorded_at)
   select partition, row_number() over (partition by partition order by n, student), gen_random_uuid(), student,
     'CardReviewed', case when wrong then 4 else 2 end,
     jsonb_build_object('deck_id', $4::integer, 'card_id', $5::integer + card, 'rating', 2, 'card_type', 'review',
       'first_status', 2, 'tries', 1, 'time_spent', 3, 'day', '2026-11-02', 'mode', 'choice')
       || case when wrong then jsonb_build_object('mistaken_for', $5::integer + card / 2 * 2 + 1 - card % 2) else '{}' end,
     '\\x00', now(), now()
   from answers`,
  [students, students.map(partitionOf), ANSWERS, deck, firstCard],
);
await pool.query('vacuum analyze');

const some = students.filter((_, index) => index % 17 === 0);
await timeCalls(bench, [
  { name: 'a bare route', callers: some, call: () => ({ path: '/api/me' }) },
  {
    name: 'mixed up, for a student',
    callers: some,
    call: () => ({ path: `/api/decks/${deck}/mixed-up` }),
  },
  {
    name: 'mixed up, in a class',
    callers: [teacher],
    call: (index) => ({ path: `/api/classes/${classes[index % CLASSES]!.id}/decks/${deck}/mixed-up` }),
  },
]);
await bench.close();
