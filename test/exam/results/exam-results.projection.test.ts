import fc from 'fast-check';
import t from 'tap';
import { eventRegister } from '../../../core/events.ts';
import { examStarted } from '../../../core/exam/attempt/exam-event.ts';
import type { Exam, QuestionBody } from '../../../core/exam/exam.schema.ts';
import { deleteExam, updateExam } from '../../../core/exam/exam-changes.ts';
import type { OptionLetter } from '../../../core/exam/question/choice.schema.ts';
import { examResults } from '../../../core/exam/results/exam-results.projection.ts';
import { Appender, type NewEvent } from '../../../core/log/append/appender.ts';
import { partitionCount, partitionOf } from '../../../core/log/position.ts';
import { projectBatch } from '../../../core/log/projecting/project-batch.ts';
import { readBy } from '../../../core/log/projection.ts';
import { projections } from '../../../core/projections.ts';
import { givenClass, givenPeople } from '../../classroom/given-classes.ts';
import { columns } from '../../harness/columns.ts';
import { createTestDatabase, openTestPool } from '../../harness/database-harness.ts';
import { seeded, type Throw } from '../../harness/seeded.ts';
import { until } from '../../harness/until.ts';
import { emptyLog, given, projectAll, resetProjections, review } from '../../log/given-events.ts';
import { answersOf, examBody } from '../given-exams.ts';
import { newExam, recount, resultRows, submission } from './given-submissions.ts';

const STUDENTS = 60;
const database = await createTestDatabase(t);
const { teacherId } = await givenPeople(database.pool, { students: STUDENTS, decks: 0 });
/** One connection for each that acts at the same time. */
const pool = openTestPool(t, { connectionString: database.url, max: 12 });
const exam = await newExam(pool, teacherId, examBody('ABCD'));

t.afterEach(() => emptyLog(pool));

const then = async (...events: NewEvent[]) => {
  await given(pool, events);
  await projectAll(pool);
  return resultRows(pool);
};

t.test('EXS-25 a submission is a row: what was answered, points, when, how long, by whom', async (t) => {
  const answers = answersOf(exam, 'AB-A');
  await then(
    submission(1, exam.id, answers, { time_spent: 754, at: '2026-03-01T05:12:34.567Z' }),
    submission(2, exam.id, {}, { time_spent: 1_800, late: 25 }),
    submission(3, exam.id, answersOf(exam, 'ABCD'), { by: 'server' }),
  );
  const { rows } = await pool.query('select * from exam_results order by student_id');
  const at = new Date('2026-03-01T05:00:00Z');
  const all = { exam_id: exam.id, total: 4, submitted_at: at, late: 0, submitted_by: 'student' };
  t.same(rows, [
    {
      ...{ ...all, partition: partitionOf(1), student_id: 1, answers, score: 2, time_spent: 754 },
      submitted_at: new Date('2026-03-01T05:12:34.567Z'),
    },
    { ...all, partition: partitionOf(2), student_id: 2, answers: {}, score: 0, time_spent: 1_800, late: 25 },
    {
      ...{
        ...all,
        partition: partitionOf(3),
        student_id: 3,
        answers: answersOf(exam, 'ABCD'),
        score: 4,
        time_spent: 60,
      },
      submitted_by: 'server',
    },
  ]);
});

t.test('reviews and starts are none of its business', async (t) => {
  const started = examStarted({ exam_id: exam.id, duration_minutes: 30 }, 1, 0);
  t.same(await then(review(1), started), []);
  t.equal((await pool.query('select from parked_events')).rowCount, 0);
});

t.test('the same batch twice changes nothing', async (t) => {
  const before = await then(submission(1, exam.id, answersOf(exam, 'A')), submission(2, exam.id, {}));
  t.equal(before.length, 2);
  await pool.query(`update projection_checkpoints set position = 0 where projection = 'exam_results'`);
  await projectAll(pool, [examResults]);
  t.same(await resultRows(pool), before);
  t.equal((await pool.query('select from parked_events')).rowCount, 0);
});

t.test('HUB-18 of an exam that is no longer there it shows nothing, whenever it was handed in', async (t) => {
  const gone = await newExam(pool, teacherId, examBody('A'));
  await then(submission(1, gone.id, answersOf(gone, 'A')), submission(1, exam.id, {}));
  await given(pool, [submission(2, gone.id, answersOf(gone, 'A'))]);
  await deleteExam(pool, gone.id);
  t.same(
    (await then(submission(3, gone.id, answersOf(gone, 'A')))).map((row) => [row.exam_id, row.student_id]),
    [[exam.id, 1]],
  );
  await resetProjections(pool);
  t.equal((await then()).length, 1, 'nor after a rebuild');
  t.equal((await pool.query('select from parked_events')).rowCount, 0);
});

t.test('a submission is told to the classes that have the exam and the student, once a batch', async (t) => {
  const inside = await givenClass(pool, teacherId, { students: [1, 2] });
  const withoutExam = await givenClass(pool, teacherId, { students: [1] });
  const withoutStudent = await givenClass(pool, teacherId, { students: [3] });
  for (const id of [inside, withoutStudent])
    await pool.query('insert into exam_classes (exam_id, class_id) values ($1, $2)', [exam.id, id]);
  const listener = await pool.connect();
  const told: string[] = [];
  listener.on('notification', ({ payload }) => told.push(payload!));
  await listener.query('listen changed');
  await then(submission(1, exam.id, {}), submission(2, exam.id, {}));
  await listener.query('unlisten changed');
  t.ok(told.length > 0);
  t.same([...new Set(told)], [`exam_results:${inside}`]);
  listener.removeAllListeners('notification');
  listener.release();
  await pool.query('delete from classes where id = any ($1)', [[inside, withoutExam, withoutStudent]]);
});

const letters = fc.array(fc.constantFrom<OptionLetter | '-'>('A', 'B', 'C', 'D', '-'), {
  minLength: 4,
  maxLength: 4,
});
const others = await newExam(pool, teacherId, examBody('DCBA'));
const events = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.boolean()), { selector: String })
  .chain((who) =>
    fc.tuple(...who.map(([student, isOther]) => letters.map((chosen) => ({ student, isOther, chosen })))),
  );

t.test('live, batch by batch, equals a recount from the log, and so does a rebuild', async (t) => {
  await fc.assert(
    fc.asyncProperty(events, fc.integer({ min: 1, max: 4 }), async (all, size) => {
      await emptyLog(pool);
      for (let start = 0; start < all.length; start += size)
        await then(
          ...all.slice(start, start + size).map(({ student, isOther, chosen }) => {
            const of = isOther ? others : exam;
            return submission(student, of.id, answersOf(of, chosen.join('')));
          }),
        );
      const live = await resultRows(pool);
      t.same(live, await recount(pool));
      t.equal(live.length, all.length);
      await resetProjections(pool);
      t.same(await then(), live);
    }),
    { numRuns: 15 },
  );
});

const ROUNDS = 3;
const EXAMS = 4;
const EDITS = 25;

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
  for (let partition = start; !isDone(); partition = (partition + 1) % partitionCount())
    for (const projection of projections) await projectBatch(pool, projection, partition);
}

for (let seed = 1; seed <= ROUNDS; seed++)
  t.test(`SL-51 amid submissions, projectors and edits results equal a recount (seed ${seed})`, async (t) => {
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
    t.equal(rows.length, STUDENTS * (EXAMS - 1), 'of everybody, and none of the deleted one');
    t.equal((await pool.query('select from parked_events')).rowCount, 0, 'nothing was parked');
  });

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
    const holder = await pool.connect();
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
