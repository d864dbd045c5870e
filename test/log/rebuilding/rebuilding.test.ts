import t, { type Test } from 'tap';
import { partitionOf } from '../../../core/log/position.ts';
import { Rebuilding } from '../../../core/log/rebuilding/rebuilding.ts';
import type { Difference } from '../../../core/log/rebuilding/table-differences.ts';
import { projections } from '../../../core/projections.ts';
import { classCalls, enrol, newClass } from '../../classroom/class-calls.ts';
import { heardAll } from '../../classroom/open-stream.ts';
import { examBody, givenExam } from '../../exam/given-exams.ts';
import { startApi, type TestApi } from '../../harness/api-harness.ts';
import { createTestDatabase } from '../../harness/database-harness.ts';
import { sql } from '../../harness/sql.ts';
import { until } from '../../harness/until.ts';
import { weightsSet } from '../../learning/answering/given-undo.ts';
import { given, projectAll } from '../given-events.ts';
import { givenProjector } from '../projecting/given-projector.ts';
import { taking } from './given-rebuilding.ts';
import { differences, replace } from './rebuilt.ts';

/** Of three partitions. */
const STUDENTS = [1, 2, 3, 4, 5]
  .filter((id, index, all) => all.findIndex((one) => partitionOf(one) === partitionOf(id)) === index)
  .slice(0, 3);

const byName = (...names: string[]) => projections.filter(({ name }) => names.includes(name));

/** A school with something in every projection. */
async function givenSchool(t: Test) {
  const api = await startApi(t);
  const teacher = await api.register('teacher');
  const students = [await api.register(), await api.register(), await api.register()];
  const deck = await api.addDeck(teacher.id, 5);
  const other = await api.addDeck(teacher.id, 3);
  const classId = await newClass(teacher, deck.id, { students: students.slice(0, 2) });
  const exam = await givenExam(teacher, [classId], examBody('AB'));
  for (const student of students.slice(0, 2)) {
    for (const card of deck.cards) await taking.answer(student, card);
    await taking.submit(student, exam);
  }
  // Claims more time than has passed.
  await taking.answer(students[1]!, deck.cards[0]!, 3_600);
  await given(api.pool, [weightsSet(students[0]!.id, { 0: 0.5 })]);
  await api.project();
  return { api, teacher, students, deck, other, classId, exam };
}

const schemas = async (api: TestApi): Promise<number> =>
  (await api.pool.query(`select from pg_namespace where nspname like 'nho%'`)).rowCount ?? 0;

t.test('what is rebuilt from the log is what was projected, and nothing is left of it', async (t) => {
  const { api } = await givenSchool(t);
  for (const table of projections.flatMap((projection) => projection.tables))
    t.not((await api.pool.query(`select from ${table}`)).rowCount, 0, `${table} has rows`);
  t.same(await differences(api), { count: 0, rows: [] });
  t.equal(await schemas(api), 0);
});

t.test('every row that differs is told: changed, missing, too many; and put right', async (t) => {
  const { api, students } = await givenSchool(t);
  await api.sql`update deck_stats set reviews = reviews + 1 where student_id = ${students[0]!.id}`;
  await api.sql`delete from review_schedule where student_id = ${students[1]!.id}`;
  await api.sql`update exam_results set score = 0`;
  await api.sql`delete from class_days`;
  const told = ({ table, side }: Difference): string => `${table} ${side}`;
  const { count, rows } = await differences(api);
  t.equal(count, rows.length);
  t.same([...new Set(rows.map(told))].sort(), [
    'class_days rebuilt',
    'deck_stats live',
    'deck_stats rebuilt',
    'exam_results live',
    'exam_results rebuilt',
    'review_schedule rebuilt',
  ]);
  t.same(await differences(api, byName('exam_results')).then((found) => found.count), 4);
  await replace(api);
  t.same(await differences(api), { count: 0, rows: [] });
});

t.test('replaced tables are as migrations make them: durable, with keys, indexes, settings', async (t) => {
  const { api, exam, teacher } = await givenSchool(t);
  const shape = async () => {
    const { rows } = await api.pool.query(
      `select c.relname, c.relpersistence, c.reloptions, c.relkind,
         pg_get_indexdef(i.indexrelid) as index,
         (select json_agg(pg_get_statisticsobjdef(s.oid)) from pg_statistic_ext s where s.stxrelid = c.oid) as statistics, pg_get_constraintdef(k.oid) as constraint, k.conname,
         (select json_agg(json_build_array(a.attname, a.atttypid::regtype, a.attnotnull, a.attgenerated) order by a.attnum)
          from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
       from pg_class c left join pg_index i on i.indexrelid = c.oid left join pg_constraint k on k.conrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and (c.oid = any ($1::regclass[]) or i.indrelid = any ($1::regclass[]))
       order by c.relname, k.conname`,
      [projections.flatMap(({ tables }) => tables)],
    );
    return rows;
  };
  const before = await shape();
  await replace(api);
  t.same(await shape(), before);
  t.ok(before.some(({ statistics }) => statistics));
  const { rows: known } = await api.pool.query('select from pg_stats_ext where statistics_name like $1', [
    '%_students',
  ]);
  t.not(known.length, 0, 'and the planner knows of them');
  await teacher.data('DELETE /api/exams/:examId', { params: { examId: exam.id } });
  t.equal((await api.pool.query('select from exam_results')).rowCount, 0);
  t.same(await differences(api), { count: 0, rows: [] });
});

t.test('what changes beside the log while it is rebuilt is taken in: members, decks, keys', async (t) => {
  const { api, teacher, students, deck, other, classId, exam } = await givenSchool(t);
  // Another class, by which the third may study the deck, and the second deck as well.
  const second = await newClass(teacher, deck.id, { students });
  await classCalls(teacher).addDeck(second, other.id);
  for (const student of students) await taking.answer(student, deck.cards[0]!);
  for (const card of other.cards) await taking.answer(students[0]!, card);
  await api.project();
  const rebuilding = await Rebuilding.begin({ databaseUrl: api.databaseUrl, projections });
  t.teardown(() => rebuilding.close());
  await rebuilding.build();

  const calls = classCalls(teacher);
  await classCalls(students[0]!).leave(classId);
  await enrol(teacher, classId, students[2]!);
  await calls.addDeck(classId, other.id);
  await taking.changeKey(teacher, exam, 'BB');
  t.same(await rebuilding.compare(), { count: 0, rows: [] });

  await teacher.data('DELETE /api/decks/:deckId', { params: { deckId: deck.id } });
  await teacher.data('DELETE /api/exams/:examId', { params: { examId: exam.id } });
  t.same(await rebuilding.compare(), { count: 0, rows: [] });
});

t.test('while it is rebuilt, answers are taken and projected; nobody hears of false changes', async (t) => {
  const { api, students, deck, classId } = await givenSchool(t);
  // What the set-up has announced may still be on its way.
  await heardAll(api);
  const heard: string[] = [];
  api.services.feed.listen({
    onChange: ({ table, id }) => {
      if (table !== 'marker') heard.push(`${table}:${id}`);
    },
    onReset: () => {},
  });
  t.same(await differences(api), { count: 0, rows: [] });
  const kept = await Rebuilding.begin({ databaseUrl: api.databaseUrl, projections });
  await kept.build();
  await kept.keep('kept');
  await kept.close();
  await heardAll(api);
  t.same(heard, []);

  givenProjector(t, api.pool).start();
  let isOpen = true;
  const studying = (async () => {
    // Less than a student may answer in a minute.
    for (let round = 0; isOpen && round < 180; round++)
      await taking.answer(students[round % 2]!, deck.cards[round % 5]!);
  })();
  for (let time = 0; time < 3; time++) t.same(await differences(api), { count: 0, rows: [] });
  await replace(api);
  isOpen = false;
  await studying;
  await until(() => heard.includes(`class_progress:${classId}`));
  t.same(await differences(api), { count: 0, rows: [] });
});

t.test('one that was killed leaves the live tables alone, and its schema goes with the next', async (t) => {
  const { api } = await givenSchool(t);
  await api.sql`create schema nho_rebuilding_1`;
  await api.sql`create table nho_rebuilding_1.deck_stats (like deck_stats)`;
  const ended = new AbortController();
  const { signal } = ended;
  const rebuilding = await Rebuilding.begin({ databaseUrl: api.databaseUrl, projections, signal });
  ended.abort(new Error('enough'));
  await t.rejects(rebuilding.build(), { message: 'enough' });
  await rebuilding.close();
  t.equal(await schemas(api), 0);
  t.same(await differences(api), { count: 0, rows: [] });
});

t.test('what a crash of the database has emptied is neither compared nor put in place', async (t) => {
  const { api } = await givenSchool(t);
  const rebuilding = await Rebuilding.begin({ databaseUrl: api.databaseUrl, projections });
  t.teardown(() => rebuilding.close());
  await rebuilding.build();
  // As a crash leaves tables that are not logged.
  const [made] =
    await api.sql`select nspname as schema from pg_namespace where nspname like 'nho_rebuilding%'`;
  await api.pool.query(`truncate ${made!.schema}.deck_stats, ${made!.schema}.projection_checkpoints`);
  const lost = { name: 'RebuildingError', message: /has lost what was rebuilt/ };
  await t.rejects(rebuilding.compare(), lost);
  await t.rejects(rebuilding.replace(), lost);
  t.not((await api.pool.query('select from deck_stats')).rowCount, 0);
});

t.test('a build that fails leaves the live tables as they were, whatever else was under way', async (t) => {
  const { pool, url } = await createTestDatabase(t);
  await sql(pool)`insert into events
    select partition, position, gen_random_uuid(), student, 'CardReviewed', 1,
    jsonb_build_object('deck_id', 1, 'card_id', position, 'rating', 2, 'card_type', 'new', 'first_status', 2,
    'tries', 1, 'time_spent', 1, 'day', '2026-03-01'), '', now(), now()
    from unnest(${STUDENTS}::integer[], ${STUDENTS.map(partitionOf)}::smallint[]) s (student, partition), generate_series(1, 25000) position`;
  await sql(pool)`
    update log_partitions set head = 25000 where partition = any (${STUDENTS.map(partitionOf)})`;
  await projectAll(pool);
  const state = () =>
    sql(pool)`select (select sum(hashtextextended(x::text, 0)) from review_schedule x) as schedule,
      (select sum(hashtextextended(x::text, 0)) from deck_stats x) as stats,
      (select sum(hashtextextended(x::text, 0)) from projection_checkpoints x) as checkpoints`;
  const before = await state();
  await sql(pool)`delete from events where partition = ${partitionOf(STUDENTS[0]!)} and position = 5000`;
  const rebuilding = await Rebuilding.begin({ databaseUrl: url, projections, concurrency: 3 });
  await t.rejects(rebuilding.build(), { name: 'LogGapError' });
  await rebuilding.close();
  t.same(await state(), before);
});

t.test('what follows another is compared when it has come to where that one is', async (t) => {
  const { api, students, deck } = await givenSchool(t);
  const [deckStats, classProgress] = byName('deck_stats', 'class_progress');
  const rebuilding = await Rebuilding.begin({ databaseUrl: api.databaseUrl, projections });
  t.teardown(() => rebuilding.close());
  await rebuilding.build();
  await taking.answer(students[0]!, deck.cards[0]!);
  await projectAll(api.pool, [deckStats!]);
  const comparing = rebuilding.compare();
  // It waits, holding the one that is ahead.
  await until(async () => {
    const free = await api.sql`select from projection_checkpoints where projection = 'deck_stats'
      and partition = ${partitionOf(students[0]!.id)} for update skip locked`;
    return free.length === 0;
  });
  await projectAll(api.pool, [classProgress!]);
  t.same(await comparing, { count: 0, rows: [] });
});

t.test('PRG-13 a class whose decks have just changed is no difference, nor in a rebuild', async (t) => {
  const { api, teacher, deck, classId } = await givenSchool(t);
  const rows = async () => (await api.pool.query('select from class_progress')).rowCount;
  t.not(await rows(), 0);
  await classCalls(teacher).removeDeck(classId, deck.id);
  t.not(await rows(), 0, 'nothing is computed yet');
  t.same(await differences(api), { count: 0, rows: [] });
  await replace(api);
  t.equal(await rows(), 0);
  await api.project();
  t.same(await differences(api), { count: 0, rows: [] });
});

t.test('rights on replaced tables stay; views of others are named, and nothing is replaced', async (t) => {
  const { api } = await givenSchool(t);
  const role = `analyst_${process.pid}`;
  t.teardown(() => api.pool.query(`drop owned by ${role}; drop role ${role}`));
  await api.pool.query(
    `create role ${role}; grant select on deck_stats to ${role}; grant select on exam_results to public`,
  );
  await api.sql`update deck_stats set reviews = 99`;
  await replace(api);
  const rows =
    await api.sql`select has_table_privilege(${role}, 'deck_stats', 'select') as own, has_table_privilege(${role}, 'exam_results', 'select') as all,
    has_table_privilege(${role}, 'deck_stats', 'update') as more`;
  t.same(rows, [{ own: true, all: true, more: false }]);
  await api.sql`create view weekly as select * from deck_stats; update deck_stats set reviews = 99`;
  await t.rejects(replace(api), {
    name: 'RebuildingError',
    message: /^deck_stats cannot be replaced while others depend on it: view weekly .*Drop them, rebuild/s,
  });
  t.equal((await api.pool.query('select from weekly where reviews = 99')).rowCount, 2);
});

t.test('an event that is parked and should not be is a difference', async (t) => {
  const { api, students } = await givenSchool(t);
  await api.sql`insert into parked_events (projection, partition, position, student_id, reason)
    select 'exam_results', partition, max(position), student_id, 'once' from events
    where student_id = ${students[0]!.id}
    group by partition, student_id`;
  t.match(await differences(api), { count: 1, rows: [{ table: 'parked_events', side: 'live' }] });
  await replace(api);
  t.same(await differences(api), { count: 0, rows: [] });
});

t.test('two who compare and replace at once end, and neither sees half of the other’s work', async (t) => {
  const { api } = await givenSchool(t);
  const begin = () => Rebuilding.begin({ databaseUrl: api.databaseUrl, projections });
  const [first, second, third] = [await begin(), await begin(), await begin()];
  for (const one of [first, second, third]) t.teardown(() => one.close());
  for (const one of [first, second, third]) await one.build();
  const [compared] = await Promise.all([first.compare(), second.replace(), third.compare()]);
  t.same(compared, { count: 0, rows: [] });
  t.same(await third.compare(), { count: 0, rows: [] });
});
