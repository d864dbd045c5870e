import { setTimeout as pause } from 'node:timers/promises';
import { answerRequests } from './load/answer-requests.ts';
import { percentile } from './load/kept-connections.ts';
import { eventsBehind, untilCaughtUp } from './load/live-lag.ts';
import { generateLoad, type LoadResult } from './load/load-generator.ts';
import { MeasuredProduct, type ProductTimes, postgresParts, sum } from './load/measured-product.ts';
import { watchOthers } from './load/processor-time.ts';
import { profileShares } from './load/profile-times.ts';
import { COUNTED, COUNTING_POSTGRES, forgetStatements, statementTimes } from './load/statement-times.ts';
import { sendSteadily } from './load/steady-answers.ts';
import { openBenchDatabase } from './school/bench-database.ts';
import { addStudentsInClasses } from './school/students-in-classes.ts';

/**
 * Where the microseconds of an answer go: by process, by statement of Postgres, and by function of API and worker. At
 * full load from 200 connections, or at a pace. Students are in classes of forty. One worker projects, and its time counts
 * until it has caught up. The time by process comes from a first run, statements and functions from a second one.
 */
const SECONDS = Number(process.argv[2] ?? 10);
/** Answers a second, evenly. Default: as many as are taken. */
const PACE = process.argv[3] === undefined ? undefined : Number(process.argv[3]);
/** So many that none reaches what one student may send in a minute; at a pace as many as in bench/pace. */
const STUDENTS = PACE ? 1_000 : 8_000;
const CONNECTIONS = 200;
/** Cards of each student, one after the other: then they begin again. */
const EACH = 20;
/** Caches fill, connections open and code is compiled before it counts. */
const WARM_UP_SECONDS = 3;
/** Answers before it counts. Each student has been seen by then: who is new to the API costs more. */
const WARM_UP = 2 * STUDENTS;
const STATEMENTS = 25;
const FUNCTIONS = 15;
/** Groups of functions below this share are left out. */
const LEAST_SHARE = 0.005;

interface Measured {
  load: LoadResult;
  /** Events that were not projected yet when the load ended, and how long that took. */
  behind: number;
  catchUpSeconds: number;
  /** Transactions of Postgres. */
  commits: number;
  before: ProductTimes;
  after: ProductTimes;
  postgres: Map<string, number>;
  /** Processor time of this program, in seconds. */
  generator: number;
  /** Cores that were busy with something else. */
  others: number;
  from: bigint;
  to: bigint;
}

const { pool, ...bench } = await openBenchDatabase(COUNTING_POSTGRES);
const { students } = await addStudentsInClasses(bench.database, STUDENTS);
/** Those to be sent next come first. */
let requests = await answerRequests(bench.database, students, { each: EACH });
await pool.query('vacuum analyze');

const product = await MeasuredProduct.start(bench);
const plain = await measure(product);
await product.stop();
const watchedProduct = await MeasuredProduct.start(bench, { profiled: true, env: COUNTED });
const watched = await measure(watchedProduct);
const statements = await statementTimes(pool);
await watchedProduct.stop();

/** Microseconds an answer, without what watching adds. */
const ofApi = each(plain, plain.after.api - plain.before.api);
const ofWorker = each(plain, plain.after.worker - plain.before.worker);
const ofPostgres = each(plain, sum(plain.postgres.values()));

console.log(
  `${STUDENTS} students in classes, ${PACE ? `${PACE} answers a second` : `${CONNECTIONS} connections at full load`}, ${SECONDS} s; 1 API process, 1 worker`,
);
printLoad(plain);
printProcesses();
printStatements();
printFunctions('api', ofApi, threadsOf('apiThreads'));
printFunctions('worker', ofWorker, threadsOf('workerThreads'));

await bench.close();
process.exit(0);

async function measure(measured: MeasuredProduct): Promise<Measured> {
  for (let answered = 0; answered < WARM_UP; )
    answered += (await answer(measured, WARM_UP_SECONDS)).succeeded;
  await untilCaughtUp(pool);
  await forgetStatements(pool);
  const commitsBefore = await commits();
  const from = process.hrtime.bigint();
  const before = measured.times();
  const othersSince = watchOthers(measured.pids, bench.postmaster);
  const own = process.cpuUsage();
  const result = await answer(measured, SECONDS);
  const { user, system } = process.cpuUsage(own);
  const behind = await eventsBehind(pool);
  const ended = performance.now();
  await untilCaughtUp(pool, 20);
  const catchUpSeconds = (performance.now() - ended) / 1_000;
  const [after, others] = [measured.times(), othersSince()];
  return {
    load: result,
    behind,
    catchUpSeconds,
    commits: (await commits()) - commitsBefore,
    before,
    after,
    postgres: await postgresParts(pool, before.postgres, after.postgres),
    generator: (user + system) / 1e6,
    others,
    from,
    to: process.hrtime.bigint(),
  };
}

async function answer({ port }: MeasuredProduct, seconds: number): Promise<LoadResult> {
  const result = await (PACE
    ? steadyLoad(port, PACE, seconds)
    : generateLoad({ port, connections: CONNECTIONS, seconds, requests }));
  const next = (result.succeeded + result.failed) % requests.length;
  requests = [...requests.slice(next), ...requests.slice(0, next)];
  return result;
}

async function steadyLoad(port: number, pace: number, seconds: number): Promise<LoadResult> {
  const steady = sendSteadily(port, requests, pace);
  await pause(seconds * 1_000);
  const { ms, ...result } = await steady.stop();
  return { ...result, p50: percentile(ms, 0.5), p99: percentile(ms, 0.99) };
}

/** Transactions of this database so far. Connections say so at most once a second. */
async function commits(): Promise<number> {
  await pause(1_100);
  const { rows } = await pool.query<{ commits: number }>(
    'select xact_commit::float8 as commits from pg_stat_database where datname = current_database()',
  );
  return rows[0]!.commits;
}

/** Microseconds an answer. */
function each({ load: { succeeded } }: Measured, seconds: number): number {
  return (seconds * 1e6) / succeeded;
}

function us(value: number): string {
  return value.toFixed(value < 9.95 ? 2 : 1).padStart(8);
}

function printLoad(measured: Measured): void {
  const { perSecond, p50, p99, failed } = measured.load;
  console.log(
    `  ${Math.round(perSecond)} answers a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, errors ${failed}; ` +
      `projections ${measured.behind} events behind at the end, caught up ${measured.catchUpSeconds.toFixed(2)} s later; ` +
      `others kept ${measured.others.toFixed(2)} cores busy`,
  );
}

/** Microseconds an answer by the names of threads: the one that runs JavaScript, and V8's that help it. */
function threadsOf(kind: 'apiThreads' | 'workerThreads'): Map<string, number> {
  return new Map(
    [...plain.after[kind]]
      .map(([name, seconds]): [string, number] => [
        name,
        each(plain, seconds - (plain.before[kind].get(name) ?? 0)),
      ])
      .toSorted(([, a], [, b]) => b - a),
  );
}

function printProcesses(): void {
  const detail = (parts: Iterable<[string, number]>): string =>
    [...parts]
      .filter(([, spent]) => spent >= 0.05)
      .map(([name, spent]) => `${name} ${spent.toFixed(1)}`)
      .join(', ');
  const postgres = [...plain.postgres].map(([name, seconds]): [string, number] => [
    name,
    each(plain, seconds),
  ]);
  console.log('\nprocessor time of an answer, µs');
  console.log(`${us(ofApi)}  API: ${detail(threadsOf('apiThreads'))}`);
  console.log(`${us(ofWorker)}  worker: ${detail(threadsOf('workerThreads'))}`);
  console.log(`${us(ofPostgres)}  Postgres: ${detail(postgres.toSorted(([, a], [, b]) => b - a))}`);
  console.log(
    `${us(ofApi + ofWorker + ofPostgres)}  in all; the load generator, not counted: ${us(each(plain, plain.generator)).trim()}`,
  );
}

function printStatements(): void {
  const { succeeded } = watched.load;
  const outer = sum(statements.filter(({ isInner }) => !isInner).map((one) => one.us)) / succeeded;
  const spent = each(watched, sum(watched.postgres.values()));
  console.log(
    `\nstatements of Postgres, an answer: of ${spent.toFixed(1)} µs of processor time while they are counted, the clock says ` +
      `${outer.toFixed(1)} within them; ${(watched.commits / succeeded).toFixed(3)} transactions`,
  );
  console.log('  time, µs   calls    rows  WAL, bytes   (+: within a function above)');
  for (const { text, isInner, calls, rows, us: time, walBytes } of statements.slice(0, STATEMENTS)) {
    const start = text.replace(/\s+/g, ' ').trim().slice(0, 100);
    const counts = [
      (calls / succeeded).toFixed(4),
      (rows / succeeded).toFixed(3),
      (walBytes / succeeded).toFixed(1),
    ];
    console.log(
      `  ${us(time / succeeded)} ${counts[0]!.padStart(7)} ${counts[1]!.padStart(7)} ${counts[2]!.padStart(11)}  ${isInner ? '+ ' : '  '}${start}`,
    );
  }
}

/** Shares of the main thread's time are those of the profile; its time is that of the run that nobody watched. */
function printFunctions(kind: 'api' | 'worker', whole: number, threads: Map<string, number>): void {
  const { groups, functions } = profileShares(watchedProduct.profilesOf(kind), watched);
  const main = [...threads].find(([name]) => /main/i.test(name))?.[1] ?? whole;
  console.log(
    `\n${kind === 'api' ? 'API' : 'worker'}, main thread, µs an answer by folder and package (by itself, with what it calls)`,
  );
  for (const { name, self, total } of groups)
    if (self >= LEAST_SHARE) console.log(`${us(self * main)} ${us(total * main)}  ${name}`);
  console.log(`the ${FUNCTIONS} functions that take most by themselves`);
  for (const { name, self, total } of functions.slice(0, FUNCTIONS))
    console.log(`${us(self * main)} ${us(total * main)}  ${name}`);
}
