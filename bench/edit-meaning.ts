import { randomUUID } from 'node:crypto';
import { editCards, tableCards } from '../core/card/edits/card-edits.ts';
import { seenCard } from '../core/card/seen-card.ts';
import { percentile } from './load/kept-connections.ts';
import { addTeachers, addWordDeck, openBenchDatabase } from './school/bench-database.ts';

/**
 * How long it takes to change 500 cards that 1,000 students have learnt, to another wording and to another meaning. And
 * how many rows of the students are written for it. The baseline keeps no versions.
 */
const CARDS = 500;
const LEARNERS = 1_000;
const EDITS = 20;

const { pool, ...bench } = await openBenchDatabase();
const [editorId] = await addTeachers(bench.database, 1);
const [deckId] = await addWordDeck(bench.database, editorId!, CARDS);
await pool.query(
  `update cards set example_sentence = repeat('An example. ', 6), definition = repeat('A definition. ', 4) where deck_id = $1`,
  [deckId],
);
await pool.query(
  `insert into review_schedule (partition, student_id, card_id, deck_id, stability, difficulty, introduced_day, anchor_day, due_day,
     reviews, lapses, last_reviewed_at)
   select partition_of(1000 + s), 1000 + s, c.id, c.deck_id, 2, 5, '2026-01-01', '2026-01-01', '2026-01-03', 1, 0, now()
   from generate_series(1, $1::integer) s, cards c where c.deck_id = $2`,
  [LEARNERS, deckId],
);
await pool.query('vacuum analyze cards');
await pool.query('vacuum analyze review_schedule');

/** The rows of the schedule that the database has written so far. */
async function written(): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ count: number }>(
    `select (n_tup_ins + n_tup_upd + n_tup_del)::integer as count from pg_stat_user_tables where relname = 'review_schedule'`,
  );
  return rows[0]!.count;
}

async function edit(what: string, change: 'wording' | 'meaning'): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < EDITS; round++) {
    const { data } = await tableCards(pool, deckId, { offset: 0, limit: CARDS });
    const cards = data.map((card) => ({ id: card.id, seen: seenCard(card), back: `${what} ${round}` }));
    const start = performance.now();
    await editCards(
      pool,
      { deckId, editorId: editorId!, now: new Date() },
      { key: randomUUID(), edit: { act: 'texts', cards, change } },
    );
    times.push(performance.now() - start);
  }
  console.log(
    `${what}: p50 ${percentile(times, 0.5).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms for ${CARDS} cards`,
  );
}

const before = await written();
await pool.query('alter table cards disable trigger note_card_version');
await edit('wording, without versions', 'wording');
await pool.query('alter table cards enable trigger note_card_version');
await edit('wording', 'wording');
await edit('meaning', 'meaning');
console.log(`${(await written()) - before} rows of ${LEARNERS * CARDS} of the schedule were written`);
await bench.close();
