import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { createClass } from '../core/classroom/classroom-changes.ts';
import type { ClassResult } from '../core/exam/attempt/submission.schema.ts';
import type { Answers, StudentExam } from '../core/exam/exam.schema.ts';
import { createExam, setClasses } from '../core/exam/exam-changes.ts';
import { OPTION_LETTERS } from '../core/exam/exam-limits.ts';
import { examWithKey } from '../core/exam/exam-list.ts';
import type { OptionLetter } from '../core/exam/question/choice.schema.ts';
import { scoreOf } from '../core/exam/results/scoring.ts';
import { tokenSigner } from './load/answer-requests.ts';
import { KeptConnections, percentile, timesOf } from './load/kept-connections.ts';
import { MeasuredProduct, postgresParts, sum } from './load/measured-product.ts';
import { addMembers, addStudents, addTeachers, openBenchDatabase } from './school/bench-database.ts';

/**
 * A school's exam: 1,000 students open it within a minute and save every five seconds. All hand in within the same ten
 * seconds, on one API process and one worker. Then the teacher reads the results, against the same figures computed
 * from the log. `--within` says in how many seconds they open it, `--apis` how many API processes there are.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { within: { type: 'string', default: '60' }, apis: { type: 'string', default: '1' } },
});
const STUDENTS = Number(positionals[0] ?? 1_000);
/** As many as a page of results holds. */
const LARGEST_CLASS = 1_000;
const QUESTIONS = 50;
const OPENING_MS = Number(options.within) * 1_000;
const APIS = Number(options.apis);
const SAVE_EVERY_MS = 5_000;
const HANDING_IN_MS = 10_000;
const READS = 200;
const RETRY_MS = 1_000;
const TRIES = 30;

const { pool, ...bench } = await openBenchDatabase();
const students = await addStudents(bench.database, STUDENTS);
const [teacher] = (await addTeachers(bench.database, 1)) as [number];
const { rows: decks } = await pool.query<{ id: number }>('select id from decks order by id limit 1');
const classIds: number[] = [];
for (let first = 0; first < STUDENTS; first += LARGEST_CLASS) {
  const id = await createClass(pool, teacher, { name: `Hall ${first}`, deckId: decks[0]!.id });
  await addMembers(bench.database, id, students.slice(first, first + LARGEST_CLASS));
  classIds.push(id);
}
const letter = (): OptionLetter => OPTION_LETTERS[randomInt(4)]!;
const examId = await createExam(pool, teacher, {
  title: 'Everybody at once',
  duration_minutes: 30,
  main_content_type: 'text',
  main_text: 'A passage of some length. '.repeat(80),
  questions: Array.from({ length: QUESTIONS }, (_, index) => ({
    question_text: `Question ${index + 1}, of the length that questions have?`,
    option_a: 'One of the options',
    option_b: 'Another of the options',
    option_c: 'A third one',
    option_d: 'None of these',
    correct_option: letter(),
  })),
});
await setClasses(pool, teacher, examId, classIds);
const { questions } = await examWithKey(pool, examId);

const product = await MeasuredProduct.start(bench, { apis: APIS });
const sign = await tokenSigner();
const tokens = new Map(students.map((id) => [id, sign(id)]));
// A browser each.
const connections = new KeptConnections(product.port, STUDENTS);
const times = { start: [] as number[], save: [] as number[], submit: [] as number[] };
/** How often it was refused, by what was said. */
const failures = new Map<string, number>();

/**
 * One call. When it fails, that is an error, and it is sent again as browsers do: its time is the whole. Rejects after
 * many tries.
 */
async function call<T>(kind: keyof typeof times, studentId: number, path: string, body?: object): Promise<T> {
  const text = body && JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${tokens.get(studentId)}`,
    ...(kind === 'submit' && { 'idempotency-key': randomUUID() }),
    ...(text && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
  };
  const begun = performance.now();
  for (let tries = 0; tries < TRIES; tries++) {
    const answer = await connections
      .call(`/api/exams/${examId}${path}`, { headers, ...(text && { method: 'POST', body: text }) })
      .catch((error: Error) => ({ status: 0, body: error.message }));
    if (answer.status === 200) {
      times[kind].push(performance.now() - begun);
      return (JSON.parse(answer.body) as { data: T }).data;
    }
    // Without the number of the request.
    const failure = `${kind}: ${answer.status} ${answer.body.replace(/"request_?id":"[^"]*"/i, '').slice(0, 160)}`;
    failures.set(failure, (failures.get(failure) ?? 0) + 1);
    await pause(RETRY_MS);
  }
  throw new Error(`${kind} of student ${studentId} failed ${TRIES} times`);
}

/** One student from opening to handing in; what they answered at last. */
async function take(studentId: number, start: number): Promise<Answers> {
  await pause(Math.random() * OPENING_MS);
  const exam = await call<StudentExam>('start', studentId, '');
  let { version } = exam.attempt;
  const answers: Answers = {};
  const handIn = start + OPENING_MS + SAVE_EVERY_MS + Math.random() * HANDING_IN_MS;
  for (;;) {
    const left = handIn - performance.now();
    await pause(Math.max(0, Math.min(left, SAVE_EVERY_MS)));
    for (let changes = randomInt(1, 6); changes > 0; changes--)
      answers[exam.questions[randomInt(QUESTIONS)]!.id] = letter();
    if (left <= SAVE_EVERY_MS) break;
    const saved = await call<{ version: number }>('save', studentId, '/answers', {
      version,
      answers,
      skipped: [],
    });
    version = saved.version;
  }
  await call('submit', studentId, '/submit', { answers });
  return answers;
}

const resultsWritten = async (): Promise<number> =>
  (
    await pool.query<{ count: number }>(
      'select count(*)::integer as count from exam_results where exam_id = $1',
      [examId],
    )
  ).rows[0]!.count;

console.log(
  `${STUDENTS} students open an exam of ${QUESTIONS} questions within ${OPENING_MS / 1_000} s, save every ` +
    `${SAVE_EVERY_MS / 1_000} s, and hand in within the same ${HANDING_IN_MS / 1_000} s; API processes: ${APIS}`,
);
const before = product.times();
const start = performance.now();
const handedIn = new Map<number, Answers>();
await Promise.all(
  students.map(async (studentId) => void handedIn.set(studentId, await take(studentId, start))),
);
const last = performance.now();
while ((await resultsWritten()) < STUDENTS && performance.now() - last < 60_000) await pause(20);
const complete = performance.now() - last;

const line = (name: string, figure: string, asked: string, isMet: boolean): void =>
  console.log(`  ${name.padEnd(38)} ${figure.padStart(24)}  (asked: ${asked})${isMet ? '' : '  MISSED'}`);
for (const kind of ['start', 'save', 'submit'] as const) {
  const [p50, p99] = [percentile(times[kind], 0.5), percentile(times[kind], 0.99)];
  const figure = `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`;
  line(`${kind}, ${times[kind].length} of them`, figure, 'p99 under 1000 ms', p99 < 1_000);
}
const errors = sum(failures.values());
line('errors', String(errors), '0', errors === 0);
for (const [failure, count] of [...failures].slice(0, 5)) console.log(`    ${count} times ${failure}`);
line('results complete after the last one', `${complete.toFixed(0)} ms`, 'under 5000 ms', complete < 5_000);
await printProcessorTime();
await compareWithLog();
await readResults();

connections.close();
await bench.close();
process.exit(0);

/** Of all calls together; each student makes some four of them. */
async function printProcessorTime(): Promise<void> {
  const after = product.times();
  const postgres = await postgresParts(pool, before.postgres, after.postgres);
  const ms = (seconds: number): string => ((seconds * 1_000) / STUDENTS).toFixed(1);
  const spent = `API ${ms(after.api - before.api)}, worker ${ms(after.worker - before.worker)}, Postgres ${ms(sum(postgres.values()))} ms`;
  console.log(`  processor time a student: ${spent}`);
}

/** That what each student handed in is in the log once, and in the results with its points. */
async function compareWithLog(): Promise<void> {
  const { rows: events } = await pool.query<{ student_id: number; answers: Answers }>(
    `select student_id, data->'answers' as answers from events where type = 'ExamSubmitted'`,
  );
  const { rows: results } = await pool.query<{ student_id: number; answers: Answers; score: number }>(
    'select student_id, answers, score from exam_results where exam_id = $1',
    [examId],
  );
  const isRight = (studentId: number): boolean => {
    const answers = handedIn.get(studentId)!;
    const own = events.filter((event) => event.student_id === studentId);
    const result = results.find((row) => row.student_id === studentId);
    return (
      own.length === 1 &&
      isDeepStrictEqual(own[0]!.answers, answers) &&
      isDeepStrictEqual(result?.answers, answers) &&
      result?.score === scoreOf(questions, answers).score
    );
  };
  const wrong = students.filter((studentId) => !isRight(studentId)).length;
  line('missing, doubled or wrong', String(wrong), '0', wrong === 0);
}

/** What the teacher waits for, and the same from the log alone. */
async function readResults(): Promise<void> {
  const connection = new KeptConnections(product.port, 1);
  const headers = { authorization: `Bearer ${sign(teacher)}` };
  const [classId] = classIds;
  const path = `/api/classes/${classId}/exam-results?exam_id=${examId}`;
  const read: number[] = [];
  let bytes = 0;
  for (let turn = 0; turn < READS + 20; turn++) {
    const { status, ms, body } = await connection.call(path, { headers });
    if (
      status !== 200 ||
      (JSON.parse(body) as { data: ClassResult[] }).data.length !== Math.min(STUDENTS, LARGEST_CLASS)
    )
      throw new Error(`the results were answered ${status}`);
    if (turn >= 20) read.push(ms);
    bytes = body.length;
  }
  const fromLog = await timesOf(10, () =>
    pool.query(
      `select e.student_id, u.name, u.email, e.data->'answers' as answers, e.occurred_at,
         (select count(*) from exam_questions q where q.exam_id = $1
          and e.data->'answers'->>q.id::text = q.correct_option) as score
       from class_members m join users u on u.id = m.student_id
       left join events e on e.partition = partition_of(m.student_id) and e.student_id = m.student_id
         and e.type = 'ExamSubmitted'
         and (e.data->>'exam_id')::integer = $1
       where m.class_id = $2 and m.status = 'approved' order by u.name`,
      [examId, classId],
    ),
  );
  connection.close();
  const [p50, p95, log] = [percentile(read, 0.5), percentile(read, 0.95), percentile(fromLog, 0.5)];
  console.log(
    `the results of ${Math.min(STUDENTS, LARGEST_CLASS)} students in a class, ${READS} times over HTTP, ${Math.round(bytes / 1_000)} kB each`,
  );
  line('read', `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`, 'p95 50 ms', p95 <= 50);
  console.log(
    `  the same from the log, the query alone: ${log.toFixed(1)} ms, ${(log / p50).toFixed(1)} times the whole call`,
  );
}
