import t from 'tap';
import { examStarted, startId } from '../../../core/exam/attempt/exam-event.ts';
import { exportChunks } from '../../../core/log/export/export-chunks.ts';
import { planExport } from '../../../core/log/export/export-events.ts';
import { EXPORTED_FIELDS } from '../../../core/log/export/exported-lines.ts';
import { Pseudonyms } from '../../../core/log/export/pseudonyms.ts';
import { partitionOf } from '../../../core/log/position.ts';
import { createTestDatabase } from '../../harness/database-harness.ts';
import { sql } from '../../harness/sql.ts';
import { given, neighbours, review } from '../given-events.ts';
import { exported } from './export-harness.ts';
import { columnsOf, exportParquetFile, footerOf, parquetRows } from './parquet-rows.ts';

const { pool } = await createTestDatabase(t);
const { first, second, elsewhere } = neighbours();

t.afterEach(() => pool.query('truncate events; update log_partitions set head = 0'));

const start = examStarted({ exam_id: 3, duration_minutes: 20 }, first, Date.parse('2026-03-01T05:00:00Z'));

/** Events of the first student, up to a position. */
async function givenMany(count: number): Promise<void> {
  await sql(pool)`insert into events
    select ${partitionOf(first)}, n, gen_random_uuid(), ${first}, 'CardReviewed', 1, jsonb_build_object('n', n),
    sha256(n::text::bytea), now() - n * interval '1 second', now() from generate_series(1, ${count}) n`;
  await sql(pool)`update log_partitions set head = ${count} where partition = ${partitionOf(first)}`;
}

t.test('every field of every event comes back as the NDJSON has it, with its type', async (t) => {
  const odd = { ...review(elsewhere), data: { text: 'a "quoted", comma;\nline, 😀 and ngữ' } };
  await given(pool, [review(first), odd, review(second, { deck_id: 7 }), start]);
  await sql(pool)`update events
    set recorded_at = '2026-03-01T12:00:00.123456+07', occurred_at = '1999-12-31T23:59:59.5Z'
    where type = 'CardReviewed'`;
  const file = await exportParquetFile(pool);
  t.same(columnsOf(file), [
    'partition REQUIRED INT32',
    'position REQUIRED INT64',
    'id REQUIRED BYTE_ARRAY STRING',
    'student REQUIRED INT32',
    'type REQUIRED BYTE_ARRAY STRING',
    'version REQUIRED INT32',
    'occurred_at REQUIRED INT64 TIMESTAMP MICROS UTC',
    'recorded_at REQUIRED INT64 TIMESTAMP MICROS UTC',
    'data REQUIRED BYTE_ARRAY STRING',
    'hash REQUIRED BYTE_ARRAY STRING',
  ]);
  t.same(await parquetRows(file), await exported(pool));
  t.same(
    await parquetRows(await exportParquetFile(pool, { deckId: 7 })),
    await exported(pool, { deckId: 7 }),
  );
});

t.test('pseudonyms are those of the other formats, and there is no hash', async (t) => {
  await given(pool, [start, review(first), review(elsewhere)]);
  const pseudonyms = new Pseudonyms('k'.repeat(32));
  const file = await exportParquetFile(pool, {}, pseudonyms);
  const rows = await parquetRows(file);
  t.same(rows, await exported(pool, {}, pseudonyms));
  t.ok(columnsOf(file).includes('student REQUIRED BYTE_ARRAY STRING'));
  t.same(
    Object.keys(rows[0]!),
    EXPORTED_FIELDS.filter((field) => field !== 'hash'),
  );
  t.notOk(file.includes(startId(3, first)));
});

t.test('of an empty log there is a file with columns and no rows', async (t) => {
  const file = await exportParquetFile(pool);
  t.equal(columnsOf(file).length, EXPORTED_FIELDS.length);
  t.same(await parquetRows(file), []);
});

t.test('a long log is several row groups, which say where they have come to', async (t) => {
  await givenMany(130_001);
  const plan = await planExport(pool, {});
  const chunks: Buffer[] = [];
  const groups: [events: number, position: number][] = [];
  let read = 0;
  for await (const { chunk, events, reached, ...page } of exportChunks(pool, plan, 'parquet')) {
    chunks.push(Buffer.from(chunk));
    read += page.read;
    if (events) groups.push([events, reached[0]!.position]);
  }
  t.equal(read, plan.total);
  t.same(groups, [
    [60_000, 60_000],
    [60_000, 120_000],
    [10_001, 130_001],
  ]);
  const file = Buffer.concat(chunks);
  t.same(
    footerOf(file).row_groups.map(({ num_rows }) => Number(num_rows)),
    [60_000, 60_000, 10_001],
  );
  t.same(await parquetRows(file), await exported(pool));
});

t.test('one that is aborted ends as a whole file, and the next goes on where it says', async (t) => {
  await givenMany(12_000);
  await given(pool, [review(elsewhere)]);
  const plan = await planExport(pool, {});
  const stop = new AbortController();
  const chunks: Buffer[] = [];
  for await (const { chunk, read, reached } of exportChunks(pool, plan, 'parquet', { signal: stop.signal })) {
    chunks.push(Buffer.from(chunk));
    for (const { partition, position } of reached) plan.reached.set(partition, position);
    if (read === 5_000) stop.abort();
  }
  const begun = await parquetRows(Buffer.concat(chunks));
  t.ok(begun.length > 0 && begun.length < 12_001, `${begun.length} events`);
  const after = [...plan.reached].map(([partition, position]) => ({ partition, position }));
  const rest = await parquetRows(await exportParquetFile(pool, { after }));
  t.same([...begun, ...rest], await exported(pool));
});

t.test('what stands before a missing event is a whole file', async (t) => {
  await givenMany(12_000);
  await pool.query('delete from events where position = 7000');
  const chunks: Buffer[] = [];
  const exporting = async () => {
    for await (const { chunk } of exportChunks(pool, await planExport(pool, {}), 'parquet'))
      chunks.push(Buffer.from(chunk));
  };
  await t.rejects(exporting(), { name: 'LogGapError' });
  t.equal((await parquetRows(Buffer.concat(chunks))).length, 5_000);
});
