import type { Pool } from 'pg';
import t, { type Test } from 'tap';
import { cardReviewUndone } from '../../../core/learning/answering/undo.ts';
import { Appender } from '../../../core/log/append/appender.ts';
import { allPartitions, partitionCount, partitionOf } from '../../../core/log/position.ts';
import { projectTogether } from '../../../core/log/projecting/project-together.ts';
import type { Projection } from '../../../core/log/projection.ts';
import { projections } from '../../../core/projections.ts';
import { givenClass, givenPeople } from '../../classroom/given-classes.ts';
import { createTestDatabase } from '../../harness/database-harness.ts';
import { sql } from '../../harness/sql.ts';
import { given, neighbours, projectAll, review } from '../given-events.ts';
import { plainProjections, projectedRows } from '../histories/plain-projections.ts';
import { givenProjector } from './given-projector.ts';

const ALL = allPartitions();
const { first, elsewhere } = neighbours();
const [here, there] = [partitionOf(first), partitionOf(elsewhere)];

const ascending = (partitions: number[]): number[] => partitions.toSorted((a, b) => a - b);

/** A database with an answer in each of two partitions, and what a step of all projections in them does. */
async function twoPartitions(t: Test) {
  const { pool } = await createTestDatabase(t);
  await given(pool, [review(first), review(elsewhere)]);
  const checkpoints = async () => {
    const rows = await sql(pool)`
      select partition, array_agg(distinct position::integer) as positions from projection_checkpoints
      where position > 0 group by partition order by partition`;
    return Object.fromEntries(rows.map(({ partition, positions }) => [partition, positions]));
  };
  return {
    pool,
    step: (of = projections, partitions = ALL) => projectTogether(pool, of, partitions),
    checkpoints,
  };
}

async function isCountedPlainly(t: Test, pool: Pool): Promise<void> {
  const { parked, ...plain } = await plainProjections(pool);
  t.same(await projectedRows(pool), plain);
}

t.test('one step takes in what is new in all partitions, each event once', async (t) => {
  const { pool } = await createTestDatabase(t);
  const students = Array.from({ length: 59 }, (_, index) => index + 1);
  const { teacherId } = await givenPeople(pool, { students: students.length, decks: 1 });
  await givenClass(pool, teacherId, { decks: [1], students });
  // More than an hour is claimed at once, so that some of it is cut.
  const round = (turn: number) =>
    students.map((student, index) =>
      review(student, { card_id: 1 + ((index + turn) % 3), time_spent: index % 4 ? 9 : 1_500 }),
    );
  const appender = new Appender(pool);
  for (const turn of [1, 2, 3, 4]) {
    await Promise.all(round(turn).map((event) => appender.append(event)));
    const { taken, more, left } = await projectTogether(pool, projections, ALL);
    t.same(ascending(taken), ALL);
    t.same([more, left], [[], []]);
    const again = await projectTogether(pool, projections, ALL);
    t.same(again, { taken: [], more: [], left: [] }, 'nothing is new');
  }
  const { rows: cut } = await pool.query('select from cut_reviews');
  t.ok(cut.length > 0, 'some claim more than the time that has passed');
  const { rows: sums } = await pool.query('select from class_days');
  t.equal(sums.length, partitionCount(), 'each partition has sums of its own');
  await isCountedPlainly(t, pool);
});

t.test('a backlog is taken in steps', async (t) => {
  const { pool } = await createTestDatabase(t);
  const appender = new Appender(pool);
  await Promise.all(
    Array.from({ length: 2_100 }, (_, index) =>
      appender.append(review(first, { card_id: 1 + (index % 50) })),
    ),
  );
  t.same(await projectTogether(pool, projections, ALL), { taken: [here], more: [here], left: [] });
  t.same(await projectTogether(pool, projections, [here]), { taken: [here], more: [], left: [] });
  await isCountedPlainly(t, pool);
});

t.test('a checkpoint that is held holds back its partition alone', async (t) => {
  const { pool, step, checkpoints } = await twoPartitions(t);
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query(
    `select from projection_checkpoints where projection = 'class_progress' and partition = $1 for update`,
    [here],
  );
  t.same(await step(), { taken: [there], more: [], left: [here] });
  t.same(await checkpoints(), { [there]: [1] });
  await holder.query(`select from projection_checkpoints where partition = $1 for update`, [here]);
  t.same(await step(), { taken: [], more: [], left: [] }, 'whoever holds all of them does the work');
  await holder.query('rollback');
  holder.release();
});

t.test('a row that is held is not waited for while the checkpoints of all are', async (t) => {
  const { pool, step, checkpoints } = await twoPartitions(t);
  await projectAll(pool);
  await given(pool, [review(first), review(elsewhere)]);
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select from deck_stats where student_id = $1 for update', [first]);
  const { taken, left } = await step();
  t.same([taken, ascending(left)], [[], ascending([here, there])]);
  t.same(await step(projections, [there]), { taken: [there], more: [], left: [] }, 'others go on');
  t.same(await checkpoints(), { [here]: [1], [there]: [2] });
  await holder.query('rollback');
  holder.release();
});

t.test('what cannot be applied is left whole to the steps of each projection', async (t) => {
  const { pool, step, checkpoints } = await twoPartitions(t);
  const failing: Projection[] = projections.map((projection, index) => ({
    ...projection,
    apply: async (events, tx, once) => {
      await projection.apply(events, tx, once);
      if (index === 1 && events.some(({ partition }) => partition === here)) throw new Error('poisoned');
    },
  }));
  const { taken, left } = await step(failing);
  t.same([taken, ascending(left)], [[], ascending([here, there])]);
  t.same(await checkpoints(), {}, 'nothing is committed');
  t.same((await projectedRows(pool)).review_schedule, []);
  t.same(await step(failing, [there]), { taken: [there], more: [], left: [] });
  t.same(await step(failing, [here]), { taken: [], more: [], left: [here] });
  await projectAll(pool);
  await isCountedPlainly(t, pool);
});

t.test('partitions with parked events, or unequal checkpoints, are left', async (t) => {
  const { pool, step } = await twoPartitions(t);
  await sql(pool)`insert into parked_events (projection, partition, position, student_id, reason)
    values ('deck_stats', ${here}, 1, ${first}, 'for the test')`;
  t.same(await step(), { taken: [there], more: [], left: [here] });
  await pool.query('delete from parked_events');
  await sql(pool)`update projection_checkpoints set position = 1 where projection = 'deck_stats'
    and partition = ${here}`;
  t.same(await step(), { taken: [], more: [], left: [here] });
});

t.test('an answer that is taken back later is computed anew without other partitions', async (t) => {
  const { pool, step } = await twoPartitions(t);
  const taken = review(first, { card_id: 2 });
  await given(pool, [taken]);
  await step();
  const undone = await cardReviewUndone(pool, { studentId: first, reviewId: taken.id, now: Date.now() });
  await given(pool, [undone, review(elsewhere)]);
  t.same(await step(), { taken: [there], more: [], left: [here] });
  t.same(await step(), { taken: [here], more: [], left: [] });
  await isCountedPlainly(t, pool);
});

t.test('an event that is missing is passed over nowhere', async (t) => {
  const { pool, step, checkpoints } = await twoPartitions(t);
  await given(pool, [review(first)]);
  await sql(pool)`delete from events where partition = ${here} and position = 1`;
  const { taken } = await step();
  t.same(taken, []);
  t.same(await checkpoints(), {});
});

t.test('what wakes a partition in the middle of such a step waits until it is projected', async (t) => {
  const { pool, checkpoints } = await twoPartitions(t);
  const projector = givenProjector(t, pool);
  const step = projector.wake();
  await projector.wake([here]);
  t.same(
    (await checkpoints())[here],
    [1],
    'a job that ended before would leave the rest to one worker alone',
  );
  await step;
});
