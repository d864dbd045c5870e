import { createHmac } from 'node:crypto';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { parse } from 'csv-parse/sync';
import t from 'tap';
import { eventRegister } from '../../../core/events.ts';
import { examStarted, examSubmitted, startId } from '../../../core/exam/attempt/exam-event.ts';
import { exportChunks } from '../../../core/log/export/export-chunks.ts';
import { type ExportFilter, planExport } from '../../../core/log/export/export-events.ts';
import { EXPORTED_FIELDS, ExportedEvent, exportSchema } from '../../../core/log/export/exported-lines.ts';
import { Pseudonyms } from '../../../core/log/export/pseudonyms.ts';
import { partitionOf } from '../../../core/log/position.ts';
import { column, columns } from '../../harness/columns.ts';
import { createTestDatabase, openTestPool } from '../../harness/database-harness.ts';
import { sql } from '../../harness/sql.ts';
import { given, neighbours, review } from '../given-events.ts';
import {
  columnsOf,
  exported,
  exportParquetFile,
  exportText,
  footerOf,
  parquetRows,
} from './export-harness.ts';

const { pool } = await createTestDatabase(t);
const { first, second, elsewhere } = neighbours();

t.afterEach(() => pool.query('truncate events; update log_partitions set head = 0'));

const start = examStarted({ exam_id: 3, duration_minutes: 20 }, first, Date.parse('2026-03-01T05:00:00Z'));
const NOT_HASHED = EXPORTED_FIELDS.filter((field) => field !== 'hash');

/** Events of the first student, up to a position. */
async function givenMany(count: number): Promise<void> {
  await sql(pool)`insert into events
    select ${partitionOf(first)}, n, gen_random_uuid(), ${first}, 'CardReviewed', 1, jsonb_build_object('n', n),
    sha256(n::text::bytea), now() - n * interval '1 second', now() from generate_series(1, ${count}) n`;
  await sql(pool)`update log_partitions set head = ${count} where partition = ${partitionOf(first)}`;
}

/** So many events of the first student, recorded an hour apart. */
async function givenHourly(count: number): Promise<void> {
  await given(
    pool,
    Array.from({ length: count }, () => review(first)),
  );
  await recordedAtHours(Array.from({ length: count }, (_, index) => index + 1));
}

/** Of each partition the first, second … event were recorded so many hours after a midnight. */
async function recordedAtHours(hours: number[]): Promise<void> {
  for (const [index, hour] of hours.entries()) {
    const at = new Date(Date.UTC(2026, 2, 1, hour)).toISOString();
    await sql(pool)`update events set recorded_at = ${at} where position = ${index + 1}`;
  }
}

const placeOf = ({ partition, position }: ExportedEvent) => `${partition}-${position}`;

t.test('every event is a line, by partition and position, with everything that was stored', async (t) => {
  const others = [review(elsewhere, { rating: 0 }), review(second), review(first, { tries: 3 })];
  const events = [review(first), ...others];
  await given(pool, events);
  await sql(pool)`update events
    set recorded_at = '2026-03-01T12:00:00.123456+07', occurred_at = '2026-03-01T05:00:00Z'`;
  const lines = await exported(pool);
  const { rows } = await pool.query('select partition, position::integer from events order by 1, 2');
  t.same(lines.map(placeOf), rows.map(placeOf));
  for (const { studentId, id, type, version, data, hash } of events) {
    const line = lines.find((candidate) => candidate.id === id);
    t.match(line, { partition: partitionOf(studentId), student: studentId, type, version, data, hash });
    t.equal(line?.recorded_at, '2026-03-01T05:00:00.123456Z', 'in UTC, to the microsecond');
    t.equal(line?.occurred_at, '2026-03-01T05:00:00Z');
  }
});

t.test('the format of times depends on no setting of the session', async (t) => {
  await given(pool, [review(first)]);
  const before = await exportText(pool);
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  const name = rows[0]!.name;
  await pool.query(
    `alter database ${name} set timezone = 'Asia/Kathmandu'; alter database ${name} set datestyle = 'SQL, DMY'`,
  );
  const others = openTestPool(t, { ...pool.options, max: 2 });
  t.equal(await exportText(others), before);
  await pool.query(`alter database ${name} reset all`);
});

t.test('CSV holds the same under a header, with the data as JSON that is quoted', async (t) => {
  const awkward = { ...review(first), data: { text: 'a "quoted", comma;\nline and ngữ' } };
  await given(pool, [awkward, review(elsewhere)]);
  const text = await exportText(pool, {}, 'csv');
  const rows: Record<string, string>[] = parse(text, { columns: true });
  t.same(Object.keys(rows[0]!), EXPORTED_FIELDS);
  const lines = await exported(pool);
  const asText = (value: unknown) => (typeof value === 'object' ? value : String(value));
  const fields = lines.map((line) => Object.entries(line).map(([name, value]) => [name, asText(value)]));
  const read = rows.map((row) => Object.entries({ ...row, data: JSON.parse(row.data!) }));
  t.same(read, fields);
  t.equal(text.split('\r\n').length, 4, 'an event is one line');
});

t.test('it goes on after the positions that were told, in every partition', async (t) => {
  await given(pool, [review(first), review(second), review(elsewhere)]);
  const plan = await planExport(pool, {});
  for await (const { reached } of exportChunks(pool, plan, 'ndjson'))
    for (const { partition, position } of reached) plan.reached.set(partition, position);
  const after = [...plan.reached].map(([partition, position]) => ({ partition, position }));
  t.same(await exported(pool, { after }), []);
  const later = [review(second), review(elsewhere)];
  await given(pool, later);
  t.same((await exported(pool, { after })).map(({ id }) => id).sort(), later.map(({ id }) => id).sort());
});

t.test('positions that the log has not reached are refused', async (t) => {
  await given(pool, [review(first)]);
  await t.rejects(planExport(pool, { after: [{ partition: partitionOf(first), position: 2 }] }), {
    name: 'UnreachedPositionError',
    message: `partition ${partitionOf(first)} has come to position 1, not to 2`,
  });
});

t.test('it ends with what was there when it began', async (t) => {
  await given(pool, [review(first)]);
  const plan = await planExport(pool, {});
  await given(pool, [review(first), review(elsewhere)]);
  let events = 0;
  for await (const chunk of exportChunks(pool, plan, 'ndjson')) events += chunk.events;
  t.equal(events, 1);
});

t.test('times filter by when events were recorded: from the one, before the other', async (t) => {
  await givenHourly(3);
  const positions = async (filter: ExportFilter) => column(await exported(pool, filter), 'position');
  const since = new Date('2026-03-01T02:00:00Z');
  const until = new Date('2026-03-01T03:00:00Z');
  t.same(await positions({ since, until }), [2]);
  t.same(await positions({ since }), [2, 3]);
  t.same(await positions({ until }), [1, 2]);
  t.same(await positions({ since: until, until: since }), []);
  t.same(await positions({ since: new Date('2026-03-02T00:00:00Z') }), []);
  t.same(await positions({ until: new Date('2026-03-02T00:00:00Z') }), [1, 2, 3]);
});

t.test('ranges of time that meet hold each event once, also where clocks crossed', async (t) => {
  await givenHourly(4);
  await recordedAtHours([1, 3, 2, 4]);
  for (let hour = 0; hour <= 5; hour++) {
    const middle = new Date(`2026-03-01T0${hour}:00:00Z`);
    const parts = [await exported(pool, { until: middle }), await exported(pool, { since: middle })];
    t.same(column(parts.flat(), 'position'), [1, 2, 3, 4], String(hour));
  }
});

t.test('after an export up to a time the next goes on from there', async (t) => {
  await givenHourly(2);
  const plan = await planExport(pool, { until: new Date('2026-03-01T02:00:00Z') });
  const partition = partitionOf(first);
  t.same(plan.ranges, [{ partition, after: 0, head: 1 }]);
  t.match(
    await planExport(pool, { until: new Date('2026-03-01T01:00:00Z'), after: [{ partition, position: 1 }] }),
    { ranges: [], reached: new Map([[partition, 1]]) },
    'never back',
  );
});

t.test("a deck's events and a class's students are found; who only asked to join is not", async (t) => {
  await given(pool, [
    review(first, { deck_id: 7 }),
    review(second, { deck_id: 8 }),
    review(elsewhere, { deck_id: 7 }),
  ]);
  const ids = async (filter: ExportFilter) =>
    (await exported(pool, filter)).map(({ student }) => Number(student)).sort((a, b) => a - b);
  const sorted = (...students: number[]) => students.sort((a, b) => a - b);
  t.same(await ids({ deckId: 7 }), sorted(first, elsewhere));
  await pool.query(`
    insert into users (id, name, email, password_hash, role, time_zone) overriding system value
    select id, 'Lan', id || '@example.org', '', 'student', 'Asia/Ho_Chi_Minh' from unnest(array[${first}, ${second}, ${elsewhere}]) id;
    insert into classes (id, teacher_id, name) overriding system value values (5, ${first}, 'Five');
    insert into class_members (class_id, student_id, status, joined_at)
      values (5, ${second}, 'approved', now()), (5, ${elsewhere}, 'pending', null);`);
  t.same(await ids({ classId: 5 }), [second]);
  t.same(await ids({ classId: 5, deckId: 7 }), []);
  const plan = await planExport(pool, { classId: 5 });
  t.equal(plan.reached.get(partitionOf(elsewhere)), 1, 'partitions without its students count as exported');
  await t.rejects(planExport(pool, { classId: 6 }), { code: 'class_not_found' });
});

t.test('pseudonyms stand for students, the same with the same key; nothing else tells who', async (t) => {
  const reviewed = review(first);
  // What looks like the beginning of a line, inside one.
  const odd = { ...review(elsewhere), data: { text: '\n{"partition":1,"position":1,"id":"x","student":2' } };
  await given(pool, [start, reviewed, review(second), odd]);
  const key = 'k'.repeat(32);
  const text = await exportText(pool, {}, 'ndjson', new Pseudonyms(key));
  const lines = await exported(pool, {}, new Pseudonyms(key));
  const name = (student: number) =>
    createHmac('sha256', key).update(String(student)).digest('hex').slice(0, 16);
  t.same(new Set(lines.map(({ student }) => student)), new Set([first, second, elsewhere].map(name)));
  t.notOk(text.includes(startId(3, first)), 'whoever knows the exam could try all students on its id');
  t.notOk(text.includes('"hash"'));
  t.match(lines.find(({ type }) => type === 'ExamStarted')?.data, { exam_id: 3, duration_minutes: 20 });
  t.ok(column(lines, 'id').includes(reviewed.id), 'a random id tells nothing');
  t.same(lines.find(({ student }) => student === name(elsewhere))?.data, odd.data);

  const others = await exported(pool, {}, new Pseudonyms('another'.repeat(5)));
  t.notOk(others.some(({ student }) => student === name(first)));
  const csv = await exportText(pool, {}, 'csv', new Pseudonyms(key));
  const rows: Record<string, string>[] = parse(csv, { columns: true });
  t.same(Object.keys(rows[0]!), NOT_HASHED);
  t.same(columns(rows, 'id', 'student'), columns(lines, 'id', 'student'));
});

t.test('a missing event is an error, also among those that are filtered out', async (t) => {
  await given(pool, [review(first), review(first), review(first)]);
  await pool.query('delete from events where position = 2');
  await t.rejects(exported(pool), { name: 'LogGapError' });
  await t.rejects(exported(pool, { deckId: 999 }), { name: 'LogGapError' });
});

t.test('many pages come in order, and one may stop in the middle', async (t) => {
  await givenMany(12_000);
  const expected = Array.from({ length: 12_000 }, (_, index) => index + 1);
  t.same(column(await exported(pool), 'position'), expected);
  const plan = await planExport(pool, {});
  t.equal(plan.total, 12_000);
  for await (const { events, reached } of exportChunks(pool, plan, 'ndjson')) {
    if (!events) continue;
    t.same(reached, [{ partition: partitionOf(first), position: 5_000 }]);
    break;
  }
});

t.test('the schema tells every field and every type in every version, each with a description', async (t) => {
  const submitted = examSubmitted(
    { exam_id: 1, answers: { 5: 'A' }, time_spent: 60, late: 0, by: 'student' },
    { studentId: first, key: 'k', at: Date.parse('2026-03-01T05:00:00Z') },
  );
  await given(pool, [review(first), submitted]);
  const check = TypeCompiler.Compile(ExportedEvent);
  for (const line of await exported(pool)) t.ok(check.Check(line), line.type);
  for (const line of await exported(pool, {}, new Pseudonyms('k'.repeat(32))))
    t.ok(check.Check(line), line.type);

  const schema = JSON.parse(JSON.stringify(exportSchema(eventRegister)));
  t.same(Object.keys(schema.properties).sort(), [...EXPORTED_FIELDS].sort());
  const described = (properties: Record<string, { description?: string }>, where: string) => {
    for (const [field, { description }] of Object.entries(properties)) t.ok(description, `${where}.${field}`);
  };
  described(schema.properties, 'event');
  const versions = Object.values(eventRegister.types).flatMap((registered) => registered.versions);
  t.equal(schema.oneOf.length, versions.length);
  for (const { title, properties } of schema.oneOf) described(properties.data.properties, title);
});

t.test('Parquet gives every field of every event back as the NDJSON has it, with its type', async (t) => {
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
  const some = await parquetRows(await exportParquetFile(pool, { deckId: 7 }));
  t.same(some, await exported(pool, { deckId: 7 }));
});

t.test('in Parquet pseudonyms are those of the other formats, and there is no hash', async (t) => {
  await given(pool, [start, review(first), review(elsewhere)]);
  const pseudonyms = new Pseudonyms('k'.repeat(32));
  const file = await exportParquetFile(pool, {}, pseudonyms);
  const rows = await parquetRows(file);
  t.same(rows, await exported(pool, {}, pseudonyms));
  t.ok(columnsOf(file).includes('student REQUIRED BYTE_ARRAY STRING'));
  t.same(Object.keys(rows[0]!), NOT_HASHED);
  t.notOk(file.includes(startId(3, first)));
});

t.test('of an empty log there is a Parquet file with columns and no rows', async (t) => {
  const file = await exportParquetFile(pool);
  t.equal(columnsOf(file).length, EXPORTED_FIELDS.length);
  t.same(await parquetRows(file), []);
});

t.test('a long log is several row groups of Parquet, which say where they have come to', async (t) => {
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
  const sizes = footerOf(file).row_groups.map(({ num_rows }) => Number(num_rows));
  t.same(sizes, [60_000, 60_000, 10_001]);
  t.same(await parquetRows(file), await exported(pool));
});

t.test('a Parquet file that is aborted is whole, and the next goes on where it says', async (t) => {
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

t.test('what stands before a missing event is a whole Parquet file', async (t) => {
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
