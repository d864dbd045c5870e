import { dayNumber, dayOfNumber, studyDay } from '../core/learning/study-day.ts';
import { tokenSigner } from './load/answer-requests.ts';
import { KeptConnections, percentile } from './load/kept-connections.ts';
import { startServer, stopProcess } from './load/server-process.ts';
import { addStudents, openBenchDatabase } from './school/bench-database.ts';

/**
 * The wait of a student who looks at two years of own study: days, streak and retention, beside a route that reads
 * nothing. Of students with few decks, and of those with twenty.
 */
const STUDENTS = 40;
const DAYS = 730;
const CARDS = 15;
const REQUESTS = 400;

const bench = await openBenchDatabase();
const { pool } = bench.database;
const today = dayNumber(studyDay(Date.now(), 'Asia/Ho_Chi_Minh'));
const ids = await addStudents(bench.database, 2 * STUDENTS);
const [few, many] = [ids.slice(0, STUDENTS), ids.slice(STUDENTS)];

// Day by day, as it comes in use: what one student reads lies far apart.
for (let ago = DAYS - 1; ago >= 0; ago--)
  await pool.query(
    `insert into deck_stats (student_id, deck_id, day, card_ids, reviews, seconds, last_studied_at)
     select student, deck, $1::date, (select array_agg(deck * 1000 + card) from generate_series(1, $2::integer) card), $2, 120, now()
     from (select student, deck from unnest($3::integer[]) student, generate_series(1, 3) deck
       union all select student, deck from unnest($4::integer[]) student, generate_series(1, 20) deck) studied
     order by random()`,
    [dayOfNumber(today - ago), CARDS, few, many],
  );
await pool.query(
  `insert into recall_days select student, day, 100, 90
   from unnest($1::integer[]) student, generate_series($2::date - $3::integer + 1, $2::date, '1 day') day`,
  [ids, dayOfNumber(today), DAYS],
);
await pool.query('vacuum analyze');

const api = await startServer(bench, 'api/server.ts');
const connection = new KeptConnections(api.port, 1);
const sign = await tokenSigner();

/** Milliseconds of so many calls, one after the other, of these students in turn. */
async function timed(path: string, students: number[]): Promise<{ p50: number; p95: number; bytes: number }> {
  const times: number[] = [];
  let bytes = 0;
  for (let index = -students.length; index < REQUESTS; index++) {
    const student = students.at(index % students.length)!;
    const answer = await connection.call(path, { headers: { authorization: `Bearer ${sign(student)}` } });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body}`);
    bytes = answer.body.length;
    // The first round fills the caches.
    if (index >= 0) times.push(answer.ms);
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), bytes };
}

for (const [name, path, students] of [
  ['a bare route', '/api/me', many],
  ['activity, 3 decks every day of two years', '/api/activity', few],
  ['activity, 20 decks every day of two years', '/api/activity', many],
] as const) {
  const { p50, p95, bytes } = await timed(path, students);
  console.log(`${name}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${bytes} bytes`);
}
connection.close();
await stopProcess(api.process);
await bench.close();
