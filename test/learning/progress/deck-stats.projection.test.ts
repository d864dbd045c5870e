import fc from 'fast-check';
import t from 'tap';
import { deckStats } from '../../../core/learning/progress/deck-stats.projection.ts';
import type { NewEvent } from '../../../core/log/append/appender.ts';
import { createTestDatabase } from '../../harness/database-harness.ts';
import { sql } from '../../harness/sql.ts';
import { given, projectAll, resetProjections, review } from '../../log/given-events.ts';

const { pool } = await createTestDatabase(t);

const clear = (): Promise<unknown> =>
  pool
    .query('truncate events, review_schedule, deck_stats; update log_partitions set head = 0')
    .then(() => resetProjections(pool));

t.afterEach(clear);

async function rows() {
  return sql(pool)`
    select student_id, deck_id, day::text, cards, reviews, seconds::float8 as seconds from deck_stats order by student_id, deck_id, day`;
}

async function then(events: NewEvent[]) {
  await given(pool, events);
  await projectAll(pool, [deckStats]);
  return rows();
}

t.test('CHT-01 cards of a day are distinct, reviews and seconds are summed', async (t) => {
  t.same(
    await then([
      review(1, { card_id: 1, time_spent: 4 }),
      review(1, { card_id: 2, time_spent: 3 }),
      review(1, { card_id: 1, time_spent: 5, rating: 0 }),
    ]),
    [{ student_id: 1, deck_id: 1, day: '2026-03-01', cards: 2, reviews: 3, seconds: 12 }],
  );
});

t.test('a card counts once a day, also when the answers come in different batches', async (t) => {
  await then([review(1, { card_id: 1 })]);
  const [row] = await then([review(1, { card_id: 1 }), review(1, { card_id: 2 })]);
  t.match(row, { cards: 2, reviews: 3 });
});

t.test('students, decks and days are kept apart', async (t) => {
  const result = await then([
    review(1, { card_id: 1, deck_id: 1 }),
    review(1, { card_id: 9, deck_id: 2 }),
    review(1, { card_id: 1, deck_id: 1, day: '2026-03-02' }),
    review(2, { card_id: 1, deck_id: 1 }),
  ]);
  t.same(
    result.map((row) => [row.student_id, row.deck_id, row.day, row.cards]),
    [
      [1, 1, '2026-03-01', 1],
      [1, 1, '2026-03-02', 1],
      [1, 2, '2026-03-01', 1],
      [2, 1, '2026-03-01', 1],
    ],
  );
});

const anyReview = fc
  .record({
    student: fc.integer({ min: 1, max: 3 }),
    card_id: fc.integer({ min: 1, max: 6 }),
    time_spent: fc.integer({ min: 0, max: 60 }),
    day: fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-03'),
  })
  // A card never changes its deck.
  .map(({ student, ...data }) => review(student, { ...data, deck_id: 1 + (data.card_id % 2) }));

t.test('live, batch by batch, equals a recount from the log', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(anyReview, { maxLength: 12 }), { maxLength: 5 }), async (batches) => {
      await clear();
      for (const batch of batches) {
        await given(pool, batch);
        await projectAll(pool, [deckStats]);
      }
      const recount = await sql(pool)`
        select student_id, (data->>'deck_id')::integer as deck_id, data->>'day' as day,
        count(distinct data->>'card_id')::integer as cards, count(*)::integer as reviews,
        sum((data->>'time_spent')::integer)::integer as seconds
        from events group by 1, 2, 3 order by 1, 2, 3`;
      t.same(await rows(), recount);
    }),
    { numRuns: 25 },
  );
});
