import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import t from 'tap';
import { eventRegister } from '../../../core/events.ts';
import { cardReviewed } from '../../../core/learning/answering/answer.ts';
import { CardReviewed, type Review } from '../../../core/learning/learning.events.ts';
import type { ProgressBody } from '../../../core/learning/learning.schema.ts';
import { planHistories, readHistories } from '../../../core/learning/memory/review-histories.ts';
import { importEvents } from '../../../core/log/export/import-events.ts';
import { partitionOf } from '../../../core/log/position.ts';
import { projectBatch } from '../../../core/log/projecting/project-batch.ts';
import { defineProjection, readBy } from '../../../core/log/projection.ts';
import { column } from '../../harness/columns.ts';
import { createTestDatabase } from '../../harness/database-harness.ts';
import { sql } from '../../harness/sql.ts';
import { undo } from '../../learning/answering/given-undo.ts';
import { eventsOf, exportParquetFile, exportText, parquetRows } from '../export/export-harness.ts';
import { given, projectAll } from '../given-events.ts';
import { differences } from '../rebuilding/rebuilt.ts';
import { projectedRows } from './given-parked.ts';

const STUDENT = 1;
const NOW = Date.parse('2026-03-10T05:00:00Z');

const answer = (cardId: number, said: Partial<ProgressBody>, n = cardId) =>
  cardReviewed(
    { status: 2, time_spent: 4, ...said },
    {
      studentId: STUDENT,
      deckId: 1,
      cardId,
      timeZone: 'UTC',
      id: `00000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`,
      now: NOW + 1_000 * n,
    },
  );

const LOG = [
  answer(10, {}),
  answer(11, { typed: 'right', asked: 'back', think_ms: 1_234 }),
  answer(12, { typed: 'none', think_ms: 10_000 }),
  answer(13, { mode: 'choice', card_version: 3 }),
  answer(10, { status: 0, typed: 'wrong', think_ms: 0 }, 20),
];

/** How a projection sees each of them. */
const SEEN = [
  { card_id: 10, typed: null, asked: null, mode: null },
  { card_id: 11, typed: 'right', asked: 'back', think_ms: 1_234 },
  { card_id: 12, think_ms: 10_000 },
  { card_id: 13, mode: 'choice', card_version: 3 },
  { card_id: 10, typed: 'wrong', think_ms: 0 },
];

const howAsked = (event: Review): object =>
  Object.fromEntries(
    ['card_id', 'typed', 'asked', 'mode', 'card_version', 'think_ms'].flatMap((field) =>
      field in event.data ? [[field, event.data[field as keyof typeof event.data]]] : [],
    ),
  );

async function givenLog(t: { teardown(end: () => unknown): void }) {
  const database = await createTestDatabase(t);
  await given(database.pool, [...LOG, undo(STUDENT, LOG[3]!)]);
  return database;
}

t.test('a projection sees answers of both versions, and tells what was not told from the rest', async (t) => {
  const { pool } = await givenLog(t);
  await pool.query(
    `insert into projection_checkpoints (projection, partition) values ('seen', ${partitionOf(STUDENT)})`,
  );
  const seen: object[] = [];
  const noting = defineProjection({
    name: 'seen',
    tables: [],
    events: [CardReviewed],
    isReadBack: false,
    apply: async (events) => void seen.push(...events.map(howAsked)),
    reset: async () => {},
  });
  t.match(await projectBatch(pool, readBy(eventRegister, noting), partitionOf(STUDENT)), { parked: 0 });
  t.same(seen, SEEN);

  const client = await pool.connect();
  const histories = readHistories(client, await planHistories(client, eventRegister, { studentId: STUDENT }));
  const read: object[] = [];
  for await (const { events } of histories) read.push(...events.map((event) => howAsked(event as Review)));
  client.release();
  t.same(read, SEEN.toSpliced(3, 1), 'those that stand, in the same words');
});

t.test('live and rebuilt tables do not differ, and no answer counts unlike one of version 1', async (t) => {
  const { pool, url } = await givenLog(t);
  await projectAll(pool);
  t.same(await differences({ databaseUrl: url }), { count: 0, rows: [] });

  const { pool: before } = await createTestDatabase(t);
  const plain = LOG.map((event) => ({ ...event, version: 1 }));
  await given(before, [...plain, undo(STUDENT, plain[3]!)]);
  await projectAll(before);
  t.same(await projectedRows(pool), await projectedRows(before));
});

t.test('a log of both versions is exported in every format, and taken in again as it was', async (t) => {
  const { pool } = await givenLog(t);
  const text = await exportText(pool);
  const lines = eventsOf(text);
  t.same(column(lines, 'version'), [1, 2, 2, 2, 2, 1]);
  const data = lines.map((line) => line.data);
  const csv: { data: string }[] = parse(await exportText(pool, {}, 'csv'), { columns: true });
  t.same(
    csv.map((row) => JSON.parse(row.data)),
    data,
  );
  const parquet = await parquetRows(await exportParquetFile(pool));
  t.same(column(parquet, 'data'), data);

  const { pool: fresh } = await createTestDatabase(t);
  t.match(await importEvents(fresh, eventRegister, Readable.from([Buffer.from(text)])), { events: 6 });
  t.equal(await exportText(fresh), text);
  await projectAll(fresh);
  t.equal((await fresh.query('select from parked_events')).rowCount, 0);
});

t.test('the view of answers tells what is meant, and null where nobody knows', async (t) => {
  const { pool } = await givenLog(t);
  const rows = await sql(pool)`select card_id, typed, asked, mode, card_version, think_ms
    from standing_reviews order by position`;
  const unknown = { typed: null, asked: null, mode: null, card_version: null, think_ms: null };
  const usual = { typed: 'none', asked: 'front', mode: 'session', card_version: null, think_ms: null };
  t.same(rows, [
    { card_id: 10, ...unknown },
    { ...usual, card_id: 11, typed: 'right', asked: 'back', think_ms: 1_234 },
    { ...usual, card_id: 12, think_ms: 10_000 },
    { ...usual, card_id: 10, typed: 'wrong', think_ms: 0 },
  ]);
});

/** Answers as they come: four of five are not typed, nine of ten decks show their front, and people take their time. */
function realistic(): { before: object; after: object }[] {
  return Array.from({ length: 10_000 }, (_, n) => {
    // Evenly spread, each by another number, so that every run has the same answers.
    const [a, b, c] = [0.618_033_988_7, 0.754_877_666_2, 0.569_840_291].map((step) => (n * step) % 1) as [
      number,
      number,
      number,
    ];
    const typed = a < 0.8 ? 'none' : a < 0.95 ? 'right' : a < 0.97 ? 'accent' : 'wrong';
    const asked = b < 0.1 ? 'back' : 'front';
    // Half of them below four seconds, of typed ones below eight; one in a hundred takes a quarter of a minute.
    const think_ms = Math.round((typed === 'none' ? 4_000 : 8_000) * 4 ** ((2 * c - 1) ** 3));
    const said = { status: n % 5 ? 2 : 0, time_spent: 2 + (n % 19), card_type: 'review' } as const;
    return {
      before: answer(1_000 + n, said, 1).data,
      after: answer(1_000 + n, { ...said, typed, asked, mode: 'session', think_ms }, 1).data,
    };
  });
}

t.test('what answers say since version 2 costs 30 bytes each on average, at most', async (t) => {
  const { pool } = await createTestDatabase(t);
  const size = async (data: object[]): Promise<number> => {
    const rows = await sql(pool)<{ bytes: number }>`select avg(pg_column_size(value))::float8 as bytes
      from jsonb_array_elements(${JSON.stringify(data)})`;
    return rows[0]!.bytes;
  };
  const answers = realistic();
  const before = await size(answers.map((one) => one.before));
  const after = await size(answers.map((one) => one.after));
  t.comment(`data: ${before.toFixed(1)} bytes in version 1, ${after.toFixed(1)} in version 2`);
  t.ok(after - before <= 30, `${(after - before).toFixed(1)} bytes`);
});
