import type { Pool } from 'pg';
import t from 'tap';
import { eventRegister } from '../../../core/events.ts';
import {
  type HistoryEvent,
  type HistoryScope,
  planHistories,
  readHistories,
} from '../../../core/learning/memory/review-histories.ts';
import { column } from '../../harness/columns.ts';
import { createTestDatabase } from '../../harness/database-harness.ts';
import { sql } from '../../harness/sql.ts';
import { given, neighbours, review, studentOf } from '../../log/given-events.ts';
import { undo, weightsSet } from '../answering/given-undo.ts';

const { pool } = await createTestDatabase(t);
const { first, second, elsewhere } = neighbours();

t.beforeEach(async () => void (await pool.query('truncate events; update log_partitions set head = 0')));

async function histories(from: Pool, scope: HistoryScope = {}) {
  const client = await from.connect();
  try {
    const events: HistoryEvent[] = [];
    let read = 0;
    const plan = await planHistories(client, eventRegister, scope);
    for await (const page of readHistories(client, plan)) {
      events.push(...page.events);
      read += page.read;
    }
    return { events, read, total: plan.total };
  } finally {
    client.release();
  }
}

const cardsOf = (events: HistoryEvent[], studentId: number): (number | string)[] =>
  events
    .filter((event) => event.studentId === studentId)
    .map((event) => (event.type === 'CardReviewed' ? event.data.card_id : event.type));

t.test('each student’s answers and weights come in order, as they were said', async (t) => {
  const answer = review(first, { card_id: 3, first_status: 0, tries: 4, day: '2026-03-09' });
  await given(pool, [
    answer,
    review(second, { card_id: 7 }),
    review(elsewhere, { card_id: 8 }),
    weightsSet(first, {}),
    review(first, { card_id: 1 }),
  ]);
  const { events, read, total } = await histories(pool);
  t.same([read, total], [5, 5]);
  t.same(cardsOf(events, first), [3, 'SchedulerWeightsSet', 1]);
  t.same([cardsOf(events, second), cardsOf(events, elsewhere)], [[7], [8]]);
  const { partition, position, ...said } = events.find(({ id }) => id === answer.id)!;
  const { hash, ...asked } = answer;
  // Of an answer of version 1 nobody knows how the card was asked.
  t.same(said, { ...asked, data: { ...asked.data, typed: null, asked: null, mode: null } });
});

t.test('answers that were taken back are left out, those of others with the same id are not', async (t) => {
  const taken = review(first, { card_id: 2 });
  await given(pool, [
    review(first, { card_id: 1 }),
    taken,
    { ...taken, studentId: second },
    review(first, { card_id: 3 }),
    undo(first, taken),
  ]);
  const { events } = await histories(pool);
  t.same(cardsOf(events, first), [1, 3]);
  t.same(cardsOf(events, second), [2]);
});

t.test('a student, a deck, a class and a time are what is asked for', async (t) => {
  await given(pool, [
    review(first, { deck_id: 1, card_id: 1 }),
    review(first, { deck_id: 2, card_id: 2 }),
    weightsSet(first, {}),
    review(second, { deck_id: 1, card_id: 3 }),
    review(elsewhere, { deck_id: 1, card_id: 4 }),
  ]);
  t.same(cardsOf((await histories(pool, { deckId: 2 })).events, first), [2, 'SchedulerWeightsSet']);
  const ofSecond = await histories(pool, { studentId: second });
  t.same([ofSecond.events.length, cardsOf(ofSecond.events, second)], [1, [3]]);
  await t.rejects(histories(pool, { classId: 6 }), { code: 'class_not_found' });
  await sql(pool)`update events
    set recorded_at = case position when 1 then timestamptz '2026-03-01' else '2026-03-05' end`;
  const early = await histories(pool, { until: new Date('2026-03-03') });
  t.same(early.total, 2);
  t.same([cardsOf(early.events, first), cardsOf(early.events, elsewhere)], [[1], [4]]);
});

t.test('a log longer than a page is read whole, and a missing event is told', async (t) => {
  await sql(pool)`
    insert into events (partition, position, id, student_id, type, version, data, data_hash, occurred_at, recorded_at)
    select 3, n, gen_random_uuid(), ${studentOf(3)}, 'CardReviewed', 1, jsonb_build_object('deck_id', 1, 'card_id', n, 'rating', 2,
    'card_type', 'new', 'first_status', 2, 'tries', 1, 'time_spent', 1, 'day', '2026-03-01'), '', now(), now()
    from generate_series(1, 12000) n`;
  await pool.query('update log_partitions set head = 12000 where partition = 3');
  const { events, read } = await histories(pool);
  t.equal(read, 12_000);
  t.same(
    column(events, 'position'),
    Array.from({ length: 12_000 }, (_, index) => index + 1),
  );
  await pool.query('delete from events where position = 7000');
  await t.rejects(histories(pool), { name: 'LogGapError', message: /partition 3 .*5001 to 10000/ });
});

t.test('an event that this version does not know is refused by name', async (t) => {
  await given(pool, [{ ...review(first), version: 99 }]);
  await t.rejects(histories(pool), { name: 'UnreadableEventError', message: /CardReviewed version 99/ });
});
