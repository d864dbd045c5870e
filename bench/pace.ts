import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClass } from '../core/classroom/classroom-changes.ts';
import { answerRequests } from './load/answer-requests.ts';
import { KeptConnections, percentile } from './load/kept-connections.ts';
import { lagSeconds } from './load/live-lag.ts';
import type { PreparedRequest } from './load/load-generator.ts';
import { bindTo, childrenOf, postgresTimes, processorSeconds } from './load/processor-time.ts';
import { startServer } from './load/server-process.ts';
import { sendSteadily } from './load/steady-answers.ts';
import {
  addMembers,
  addStudents,
  addTeachers,
  type BenchDatabase,
  openBenchDatabase,
  stopProcess,
} from './school/bench-database.ts';

/**
 * What a school's pace costs: the processor time of API, worker and Postgres, beside a bare route at the same pace. A
 * thousand students, in classes of forty, give so many answers a second, evenly. And how long answers, projections and
 * a student who waits for the own answer take. The load generator is not counted.
 */
const STUDENTS = 1_000;
const CLASS = 40;
const PACES = [200, 1_000];
const SECONDS = Number(process.argv[2] ?? 30);
/** Cores of the product, such as `0,1`; bind this program to others. */
const CORES = process.argv[3];
/** Who waits for the own answer, after the measurement of time: so many a second. */
const OWN_PER_SECOND = 5;
const OWN = 60;
/** Caches fill, connections open and code is compiled before it counts. */
const WARM_UP_MS = 5_000;

const { pool, ...bench } = await openBenchDatabase();
const students = await addStudents(bench.database, STUDENTS);
const [{ deck_id: deckId }] = (
  await pool.query<{ deck_id: number }>('select deck_id from cards order by id limit 1')
).rows as [{ deck_id: number }];
await fillClasses();
const requests = await answerRequests(bench.database, students, { each: 20 });
const postmaster = Number(
  readFileSync(join(bench.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0],
);
for (const pid of [postmaster, ...childrenOf(postmaster)]) bind(pid);

console.log(`${STUDENTS} students, ${SECONDS} s each, cores ${CORES ?? 'any'}`);
for (const pace of PACES) {
  await measureBare(pace);
  await measure(pace);
}
await bench.close();
process.exit(0);

function bind(pid: number): void {
  if (CORES) bindTo(CORES, pid);
}

async function fillClasses(): Promise<void> {
  const teachers = await addTeachers(bench.database, STUDENTS / CLASS);
  for (const [index, teacher] of teachers.entries()) {
    const id = await createClass(pool, teacher, { name: `Class ${index}`, deckId });
    await addMembers(bench.database, id, students.slice(index * CLASS, (index + 1) * CLASS));
  }
}

async function measureBare(pace: number): Promise<void> {
  const server = await startServer(bench, 'bench/load/bare-server.ts');
  const { pid } = server.process as { pid: number };
  bind(pid);
  const load = sendSteadily(server.port, requests, pace);
  await pause(WARM_UP_MS);
  const before = processorSeconds(pid);
  await pause(SECONDS * 1_000);
  const cores = (processorSeconds(pid) - before) / SECONDS;
  const { ms } = await load.stop();
  console.log(`${pace}/s  bare route ${cores.toFixed(2)} cores  p50 ${at(ms, 0.5)} p99 ${at(ms, 0.99)} ms`);
  await stopProcess(server.process);
}

async function measure(pace: number): Promise<void> {
  const { port, process: api } = await startServer(bench, 'api/server.ts');
  const worker = bench.run('workers/main.ts');
  const pids = { api: api.pid!, worker: worker.pid! };
  for (const pid of Object.values(pids)) bind(pid);
  await pause(WARM_UP_MS);
  const load = sendSteadily(port, requests, pace);
  await pause(WARM_UP_MS);

  const times = () => ({
    api: processorSeconds(pids.api),
    worker: processorSeconds(pids.worker),
    postgres: postgresTimes(postmaster),
  });
  const before = times();
  const begun = performance.now();
  const lags: number[] = [];
  while (performance.now() - begun < SECONDS * 1_000) {
    lags.push((await lagSeconds(pool)) * 1_000);
    await pause(25);
  }
  const seconds = (performance.now() - begun) / 1_000;
  const after = times();
  const parts = await partsOf(bench, before.postgres, after.postgres);
  const waits = await ownAnswers(port);
  const { ms, failed, perSecond } = await load.stop();
  const cores = (spent: number): string => (spent / seconds).toFixed(2);
  const [ofApi, ofWorker] = [after.api - before.api, after.worker - before.worker];
  const ofPostgres = [...parts.values()].reduce((sum, one) => sum + one, 0);
  console.log(
    `${pace}/s  product ${cores(ofApi + ofWorker + ofPostgres)} cores: API ${cores(ofApi)}, worker ${cores(ofWorker)}, ` +
      `Postgres ${cores(ofPostgres)} (${[...parts].map(([name, spent]) => `${name} ${cores(spent)}`).join(', ')}); ` +
      `sent ${perSecond.toFixed(0)}/s, errors ${failed}`,
  );
  console.log(
    `  answers p50 ${at(ms, 0.5)} p99 ${at(ms, 0.99)} ms; lag p50 ${at(lags, 0.5)} p99 ${at(lags, 0.99)} ms; ` +
      `who waits for the own answer p50 ${at(waits, 0.5)} p99 ${at(waits, 0.99)} ms`,
  );
  await Promise.all([stopProcess(api), stopProcess(worker)]);
}

/** What Postgres has spent, by the product's process that it was for. This program's own is left out. */
async function partsOf(
  { database }: BenchDatabase,
  before: Map<number, number>,
  after: Map<number, number>,
): Promise<Map<string, number>> {
  const { rows } = await database.pool.query<{ pid: number; name: string }>(
    `select pid, application_name as name from pg_stat_activity where backend_type = 'client backend'`,
  );
  const names = new Map(rows.map(({ pid, name }) => [pid, name]));
  const parts = new Map<string, number>();
  for (const [pid, seconds] of after) {
    const name = names.get(pid) ?? 'its own';
    if (name !== 'nho bench') parts.set(name, (parts.get(name) ?? 0) + seconds - (before.get(pid) ?? 0));
  }
  return parts;
}

/** While others go on: an answer, and then a read that waits for it. The times of the reads. */
async function ownAnswers(port: number): Promise<number[]> {
  const connections = new KeptConnections(port, 10);
  const one = async ({ path, headers, body }: PreparedRequest): Promise<number> => {
    const posted = await connections.call(path, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body,
    });
    const { position } = (JSON.parse(posted.body) as { data: { position: string } }).data;
    const read = await connections.call(`/api/decks/${deckId}/stats`, {
      headers: { ...headers, 'after-position': position },
    });
    if (read.status !== 200) throw new Error(`a read got ${read.status}`);
    return read.ms;
  };
  const waits: Promise<number>[] = [];
  for (let index = 0; index < OWN; index++) {
    waits.push(one(requests[(index * 97) % requests.length]!));
    // Not in step with anything that goes by a clock.
    await pause((1_000 / OWN_PER_SECOND) * 2 * Math.random());
  }
  const times = await Promise.all(waits);
  connections.close();
  return times;
}

function at(values: number[], share: number): string {
  return percentile(values, share).toFixed(1);
}
