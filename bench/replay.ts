import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { answerRequests } from './load/answer-requests.ts';
import { untilCaughtUp, withLag } from './load/live-lag.ts';
import { generateLoad } from './load/load-generator.ts';
import { startReplay } from './load/replay-run.ts';
import { startServer } from './load/server-process.ts';
import { sendSteadily } from './load/steady-answers.ts';
import { addStudents, type BenchDatabase, openBenchDatabase, stopProcess } from './school/bench-database.ts';
import { fillLog } from './school/log-years.ts';

/**
 * All projections rebuilt aside from logs of several sizes, two years of a school each. Compared with a bare pass that
 * reads and decodes the same events once and applies nothing. How the time grows with the log. Then, with the largest
 * log, answers as in `bench/progress.ts`, and a steady stream of them. Both with and without a rebuild beside.
 */
const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '500000,1000000,2000000,5000000' },
    seconds: { type: 'string', default: '15' },
  },
});
const SIZES = values.events.split(',').map(Number);
const LOAD_SECONDS = Number(values.seconds);
const CONNECTIONS = 200;
const STUDENTS = 8_000;
/** Answers a second of a busy evening. */
const STEADY = 500;
/** As the product runs a rebuild: after studying. */
const NICE = '10';

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
const perSecond = (events: number, ms: number): string => `${Math.round((events * 1_000) / ms)}/s`;

const times: { events: number; ms: number }[] = [];
for (const [index, events] of SIZES.entries()) {
  const bench = await openBenchDatabase();
  times.push({ events, ms: await measure(bench, events) });
  if (index === SIZES.length - 1) await besideStudents(bench);
  await bench.close();
}
if (times.length > 1)
  console.log(`the time grows with the log to the power of ${exponent(times).toFixed(2)} (asked: 1.0)`);
process.exit(0);

/** Milliseconds of the rebuild. */
async function measure(bench: BenchDatabase, events: number): Promise<number> {
  const { pool } = bench.database;
  const begun = performance.now();
  const { students } = await fillLog(bench.url, events);
  // At night a worker would begin a verification of its own beside.
  await pool.query(
    `insert into log_runs (kind, status, projections, is_nightly) values ('verify', 'completed', '{}', true)`,
  );
  await pool.query('vacuum analyze');
  console.log(
    `${events} events of ${students.length} students, made in ${seconds(performance.now() - begun)}`,
  );

  const caughtUp = performance.now();
  const worker = bench.run('workers/main.ts');
  await untilCaughtUp(pool);
  console.log(`  a worker catches up live     ${perSecond(events, performance.now() - caughtUp)}`);
  await stopProcess(worker);
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');

  const bare = await startReplay(bench, 'pass').result;
  console.log(`  bare pass      ${seconds(bare.took).padStart(8)}  ${perSecond(events, bare.took)}`);
  const rebuilt = await startReplay(bench, 'verify').result;
  const { took, tookComparing, differences, megabytes, backendMegabytes } = rebuilt;
  console.log(
    `  rebuild        ${seconds(took).padStart(8)}  ${perSecond(events, took)} (asked: 50000/s)  ` +
      `${(bare.took / took).toFixed(2)} of the bare pass  ${megabytes} MB (asked: 500), Postgres ${backendMegabytes} MB\n` +
      `    of it our processor time ${seconds(rebuilt.processorTime)}, of the bare pass ${seconds(bare.processorTime)}\n` +
      `  comparison     ${seconds(tookComparing).padStart(8)}  ${differences} rows differ (asked: 0)`,
  );
  return took;
}

/** The slope of the line through the logarithms, by least squares. */
function exponent(points: { events: number; ms: number }[]): number {
  const logs = points.map(({ events, ms }) => [Math.log(events), Math.log(ms)] as const);
  const mean = (at: 0 | 1): number => logs.reduce((sum, log) => sum + log[at], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const above = logs.reduce((sum, log) => sum + (log[0] - x) * (log[1] - y), 0);
  return above / logs.reduce((sum, log) => sum + (log[0] - x) ** 2, 0);
}

async function besideStudents(bench: BenchDatabase): Promise<void> {
  const { pool } = bench.database;
  const { rows: decks } = await pool.query<{ id: number }>('select id from decks where is_official');
  const requests = await answerRequests(bench.database, await addStudents(bench.database, STUDENTS), {
    deckIds: decks.map(({ id }) => id),
  });
  const api = await startServer(bench, 'api/server.ts');
  bench.run('workers/main.ts');
  const load = { port: api.port, connections: CONNECTIONS, requests, seconds: LOAD_SECONDS };
  await generateLoad({ ...load, seconds: 3 });
  await untilCaughtUp(pool);

  const steadily = async () => {
    const answers = sendSteadily(api.port, requests, STEADY);
    await pause(LOAD_SECONDS * 1_000);
    return answers.stop();
  };
  const alone = { steady: await withLag(pool, steadily()), full: await withLag(pool, generateLoad(load)) };
  await untilCaughtUp(pool);

  const replay = startReplay(bench, 'verify', { NICE });
  await replay.begun;
  const note = (): string => (replay.isRunning() ? '' : '  (THE REBUILD ENDED BEFORE)');
  const steady = await withLag(pool, steadily());
  console.log(
    `${STEADY} answers a second: live lag at most ${alone.steady.lag.toFixed(2)} s alone, ` +
      `${steady.lag.toFixed(2)} s beside a rebuild (asked: 2), ` +
      `errors ${alone.steady.value.failed + steady.value.failed}${note()}`,
  );
  const full = await withLag(pool, generateLoad(load));
  const [before, during] = [alone.full.value, full.value];
  console.log(
    `progress alone ${Math.round(before.perSecond)}/s p99 ${before.p99} ms, lag ${alone.full.lag.toFixed(2)} s; ` +
      `beside a rebuild ${Math.round(during.perSecond)}/s p99 ${during.p99} ms, lag ${full.lag.toFixed(2)} s: ` +
      `${(during.perSecond / before.perSecond).toFixed(2)} (asked: 0.60), ` +
      `errors ${before.failed + during.failed}${note()}`,
  );
  const { took, differences } = await replay.result;
  console.log(`that rebuild took ${seconds(took)}; ${differences} rows differ (asked: 0)`);
}
