import t from 'tap';
import { cardAnswers } from '../../../core/learning/progress/card-answers.projection.ts';
import { createTestDatabase } from '../../harness/database-harness.ts';
import { sql } from '../../harness/sql.ts';
import { given, projectAll, resetProjections, review } from '../../log/given-events.ts';
import { weightsSet } from '../answering/given-undo.ts';

const { pool } = await createTestDatabase(t);

async function rows(): Promise<string[]> {
  const rows = await sql(pool)<{ line: string }>`
    select concat_ws(' ', student_id, card_id, positions) as line from card_answers order by student_id, card_id`;
  return rows.map(({ line }) => line);
}

t.test('MYC-06 answers are found by student and card, and weights under no card', async (t) => {
  await given(pool, [review(1, { card_id: 1 }), review(1, { card_id: 2 }), review(1, { card_id: 1 })]);
  await projectAll(pool, [cardAnswers]);
  await given(pool, [weightsSet(1, { 0: 0.9 }), review(1, { card_id: 2 })]);
  await projectAll(pool, [cardAnswers]);
  const all = ['1 0 {4}', '1 1 {1,3}', '1 2 {2,5}'];
  t.same(await rows(), all);

  await t.test('what was parked takes its place among the others', async (t) => {
    await pool.query(`update card_answers set positions = array[5] where card_id = 2;
      update card_answers set positions = array[1] where card_id = 1`);
    const parked = [review(1, { card_id: 2 }), review(1, { card_id: 1 })];
    const events = parked.map((event, index) => ({ ...event, partition: 1, position: index + 2 }));
    await cardAnswers.apply(events as never, pool as never, undefined as never);
    t.same(await rows(), all);
  });

  await t.test('emptied and projected again, the rows are the same', async (t) => {
    await resetProjections(pool);
    t.same(await rows(), []);
    await projectAll(pool, [cardAnswers]);
    t.same(await rows(), all);
  });
});
