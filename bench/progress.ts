import { answerRequests } from './load/answer-requests.ts';
import { eventsBehind, untilCaughtUp } from './load/live-lag.ts';
import { generateLoad, type LoadResult } from './load/load-generator.ts';
import { postgresParts, sum } from './load/measured-product.ts';
import { postgresTimes, processorSeconds, watchOthers } from './load/processor-time.ts';
import { startServer } from './load/server-process.ts';
import {
  addStudents,
  median,
  openBenchDatabase,
  residentMegabytes,
  stopProcess,
} from './school/bench-database.ts';

/**
 * POST /api/cards/{id}/progress, complete (token, limits, access to the card, validation, durable append, answer), and
 * the whole product, whose worker projects meanwhile. Compared with a bare Fastify route that only validates the same
 * body, and with a plain app that saves answer and schedule. 200 connections, many students, a key each.
 */
const CONNECTIONS = 200;
const STUDENTS = 8_000;
const SECONDS = Number(process.argv[2] ?? 10);
const ROUNDS = 3;

interface Contender {
  name: string;
  script: string;
  /** Whether a worker projects meanwhile. */
  projects?: boolean;
}

interface Measured extends LoadResult {
  megabytes: number;
  /** Answers acknowledged and projected, by the time until both were done for all. */
  projectedPerSecond: number;
  /** Microseconds of processor time an answer: of the server, of the worker if there is one, of Postgres. */
  us: [server: number, worker: number, postgres: number];
}

const BARE = { name: 'bare route', script: 'bench/load/bare-server.ts' };
const PLAIN = { name: 'plain app', script: 'bench/load/plain-server.ts' };
const PROGRESS = { name: 'progress', script: 'api/server.ts' };
const WHOLE = { name: 'whole product', script: 'api/server.ts', projects: true };
const CONTENDERS: Contender[] = [BARE, PLAIN, PROGRESS, WHOLE];

const bench = await openBenchDatabase();
const { pool } = bench.database;
const requests = await answerRequests(bench.database, await addStudents(bench.database, STUDENTS));
console.log(
  `${CONNECTIONS} connections, ${STUDENTS} students, ${ROUNDS} rounds of ${SECONDS} s each; processor: server + worker + Postgres`,
);

let acknowledged = 0;
const measured = new Map<Contender, Measured[]>(CONTENDERS.map((contender) => [contender, []]));
for (let round = 0; round < ROUNDS; round++)
  for (const contender of CONTENDERS) measured.get(contender)!.push(await measure(contender));

const ofProduct = [PROGRESS, WHOLE].flatMap((contender) => measured.get(contender)!);
const errors = sum(ofProduct.map(({ failed }) => failed));
console.log(`acknowledged ${acknowledged}, in the log ${await count('events')}, errors ${errors}`);
console.log(
  `memory ${Math.max(...ofProduct.map(({ megabytes }) => megabytes))} MB at most (asked: under 320)`,
);
console.log(
  `p99 ${Math.max(...measured.get(PROGRESS)!.map(({ p99 }) => p99)).toFixed(1)} ms (asked: under 50)`,
);
console.log(`ratio ${ratio(PROGRESS, BARE)} of the bare route (asked: 0.50)`);
console.log(
  `ratio ${ratio(WHOLE, PLAIN)} of the plain app, with a worker that projects (asked: 1.50); ` +
    `${ratio(WHOLE, PLAIN, 'projectedPerSecond')} when all has to be projected as well`,
);
const wholeUs = (contender: Contender): string =>
  median(measured.get(contender)!.map(({ us }) => sum(us))).toFixed(0);
console.log(
  `processor time of an answer ${CONTENDERS.map((each) => `${each.name} ${wholeUs(each)} µs`).join(', ')}`,
);
await bench.close();
process.exit(0);

async function measure({ name, script, projects = false }: Contender): Promise<Measured> {
  const { port, process: server } = await startServer(bench, script);
  const worker = projects ? bench.run('workers/main.ts') : undefined;
  // What the rounds without a worker have left is not this one's.
  if (worker) await untilCaughtUp(pool);
  const load = { port, connections: CONNECTIONS, requests };
  const warmUp = await generateLoad({ ...load, seconds: 2 });
  if (worker) await untilCaughtUp(pool);
  const processes = [server, ...(worker ? [worker] : [])];
  const times = () => ({
    own: processes.map(({ pid }) => processorSeconds(pid!)),
    postgres: postgresTimes(bench.postmaster),
  });
  const othersSince = watchOthers(
    processes.map(({ pid }) => pid!),
    bench.postmaster,
  );
  const before = times();
  const start = performance.now();
  const result = await generateLoad({ ...load, seconds: SECONDS });
  const ended = performance.now();
  const behind = worker ? await eventsBehind(pool) : 0;
  if (worker) await untilCaughtUp(pool, 10);
  const caughtUp = performance.now();
  const projectedPerSecond = result.succeeded / ((caughtUp - start) / 1_000);
  const [after, others] = [times(), othersSince()];
  const postgres = sum((await postgresParts(pool, before.postgres, after.postgres)).values());
  const own = after.own.map((seconds, index) => seconds - before.own[index]!);
  const us = [own[0]!, own[1] ?? 0, postgres].map(
    (seconds) => (seconds * 1e6) / result.succeeded,
  ) as Measured['us'];
  const megabytes = residentMegabytes(server);
  if (script.startsWith('api')) acknowledged += warmUp.succeeded + result.succeeded;
  console.log(
    `${name.padEnd(14)} ${Math.round(result.perSecond)}/s  p50 ${result.p50.toFixed(1)} ms  p99 ${result.p99.toFixed(1)} ms` +
      `  errors ${result.failed}  ${megabytes} MB  processor ${us.map((one) => one.toFixed(0)).join(' + ')} µs` +
      `  others ${others.toFixed(1)} cores`,
  );
  if (worker)
    console.log(
      `${' '.repeat(14)} projections ${behind} events behind at the end, caught up ${((caughtUp - ended) / 1_000).toFixed(2)} s later: ` +
        `${Math.round(projectedPerSecond)}/s answered and projected`,
    );
  await stopProcess(server);
  if (worker) await stopProcess(worker);
  return { ...result, megabytes, projectedPerSecond, us };
}

/** One beside the other, round by round; the middle of that. */
function ratio(
  one: Contender,
  other: Contender,
  of: 'perSecond' | 'projectedPerSecond' = 'perSecond',
): string {
  const others = measured.get(other)!;
  const ratios = measured.get(one)!.map((result, round) => result[of] / others[round]!.perSecond);
  return median(ratios).toFixed(2);
}

async function count(table: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::float8 as count from ${table}`);
  return rows[0]!.count;
}
