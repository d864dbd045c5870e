import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { gatheringOf, gatherSome } from '../../core/classroom/class-gathering.ts';
import { classProgress } from '../../core/classroom/class-progress.projection.ts';
import { addDeck, deleteClass, removeDeck } from '../../core/classroom/classroom-changes.ts';
import { approve, leave, reject, removeMember, requestToJoin } from '../../core/classroom/membership.ts';
import { eventRegister } from '../../core/events.ts';
import { deckStats } from '../../core/learning/progress/deck-stats.projection.ts';
import { Appender, type NewEvent } from '../../core/log/append/appender.ts';
import { partitionOf } from '../../core/log/position.ts';
import { projectBatch } from '../../core/log/projecting/project-batch.ts';
import { readBy } from '../../core/log/projection.ts';
import { deleteDeck } from '../../core/trash/delete-deck.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { sql } from '../harness/sql.ts';
import { given, projectAll, resetProjections, review } from '../log/given-events.ts';
import { givenClass, givenPeople, join, progressRows, recount, sums } from './given-classes.ts';

const { pool } = await createTestDatabase(t);
const { teacherId } = await givenPeople(pool, { students: 6, decks: 4 });

const clear = async (): Promise<void> => {
  await pool.query(`truncate events; delete from classes;
    update log_partitions set head = 0; insert into decks (id, user_id, title) overriding system value
    select n, ${teacherId}, 'Deck ' || n from generate_series(1, 4) n on conflict do nothing`);
  await resetProjections(pool);
};

t.afterEach(async () => {
  const { kept, expected } = await sums(pool);
  deepEqual(kept, expected, 'months and days are the sums of the rows');
  await clear();
});

/** As a worker does when the decks of classes have changed. */
const gather = async (): Promise<void> => {
  while (await gatherSome(pool));
};

const newClass = (decks: number[], students: number[]): Promise<number> =>
  givenClass(pool, teacherId, { decks, students });

/** What is in the rows after these events. */
async function then(...events: NewEvent[]): Promise<unknown[]> {
  await given(pool, events);
  await projectAll(pool);
  return rows();
}

/** The rows, without the number of the class when there is one only. */
async function rows(classId?: number): Promise<unknown[]> {
  const all = await progressRows(pool);
  return all
    .filter((row) => classId === undefined || row.class_id === classId)
    .map(({ student_id, day, cards, seconds }) => [student_id, day, cards, seconds]);
}

const checkpointOf = async (projection: string, student: number): Promise<number> => {
  const rows = await sql(pool)<{ position: string }>`select position from projection_checkpoints
    where projection = ${projection} and partition = ${partitionOf(student)}`;
  return Number(rows[0]?.position);
};

t.test('SL-28 a day’s cards are distinct and its seconds summed, over all decks of the class', async (t) => {
  await newClass([1, 2], [1, 2]);
  t.same(
    await then(
      review(1, { deck_id: 1, card_id: 1, time_spent: 4 }),
      review(1, { deck_id: 1, card_id: 1, time_spent: 3, rating: 0 }),
      review(1, { deck_id: 2, card_id: 2, time_spent: 5 }),
      review(1, { deck_id: 1, card_id: 1, time_spent: 6, day: '2026-03-02' }),
      review(2, { deck_id: 2, card_id: 2, time_spent: 7 }),
    ),
    [
      [1, '2026-03-01', 2, 12],
      [2, '2026-03-01', 1, 7],
      [1, '2026-03-02', 1, 6],
    ],
  );
});

t.test('a row grows from batch to batch', async (t) => {
  await newClass([1], [1]);
  await then(review(1, { card_id: 1 }));
  await then(review(1, { card_id: 1 }));
  t.same(await then(review(1, { card_id: 2 })), [[1, '2026-03-01', 2, 15]]);
});

t.test('the same batch twice changes nothing', async (t) => {
  await newClass([1, 2], [1]);
  const before = await then(review(1, { card_id: 1 }), review(1, { deck_id: 2, card_id: 2 }));
  await pool.query(`update projection_checkpoints set position = 0 where projection = 'class_progress'`);
  await projectAll(pool, [classProgress]);
  t.same(await rows(), before);
});

t.test('other decks do not count, nor who has only asked, was rejected or is no student of it', async (t) => {
  const classId = await newClass([1], [1]);
  await requestToJoin(pool, classId, 2);
  await requestToJoin(pool, classId, 3);
  await reject(pool, classId, 3);
  t.same(
    await then(
      review(1, { deck_id: 2, card_id: 2 }),
      review(2, { card_id: 1 }),
      review(3, { card_id: 1 }),
      review(4, { card_id: 1 }),
    ),
    [],
  );
});

t.test('a student of two classes that share a deck counts in both', async (t) => {
  const [first, second] = [await newClass([1, 2], [1]), await newClass([1, 3], [1])];
  await then(
    review(1, { deck_id: 1, card_id: 1 }),
    review(1, { deck_id: 2, card_id: 2 }),
    review(1, { deck_id: 2, card_id: 3 }),
    review(1, { deck_id: 3, card_id: 4 }),
  );
  t.same(await rows(first), [[1, '2026-03-01', 3, 15]]);
  t.same(await rows(second), [[1, '2026-03-01', 2, 10]]);
});

t.test('it never runs ahead of deck stats, and waits while these are held back', async (t) => {
  await newClass([1], [1]);
  await given(pool, [review(1, { card_id: 1 }), review(1, { card_id: 2 }), review(1, { card_id: 3 })]);
  const step = () => projectBatch(pool, readBy(eventRegister, classProgress), partitionOf(1));
  t.same(await step(), { events: 0, parked: 0, isMore: false }, 'nothing before deck stats have gone');
  t.same([await checkpointOf('class_progress', 1), await rows()], [0, []]);

  await projectAll(pool, [deckStats]);
  await given(pool, [review(1, { card_id: 4 })]);
  t.equal((await step()).events, 3, 'only as far as deck stats');
  t.same([await checkpointOf('class_progress', 1), await rows()], [3, [[1, '2026-03-01', 3, 15]]]);
  t.equal((await step()).events, 0);

  await projectAll(pool, [deckStats]);
  t.equal((await step()).events, 1);
  t.same(await rows(), [[1, '2026-03-01', 4, 20]]);
});

t.test('deck stats that are further on are taken as they are, and counted once', async (t) => {
  const classId = await newClass([1], []);
  await given(pool, [review(1, { card_id: 1 }), review(1, { card_id: 2 })]);
  await projectAll(pool, [deckStats]);
  await join(pool, classId, 1);
  t.same(await rows(), [[1, '2026-03-01', 2, 10]], 'before the projector has come to the events');
  await projectAll(pool);
  t.same(await rows(), [[1, '2026-03-01', 2, 10]]);
});

t.test('CLS-14 who is approved late brings what was studied before', async (t) => {
  const classId = await newClass([1], [2]);
  await requestToJoin(pool, classId, 1);
  t.same(await then(review(1, { day: '2025-12-31' }), review(1, { day: '2026-03-01' })), []);
  await approve(pool, classId, 1);
  t.same(await rows(), [
    [1, '2025-12-31', 1, 5],
    [1, '2026-03-01', 1, 5],
  ]);
});

t.test('who leaves takes everything along, and brings it all back', async (t) => {
  const classId = await newClass([1, 2], [1, 2]);
  const before = await then(review(1, { card_id: 1 }), review(1, { deck_id: 2, card_id: 2 }), review(2));
  await leave(pool, classId, 1);
  t.same(await rows(), [[2, '2026-03-01', 1, 5]]);
  await then(review(1, { card_id: 3 }));
  await join(pool, classId, 1);
  t.same(await rows(), [
    [1, '2026-03-01', 3, 15],
    [2, '2026-03-01', 1, 5],
  ]);
  await removeMember(pool, classId, 1);
  t.same(await rows(), [[2, '2026-03-01', 1, 5]]);
  t.equal(before.length, 2);
});

t.test('leaving one class leaves the other as it is', async (t) => {
  const [first, second] = [await newClass([1], [1]), await newClass([1], [1])];
  await then(review(1));
  await leave(pool, first, 1);
  t.same([await rows(first), await rows(second)], [[], [[1, '2026-03-01', 1, 5]]]);
});

t.test('SL-19 a deck that a class gets brings its past, one that is taken out takes it along', async (t) => {
  const classId = await newClass([1], [1, 2]);
  await then(
    review(1, { deck_id: 1, card_id: 1 }),
    review(1, { deck_id: 2, card_id: 2 }),
    review(2, { deck_id: 2, card_id: 2 }),
  );
  t.same(await rows(), [[1, '2026-03-01', 1, 5]]);
  await addDeck(pool, classId, 2);
  await gather();
  t.same(await rows(), [
    [1, '2026-03-01', 2, 10],
    [2, '2026-03-01', 1, 5],
  ]);
  await removeDeck(pool, classId, 1);
  await gather();
  t.same(await rows(), [
    [1, '2026-03-01', 1, 5],
    [2, '2026-03-01', 1, 5],
  ]);
});

t.test('SL-64 a deck that is deleted takes its past out of every class that had it', async (t) => {
  const [first, second] = [await newClass([1, 2], [1]), await newClass([1], [1])];
  await then(review(1, { deck_id: 1, card_id: 1 }), review(1, { deck_id: 2, card_id: 2 }));
  await deleteDeck(pool, teacherId, 1);
  await gather();
  t.same([await rows(first), await rows(second)], [[[1, '2026-03-01', 1, 5]], []]);
  t.same(await then(review(1, { deck_id: 1, card_id: 3 })), [[1, '2026-03-01', 1, 5]]);
});

t.test('SL-64 a class that is deleted leaves nothing, and the other classes as they are', async (t) => {
  const [first, second] = [await newClass([1], [1]), await newClass([1], [1])];
  await then(review(1));
  await deleteClass(pool, first);
  await then(review(1, { card_id: 2 }));
  t.same([await rows(first), await rows(second)], [[], [[1, '2026-03-01', 2, 10]]]);
});

t.test('PRG-13 after a change of decks figures come by batches, under their own checkpoints', async (t) => {
  const classId = await newClass([1], [1, 2, 3]);
  await then(
    ...[1, 2, 3].flatMap((student) => [
      review(student, { deck_id: 1, card_id: 1 }),
      review(student, { deck_id: 2, card_id: 2 }),
    ]),
  );
  await addDeck(pool, classId, 2);
  const cards = async () => (await progressRows(pool)).map((row) => row.cards);
  t.same(await cards(), [1, 1, 1], 'the call computes nothing');
  t.same(await gatheringOf(pool, classId), { gathered: 0, students: 3 });

  // What comes meanwhile of a student who waits is computed as a whole, and stays so.
  await given(pool, [review(2, { deck_id: 2, card_id: 3 })]);
  for (const projection of [deckStats, classProgress])
    await projectBatch(pool, readBy(eventRegister, projection), partitionOf(2));
  t.same(await cards(), [1, 3, 1]);

  const held = await pool.connect();
  await held.query('begin');
  await held.query(
    `select from projection_checkpoints where projection = 'class_progress' and partition = any ($1) for update`,
    [[2, 3].map(partitionOf)],
  );
  t.ok(await gatherSome(pool), 'others are held, and nobody waits for them');
  await held.query('rollback');
  held.release();
  t.same(await cards(), [2, 3, 1]);
  t.same(await gatheringOf(pool, classId), { gathered: 1, students: 3 });
  await gather();
  t.same(await cards(), [2, 3, 2]);
  t.equal(await gatheringOf(pool, classId), null);
  t.notOk(await gatherSome(pool));
});

t.test('PRG-13 who leaves or comes while decks are gathered counts once, or no more', async (t) => {
  const classId = await newClass([1], [1, 2]);
  await then(...[1, 2, 3].map((student) => review(student, { deck_id: 2, card_id: 2 })));
  await addDeck(pool, classId, 2);
  await leave(pool, classId, 1);
  await join(pool, classId, 3);
  t.same(await gatheringOf(pool, classId), { gathered: 1, students: 2 });
  await addDeck(pool, classId, 3);
  await gather();
  t.same(await rows(), [
    [2, '2026-03-01', 1, 5],
    [3, '2026-03-01', 1, 5],
  ]);
});

const anyReview = fc
  .record({
    student: fc.integer({ min: 1, max: 6 }),
    card_id: fc.integer({ min: 1, max: 12 }),
    time_spent: fc.integer({ min: 0, max: 60 }),
    day: fc.constantFrom('2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01'),
  })
  // A card never changes its deck.
  .map(({ student, ...data }) => review(student, { ...data, deck_id: 1 + (data.card_id % 4) }));

/** A student asks or is let in, leaves, is taken out; a class gets or loses a deck. What is not possible fails. */
const anyChange = fc
  .record({
    kind: fc.constantFrom('join', 'join', 'ask', 'leave', 'remove', 'addDeck', 'removeDeck'),
    which: fc.integer({ min: 0, max: 1 }),
    student: fc.integer({ min: 1, max: 6 }),
    deck: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ kind, which, student, deck }) => (classes: number[]) => {
    const classId = classes[which]!;
    if (kind === 'join') return join(pool, classId, student);
    if (kind === 'ask') return requestToJoin(pool, classId, student);
    if (kind === 'leave') return leave(pool, classId, student);
    if (kind === 'remove') return removeMember(pool, classId, student);
    return kind === 'addDeck' ? addDeck(pool, classId, deck) : removeDeck(pool, classId, deck);
  });

const appender = new Appender(pool);

t.test('after any events and changes it equals a recount from the log, and so does a rebuild', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.array(anyReview, { maxLength: 8 }), fc.array(anyChange, { maxLength: 4 })), {
        maxLength: 5,
      }),
      async (steps) => {
        await clear();
        const classes = [await newClass([1, 2], [1, 2, 3]), await newClass([2, 3], [3, 4])];
        for (const [events, changes] of steps) {
          await Promise.all(events.map((event) => appender.append(event)));
          await projectAll(pool, events.length % 2 ? [deckStats] : undefined);
          for (const change of changes) await change(classes).catch(refused);
        }
        await projectAll(pool);
        const live = { rows: await progressRows(pool), ...(await sums(pool)) };
        t.same(live.rows, await recount(pool));
        t.same(live.kept, live.expected);

        await resetProjections(pool);
        t.same(await progressRows(pool), []);
        await projectAll(pool);
        t.same({ rows: await progressRows(pool), ...(await sums(pool)) }, live, 'built anew');
      },
    ),
    { numRuns: 30 },
  );
});

/** A change that the rules refuse is none; anything else is a failure. */
function refused(error: { status?: number }): void {
  if (error.status !== 404 && error.status !== 409) throw error;
}
