import { randomUUID } from 'node:crypto';
import { cardReviewed } from '../../core/learning/answering/answer.ts';
import { Appender } from '../../core/log/append/appender.ts';
import { projections } from '../../core/projections.ts';
import { untilCaughtUp } from '../load/live-lag.ts';
import { openBenchDatabase, stopProcess } from '../school/bench-database.ts';
import { fillLog } from '../school/log-years.ts';

/**
 * How much disk two years of a school take: bytes an event of the log and of each projection, after `vacuum`. Then answers
 * come in a few at a time while a worker projects: what these add, and the write-ahead log that they cause.
 */
const EVENTS = Number(process.argv[2] ?? 250_000);
const ANSWERS = Number(process.argv[3] ?? 40_000);
const CALLERS = 40;

const bench = await openBenchDatabase();
const { pool } = bench;
const empty = await databaseBytes();
const { students } = await fillLog(bench.url, EVENTS);
// At night a worker would begin a verification of its own beside.
await pool.query(
  `insert into log_runs (kind, status, projections, is_nightly) values ('verify', 'completed', '{}', true)`,
);
await pool.query('vacuum analyze');
const worker = bench.run('workers/main.ts');
await untilCaughtUp(pool);
await pool.query('vacuum analyze');

console.log(
  `${EVENTS} events of ${students.length} students in two years; bytes an event, rows, bytes a row`,
);
for (const name of ['events', ...projections.flatMap(({ tables }) => tables)]) {
  const { table, indexes, rows } = await sizes(name);
  const all = table + indexes;
  console.log(
    `  ${name.padEnd(18)} ${perEvent(table)} + indexes ${perEvent(indexes)} = ${perEvent(all)}  ` +
      `${rows} rows, ${(all / Math.max(1, rows)).toFixed(0)} bytes each`,
  );
}
const full = await databaseBytes();
console.log(`  database           ${perEvent(full - empty)} (${Math.round(empty / 1e6)} MB when empty)`);

const { rows: known } = await pool.query<{ studentId: number; deckId: number; cardId: number }>(
  `select distinct student_id as "studentId", deck_id as "deckId", card_id as "cardId" from standing_reviews`,
);
const appender = new Appender(pool, { onAppended: () => {} });
await pool.query('checkpoint');
const before = await walPosition();
let made = 0;
await Promise.all(
  Array.from({ length: CALLERS }, async () => {
    while (made++ < ANSWERS) await appender.append(answer());
  }),
);
await untilCaughtUp(pool);
const wal = Number(
  (await pool.query<{ bytes: string }>('select pg_wal_lsn_diff(pg_current_wal_lsn(), $1) as bytes', [before]))
    .rows[0]!.bytes,
);
const grown = (await databaseBytes()) - full;
console.log(
  `${ANSWERS} answers, ${CALLERS} at a time: write-ahead log ${(wal / ANSWERS).toFixed(0)} bytes each, ` +
    `database ${(grown / ANSWERS).toFixed(0)} bytes each before any vacuum`,
);
await stopProcess(worker);
await bench.close();
process.exit(0);

function perEvent(bytes: number): string {
  return (bytes / EVENTS).toFixed(1);
}

async function sizes(name: string): Promise<{ table: number; indexes: number; rows: number }> {
  const { rows } = await pool.query<{ table: number; indexes: number; rows: number }>({
    name: 'sizes',
    text: `select pg_table_size($1::regclass)::float8 as "table", pg_indexes_size($1::regclass)::float8 as indexes,
             (select reltuples::float8 from pg_class where oid = $1::regclass) as rows`,
    values: [name],
  });
  return rows[0]!;
}

async function databaseBytes(): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  return rows[0]!.bytes;
}

async function walPosition(): Promise<string> {
  const { rows } = await pool.query<{ at: string }>('select pg_current_wal_lsn()::text as at');
  return rows[0]!.at;
}

function answer() {
  const { studentId, deckId, cardId } = known[Math.floor(Math.random() * known.length)]!;
  const isKnown = Math.random() < 0.83;
  const now = Date.now();
  return cardReviewed(
    {
      status: 2,
      time_spent: 2 + Math.floor(Math.random() * 20),
      card_type: 'review',
      first_status: isKnown ? 2 : 0,
      tries: isKnown ? 1 : 2,
      answered_at: now,
    },
    { studentId, deckId, cardId, timeZone: 'Asia/Ho_Chi_Minh', id: randomUUID(), now },
  );
}
