import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectionLag } from '../core/log/projecting/checkpoint.ts';
import { answerRequests } from './load/answer-requests.ts';
import type { LoadOrder, LoadSummary } from './load/overload-load.ts';
import { startServer } from './load/server-process.ts';
import { addStudents, openBenchDatabase, residentMegabytes } from './school/bench-database.ts';

/**
 * Three times the answers that one API process can take, for a minute. How soon it answers those that it takes, and how
 * soon it refuses the others. How long until all is as before. Two processes send; a worker projects.
 */
const SECONDS = Number(process.argv[2] ?? 60);
const TIMES = Number(process.argv[3] ?? 3);
/** Each as a browser's: one request at a time. */
const CONNECTIONS = Number(process.argv[4] ?? 12_000);
/** Whether who is refused comes back as told, or asks again at once. */
const COMES_BACK = process.argv[5] !== 'at-once';
/** So many that none reaches the 120 answers a minute that one student may send. */
const STUDENTS = 24_000;
const SENDERS = 2;
const KEYS_AT_ONCE = 50_000;
const RECOVERY_SECONDS = 30;
/** A second is normal again when nothing was refused in it and answers took no longer than this. */
const NORMAL_MS = 100;

const bench = await openBenchDatabase();
const requests = await answerRequests(bench.database, await addStudents(bench.database, STUDENTS));
const { port, process: api } = await startServer(bench, 'api/server.ts');
const worker = bench.run('workers/main.ts');
const senders = Array.from({ length: SENDERS }, () =>
  fork(join(import.meta.dirname, 'load/overload-load.ts')),
);
const keys: string[] = [];

const capacity = await capacityOf();
console.log(
  `${Math.round(capacity)} answers a second can be taken (${200} connections, each after its answer)`,
);

const overload = await load({
  perSecond: TIMES * capacity,
  seconds: SECONDS,
  connections: CONNECTIONS,
  comesBack: COMES_BACK,
});
console.log(
  `${Math.round(TIMES * capacity)} a second for ${SECONDS} s over ${CONNECTIONS} connections, by ${SENDERS} processes; who is refused ${COMES_BACK ? 'comes back as told' : 'asks again at once'}`,
);
for (const summary of overload) {
  const { accepted, acceptedSinceDue, refused, wrong, broken, unanswered, retryAfter } = summary;
  const ms = (of: typeof accepted) =>
    `p50 ${of.p50.toFixed(0)}, p99 ${of.p99.toFixed(0)}, most ${of.max.toFixed(0)} ms`;
  console.log(
    `accepted ${accepted.count} (${Math.round(accepted.count / SECONDS)}/s): ${ms(accepted)} (asked: p99 under 1,000)`,
  );
  console.log(
    `refused  ${refused.count}: ${ms(refused)}; wrong ${wrong}, broken connections ${broken}, unanswered at the end ${unanswered}`,
  );
  console.log(
    `accepted, since it was due: ${ms(acceptedSinceDue)}; Retry-After ${JSON.stringify(retryAfter)}`,
  );
}
const ended = performance.now();
const [recovery] = await load({
  perSecond: capacity / 4,
  seconds: RECOVERY_SECONDS,
  connections: 200,
  senders: 1,
});
const isNormal = ({ refused, p99 }: LoadSummary['seconds'][number]) => refused === 0 && p99 < NORMAL_MS;
const lastBad = recovery!.seconds.findLastIndex((second) => !isNormal(second));
console.log(
  `normal again after ${lastBad + 1} s (asked: 30); then p99 ${recovery!.seconds.at(-2)?.p99.toFixed(0)} ms at a quarter of the load`,
);
const lag = async () =>
  (await projectionLag(bench.database.pool)).reduce((sum, { events }) => sum + events, 0);
for (let behind = await lag(); behind > 0 && performance.now() - ended < 120_000; behind = await lag())
  await pause(250);
console.log(
  `projections have caught up ${((performance.now() - ended) / 1_000).toFixed(0)} s after the overload`,
);
const [ofApi, ofWorker] = [api, worker].map((one) => residentMegabytes(one, 'VmHWM'));
console.log(`memory at most: api ${ofApi} MB, worker ${ofWorker} MB (asked: under 512 MB each)`);

let stored = 0;
for (let start = 0; start < keys.length; start += KEYS_AT_ONCE) {
  const { rows } = await bench.database.pool.query<{ count: string }>(
    'select count(*) from events where id = any ($1::uuid[])',
    [keys.slice(start, start + KEYS_AT_ONCE)],
  );
  stored += Number(rows[0]!.count);
}
const { rows } = await bench.database.pool.query<{ count: string }>('select count(*) from events');
console.log(`acknowledged ${keys.length}, of these stored ${stored}, in the log ${rows[0]!.count}`);
for (const sender of senders) sender.disconnect();
await bench.close();
process.exit(0);

/** What is taken when everybody waits for their answer. */
async function capacityOf(): Promise<number> {
  await load({ seconds: 3, connections: 200 });
  const seconds = 8;
  const results = await load({ seconds, connections: 200 });
  return results.reduce((sum, { accepted }) => sum + accepted.count, 0) / seconds;
}

async function load({
  senders: count = SENDERS,
  ...order
}: Omit<LoadOrder, 'port' | 'requests'> & { senders?: number }): Promise<LoadSummary[]> {
  const results = senders.slice(0, count).map(async (sender, index) => {
    sender.send({
      port,
      seconds: order.seconds,
      connections: order.connections / count,
      requests: requests.filter((_, number) => number % count === index),
      ...(order.comesBack && { comesBack: true }),
      ...(order.perSecond && { perSecond: order.perSecond / count }),
    } satisfies LoadOrder);
    const [summary] = (await once(sender, 'message')) as [LoadSummary];
    for (const key of summary.keys) keys.push(key);
    return summary;
  });
  return Promise.all(results);
}
