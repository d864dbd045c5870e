import t from 'tap';
import { recallBetween, recallDays } from '../../../core/learning/progress/recall-days.projection.ts';
import type { NewEvent } from '../../../core/log/append/appender.ts';
import { createTestDatabase } from '../../harness/database-harness.ts';
import { sql } from '../../harness/sql.ts';
import { given, projectAll, resetProjections, review } from '../../log/given-events.ts';
import { undo } from '../answering/given-undo.ts';

const { pool } = await createTestDatabase(t);

t.afterEach(async () => {
  await pool.query('truncate events; update log_partitions set head = 0');
  await resetProjections(pool);
});

const known = (card_id: number, day = '2026-03-01'): NewEvent =>
  review(1, { card_id, day, card_type: 'review' });
const forgotten = (card_id: number, day = '2026-03-01'): NewEvent =>
  review(1, { card_id, day, card_type: 'review', rating: 0, first_status: 0 });

async function rows(): Promise<string[]> {
  const rows = await sql(pool)`
    select concat_ws(' ', student_id, day, recalled, 'of', asked) as line from recall_days order by 1`;
  return rows.map(({ line }) => line);
}

/** The rows after each of these groups of events was projected at once. */
async function then(...groups: NewEvent[][]): Promise<string[]> {
  for (const events of groups) {
    await given(pool, events);
    await projectAll(pool, [recallDays]);
  }
  return rows();
}

t.test('reviews are counted by student and day, and those known at the first try', async (t) => {
  const events = [known(1), forgotten(2), known(3), known(1, '2026-03-02')];
  t.same(await then(events, [review(2, { card_type: 'review' })]), [
    '1 2026-03-01 2 of 3',
    '1 2026-03-02 1 of 1',
    '2 2026-03-01 1 of 1',
  ]);
  await t.test('emptied and projected again, the rows are the same', async (t) => {
    const before = await rows();
    await resetProjections(pool);
    t.same(await rows(), []);
    await projectAll(pool, [recallDays]);
    t.same(await rows(), before);
  });
});

t.test('what the session made of a review in the end does not count', async (t) => {
  const lookedUp = review(1, { card_id: 1, card_type: 'review', rating: 2, first_status: 1, tries: 3 });
  t.same(await then([lookedUp]), ['1 2026-03-01 0 of 1']);
});

t.test('new cards, and those learnt again in the session, are no reviews', async (t) => {
  t.same(await then([review(1, { card_type: 'new' }), review(1, { card_type: 'learning' })]), []);
});

t.test('an answer that was taken back was never given, in its batch or later', async (t) => {
  const [lapse, other] = [forgotten(1), forgotten(2)];
  t.same(await then([known(3), lapse, other, undo(1, lapse)]), ['1 2026-03-01 1 of 2']);
  t.same(await then([known(4), undo(1, other)]), ['1 2026-03-01 2 of 2']);
  const [only] = [known(5, '2026-03-02')];
  t.same(await then([only!], [undo(1, only!)]), ['1 2026-03-01 2 of 2'], 'a day of which nothing is left');
});

t.test('days are added up from the first to the last, both included', async (t) => {
  await then([known(1, '2026-02-28'), known(2), forgotten(3, '2026-03-02'), known(4, '2026-03-03')]);
  const range = { from: '2026-03-01', until: '2026-03-02' };
  t.same(await recallBetween(pool, 1, range), { asked: 2, recalled: 1 });
  t.same(await recallBetween(pool, 2, range), { asked: 0, recalled: 0 });
});
