import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { WakeUp } from '../api/wake-up.ts';
import { cardReviewed } from '../core/learning/answering/answer.ts';
import { cardReviewUndone } from '../core/learning/answering/undo.ts';
import type { ProgressBody } from '../core/learning/learning.schema.ts';
import { Appender } from '../core/log/append/appender.ts';
import { openQueues } from '../core/process/queue.ts';
import { percentile } from './load/kept-connections.ts';
import { lagSeconds } from './load/live-lag.ts';
import { openBenchDatabase, residentMegabytes } from './school/bench-database.ts';

/**
 * One worker process on the log of a school. How many events a second it projects into review schedule and deck stats
 * together when it has to catch up. How far it lags while 2,000 answers a second come in.
 */
const STUDENTS = 2_000;
const BACKLOG = 300_000;
const RATE = 2_000;
const SECONDS = Number(process.argv[2] ?? 20);
const UNDOS = 400;

const { pool, ...bench } = await openBenchDatabase();
const { rows: cards } = await pool.query<{ id: number; deck_id: number }>('select id, deck_id from cards');
// Wakes the worker as the API does.
const wakeUp = new WakeUp(() => openQueues({ databaseUrl: bench.url }));
const appender = new Appender(pool, {
  onAppended: (partitions, size) => wakeUp.partitions(partitions, size),
});

console.log(`catching up: ${BACKLOG} answers of ${STUDENTS} students over 30 days`);
let made = 0;
await Promise.all(
  Array.from({ length: 1_000 }, async () => {
    while (made < BACKLOG) {
      const age = 30 - Math.floor((made++ / BACKLOG) * 30);
      await appender.append(answer(Date.now() - age * 86_400_000));
    }
  }),
);
await pool.query('vacuum analyze');

const all = await behind();
const worker = bench.run('workers/main.ts');
// The time that a process takes to start is not the projections' time.
let first: { at: number; left: number } | undefined;
for (let left = all; left > 0; left = await behind()) {
  if (left < all) first ??= { at: performance.now(), left };
  await pause(20);
}
const seconds = (performance.now() - first!.at) / 1_000;
console.log(
  `${Math.round((BACKLOG * first!.left) / all / seconds)} events a second into all projections (asked: 20,000); worker ${residentMegabytes(worker)} MB`,
);

await takeBack();

console.log(`lag while ${RATE} answers a second come in, for ${SECONDS} s`);
const lags: number[] = [];
const end = performance.now() + SECONDS * 1_000;
let sent = 0;
const watch = (async () => {
  while (performance.now() < end) {
    lags.push((await lagSeconds(pool)) * 1_000);
    await pause(25);
  }
})();
const begin = performance.now();
while (performance.now() < end) {
  const due = ((performance.now() - begin) / 1_000) * RATE;
  while (sent < due) {
    sent++;
    void appender.append(answer(Date.now()));
  }
  await pause(2);
}
await watch;
const at = (share: number): string => percentile(lags, share).toFixed(0);
console.log(
  `${Math.round(sent / SECONDS)}/s: lag p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (asked: p99 under 500)`,
);

await wakeUp.close();
await bench.close();
process.exit(0);

function answer(at: number) {
  const card = cards[Math.floor(Math.random() * cards.length)]!;
  const known = Math.random() < 0.83;
  const body: ProgressBody = {
    status: 2,
    time_spent: 2 + Math.floor(Math.random() * 20),
    card_type: 'review',
    first_status: known ? 2 : 0,
    tries: known ? 1 : 2,
    answered_at: at,
  };
  return cardReviewed(body, {
    studentId: 1_000 + Math.floor(Math.random() * STUDENTS),
    deckId: card.deck_id,
    cardId: card.id,
    timeZone: 'Asia/Ho_Chi_Minh',
    id: randomUUID(),
    now: Date.now(),
  });
}

/** Answers of an earlier batch are taken back, each of another student: their rows are computed again. */
async function takeBack(): Promise<void> {
  const { rows } = await pool.query<{ studentId: number; reviewId: string }>(
    `select distinct on (student_id) student_id as "studentId", id as "reviewId" from events
     where type = 'CardReviewed' order by student_id, md5(id::text) limit ${UNDOS}`,
  );
  const undos = await Promise.all(rows.map((row) => cardReviewUndone(pool, { ...row, now: Date.now() })));
  const begun = performance.now();
  await Promise.all(undos.map((undo) => appender.append(undo)));
  while ((await behind()) > 0) await pause(5);
  const each = (performance.now() - begun) / UNDOS;
  console.log(`${each.toFixed(2)} ms for each of ${UNDOS} answers that are taken back`);
}

/** Events that are still to be projected, over all projections. */
async function behind(): Promise<number> {
  const { rows } = await pool.query<{ behind: string }>(
    'select sum(p.head - c.position) as behind from projection_checkpoints c join log_partitions p using (partition)',
  );
  return Number(rows[0]!.behind);
}
