import { answerRequests } from './load/answer-requests.ts';
import { untilCaughtUp } from './load/live-lag.ts';
import type { LoadResult } from './load/load-generator.ts';
import { LoadProcesses } from './load/load-processes.ts';
import { MeasuredProduct, postgresParts, sum } from './load/measured-product.ts';
import { watchOthers } from './load/processor-time.ts';
import { openBenchDatabase } from './school/bench-database.ts';
import { addStudentsInClasses } from './school/students-in-classes.ts';

/**
 * Several API processes and several workers on one database: how many answers a second they take at full load, and what
 * an answer costs of processor time. The time counts until all is projected. An added process costs what an answer takes
 * the API more with it. Each cell has new processes; one process posts for each API process. A third argument is a pace
 * for each API process that leaves cores free: at full load an answer pays for sharing them as well.
 */
const SECONDS = Number(process.argv[2] ?? 10);
/** API processes × workers, such as `1x1,2x1`. */
const CELLS = (process.argv[3] ?? '1x1,1x2,1x4,2x1,2x2,2x4,4x1,4x2,4x4').split(',').map((cell) => {
  const [apis, workers] = cell.split('x').map(Number);
  if (!apis || !workers) throw new Error(`${cell} is not of the form 2x1`);
  return { apis, workers };
});
/** Answers a second for each API process, evenly. Default: as many as are taken. */
const PACE = process.argv[4] === undefined ? undefined : Number(process.argv[4]);
const STUDENTS = 8_000;
/** Cards of each student, one after the other: then they begin again. */
const EACH = 10;
/** Of each API process. */
const CONNECTIONS = 200;
const WARM_UP_SECONDS = 10;

interface Cell extends LoadResult {
  apis: number;
  workers: number;
  /** Microseconds of processor time an answer. */
  us: { api: number; worker: number; postgres: number };
  /** Seconds after the load until all was projected. */
  caughtUp: number;
  /** Cores that were busy with something else. */
  others: number;
}

const { pool, ...bench } = await openBenchDatabase();
const { students } = await addStudentsInClasses(bench.database, STUDENTS);
const requests = await answerRequests(bench.database, students, { each: EACH });
await pool.query('vacuum analyze');

console.log(
  `${STUDENTS} students in classes, ${CONNECTIONS} connections ${PACE ? `and ${PACE} answers a second ` : ''}an API process, ${SECONDS} s a cell`,
);
console.log(
  `${'API × workers'.padEnd(14)}${['answers/s', 'p50 ms', 'p99 ms', 'errors', 'API µs', 'worker', 'Postgres', 'in all', 'projected', 'others'].map((name) => name.padStart(10)).join('')}`,
);
const cells: Cell[] = [];
for (const { apis, workers } of CELLS) {
  const cell = await measure(apis, workers);
  cells.push(cell);
  printCell(cell);
}
printAdded();
await bench.close();
process.exit(0);

async function measure(apis: number, workers: number): Promise<Cell> {
  const product = await MeasuredProduct.start(bench, { apis, workers });
  const senders = new LoadProcesses(apis, requests);
  const load = { port: product.port, connections: apis * CONNECTIONS, perSecond: PACE && apis * PACE };
  await senders.load({ ...load, seconds: WARM_UP_SECONDS });
  await untilCaughtUp(pool);
  const othersSince = watchOthers([...product.pids, ...senders.pids], bench.postmaster);
  const before = product.times();
  const result = await senders.load({ ...load, seconds: SECONDS });
  const ended = performance.now();
  await untilCaughtUp(pool, 20);
  const caughtUp = (performance.now() - ended) / 1_000;
  const [after, others] = [product.times(), othersSince()];
  const parts = await postgresParts(pool, before.postgres, after.postgres);
  senders.close();
  await product.stop();
  const each = (seconds: number): number => (seconds * 1e6) / result.succeeded;
  const us = {
    api: each(after.api - before.api),
    worker: each(after.worker - before.worker),
    postgres: each(sum(parts.values())),
  };
  return { ...result, apis, workers, us, caughtUp, others };
}

function printCell({ apis, workers, perSecond, p50, p99, failed, us, caughtUp, others }: Cell): void {
  const figures = [perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1), String(failed)];
  const costs = [us.api, us.worker, us.postgres, sum(Object.values(us))].map((one) => one.toFixed(1));
  const row = [...figures, ...costs, `${caughtUp.toFixed(2)} s`, others.toFixed(1)].map((figure) =>
    figure.padStart(10),
  );
  console.log(`${`${apis} × ${workers}`.padEnd(14)}${row.join('')}`);
}

/** What an answer takes with several API processes, beside one API process and as many workers. */
function printAdded(): void {
  for (const cell of cells) {
    const one = cells.find(({ apis, workers }) => apis === 1 && workers === cell.workers);
    if (!one || cell === one) continue;
    const times = (of: (each: Cell) => number): string => (of(cell) / of(one)).toFixed(2);
    console.log(
      `${cell.apis} API processes beside 1, ${cell.workers} workers: an answer takes the API ${times(({ us }) => us.api)}, ` +
        `all ${times(({ us }) => sum(Object.values(us)))}; answers a second ${times(({ perSecond }) => perSecond)}`,
    );
  }
}
