import type { Pool } from 'pg';
import t from 'tap';
import { Appender, type NewEvent } from '../../../core/log/append/appender.ts';
import { partitionOf } from '../../../core/log/position.ts';
import { projectionLag } from '../../../core/log/projecting/checkpoint.ts';
import { findParked, listParked } from '../../../core/log/projecting/parked-events.ts';
import { projectBatch } from '../../../core/log/projecting/project-batch.ts';
import { replayParked } from '../../../core/log/projecting/replay-parked.ts';
import type { Projection } from '../../../core/log/projection.ts';
import { projections } from '../../../core/projections.ts';
import { givenClass, givenPeople } from '../../classroom/given-classes.ts';
import { createTestDatabase } from '../../harness/database-harness.ts';
import { until } from '../../harness/until.ts';
import { emptyLog, given, neighbours, projectAll, review } from '../given-events.ts';
import { POISON, parkedRows, projectedRows, withFaultIn } from './given-parked.ts';
import { givenProjector } from './given-projector.ts';

const STUDENTS = 20;
const { first, second, elsewhere } = neighbours();
const partition = partitionOf(first);

/** A class with the decks 1 and 2 and all students. */
async function givenDatabase(): Promise<Pool> {
  const { pool } = await createTestDatabase(t);
  const { teacherId } = await givenPeople(pool, { students: STUDENTS, decks: 2 });
  const students = Array.from({ length: STUDENTS }, (_, index) => index + 1);
  await givenClass(pool, teacherId, { decks: [1, 2], students });
  return pool;
}

const pool = await givenDatabase();
/** With the same log, but no fault ever. */
const sound = await givenDatabase();

t.afterEach(async () => {
  for (const database of [pool, sound]) await emptyLog(database);
});

/** The events in both logs, projected with the faults here and without them there. */
async function givenBoth(events: NewEvent[], faulty: Projection[]): Promise<void> {
  await Promise.all([given(pool, events), given(sound, events)]);
  await projectAll(pool, faulty);
  await projectAll(sound);
}

const cards = (student: number, ...ids: number[]) => ids.map((card_id) => review(student, { card_id }));

t.test('what is parked is listed by projection, partition and student', async (t) => {
  await givenBoth(
    [...cards(first, 1, POISON, 2), ...cards(second, POISON), ...cards(elsewhere, POISON, 3)],
    withFaultIn('deck_stats', 'review_schedule'),
  );
  const there = partitionOf(elsewhere);
  const rows = (projection: string) =>
    [
      { projection, partition, student_id: first, events: 2, first_position: 2 },
      { projection, partition, student_id: second, events: 1, first_position: 4 },
      { projection, partition: there, student_id: elsewhere, events: 2, first_position: 1 },
    ]
      .map((row) => ({ ...row, reason: 'TypeError: no such card' }))
      .sort((a, b) => a.partition - b.partition || a.student_id - b.student_id);
  t.same(await listParked(pool), [...rows('deck_stats'), ...rows('review_schedule')]);
  t.same(await listParked(pool, { projection: 'deck_stats' }), rows('deck_stats'));
  t.same(await listParked(sound), []);
});

t.test('a parked event is shown whole, with its reason', async (t) => {
  const event = review(first, { card_id: POISON });
  await givenBoth([event], withFaultIn('deck_stats'));
  const shown = await findParked(pool, 'deck_stats', { partition, position: 1 });
  t.match(shown, {
    projection: 'deck_stats',
    reason: 'TypeError: no such card',
    partition,
    position: 1,
    id: event.id,
    student_id: first,
    type: 'CardReviewed',
    version: 1,
    data: event.data,
    data_hash: event.hash,
    occurred_at: event.occurredAt.toISOString(),
    recorded_at: /^2.*Z$/,
    parked_at: /^2.*Z$/,
  });
  t.equal(await findParked(pool, 'review_schedule', { partition, position: 1 }), undefined);
  t.equal(await findParked(pool, 'deck_stats', { partition, position: 2 }), undefined);
});

for (const faults of [
  ['deck_stats'],
  ['class_progress'],
  ['review_schedule'],
  ['deck_stats', 'class_progress', 'review_schedule'],
])
  t.test(`once ${faults.join(', ')} can apply them, replayed events leave no trace`, async (t) => {
    await givenBoth(
      [
        ...cards(first, 1, POISON, POISON, 2, 1),
        review(first, { card_id: 3, deck_id: 2, day: '2026-03-02' }),
        ...cards(second, 1, POISON),
        ...cards(elsewhere, 4, POISON, 5),
      ],
      withFaultIn(...faults),
    );
    t.strictNotSame(await projectedRows(pool), await projectedRows(sound), 'before, they differ');
    const outcome = await replayParked(pool, { projections });
    t.same(outcome, { applied: faults.length * 8, remaining: 0, stuck: [] });
    t.same(await projectedRows(pool), await projectedRows(sound));
    t.same(await parkedRows(pool), []);
    const more = [...cards(first, 9, 1), ...cards(elsewhere, 9)];
    await givenBoth(more, projections);
    t.same(await projectedRows(pool), await projectedRows(sound), 'and new events are applied as ever');
  });

t.test('what still fails stays parked with its new reason and with what comes after it', async (t) => {
  const bad = { ...review(first, { card_id: 3 }), version: 99 };
  await givenBoth(
    [...cards(first, POISON, 1), bad, ...cards(first, 2), ...cards(second, POISON, 7)],
    withFaultIn('review_schedule'),
  );
  const outcome = await replayParked(pool, { projections, projection: 'review_schedule' });
  t.match(outcome, { applied: 4, remaining: 2 });
  t.match(outcome.stuck, [
    { projection: 'review_schedule', student_id: first, events: 2, first_position: 3, reason: /version 99/ },
  ]);
  t.equal(outcome.stuck.length, 1);
  t.same(await parkedRows(pool), await parkedRows(sound), 'as if that event alone had failed');
  t.same(await projectedRows(pool), await projectedRows(sound));
});

t.test('only the projection and the student that are named', async (t) => {
  await givenBoth(
    [...cards(first, POISON), ...cards(second, POISON), ...cards(elsewhere, POISON)],
    withFaultIn('deck_stats', 'review_schedule'),
  );
  const one = await replayParked(pool, { projections, projection: 'deck_stats', studentId: second });
  t.match(one, { applied: 1, remaining: 0 });
  t.same(
    (await parkedRows(pool)).map(([projection, student]) => [projection, student]).sort(),
    [
      ['deck_stats', first],
      ['deck_stats', elsewhere],
      ['review_schedule', first],
      ['review_schedule', second],
      ['review_schedule', elsewhere],
    ].sort(),
  );
});

t.test('a dry run tells what would be and changes nothing', async (t) => {
  await givenBoth(
    [...cards(first, 1, POISON, 2), { ...review(second), version: 99 }],
    withFaultIn('deck_stats', 'class_progress'),
  );
  const before = [await projectedRows(pool), await parkedRows(pool)];
  const foretold = await replayParked(pool, { projections, isDryRun: true });
  t.same([await projectedRows(pool), await parkedRows(pool)], before);
  // One of each projection that takes in reviews.
  t.match(foretold, { applied: 4, remaining: 5 });
  t.same(await replayParked(pool, { projections }), foretold);
});

t.test('a projection does not get ahead of the one that it follows', async (t) => {
  await givenBoth(cards(first, 1, POISON, 2), withFaultIn('deck_stats', 'class_progress'));
  const outcome = await replayParked(pool, { projections, projection: 'class_progress' });
  t.match(outcome, { applied: 0, remaining: 2 });
  t.equal(outcome.stuck[0]?.reason, `deck_stats has parked an event of this student, ${partition}-2`);

  await replayParked(pool, { projections, projection: 'deck_stats' });
  const now = await replayParked(pool, { projections, projection: 'class_progress' });
  t.match(now, { applied: 2, remaining: 0 });
  t.same(await projectedRows(pool), await projectedRows(sound));
});

t.test('a projection that fails when it follows a replay parks all it has taken since', async (t) => {
  await givenBoth(cards(first, 1, POISON, 2, 3), withFaultIn('deck_stats'));
  const faulty = withFaultIn('class_progress');
  t.match(await replayParked(pool, { projections: faulty, projection: 'deck_stats' }), {
    applied: 3,
    remaining: 3,
    stuck: [{ projection: 'class_progress', first_position: 2 }],
  });
  t.match(await parkedRows(pool), [
    ['class_progress', first, 2, /no such card/],
    ['class_progress', first, 3, /an earlier event/],
    ['class_progress', first, 4, /an earlier event/],
  ]);
  t.match(await replayParked(pool, { projections }), { applied: 3, remaining: 0 });
  t.same(await projectedRows(pool), await projectedRows(sound));
});

t.test('a failure of the database leaves the student as they were', async (t) => {
  await givenBoth(cards(first, POISON, 1, 2), withFaultIn('deck_stats'));
  const before = [await projectedRows(pool), await parkedRows(pool)];
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  const failing = projections.map((projection) => ({
    ...projection,
    apply: async (...args: Parameters<Projection['apply']>) => {
      await projection.apply(...args);
      if (projection.name === 'class_progress') throw deadlock;
    },
  }));
  await t.rejects(replayParked(pool, { projections: failing }), deadlock);
  t.same([await projectedRows(pool), await parkedRows(pool)], before);
});

t.test('a parked event that is not in the log stops the replay', async (t) => {
  await givenBoth(cards(first, 1, POISON, 2), withFaultIn('deck_stats'));
  await pool.query('delete from events where position = 3');
  await t.rejects(replayParked(pool, { projections }), {
    name: 'LogGapError',
    message: `partition ${partition} has no position 3`,
  });
  t.equal((await parkedRows(pool)).length, 2);
});

t.test('while a student is replayed, the projector of the partition waits', async (t) => {
  await givenBoth(cards(first, POISON, 1), withFaultIn('deck_stats'));
  const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = projections.map((projection) => ({
    ...projection,
    apply: async (...args: Parameters<Projection['apply']>) => {
      await projection.apply(...args);
      reached.resolve();
      await go.promise;
    },
  }));
  const replaying = replayParked(pool, { projections: slow });
  await reached.promise;
  const later = cards(first, 2, 1);
  await Promise.all([given(pool, later), given(sound, later)]);
  for (const name of ['deck_stats', 'class_progress']) {
    const projection = projections.find((one) => one.name === name)!;
    t.match(await projectBatch(pool, projection, partition), { events: 0 }, name);
  }
  go.resolve();
  t.match(await replaying, { applied: 2, remaining: 0 });
  await Promise.all([projectAll(pool), projectAll(sound)]);
  t.same(await parkedRows(pool), []);
  t.same(await projectedRows(pool), await projectedRows(sound));
});

t.test('replayed while students go on and projectors run, nothing is lost or counted twice', async (t) => {
  const everybody = Array.from({ length: STUDENTS }, (_, index) => index + 1);
  await givenBoth(
    everybody.flatMap((student) => cards(student, 1, POISON, 2)),
    withFaultIn('deck_stats', 'class_progress', 'review_schedule'),
  );
  const later = Array.from({ length: 30 }, (_, round) =>
    everybody.map((student) => review(student, { card_id: 1 + ((round * 7 + student) % 11), deck_id: 1 })),
  );
  const errors: unknown[] = [];
  const workers = [1, 2].map(() =>
    givenProjector(t, pool, { concurrency: 4, onStopped: (error) => errors.push(error) }),
  );
  const appender = new Appender(pool, {
    onAppended: (grown) => {
      for (const worker of workers) for (const one of grown) void worker.partition(one);
    },
  });
  const soundAppender = new Appender(sound);
  for (const worker of workers) worker.start();
  let parkedMeanwhile = 0;
  const answering = async () => {
    for (const round of later) {
      await Promise.all(round.map((event) => appender.append(event)));
      await Promise.all(round.map((event) => soundAppender.append(event)));
    }
  };
  const replaying = async () => {
    await until(async () => {
      parkedMeanwhile = (await parkedRows(pool)).length - 3 * 2 * STUDENTS;
      return parkedMeanwhile > 0;
    });
    await Promise.all([
      replayParked(pool, { projections }),
      replayParked(pool, { projections, projection: 'deck_stats' }),
    ]);
    return replayParked(pool, { projections });
  };
  const [, last] = await Promise.all([answering(), replaying()]);
  t.equal(last.remaining, 0);
  await until(async () => (await projectionLag(pool)).length === 0);
  await Promise.all(workers.map((worker) => worker.close()));
  await projectAll(sound);
  t.ok(parkedMeanwhile > 0, 'events that came meanwhile were parked too');
  t.same(errors, []);
  t.same(await parkedRows(pool), []);
  t.same(await projectedRows(pool), await projectedRows(sound));
});
