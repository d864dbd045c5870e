import { answerRequests } from './load/answer-requests.ts';
import { generateLoad, type LoadResult } from './load/load-generator.ts';
import { startServer } from './load/server-process.ts';
import {
  addStudents,
  median,
  openBenchDatabase,
  residentMegabytes,
  stopProcess,
} from './school/bench-database.ts';

/**
 * POST /api/cards/{id}/progress, complete (token, limits, access to the card, validation, durable append, answer).
 * Compared with a bare Fastify route that only validates the same body. 200 connections, many students, a key each.
 */
const CONNECTIONS = 200;
const STUDENTS = 8_000;
const SECONDS = Number(process.argv[2] ?? 10);
const ROUNDS = 3;

const bench = await openBenchDatabase();
const requests = await answerRequests(bench.database, await addStudents(bench.database, STUDENTS));
console.log(`${CONNECTIONS} connections, ${STUDENTS} students, ${ROUNDS} rounds of ${SECONDS} s each`);

let acknowledged = 0;
const bare: LoadResult[] = [];
const product: LoadResult[] = [];
const memory: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  bare.push(await measure('bench/load/bare-server.ts', 'bare route'));
  product.push(await measure('api/server.ts', 'progress  '));
}
const { rows } = await bench.database.pool.query<{ events: string }>('select count(*) as events from events');
const appended = Number(rows[0]!.events);
const typical = (results: LoadResult[]): number => median(results.map((result) => result.perSecond));
const errors = product.reduce((sum, result) => sum + result.failed, 0);
console.log(`acknowledged ${acknowledged}, in the log ${appended}, errors ${errors}`);
console.log(`memory ${Math.max(...memory)} MB at most (asked: under 320)`);
console.log(`p99 ${Math.max(...product.map((result) => result.p99)).toFixed(1)} ms (asked: under 50)`);
console.log(`ratio ${(typical(product) / typical(bare)).toFixed(2)} of the bare route (asked: 0.50)`);
await bench.close();
process.exit(0);

async function measure(script: string, name: string): Promise<LoadResult> {
  const { port, process: server } = await startServer(bench, script);
  const load = { port, connections: CONNECTIONS, requests };
  const warmUp = await generateLoad({ ...load, seconds: 2 });
  const result = await generateLoad({ ...load, seconds: SECONDS });
  const megabytes = residentMegabytes(server);
  if (script.startsWith('api')) {
    acknowledged += warmUp.succeeded + result.succeeded;
    memory.push(megabytes);
  }
  console.log(
    `${name}  ${Math.round(result.perSecond)}/s  p50 ${result.p50.toFixed(1)} ms  p99 ${result.p99.toFixed(1)} ms` +
      `  errors ${result.failed}  ${megabytes} MB`,
  );
  await stopProcess(server);
  return result;
}
