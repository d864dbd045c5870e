import { tokenSigner } from '../load/answer-requests.ts';
import { KeptConnections, percentile } from '../load/kept-connections.ts';
import { untilCaughtUp } from '../load/live-lag.ts';
import { MeasuredProduct, sum } from '../load/measured-product.ts';
import { openBenchDatabase } from '../school/bench-database.ts';
import { fillLog } from '../school/log-years.ts';

/**
 * What a student's visit costs beside the answers: the calls of the home and of a session's start, as the browser makes them.
 * Counted is the processor time of API and PostgreSQL, of students with two years behind them.
 */
const VISITS = Number(process.argv[2] ?? 2_000);
const EVENTS = 250_000;
const CONNECTIONS = 4;
const HOME = [
  '/api/me',
  '/api/today',
  '/api/activity',
  '/api/recent-deck',
  '/api/decks',
  '/api/classes?include=decks',
  '/api/join-requests',
];
const SESSION = ['/api/today/cards?limit=20', '/api/today', '/api/me'];

const bench = await openBenchDatabase();
const { students } = await fillLog(bench.url, EVENTS);
// At night a worker would begin a verification of its own beside.
await bench.pool.query(
  `insert into log_runs (kind, status, projections, is_nightly) values ('verify', 'completed', '{}', true)`,
);
await bench.pool.query('vacuum analyze');
const product = await MeasuredProduct.start(bench);
await untilCaughtUp(bench.pool);
await bench.pool.query('vacuum analyze');
const connection = new KeptConnections(product.port, CONNECTIONS);
const sign = await tokenSigner();
const tokens = students.map(({ id }) => sign(id));

for (const [name, paths] of Object.entries({ home: HOME, session: SESSION })) {
  await visit(paths, VISITS / 4);
  const before = product.times();
  const times = await visit(paths, VISITS);
  const after = product.times();
  const ms = (seconds: number) => ((seconds * 1_000) / VISITS).toFixed(2);
  console.log(
    `${name}: ${paths.length} calls, processor time API ${ms(after.api - before.api)} ms, ` +
      `PostgreSQL ${ms(sum(after.postgres.values()) - sum(before.postgres.values()))} ms; ` +
      `a call p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
  );
}
connection.close();
await product.stop();
await bench.close();
process.exit(0);

/** Milliseconds of each call of so many visits, a few of which run at a time. */
async function visit(paths: string[], visits: number): Promise<number[]> {
  const times: number[] = [];
  let made = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let index = made++; index < visits; index = made++)
        for (const path of paths) {
          const headers = { authorization: `Bearer ${tokens[index % tokens.length]}` };
          const { status, body, ms } = await connection.call(path, { headers });
          if (status !== 200) throw new Error(`${path}: ${status} ${body}`);
          times.push(ms);
        }
    }),
  );
  return times;
}
