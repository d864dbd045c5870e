import t from 'tap';
import { FileQuota } from '../../core/access/quotas.ts';
import { gatherSome } from '../../core/classroom/class-gathering.ts';
import { addDeck, removeDeck } from '../../core/classroom/classroom-changes.ts';
import { approve, leave, reject, removeMember, requestToJoin } from '../../core/classroom/membership.ts';
import { AppError } from '../../core/contract/errors.ts';
import type { Storage } from '../../core/files/storage.ts';
import { Appender } from '../../core/log/append/appender.ts';
import { partitionCount } from '../../core/log/position.ts';
import { projectBatch } from '../../core/log/projecting/project-batch.ts';
import { projections } from '../../core/projections.ts';
import { deleteDeck } from '../../core/trash/delete-deck.ts';
import { bringBackDeck } from '../../core/trash/trash-decks.ts';
import { createTestDatabase, openTestPool } from '../harness/database-harness.ts';
import { seeded, type Throw } from '../harness/seeded.ts';
import { projectAll, review } from '../log/given-events.ts';
import { givenClass, givenPeople, progressRows, recount, sums } from './given-classes.ts';

const ROUNDS = 4;
const STUDENTS = 12;
const DECKS = 5;

const database = await createTestDatabase(t);
const { teacherId } = await givenPeople(database.pool, { students: STUDENTS, decks: DECKS });
const classes = [
  await givenClass(database.pool, teacherId, { decks: [1, 2], students: [1, 2, 3, 4, 5, 6] }),
  await givenClass(database.pool, teacherId, { decks: [2, 3, 4], students: [5, 6, 7, 8, 9] }),
];
/** One connection for each that acts at the same time. */
const pool = openTestPool(t, { connectionString: database.url, max: 16 });
const appender = new Appender(pool);
/** There is no file. */
const files = new FileQuota(pool, {} as Storage, { files: 1, bytes: 1 });

async function answer(roll: Throw): Promise<void> {
  for (let count = 0; count < 50; count++)
    await Promise.all(
      Array.from({ length: 3 }, () => {
        const card_id = 1 + roll(60);
        // A card never changes its deck.
        const data = { card_id, deck_id: 1 + (card_id % DECKS), time_spent: roll(60) };
        return appender.append(
          review(1 + roll(STUDENTS), { ...data, day: `2026-0${1 + roll(2)}-0${1 + roll(3)}` }),
        );
      }),
    );
}

/** One change of a class, which the rules may refuse. */
async function change(roll: Throw): Promise<void> {
  const [classId, student, deck] = [classes[roll(classes.length)]!, 1 + roll(STUDENTS), 1 + roll(DECKS)];
  switch (roll(12)) {
    case 0:
    case 1:
    case 2:
      return requestToJoin(pool, classId, student);
    case 3:
    case 4:
    case 5:
      return approve(pool, classId, student);
    case 6:
      return reject(pool, classId, student);
    case 7:
      return leave(pool, classId, student);
    case 8:
      return removeMember(pool, classId, student);
    case 9:
      return removeDeck(pool, classId, deck);
    case 10:
      if (roll(4) > 0) return addDeck(pool, classId, deck);
      await deleteDeck(pool, teacherId, deck);
      // There are to be decks enough.
      return bringBackDeck(pool, {
        deckId: deck,
        account: { id: teacherId, role: 'teacher' },
        roomOf: () => ({ max: 99, files }),
      });
    default:
      return addDeck(pool, classId, deck);
  }
}

async function changeOften(roll: Throw): Promise<void> {
  for (let count = 0; count < 40; count++)
    await change(roll).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
    });
}

/** Projects partition after partition, each projector beginning at another, until the others are done. */
async function follow(start: number, isDone: () => boolean): Promise<void> {
  for (let partition = start; !isDone(); partition = (partition + 1) % partitionCount())
    for (const projection of projections) await projectBatch(pool, projection, partition);
}

/** As two workers do, until the others are done. */
async function gather(isDone: () => boolean): Promise<void> {
  while (!isDone()) if (!(await gatherSome(pool))) await new Promise(setImmediate);
}

const students = (rows: { student_id: number }[]) => new Set(rows.map((row) => row.student_id)).size;

for (let seed = 1; seed <= ROUNDS; seed++)
  t.test(
    `with answers, projectors and changes of classes at the same time it equals a recount (seed ${seed})`,
    async (t) => {
      let isDone = false;
      const actors = [
        ...[1, 2].map((actor) => answer(seeded(seed * 100 + actor))),
        ...[3, 4, 5, 6].map((actor) => changeOften(seeded(seed * 100 + actor))),
      ];
      const projectors = [
        ...[0, 5, 10].map((start) => follow(start, () => isDone)),
        ...[1, 2].map(() => gather(() => isDone)),
      ];
      await Promise.all(actors).finally(() => {
        isDone = true;
      });
      await Promise.all(projectors);
      await projectAll(pool);

      const [rows, expected, { kept, expected: added }] = await Promise.all([
        progressRows(pool),
        recount(pool),
        sums(pool),
      ]);
      t.same(rows, expected, 'the rows are the recount from the log');
      t.same(kept, added, 'months and days are the sums of the rows');
      t.ok(students(rows) > 1, 'of several students');
      t.same((await pool.query('select * from parked_events')).rows, [], 'nothing was parked');
    },
  );
