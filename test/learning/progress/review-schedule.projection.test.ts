import fc from 'fast-check';
import t from 'tap';
import { reviewSchedule } from '../../../core/learning/progress/review-schedule.projection.ts';
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
    select student_id, card_id, deck_id, introduced_day::text, anchor_day::text, due_day::text, reviews, lapses,
    round(stability::numeric, 4)::float as stability from review_schedule order by student_id, card_id`;
}

async function then(events: NewEvent[]) {
  await given(pool, events);
  await projectAll(pool, [reviewSchedule]);
  return rows();
}

t.test('a new card answered with 2 is due by the stability of a first Good', async (t) => {
  t.same(await then([review(1, { card_id: 5, deck_id: 2, day: '2026-03-01' })]), [
    {
      student_id: 1,
      card_id: 5,
      deck_id: 2,
      introduced_day: '2026-03-01',
      anchor_day: '2026-03-01',
      due_day: '2026-03-03',
      reviews: 1,
      lapses: 0,
      stability: 2.3065,
    },
  ]);
});

t.test('a new card that was wrong at first comes back sooner', async (t) => {
  const [row] = await then([review(1, { first_status: 0, tries: 2 })]);
  t.match(row, { due_day: '2026-03-02', lapses: 0 });
});

t.test('a new card that was not learnt stays new', async (t) => {
  t.same(
    await then([review(1, { rating: 0, first_status: 0 }), review(1, { rating: 1, first_status: 1 })]),
    [],
  );
});

t.test('confident whenever due: the intervals of FSRS-6, one year at most', async (t) => {
  const [row] = await then(
    ['2026-03-01', '2026-03-03', '2026-03-14', '2026-04-29', '2026-10-09'].map((day) => review(1, { day })),
  );
  t.match(row, { reviews: 5, due_day: '2027-10-09' });
});

t.test('a forgotten card lapses and comes back within days, revealed or unknown alike', async (t) => {
  const history = ['2026-03-01', '2026-03-03'].map((day) => review(1, { day }));
  const [unknown] = await then([...history, review(1, { day: '2026-03-14', rating: 0, first_status: 0 })]);
  await clear();
  const [revealed] = await then([...history, review(1, { day: '2026-03-14', rating: 1, first_status: 1 })]);
  t.same(unknown, revealed);
  t.match(unknown, { lapses: 1, reviews: 3 });
  t.ok(unknown.due_day > '2026-03-14' && unknown.due_day < '2026-03-20', unknown.due_day);
});

t.test('an answer dated before the last one counts as of the same day', async (t) => {
  const [row] = await then([review(1, { day: '2026-03-10' }), review(1, { day: '2026-03-01' })]);
  t.match(row, { anchor_day: '2026-03-10', introduced_day: '2026-03-10', reviews: 2 });
});

const anyReview = fc
  .record({
    student: fc.integer({ min: 1, max: 4 }),
    card_id: fc.integer({ min: 1, max: 3 }),
    rating: fc.constantFrom(0 as const, 1 as const, 2 as const),
    first_status: fc.constantFrom(0 as const, 1 as const, 2 as const),
    tries: fc.integer({ min: 1, max: 9 }),
    day: fc.integer({ min: 1, max: 28 }).map((day) => `2026-03-${String(day).padStart(2, '0')}`),
  })
  .map(({ student, ...data }) => review(student, data));

t.test('live, batch by batch, equals a rebuild in one go', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(anyReview, { maxLength: 8 }), { maxLength: 5 }), async (batches) => {
      await clear();
      for (const batch of batches) {
        await given(pool, batch);
        await projectAll(pool, [reviewSchedule]);
      }
      const live = await rows();
      await resetProjections(pool);
      await projectAll(pool, [reviewSchedule]);
      t.same(await rows(), live);
    }),
    { numRuns: 25 },
  );
});
