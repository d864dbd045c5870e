import { randomUUID } from 'node:crypto';
import t from 'tap';
import type { NewEvent } from '../../../core/log/append/appender.ts';
import { projections } from '../../../core/projections.ts';
import { createTestDatabase } from '../../harness/database-harness.ts';
import { sql } from '../../harness/sql.ts';
import { emptyLog, given, projectAll, review } from '../../log/given-events.ts';
import { undo, weightsSet } from './given-undo.ts';

const { pool } = await createTestDatabase(t);

/**
 * Leaves out the time that a student may still claim: what was claimed stays so when the answer is taken back. Leaves
 * out where answers lie in the log, whatever became of them.
 */
const TABLES = projections
  .flatMap(({ tables }) => tables)
  .filter((table) => !['study_clocks', 'cut_reviews', 'card_answers'].includes(table));

async function clear(): Promise<void> {
  await pool.query('delete from classes');
  await emptyLog(pool);
}

t.afterEach(clear);

async function state(): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of TABLES) {
    const { rows } = await pool.query(`select to_jsonb(x) as row from ${table} x order by x::text`);
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

/** What the projections hold when each group of events is projected at once. */
async function after(...groups: NewEvent[][]): Promise<Record<string, unknown[]>> {
  await clear();
  await givenClass();
  for (const events of groups) {
    await given(pool, events);
    await projectAll(pool);
  }
  return state();
}

/** A class with decks 1 and 2, of student 1. */
async function givenClass(): Promise<void> {
  await sql(pool)`
    insert into users (id, name, email, password_hash, role, time_zone) overriding system value values
    (1, 'An', 'an@example.org', 'x', 'student', 'UTC'), (9, 'Hoa', 'hoa@example.org', 'x', 'teacher', 'UTC')
    on conflict do nothing;
    insert into decks (id, user_id, title) overriding system value values (1, 9, 'One'), (2, 9, 'Two')
    on conflict do nothing;
    insert into classes (id, teacher_id, name) overriding system value values (1, 9, 'Class');
    insert into class_decks (class_id, deck_id) values (1, 1), (1, 2);
    insert into class_members (class_id, student_id, status, joined_at) values (1, 1, 'approved', now())`;
}

const first = review(1, { card_id: 1, day: '2026-03-01' });
const second = review(1, { card_id: 2, day: '2026-03-01', time_spent: 9 });
const lapse = review(1, { card_id: 1, day: '2026-03-05', card_type: 'review', rating: 0, first_status: 0 });
const other = review(1, { card_id: 3, deck_id: 2, day: '2026-03-05' });

t.test('an answer that is taken back in its own batch was never given', async (t) => {
  const without = await after([first, other]);
  t.same(await after([first, second, undo(1, second), other]), without);
});

t.test('an answer that is taken back later was never given', async (t) => {
  const without = await after([first], [other]);
  t.same(await after([first, second], [undo(1, second)], [other]), without);
  t.same(await after([first], [second], [other, undo(1, second)]), without);
});

t.test('a lapse that is taken back leaves the schedule as it was', async (t) => {
  const without = await after([first]);
  t.same(await after([first], [lapse], [undo(1, lapse)]), without);
  const again = review(1, { card_id: 1, day: '2026-03-05', card_type: 'review' });
  t.same(await after([first], [lapse], [undo(1, lapse), again]), await after([first, again]));
});

t.test('the middle one of three answers to a card can be taken back', async (t) => {
  const third = review(1, { card_id: 1, day: '2026-03-09', card_type: 'review' });
  t.same(await after([first, lapse], [third], [undo(1, lapse)]), await after([first, third]));
});

t.test('when every answer is taken back nothing is left', async (t) => {
  const left = await after(
    [first, second],
    [lapse, other],
    [first, second, lapse, other].map((one) => undo(1, one)),
  );
  for (const table of TABLES) t.same(left[table], [], table);
});

t.test('a repeated undo, and one of nothing or of somebody else’s answer, change nothing', async (t) => {
  const stranger = review(2, { card_id: 1 });
  const without = await after([first, stranger]);
  const again = { ...undo(1, second), id: randomUUID() };
  t.same(await after([first, second, stranger], [undo(1, second), again, undo(1, stranger)]), without);
  t.same(await after([undo(1, second), first, stranger]), without);
});

t.test('an undo that comes before its answer takes nothing back', async (t) => {
  const both = await after([first, second]);
  t.same(await after([undo(1, second)], [first, second]), both);
  t.same(await after([undo(1, second), first], [second], [undo(1, other)]), both);
});

t.test('a student’s own weights hold from their event on, also when a card is computed anew', async (t) => {
  const weights = weightsSet(1, { 0: 0.5, 2: 5 });
  const later = review(1, { card_id: 2, day: '2026-03-05' });
  const row = (found: Record<string, unknown[]>, card: number) =>
    (found.review_schedule as { card_id: number; stability: number }[]).find(
      ({ card_id }) => card_id === card,
    );
  const found = await after([first], [weights], [later]);
  t.match(row(found, 1), { stability: 2.3065 });
  t.match(row(found, 2), { stability: 5 });
  const undone = review(1, { card_id: 2, day: '2026-03-07', card_type: 'review' });
  t.same(await after([first, weights, later], [undone], [undo(1, undone)]), found);
  t.match(row(await after([weights, review(2)]), 1), { stability: 2.3065 }, 'of nobody else');
});

t.test('an undo that names a student’s weights takes nothing back, in their batch or later', async (t) => {
  const weights = weightsSet(1, { 2: 5 });
  const undone = undo(1, { ...weights, data: first.data });
  const without = await after([weights, first]);
  t.same(await after([weights, undone, first]), without);
  t.same(await after([weights], [undone], [first]), without);
});

t.test('weights out of range are parked, with what the student does later', async (t) => {
  await after([first, weightsSet(1, { 20: 7 }), second], [review(2)]);
  const rows = await sql(pool)`
    select projection, count(*)::integer as events, min(reason) as reason from parked_events group by 1`;
  t.match(rows, [{ projection: 'review_schedule', events: 2 }]);
});
