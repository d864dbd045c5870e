import t from 'tap';
import { eventRegister } from '../../../core/events.ts';
import type { Exam, QuestionBody } from '../../../core/exam/exam.schema.ts';
import { deleteExam, updateExam } from '../../../core/exam/exam-changes.ts';
import type { OptionLetter } from '../../../core/exam/question/choice.schema.ts';
import { examResults } from '../../../core/exam/results/exam-results.projection.ts';
import { Appender } from '../../../core/log/append/appender.ts';
import { PARTITIONS, partitionOf } from '../../../core/log/position.ts';
import { projectBatch } from '../../../core/log/projecting/project-batch.ts';
import { readBy } from '../../../core/log/projection.ts';
import { projections } from '../../../core/projections.ts';
import { givenPeople } from '../../classroom/given-classes.ts';
import { columns } from '../../harness/columns.ts';
import { createTestDatabase, openTestPool } from '../../harness/database-harness.ts';
import { seeded, type Throw } from '../../harness/seeded.ts';
import { until } from '../../harness/until.ts';
import { projectAll } from '../../log/given-events.ts';
import { answersOf, examBody } from '../given-exams.ts';
import { recount, resultRows } from './exam-recount.ts';
import { newExam, submission } from './given-submissions.ts';

const ROUNDS = 3;
const STUDENTS = 60;
const EXAMS = 4;
const EDITS = 25;

const database = await createTestDatabase(t);
const { teacherId } = await givenPeople(database.pool, { students: STUDENTS, decks: 0 });
/** One connection for each that acts at the same time. */
const pool = openTestPool(t, { connectionString: database.url, max: 12 });
const appender = new Appender(pool);

const someLetters = (roll: Throw, letters: string, count: number): string =>
  Array.from({ length: count }, () => letters[roll(letters.length)]).join('');

/** Every student hands in every exam, a few at a time. */
async function handIn(roll: Throw, exams: Exam[]): Promise<void> {
  const papers = exams.flatMap((exam) =>
    Array.from({ length: STUDENTS }, (_, index) => ({ exam, student: index + 1, turn: roll(1_000) })),
  );
  papers.sort((a, b) => a.turn - b.turn);
  while (papers.length)
    await Promise.all(
      papers
        .splice(0, 4)
        .map(({ exam, student }) =>
          appender.append(submission(student, exam.id, answersOf(exam, someLetters(roll, 'ABCD-', 6)))),
        ),
    );
}

/** Another key, another order, a question less or one more, again and again. */
async function edit(roll: Throw, { id, questions }: Exam): Promise<void> {
  for (let count = 0; count < EDITS; count++) {
    const kept: QuestionBody[] = questions
      .filter(() => roll(5) > 0)
      .map((question) => ({ ...question, correct_option: 'ABCD'[roll(4)] as OptionLetter }))
      .sort(() => roll(3) - 1);
    if (roll(4) === 0 || !kept.length) kept.push(...examBody('A').questions);
    await updateExam(pool, id, examBody('', { questions: kept }));
  }
}

/** Projects partition after partition, each projector beginning at another, until the others are done. */
async function follow(start: number, isDone: () => boolean): Promise<void> {
  for (let partition = start; !isDone(); partition = (partition + 1) % PARTITIONS)
    for (const projection of projections) await projectBatch(pool, projection, partition);
}

for (let seed = 1; seed <= ROUNDS; seed++)
  t.test(
    `SL-51 with submissions, projectors and edits at the same time, results equal a recount (seed ${seed})`,
    async (t) => {
      const exams: Exam[] = [];
      while (exams.length < EXAMS) exams.push(await newExam(pool, teacherId, examBody('ABCDAB')));
      let isDone = false;
      const actors = [
        handIn(seeded(seed * 100), exams),
        ...exams.slice(1).map((exam, index) => edit(seeded(seed * 100 + index + 1), exam)),
        edit(seeded(seed * 100 + 50), exams[1]!),
        // One is deleted while it is handed in.
        edit(seeded(seed * 100 + 60), exams[0]!).then(() => deleteExam(pool, exams[0]!.id)),
      ];
      const projectors = [0, 5, 10].map((start) => follow(start, () => isDone));
      await Promise.all(actors).finally(() => {
        isDone = true;
      });
      await Promise.all(projectors);
      await projectAll(pool);

      const rows = await resultRows(pool);
      t.same(rows, await recount(pool));
      t.equal(rows.length, seed * STUDENTS * (EXAMS - 1), 'of everybody, and none of the deleted one');
      t.equal((await pool.query('select from parked_events')).rowCount, 0, 'nothing was parked');
    },
  );

const isWaiting = async (transactions: number): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rowCount === transactions;
};

for (const [number, what, change, expected] of [
  [
    'SL-51',
    'edited',
    (id: number, questions: QuestionBody[]) => updateExam(pool, id, examBody('', { questions })),
    [[1, 1]],
  ],
  ['HUB-18', 'deleted', (id: number) => deleteExam(pool, id), []],
] as const)
  t.test(`${number} an exam that is ${what} between a projector’s reading its key and writing`, async (t) => {
    const exam = await newExam(pool, teacherId, examBody('A'));
    await appender.append(submission(1, exam.id, answersOf(exam, 'B')));
    const holder = await database.pool.connect();
    await holder.query('begin; lock table exam_results in exclusive mode');
    const projecting = projectBatch(pool, readBy(eventRegister, examResults), partitionOf(1));
    await until(() => isWaiting(1));
    const changing = change(exam.id, [{ ...exam.questions[0]!, correct_option: 'B' }]);
    await until(() => isWaiting(2));
    await holder.query('rollback');
    holder.release();
    await Promise.all([projecting, changing]);

    await projectAll(pool);
    const rows = (await resultRows(pool)).filter(({ exam_id }) => exam_id === exam.id);
    t.same(columns(rows, 'score', 'total'), expected);
    t.equal((await pool.query('select from parked_events')).rowCount, 0);
  });
