import { type AskedCall, timeCalls } from './load/timed-calls.ts';
import { addStudents, addTeachers, openBenchDatabase } from './school/bench-database.ts';

/**
 * The wait of students who practise before a test, beside a route that reads nothing: what its screen reads first, and
 * the cards. Eight students have learnt twenty decks of 5,000 cards, of which each has one of fifty tags.
 */
const STUDENTS = 8;
const DECKS = 20;
const CARDS = 5_000;
const TAGS = 50;

const { pool, ...bench } = await openBenchDatabase();
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
     (partition, student_id, card_id, deck_id, stability, difficulty, introduced_day, anchor_day, due_day, reviews, lapses, last_reviewed_at)
   select partition_of(s), s, c.id, c.deck_id, 30, 5, current_date - 90, current_date - 20, current_date + (c.id % 20) - 4, 5, (c.id + s) % 4 / 3, now()
   from unnest($1::integer[]) s, cards c where c.deck_id = any ($2) order by c.ordinal, random()`,
  [students, decks.map(({ id }) => id)],
);
await pool.query(
  `insert into card_marks (partition, student_id, card_id, deck_id, flagged)
   select partition_of(s), s, c.id, c.deck_id, true from unnest($1::integer[]) s, cards c
   where c.deck_id = any ($2) and c.ordinal % 50 = 0`,
  [students, decks.map(({ id }) => id)],
);
await pool.query('vacuum analyze');

const deckOf = (index: number) => `/api/decks/${decks[index % DECKS]!.id}`;
const tag = (index: number) => encodeURIComponent(`đề ${index % TAGS}`);
const batch = (...urls: string[]): AskedCall => ({
  path: '/api/batch',
  body: JSON.stringify({ requests: urls.map((url) => ({ method: 'GET', url })) }),
});

const CALLS: Record<string, (index: number) => AskedCall> = {
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
await timeCalls(
  bench,
  Object.entries(CALLS).map(([name, call]) => ({ name, callers: students, call })),
);
await bench.close();
