import fc from 'fast-check';
import t from 'tap';
import { cardAnswers } from '../../../core/learning/progress/card-answers.projection.ts';
import { deckStats } from '../../../core/learning/progress/deck-stats.projection.ts';
import { recallBetween, recallDays } from '../../../core/learning/progress/recall-days.projection.ts';
import { reviewSchedule } from '../../../core/learning/progress/review-schedule.projection.ts';
import type { NewEvent } from '../../../core/log/append/appender.ts';
import { partitionOf } from '../../../core/log/position.ts';
import { createTestDatabase } from '../../harness/database-harness.ts';
import { sql } from '../../harness/sql.ts';
import { emptyLog, given, projectAll, resetProjections, review } from '../../log/given-events.ts';
import { undo, weightsSet } from '../answering/given-undo.ts';

const { pool } = await createTestDatabase(t);
const PROJECTIONS = [reviewSchedule, deckStats, recallDays, cardAnswers];

t.beforeEach(() => emptyLog(pool));

/** Projects each group of events at once. */
async function projected(...groups: NewEvent[][]): Promise<void> {
  for (const events of groups) {
    await given(pool, events);
    await projectAll(pool, PROJECTIONS);
  }
}

const schedules = () => sql(pool)`
  select student_id, card_id, deck_id, introduced_day::text, anchor_day::text, due_day::text, reviews, lapses,
  round(stability::numeric, 4)::float as stability from review_schedule order by student_id, card_id`;
const stats = () => sql(pool)`
  select student_id, deck_id, day::text, cards, reviews, seconds::float8 as seconds
  from deck_stats order by student_id, deck_id, day`;
const lines = async (rows: Promise<{ line: string }[]>) => (await rows).map(({ line }) => line);
const recalls = () =>
  lines(
    sql(
      pool,
    )`select concat_ws(' ', student_id, day, recalled, 'of', asked) as line from recall_days order by 1`,
  );
const positions = () =>
  lines(sql(pool)`select concat_ws(' ', student_id, card_id, positions) as line
    from card_answers order by student_id, card_id`);

t.test('a schedule is what the scheduler makes of the answers; what was not learnt has none', async (t) => {
  const day = '2026-03-01';
  await projected([
    review(1, { card_id: 5, deck_id: 2, day }),
    review(1, { card_id: 6, rating: 0, first_status: 0 }),
    review(1, { card_id: 6, rating: 1, first_status: 1 }),
    review(1, { card_id: 7, first_status: 0, tries: 2, day }),
  ]);
  const learnt = { student_id: 1, introduced_day: day, anchor_day: day, reviews: 1, lapses: 0 };
  const [good, sooner, ...others] = await schedules();
  t.same(good, { ...learnt, card_id: 5, deck_id: 2, due_day: '2026-03-03', stability: 2.3065 });
  t.match(sooner, { ...learnt, card_id: 7, due_day: '2026-03-02' }, 'one that was wrong at first');
  t.same(others, []);
  await projected([
    review(1, { card_id: 5, deck_id: 2, day: '2026-03-03', rating: 0, first_status: 0 }),
    review(1, { card_id: 7, day: '2026-02-01' }),
  ]);
  t.match(await schedules(), [
    { card_id: 5, lapses: 1, reviews: 2 },
    { card_id: 7, anchor_day: day, introduced_day: day, reviews: 2 },
  ]);
});

t.test('CHT-01 cards of a day are distinct, over batches too; reviews and seconds are summed', async (t) => {
  await projected(
    [review(1, { card_id: 1, time_spent: 4 }), review(1, { card_id: 2, time_spent: 3 })],
    [review(1, { card_id: 1, time_spent: 5, rating: 0 })],
  );
  t.same(await stats(), [
    { student_id: 1, deck_id: 1, day: '2026-03-01', cards: 2, reviews: 3, seconds: 12 },
  ]);
});

const known = (card_id: number, day = '2026-03-01'): NewEvent =>
  review(1, { card_id, day, card_type: 'review' });
const forgotten = (card_id: number, day = '2026-03-01'): NewEvent =>
  review(1, { card_id, day, card_type: 'review', rating: 0, first_status: 0 });

t.test('reviews are counted by student and day, and those known at the first try', async (t) => {
  await projected(
    [known(1), forgotten(2), known(3), known(1, '2026-03-02')],
    [review(2, { card_type: 'review' })],
    // What the session made of a review in the end does not count, and what is no review does not.
    [review(3, { card_type: 'review', rating: 2, first_status: 1, tries: 3 })],
    [review(4, { card_type: 'new' }), review(4, { card_type: 'learning' })],
  );
  t.same(await recalls(), [
    '1 2026-03-01 2 of 3',
    '1 2026-03-02 1 of 1',
    '2 2026-03-01 1 of 1',
    '3 2026-03-01 0 of 1',
  ]);
});

t.test('an answer that was taken back was never given, in its batch or later', async (t) => {
  const [lapse, other, only] = [forgotten(1), forgotten(2), known(5, '2026-03-02')];
  await projected([known(3), lapse, other, undo(1, lapse)]);
  t.same(await recalls(), ['1 2026-03-01 1 of 2']);
  await projected([known(4), undo(1, other)], [only], [undo(1, only)]);
  t.same(await recalls(), ['1 2026-03-01 2 of 2'], 'and a day of which nothing is left has gone');
});

t.test('days are added up from the first to the last, both included', async (t) => {
  await projected([known(1, '2026-02-28'), known(2), forgotten(3, '2026-03-02'), known(4, '2026-03-03')]);
  const range = { from: '2026-03-01', until: '2026-03-02' };
  t.same(await recallBetween(pool, 1, range), { asked: 2, recalled: 1 });
  t.same(await recallBetween(pool, 2, range), { asked: 0, recalled: 0 });
});

t.test('MYC-06 answers are found by student and card, and weights under no card', async (t) => {
  await projected(
    [review(1, { card_id: 1 }), review(1, { card_id: 2 }), review(1, { card_id: 1 })],
    [weightsSet(1, { 0: 0.9 }), review(1, { card_id: 2 })],
  );
  const all = ['1 0 {4}', '1 1 {1,3}', '1 2 {2,5}'];
  t.same(await positions(), all);

  await pool.query(`update card_answers set positions = array[5] where card_id = 2;
    update card_answers set positions = array[1] where card_id = 1`);
  const parked = [review(1, { card_id: 2 }), review(1, { card_id: 1 })];
  const events = parked.map((event, index) => ({ ...event, partition: partitionOf(1), position: index + 2 }));
  await cardAnswers.apply(events as never, pool as never, undefined as never);
  t.same(await positions(), all, 'what was parked takes its place among the others');
});

const status = fc.constantFrom(0 as const, 1 as const, 2 as const);
const anyReview = fc
  .record({
    student: fc.integer({ min: 1, max: 4 }),
    card_id: fc.integer({ min: 1, max: 6 }),
    card_type: fc.constantFrom('new' as const, 'review' as const),
    rating: status,
    first_status: status,
    tries: fc.integer({ min: 1, max: 9 }),
    time_spent: fc.integer({ min: 0, max: 60 }),
    day: fc.integer({ min: 1, max: 28 }).map((day) => `2026-03-${String(day).padStart(2, '0')}`),
  })
  // A card never changes its deck.
  .map(({ student, ...data }) => review(student, { ...data, deck_id: 1 + (data.card_id % 2) }));

t.test('live, batch by batch, equals a rebuild in one go, and stats a recount from the log', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(anyReview, { maxLength: 8 }), { maxLength: 5 }), async (batches) => {
      await emptyLog(pool);
      await projected(...batches);
      const rows = () => Promise.all([schedules(), stats(), recalls(), positions()]);
      const live = await rows();
      const recount = await sql(pool)`
        select student_id, (data->>'deck_id')::integer as deck_id, data->>'day' as day,
        count(distinct data->>'card_id')::integer as cards, count(*)::integer as reviews,
        sum((data->>'time_spent')::integer)::integer as seconds
        from events group by 1, 2, 3 order by 1, 2, 3`;
      t.same(live[1], recount);
      await resetProjections(pool);
      t.same(await rows(), [[], [], [], []]);
      await projectAll(pool, PROJECTIONS);
      t.same(await rows(), live);
    }),
    { numRuns: 15 },
  );
});
