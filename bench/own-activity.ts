import { dayNumber, dayOfNumber, studyDay } from '../core/learning/study-day.ts';
import { timeCalls } from './load/timed-calls.ts';
import { addStudents, openBenchDatabase } from './school/bench-database.ts';

/**
 * The wait of a student who looks at two years of own study: days, streak and retention, beside a route that reads
 * nothing. Of students with few decks, and of those with twenty.
 */
const STUDENTS = 40;
const DAYS = 730;
const CARDS = 15;

const { pool, ...bench } = await openBenchDatabase();
const today = dayNumber(studyDay(Date.now(), 'Asia/Ho_Chi_Minh'));
const ids = await addStudents(bench.database, 2 * STUDENTS);
const [few, many] = [ids.slice(0, STUDENTS), ids.slice(STUDENTS)];

// Day by day, as it comes in use: what one student reads lies far apart.
for (let ago = DAYS - 1; ago >= 0; ago--)
  await pool.query(
    `insert into deck_stats (partition, student_id, deck_id, day, card_ids, reviews, seconds, last_studied_at)
     select partition_of(student), student, deck, $1::date, (select array_agg(deck * 1000 + card) from generate_series(1, $2::integer) card), $2, 120, now()
     from (select student, deck from unnest($3::integer[]) student, generate_series(1, 3) deck
       union all select student, deck from unnest($4::integer[]) student, generate_series(1, 20) deck) studied
     order by random()`,
    [dayOfNumber(today - ago), CARDS, few, many],
  );
await pool.query(
  `insert into recall_days (partition, student_id, day, asked, recalled) select partition_of(student), student, day, 100, 90
   from unnest($1::integer[]) student, generate_series($2::date - $3::integer + 1, $2::date, '1 day') day`,
  [ids, dayOfNumber(today), DAYS],
);
await pool.query('vacuum analyze');

await timeCalls(bench, [
  { name: 'a bare route', callers: many, call: () => ({ path: '/api/me' }) },
  {
    name: 'activity, 3 decks every day of two years',
    callers: few,
    call: () => ({ path: '/api/activity' }),
  },
  {
    name: 'activity, 20 decks every day of two years',
    callers: many,
    call: () => ({ path: '/api/activity' }),
  },
]);
await bench.close();
