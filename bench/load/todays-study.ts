import { addStudents, addTeachers, median, openBenchDatabase } from '../school/bench-database.ts';
import { tokenSigner } from './answer-requests.ts';
import { KeptConnections, percentile, timesOf } from './kept-connections.ts';
import { startServer } from './server-process.ts';

/**
 * What is left today over 20 decks of 5,000 cards, in one call, beside 20 calls that ask each deck. Also the next cards
 * of all these decks. The program fails when the sums differ.
 */
const DECKS = 20;
const CARDS = 5_000;
const REQUESTS = 100;
const ROUNDS = 3;

const { pool, ...bench } = await openBenchDatabase();
const [student] = await addStudents(bench.database, 1);
const [teacher] = await addTeachers(bench.database, 1);
const { rows: decks } = await pool.query<{ id: number }>(
  `insert into decks (user_id, title, is_official, official_button_label)
   select $1, 'Deck ' || n, true, 'Deck' from generate_series(1, $2::integer) n returning id`,
  [teacher, DECKS],
);
const deckIds = decks.map(({ id }) => id);
await pool.query(
  `insert into cards (deck_id, ordinal, front, back)
   select deck, n, 'front ' || n, 'back ' || n from unnest($1::integer[]) deck, generate_series(1, $2::integer) n`,
  [deckIds, CARDS],
);
const api = await startServer(bench, 'api/server.ts');
const connection = new KeptConnections(api.port, DECKS);
const headers = { authorization: `Bearer ${(await tokenSigner())(student!)}` };

console.log(
  `${DECKS} decks of ${CARDS} cards, ${ROUNDS} rounds of ${REQUESTS} calls, the median of the rounds`,
);
for (const learnt of [0.1, 0.6, 0.95, 1]) await measure(learnt);
await measure(1, 'nothing due');

connection.close();
await bench.close();
process.exit(0);

type Due = 'some due' | 'nothing due';

/** A year of study in each deck: of the cards that were learnt, 30 to 40 a deck are due, or the first in three days. */
async function given(learnt: number, due: Due): Promise<void> {
  await pool.query('truncate review_schedule, deck_stats');
  await pool.query(
    `insert into review_schedule (partition, student_id, card_id, deck_id, stability, difficulty, introduced_day, anchor_day,
       due_day, reviews, lapses, last_reviewed_at)
     select partition_of($1), $1, id, deck_id, 10, 5, '2026-01-01', '2026-01-01',
       current_date + $5::integer + (random() * $3::float8 * $4 / 18)::integer, 3, 0, now()
     from cards where deck_id = any ($2) and ordinal <= $3::float8 * $4 order by random()`,
    [student, deckIds, learnt, CARDS, due === 'some due' ? -1 : 3],
  );
  await pool.query(
    `insert into deck_stats (partition, student_id, deck_id, day, card_ids, reviews, seconds, last_studied_at)
     select partition_of($1), $1, deck, day, (select array_agg(c.id) from (
         select id from cards where deck_id = deck order by ordinal limit 40) c), 40, 320, now()
     from unnest($2::integer[]) deck, generate_series(current_date - 365, current_date - 1, interval '1 day') day`,
    [student, deckIds],
  );
  // A bulk load; in use autovacuum would have kept up with it.
  await pool.query('vacuum analyze');
}

async function measure(learnt: number, due: Due = 'some due'): Promise<void> {
  await given(learnt, due);
  const figures = new Map<string, { p50: number[]; p95: number[] }>();
  const timed = async (name: string, ask: () => Promise<unknown>) => {
    const times = await timesOf(REQUESTS, ask);
    const known = figures.get(name) ?? { p50: [], p95: [] };
    known.p50.push(percentile(times, 0.5));
    known.p95.push(percentile(times, 0.95));
    figures.set(name, known);
  };
  for (let round = 0; round <= ROUNDS; round++) {
    // The first round warms up.
    if (round === 1) figures.clear();
    await timed('today      ', today);
    await timed('today/cards', () => read('/api/today/cards'));
    await timed('20 × counts', allCounts);
  }
  const [{ data }, counts] = [await today(), await allCounts()];
  const sums = [
    sum(counts.map((each) => each.reviewCardsToday)),
    sum(counts.map((each) => each.newCardsToday)),
  ];
  if (sums[0] !== data.due || sums[1] !== data.new)
    throw new Error(`${sums} are not ${data.due}, ${data.new}`);
  console.log(`${learnt * 100} % learnt, ${data.due} due, ${data.new} new`);
  for (const [name, { p50, p95 }] of figures)
    console.log(`  ${name}  p50 ${median(p50).toFixed(1)} ms  p95 ${median(p95).toFixed(1)} ms`);
}

async function read<T>(path: string): Promise<T> {
  const { status, body } = await connection.call(path, { headers });
  if (status !== 200) throw new Error(`${path}: ${status} ${body}`);
  return JSON.parse(body) as T;
}

function today(): Promise<{ data: { due: number; new: number } }> {
  return read('/api/today');
}

/** One after the other, as 20 screens would; asked side by side they take more of the server's time, not less. */
async function allCounts(): Promise<{ reviewCardsToday: number; newCardsToday: number }[]> {
  const found = [];
  for (const id of deckIds)
    found.push(
      (await read<{ data: { reviewCardsToday: number; newCardsToday: number } }>(`/api/decks/${id}/counts`))
        .data,
    );
  return found;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
