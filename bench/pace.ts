import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { answerRequests } from './load/answer-requests.ts';
import { KeptConnections, percentile } from './load/kept-connections.ts';
import { lagSeconds } from './load/live-lag.ts';
import type { PreparedRequest } from './load/load-generator.ts';
import { MeasuredProduct, postgresParts, sum } from './load/measured-product.ts';
import { bindTo, childrenOf, processorSeconds } from './load/processor-time.ts';
import { startServer } from './load/server-process.ts';
import { sendSteadily } from './load/steady-answers.ts';
import { openBenchDatabase, stopProcess } from './school/bench-database.ts';
import { addStudentsInClasses } from './school/students-in-classes.ts';

/**
 * What a school's pace costs: the processor time of API, worker and Postgres, beside a bare route at the same pace. A
 * thousand students, in classes of forty, give so many answers a second, evenly. And how long answers, projections and
 * a student who waits for the own answer take. The load generator is not counted.
 */
const STUDENTS = 1_000;
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
const { students, deckId } = await addStudentsInClasses(bench.database, STUDENTS);
const requests = await answerRequests(bench.database, students, { each: 20 });
for (const pid of [bench.postmaster, ...childrenOf(bench.postmaster)]) bind(pid);

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

async function measureBare(pace: number): Promise<void> {
  const server = await startServer(bench, 'bench/load/bare-server.ts');
  const { pid } = server.process as { pid: number };
  bind(pid);
  const load = sendSteadily(server.port, requests, pace);
  await pause(WARM_UP_MS);
  load.warmedUp();
  const before = processorSeconds(pid);
  await pause(SECONDS * 1_000);
  const cores = (processorSeconds(pid) - before) / SECONDS;
  const { ms } = await load.stop();
  console.log(`${pace}/s  bare route ${cores.toFixed(2)} cores  p50 ${at(ms, 0.5)} p99 ${at(ms, 0.99)} ms`);
  await stopProcess(server.process);
}

async function measure(pace: number): Promise<void> {
  const product = await MeasuredProduct.start(bench);
  const { port } = product;
  for (const pid of product.pids) bind(pid);
  await pause(WARM_UP_MS);
  const load = sendSteadily(port, requests, pace);
  await pause(WARM_UP_MS);
  load.warmedUp();

  const before = product.times();
  const begun = performance.now();
  const lags: number[] = [];
  while (performance.now() - begun < SECONDS * 1_000) {
    lags.push((await lagSeconds(pool)) * 1_000);
    await pause(25);
  }
  const seconds = (performance.now() - begun) / 1_000;
  const after = product.times();
  const parts = await postgresParts(pool, before.postgres, after.postgres);
  const waits = await ownAnswers(port);
  const { ms, failed, perSecond } = await load.stop();
  const cores = (spent: number): string => (spent / seconds).toFixed(2);
  const [ofApi, ofWorker] = [after.api - before.api, after.worker - before.worker];
  const ofPostgres = sum(parts.values());
  console.log(
    `${pace}/s  product ${cores(ofApi + ofWorker + ofPostgres)} cores: API ${cores(ofApi)}, worker ${cores(ofWorker)}, ` +
      `Postgres ${cores(ofPostgres)} (${[...parts].map(([name, spent]) => `${name} ${cores(spent)}`).join(', ')}); ` +
      `sent ${perSecond.toFixed(0)}/s, errors ${failed}`,
  );
  console.log(
    `  answers p50 ${at(ms, 0.5)} p99 ${at(ms, 0.99)} ms; lag p50 ${at(lags, 0.5)} p99 ${at(lags, 0.99)} ms; ` +
      `who waits for the own answer p50 ${at(waits, 0.5)} p99 ${at(waits, 0.99)} ms`,
  );
  await product.stop();
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
