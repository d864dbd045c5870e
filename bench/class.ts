import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { addDeck, createClass } from '../core/classroom/classroom-changes.ts';
import { approve, requestToJoin } from '../core/classroom/membership.ts';
import { classActivity, studentsProgress } from '../core/classroom/students-progress.ts';
import { dayNumber, dayOfNumber, studyDay } from '../core/learning/study-day.ts';
import { allPartitions } from '../core/log/position.ts';
import { projectionLag } from '../core/log/projecting/checkpoint.ts';
import { projectBatch } from '../core/log/projecting/project-batch.ts';
import { projections } from '../core/projections.ts';
import { answerRequests, tokenSigner } from './load/answer-requests.ts';
import { KeptConnections, percentile, timesOf } from './load/kept-connections.ts';
import { startServer } from './load/server-process.ts';
import { sendSteadily } from './load/steady-answers.ts';
import { addStudents, addTeachers, median, openBenchDatabase } from './school/bench-database.ts';
import {
  type ClassRange,
  fromDeckStats,
  fromEvents,
  studentFromEvents,
} from './school/class-without-projection.ts';
import { appendClassYear } from './school/class-year.ts';

/**
 * What a teacher waits for in a class of 1,000 students with a year of activity. Measured at rest and while answers
 * come in, against the same figures without the class's own projection. Fewer than 250 students may not give 500
 * answers a second: each has a limit.
 */
const STUDENTS = Number(process.argv[2] ?? 1_000);
/** Approved when all has been projected: what they did before is added at once. */
const LATE = Math.ceil(STUDENTS / 20);
const DAYS = 365;
const REQUESTS = 200;
const ROUNDS = 3;
const ANSWERS_PER_SECOND = 500;

const { pool, ...bench } = await openBenchDatabase();
// Years are answered within seconds.
await pool.query(`update study_time_rule set since = '3000-01-01Z'`);
const today = dayNumber(studyDay(Date.now(), 'Asia/Ho_Chi_Minh'));
const students = await addStudents(bench.database, STUDENTS);
const [teacher] = await addTeachers(bench.database, 1);
const { rows: decks } = await pool.query<{ id: number }>('select id from decks order by id limit 3');
const [first, second, other] = decks.map(({ id }) => id) as [number, number, number];
const classId = await createClass(pool, teacher!, { name: 'A thousand', deckId: first });
await addDeck(pool, classId, second);

await fill();
await project();
console.log(`approving ${LATE} more, each with a year behind them`);
await timed('an approval', LATE, async (index) => join(students.at(-1 - index)!));
// A bulk load; in use autovacuum would have kept up with it over the year.
await pool.query('vacuum analyze');

const api = await startServer(bench, 'api/server.ts');
const connection = new KeptConnections(api.port, 1);
const headers = { authorization: `Bearer ${(await tokenSigner())(teacher!)}` };
const range = (days: number): ClassRange => ({
  classId,
  start_date: dayOfNumber(today - days + 1),
  end_date: dayOfNumber(today),
});
const [month, year] = [range(30), range(DAYS)];
const query = ({ start_date, end_date }: ClassRange): string =>
  `start_date=${start_date}&end_date=${end_date}`;
const someStudent = (): number => students[Math.floor(Math.random() * STUDENTS)]!;
const questions = [
  { name: 'students-progress, 30 days', limit: 100, path: () => `students-progress?${query(month)}` },
  { name: 'students-progress, a year', limit: 300, path: () => `students-progress?${query(year)}` },
  { name: 'students-progress, all days', limit: 300, path: () => 'students-progress' },
  { name: 'student-stats, a year', limit: 25, path: () => `student-stats/${someStudent()}?${query(year)}` },
];

await compare();
console.log(
  `as a client sees it on one kept connection, ${ROUNDS} rounds of ${REQUESTS}, the median of the rounds`,
);
console.log('at rest');
for (const question of questions) await ask(question, 1);

bench.run('workers/main.ts');
const requests = await answerRequests(bench.database, students, {
  each: 20,
  deckIds: [first, second, other],
});
console.log(
  `while ${ANSWERS_PER_SECOND} answers of these students a second come in and a worker projects them`,
);
const answers = sendSteadily(api.port, requests, ANSWERS_PER_SECOND);
let lag = 0;
const watch = setInterval(async () => {
  // A poll that fails is one less.
  const behind = await projectionLag(pool).catch(() => []);
  const ofClass = behind.filter(({ projection }) => projection === 'class_progress');
  lag = Math.max(lag, ...ofClass.map(({ events }) => events));
}, 250);
// Until the API knows them all.
await pause(5_000);
for (const question of questions) await ask(question, 2);
clearInterval(watch);
const came = await answers.stop();
console.log(
  `answers ${came.perSecond.toFixed(0)}/s, refused or lost ${came.failed}, at most ${lag} of a partition not yet in the class's figures`,
);

connection.close();
await bench.close();
process.exit(0);

async function join(studentId: number): Promise<void> {
  await requestToJoin(pool, classId, studentId);
  await approve(pool, classId, studentId);
}

async function fill(): Promise<void> {
  for (const studentId of students.slice(0, -LATE)) await join(studentId);
  const start = performance.now();
  const days = { first: today - DAYS, last: today - 1 };
  const events = await appendClassYear(pool, {
    students,
    classDecks: [first, second],
    otherDeck: other,
    days,
  });
  const seconds = (performance.now() - start) / 1_000;
  console.log(
    `${STUDENTS} students, ${DAYS} days: ${events} answers through the log in ${seconds.toFixed(0)} s. A day has about 5` +
      ' answers where people give 10 to 40: the figures are read from rows of a student and a day, whose number is real',
  );
}

/** All partitions, as one worker does it. */
async function project(): Promise<void> {
  const start = performance.now();
  const partitions = allPartitions();
  const next = async (): Promise<number> => {
    let events = 0;
    for (let partition = partitions.pop(); partition !== undefined; partition = partitions.pop())
      for (const projection of projections)
        for (let done = -1; done !== 0; events += done)
          done = (await projectBatch(pool, projection, partition)).events;
    return events;
  };
  const done = (await Promise.all([next(), next(), next()])).reduce((sum, events) => sum + events);
  const rate = done / projections.length / ((performance.now() - start) / 1_000);
  const { rows } = await pool.query<{ rows: string }>('select count(*) as rows from class_progress');
  console.log(
    `projected ${Math.round(rate)} events a second into all ${projections.length} projections: ${rows[0]!.rows} rows of class_progress`,
  );
}

/** Milliseconds at the median, of so many runs. */
async function timed(name: string, runs: number, run: (index: number) => Promise<unknown>): Promise<number> {
  const middle = median(await timesOf(runs, run));
  console.log(`  ${name.padEnd(58)} ${middle.toFixed(1).padStart(8)} ms`);
  return middle;
}

/** What the projection buys: the database's part of the answer with it and without it, from this process. */
async function compare(): Promise<void> {
  const fromProjection = async (asked: ClassRange) => {
    const [progress, activity] = await Promise.all([
      studentsProgress(pool, classId, asked, asked.end_date),
      classActivity(pool, classId, asked),
    ]);
    return { students: progress.data.map(({ time_spent, ...student }) => student), activity };
  };
  for (const [name, asked] of [
    ['30 days', month],
    ['a year', year],
  ] as const) {
    console.log(`students-progress, ${name}, the queries alone, median`);
    const same = isDeepStrictEqual(await fromProjection(asked), await fromDeckStats(pool, asked));
    if (!same || !isDeepStrictEqual(await fromEvents(pool, asked), await fromProjection(asked)))
      throw new Error("the class's figures are not those of deck stats and of the log");
    const quick = await timed('from class_progress', 50, () => fromProjection(asked));
    const slow = await timed('from deck_stats', 20, () => fromDeckStats(pool, asked));
    const slowest = await timed('from the events', 3, () => fromEvents(pool, asked));
    console.log(
      `  the projection is ${(slow / quick).toFixed(1)} times as quick as deck_stats, ${(slowest / quick).toFixed(0)} times as quick as the log`,
    );
  }
  console.log("one student's year, the queries alone, median");
  await timed("from the student's events", 50, () => studentFromEvents(pool, year, someStudent()));
}

async function ask(question: (typeof questions)[number], factor: number): Promise<void> {
  let refused = 0;
  const once = async (): Promise<number> => {
    for (;;) {
      const { status, ms } = await connection.call(`/api/classes/${classId}/${question.path()}`, { headers });
      if (status === 200) return ms;
      refused += 1;
    }
  };
  for (let warmUp = 0; warmUp < 50; warmUp++) await once();
  const rounds: number[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const times: number[] = [];
    for (let asked = 0; asked < REQUESTS; asked++) times.push(await once());
    rounds.push(times);
  }
  const typical = (share: number): number => median(rounds.map((times) => percentile(times, share)));
  const [p50, p95, limit] = [typical(0.5), typical(0.95), question.limit * factor];
  console.log(
    `  ${question.name.padEnd(28)} p50 ${p50.toFixed(1).padStart(6)} ms  p95 ${p95.toFixed(1).padStart(6)} ms` +
      `  (asked: p95 ${limit} ms)  ${(p95 / limit).toFixed(2)} of it  refused ${refused}${p95 <= limit ? '' : '  MISSED'}`,
  );
}
