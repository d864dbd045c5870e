import type { Pool } from 'pg';
import { gatherSome } from '../core/classroom/class-gathering.ts';
import { classProgress } from '../core/classroom/class-progress.projection.ts';
import { addDeck, createClass, deleteClass, removeDeck } from '../core/classroom/classroom-changes.ts';
import { studyDay } from '../core/learning/study-day.ts';
import { partitionCount } from '../core/log/position.ts';
import { inTransaction } from '../core/postgres/transaction.ts';
import { addMembers, addStudents, addTeachers, openBenchDatabase } from './school/bench-database.ts';

/**
 * How long a projector waits for a checkpoint of class progress. Meanwhile a class of 1,000 students with a year of
 * work gets or loses a deck, or is deleted. How long that takes is measured, too. The tables are filled as projections
 * would leave them.
 */
const STUDENTS = Number(process.argv[2] ?? 1_000);
const DAYS = 365;
const PROBE_MS = 5;
/** What nobody may wait longer for. */
const LIMIT_MS = 1_000;

const { pool, ...bench } = await openBenchDatabase();
const students = await addStudents(bench.database, STUDENTS);
const [teacher] = await addTeachers(bench.database, 1);
const { rows: decks } = await pool.query<{ id: number }>('select id from decks order by id limit 2');
const [first, second] = decks.map(({ id }) => id) as [number, number];
await pool.query(
  `insert into deck_stats (partition, student_id, deck_id, day, card_ids, reviews, seconds, last_studied_at)
   select partition_of(s.id), s.id, d.id, $3::date - n, array[1, 2, 3], 3, 30, now() from unnest($1::integer[]) s (id)
   cross join unnest($2::integer[]) d (id) cross join generate_series(0, $4::integer - 1) n`,
  [students, [first, second], studyDay(Date.now(), 'Asia/Ho_Chi_Minh'), DAYS],
);
const classId = await createClass(pool, teacher!, { name: 'A thousand', deckId: first });
await addMembers(bench.database, classId, students);
await pool.query('vacuum analyze');

await measured('all of it in one transaction', () =>
  inTransaction(pool, async (tx) => {
    await tx.query(`select from projection_checkpoints where projection = 'class_progress' for update`);
    await classProgress.settle!(tx);
  }),
);
const waits = [
  await measured('a deck more', () => addDeck(pool, classId, second)),
  await measured('a deck less', () => removeDeck(pool, classId, first)),
  await measured('the class deleted', () => deleteClass(pool, classId)),
];
await bench.close();
if (Math.max(...waits) > LIMIT_MS) process.exit(1);

/** Returns the longest wait. */
async function measured(name: string, change: () => Promise<unknown>): Promise<number> {
  const probe = startProbe(pool);
  const start = performance.now();
  await change();
  const changed = performance.now();
  while (await gatherSome(pool));
  const done = performance.now();
  const longest = await probe();
  console.log(
    `${name.padEnd(30)} the call ${(changed - start).toFixed(0)} ms, until all is gathered ${((done - start) / 1_000).toFixed(1)} s, ` +
      `the longest wait for a checkpoint ${longest.toFixed(0)} ms`,
  );
  return longest;
}

/** Takes one checkpoint after another as projectors do. Returns what ends it and resolves to the longest wait. */
function startProbe(pool: Pool): () => Promise<number> {
  let [isOver, longest] = [false, 0];
  const probing = (async () => {
    for (let partition = 0; !isOver; partition = (partition + 1) % partitionCount()) {
      const start = performance.now();
      await pool.query(
        `select from projection_checkpoints where projection = 'class_progress' and partition = $1 for update`,
        [partition],
      );
      longest = Math.max(longest, performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, PROBE_MS));
    }
  })();
  return async () => {
    isOver = true;
    await probing;
    return longest;
  };
}
