import { execFileSync } from 'node:child_process';
import { hash, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CardReviewed, CardReviewedV1 } from '../core/learning/learning.events.ts';
import { Appender, type NewEvent } from '../core/log/append/appender.ts';
import { partitionOf } from '../core/log/position.ts';
import { percentile } from './load/kept-connections.ts';
import { median, openBenchDatabase } from './school/bench-database.ts';

/**
 * The append by itself at 500 callers, each of which waits for its answer before the next. Compared with one INSERT a
 * request through the same pool, and with `appendToStream` of Emmett's Postgres event store.
 */
const CALLERS = 500;
const SECONDS = Number(process.argv[2] ?? 5);
const STUDENTS = 5_000;
const ROUNDS = 3;
const EMMETT = '0.42.0';

const { pool, ...bench } = await openBenchDatabase();
await pool.query(`
  create table inserted (like events including all);
  create sequence inserted_position;`);

const emmett = await openEmmett();
const contenders: Record<string, (event: NewEvent) => Promise<unknown>> = {
  append: (() => {
    const appender = new Appender(pool);
    return (event) => appender.append(event);
  })(),
  // What an append would be without batches and without an order: the same row, keys and durability.
  'one INSERT each': (event) =>
    pool.query({
      name: 'insert_one',
      text: `insert into inserted
               (partition, position, id, student_id, type, version, data, data_hash, occurred_at, recorded_at)
             values ($1, nextval('inserted_position'), $2, $3, $4, $5, $6, $7, $8, clock_timestamp())`,
      values: [
        partitionOf(event.studentId),
        event.id,
        event.studentId,
        event.type,
        event.version,
        JSON.stringify(event.data),
        event.hash,
        event.occurredAt.toISOString(),
      ],
    }),
  emmett: emmett.append,
};

console.log(`${CALLERS} callers, ${STUDENTS} students, ${ROUNDS} rounds of ${SECONDS} s each`);
const rounds = new Map<string, number[]>();
for (let round = 0; round < ROUNDS; round++)
  for (const [name, append] of Object.entries(contenders)) {
    const { perSecond, p99 } = await measure(append);
    console.log(
      `${name.padEnd(16)} ${String(Math.round(perSecond)).padStart(7)}/s  p99 ${p99.toFixed(1)} ms`,
    );
    rounds.set(name, [...(rounds.get(name) ?? []), perSecond]);
  }
const ratio = (name: string): string =>
  (median(rounds.get('append')!) / median(rounds.get(name)!)).toFixed(1);
console.log(`ratio ${ratio('one INSERT each')} times one INSERT a request (asked: 5)`);
console.log(`ratio ${ratio('emmett')} times appendToStream of Emmett ${EMMETT} (asked: 15)`);
await emmett.close();
await bench.close();
process.exit(0);

async function measure(
  append: (event: NewEvent) => Promise<unknown>,
): Promise<{ perSecond: number; p99: number }> {
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + SECONDS * 1_000;
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      for (let sent = performance.now(); sent < end; sent = performance.now()) {
        await append(answer());
        latencies.push(performance.now() - sent);
      }
    }),
  );
  const perSecond = latencies.length / ((performance.now() - start) / 1_000);
  return { perSecond, p99: percentile(latencies, 0.99) };
}

function answer(): NewEvent {
  const data = {
    deck_id: 1,
    card_id: 1 + Math.floor(Math.random() * 273),
    rating: 2 as const,
    card_type: 'review' as const,
    first_status: 2 as const,
    tries: 1,
    time_spent: 7,
    day: '2026-03-01',
  };
  return CardReviewed.make(CardReviewedV1, {
    studentId: 1 + Math.floor(Math.random() * STUDENTS),
    id: randomUUID(),
    data,
    hash: hash('sha256', JSON.stringify(data), 'hex'),
    occurredAt: new Date(),
  });
}

/** Installed for the measurement alone: the product does not use it. One stream a student, as our order demands. */
async function openEmmett(): Promise<{ append(event: NewEvent): Promise<unknown>; close(): Promise<void> }> {
  const folder = join(bench.dataDir, 'emmett');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const packages = [`@event-driven-io/emmett@${EMMETT}`, `@event-driven-io/emmett-postgresql@${EMMETT}`];
  execFileSync('npm', ['install', '--silent', '--no-audit', ...packages], { cwd: folder, stdio: 'ignore' });
  const entry = join(folder, 'node_modules/@event-driven-io/emmett-postgresql/dist/index.js');
  const { getPostgreSQLEventStore } = await import(pathToFileURL(entry).href);
  const store = getPostgreSQLEventStore(bench.url);
  await store.schema.migrate();
  const append = async ({ studentId, type, data }: NewEvent): Promise<unknown> => {
    // Two callers that begin one student's stream at once: the later one tries again, as its users have to.
    for (;;)
      try {
        return await store.appendToStream(`student-${studentId}`, [{ type, data }]);
      } catch (error) {
        if ((error as { errorCode?: number }).errorCode !== 412) throw error;
      }
  };
  return { append, close: () => store.close() };
}
