import { tokenSigner } from './load/answer-requests.ts';
import { KeptConnections, percentile } from './load/kept-connections.ts';
import { startServer, stopProcess } from './load/server-process.ts';
import { addStudents, addTeachers, openBenchDatabase } from './school/bench-database.ts';

/**
 * The wait of students who practise before a test, beside a route that reads nothing: what its screen reads first, and
 * the cards. Eight students have learnt twenty decks of 5,000 cards, of which each has one of fifty tags.
 */
const STUDENTS = 8;
const DECKS = 20;
const CARDS = 5_000;
const TAGS = 50;
const REQUESTS = 400;

const bench = await openBenchDatabase();
const { pool } = bench.database;
const students = await addStudents(bench.database, STUDENTS);
const [teacher] = await addTeachers(bench.database, 1);
const { rows: decks } = await pool.query<{ id: number }>(
  `insert into decks (user_id, title, is_official, official_button_label)
   select $1, 'Words ' || n, true, 'Words' from generate_series(1, $2::integer) n returning id`,
  [teacher, DECKS],
);
await pool.query(
  `insert into cards (deck_id, ordinal, front, back, example_sentence, definition, tags)
   select d, n, 'word ' || n, 'nghĩa ' || n, 'A sentence in which word ' || n || ' is used as it mostly is.',
     'What word ' || n || ' means, in a sentence.', array['Đề ' || n % $3::integer]
   from unnest($1::integer[]) d, generate_series(1, $2::integer) n`,
  [decks.map(({ id }) => id), CARDS, TAGS],
);
await pool.query(
  `insert into review_schedule
     (student_id, card_id, deck_id, stability, difficulty, introduced_day, anchor_day, due_day, reviews, lapses, last_reviewed_at)
   select s, c.id, c.deck_id, 30, 5, current_date - 90, current_date - 20, current_date + (c.id % 20) - 4, 5, (c.id + s) % 4 / 3, now()
   from unnest($1::integer[]) s, cards c where c.deck_id = any ($2) order by c.ordinal, random()`,
  [students, decks.map(({ id }) => id)],
);
await pool.query(
  `insert into card_marks (student_id, card_id, deck_id, flagged)
   select s, c.id, c.deck_id, true from unnest($1::integer[]) s, cards c
   where c.deck_id = any ($2) and c.ordinal % 50 = 0`,
  [students, decks.map(({ id }) => id)],
);
await pool.query('vacuum analyze');

const api = await startServer(bench, 'api/server.ts');
const connection = new KeptConnections(api.port, 1);
const sign = await tokenSigner();

interface Asked {
  path: string;
  body?: string;
}

/** Milliseconds of so many calls, one after the other, of the students in turn. */
async function timed(asked: (index: number) => Asked) {
  const times: number[] = [];
  let bytes = 0;
  for (let index = -STUDENTS; index < REQUESTS; index++) {
    const { path, body } = asked(index + STUDENTS);
    const answer = await connection.call(path, {
      headers: {
        authorization: `Bearer ${sign(students.at(index % STUDENTS)!)}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body, method: 'POST' }),
    });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body}`);
    bytes = answer.body.length;
    // The first round fills the caches.
    if (index >= 0) times.push(answer.ms);
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), bytes };
}

const deckOf = (index: number) => `/api/decks/${decks[index % DECKS]!.id}`;
const tag = (index: number) => encodeURIComponent(`đề ${index % TAGS}`);
const batch = (...urls: string[]): Asked => ({
  path: '/api/batch',
  body: JSON.stringify({ requests: urls.map((url) => ({ method: 'GET', url })) }),
});

const CALLS: Record<string, (index: number) => Asked> = {
  'a bare route': () => ({ path: '/api/me' }),
  'what the screen reads first': (index) =>
    batch(deckOf(index), `${deckOf(index)}/counts`, `${deckOf(index)}/cram`, `${deckOf(index)}/cram/tags`),
  'counts of a deck': (index) => ({ path: `${deckOf(index)}/cram` }),
  'tags of a deck': (index) => ({ path: `${deckOf(index)}/cram/tags` }),
  '200 cards of a deck': (index) => ({ path: `${deckOf(index)}/cram/cards?kind=all&limit=200` }),
  '20 cards of a deck': (index) => ({ path: `${deckOf(index)}/cram/cards?kind=all&limit=20` }),
  'the 200 hardest': (index) => ({ path: `${deckOf(index)}/cram/cards?kind=hard&limit=200` }),
  '200 due cards': (index) => ({ path: `${deckOf(index)}/cram/cards?kind=due&limit=200` }),
  '20 cards with a tag': (index) => ({
    path: `${deckOf(index)}/cram/cards?kind=all&limit=20&tag=${tag(index)}`,
  }),
  'counts of a tag over all decks': (index) => ({ path: `/api/cram?tag=${tag(index)}` }),
  '200 cards with a tag over all decks': (index) => ({
    path: `/api/cram/cards?kind=all&limit=200&tag=${tag(index)}`,
  }),
};
for (const [name, asked] of Object.entries(CALLS)) {
  const { p50, p95, bytes } = await timed(asked);
  console.log(`${name}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${bytes} bytes`);
}
connection.close();
await stopProcess(api.process);
await bench.close();
