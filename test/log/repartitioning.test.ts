import { isDeepStrictEqual } from 'node:util';
import pg, { type Pool } from 'pg';
import t from 'tap';
import { partitionCount, partitionOf, setPartitionCount } from '../../core/log/position.ts';
import { replayParked } from '../../core/log/projecting/replay-parked.ts';
import { migrate } from '../../core/migrating.ts';
import { projections } from '../../core/projections.ts';
import { type RepartitioningOptions, repartition } from '../../core/repartitioning.ts';
import { newClass } from '../classroom/class-calls.ts';
import { contracts } from '../contract/all-contracts.ts';
import { takingCalls } from '../exam/attempt/taking-calls.ts';
import { answersOf, examBody, givenExam } from '../exam/given-exams.ts';
import { startApi, type TestApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { createTestDatabase, openTestPool } from '../harness/database-harness.ts';
import { sql } from '../harness/sql.ts';
import { until } from '../harness/until.ts';
import { undo } from '../learning/answering/given-undo.ts';
import { studyCalls } from '../learning/study-calls.ts';
import { erase } from '../person/given-erasure.ts';
import { given, projectAll, review } from './given-events.ts';
import { plainProjections, projectedRows } from './histories/plain-projections.ts';
import { POISON, withFaultIn } from './projecting/given-parked.ts';
import { differences } from './rebuilding/rebuilt.ts';

const BEFORE = partitionCount();
t.afterEach(() => setPartitionCount(BEFORE));

const raised = (pool: Pool, partitions: number, options: Partial<RepartitioningOptions> = {}) =>
  repartition(pool, { partitions, ownName: 'test', appRole: undefined, ...options });

/** Everything that lies by partition, and how the log is laid out. */
async function wholeState(pool: Pool): Promise<Record<string, string>> {
  const tables = await sql(pool)<{ name: string }>`select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'partition'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`;
  const state: Record<string, string> = {
    student: JSON.stringify(await sql(pool)`select partition_of(n) from generate_series(1, 50) n`),
  };
  for (const { name } of tables)
    state[name] = JSON.stringify(
      column((await pool.query(`select to_jsonb(t)::text as row from ${name} t order by 1`)).rows, 'row'),
    );
  return state;
}

/** The events of each student, in their order. */
const byStudent = (pool: Pool) =>
  sql(
    pool,
  )`select student_id, array_agg(id || ' ' || type || ' ' || data::text || ' ' || encode(data_hash, 'hex')
    || ' ' || occurred_at || ' ' || recorded_at order by position) as events from events group by 1 order by 1`;

/** Positions of one partition from 1 to its head, and nobody's events elsewhere than they belong. */
async function isWhole(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ wrong: number }>(
    `select ((select count(*) from (select p.partition from log_partitions p left join events e using (partition)
         group by p.partition, p.head
         having p.head <> count(e.position) or p.head <> coalesce(max(e.position), 0)) d)
       + (select count(*) from events where partition <> partition_of(student_id)))::integer as wrong`,
  );
  return rows[0]!.wrong === 0;
}

/** Students enough for most partitions: answers, some taken back, some of too long, one parked, one erased. */
async function givenSchool(pool: Pool): Promise<void> {
  await pool.query(`
    insert into users (id, name, email, password_hash, role, time_zone) overriding system value
      select n, 'Lan', n || '@example.org', '', case when n = 1 then 'teacher' else 'student' end, 'UTC'
      from generate_series(1, 60) n;
    insert into decks (id, user_id, title) overriding system value values (1, 1, 'Words');
    insert into cards (id, deck_id, ordinal, front, back) overriding system value
      select n, 1, n, 'front', 'back' from generate_series(1, 5) n;
    insert into classes (id, teacher_id, name) overriding system value values (1, 1, '10A');
    insert into class_decks (class_id, deck_id) values (1, 1);
    insert into class_members (class_id, student_id, status, joined_at)
      select 1, n, 'approved', now() from generate_series(2, 60) n`);
  const students = Array.from({ length: 59 }, (_, index) => index + 2);
  for (const day of ['2026-03-01', '2026-03-02', '2026-04-01']) {
    const answers = students.flatMap((student) =>
      [1, 2, 3].map((card_id) => review(student, { card_id, day, time_spent: 1_700 })),
    );
    await given(pool, answers);
    await given(
      pool,
      answers.filter((_, index) => index % 11 === 0).map((answer) => undo(answer.studentId, answer)),
    );
  }
  await given(pool, [review(7, { card_id: POISON }), review(7, { card_id: 4 }), review(8, { card_id: 4 })]);
  await projectAll(pool, withFaultIn('deck_stats', 'class_progress'));
  await erase(pool, 9);
  await projectAll(pool);
  await pool.query(
    `insert into class_gatherings (class_id, student_id, partition) values (1, 10, partition_of(10))`,
  );
  // Nobody has projected these.
  await given(
    pool,
    students
      .filter((student) => student % 3 === 0 && student !== 9)
      .map((student) => review(student, { card_id: 5 })),
  );
}

t.test('SL-321 a log gets more partitions, and all that is computed from it follows', async (t) => {
  const { url, pool } = await createTestDatabase(t);
  await givenSchool(pool);
  const [log, before] = [await byStudent(pool), await wholeState(pool)];
  const parked = await sql(
    pool,
  )`select projection, student_id, reason, parked_at from parked_events order by 1, 2, 3, 4`;
  const lag = () => sql(pool)`select c.projection, sum(p.head - c.position) as events
    from projection_checkpoints c join log_partitions p using (partition) group by 1 order by 1`;
  const behind = await lag();
  t.ok(parked.length > 3 && Number(behind[0]!.events) > 10, 'some are parked, and some are to be projected');
  const shares: number[] = [];
  const done = await raised(pool, 128, { onProgress: (_, share) => shares.push(share) });
  t.match(done, {
    before: 16,
    partitions: 128,
    events: log.reduce((sum, { events }) => sum + events.length, 0),
  });
  t.equal(partitionCount(), 128, 'this process knows it');
  t.ok(shares.length > 20 && shares[0] === 0 && shares.at(-1) === 1);
  t.same(
    shares,
    shares.toSorted((a, b) => a - b),
  );

  t.ok(await isWhole(pool));
  const students = Array.from({ length: 600 }, (_, index) => index + 1);
  t.same(
    await sql(
      pool,
    )`select array_agg(partition_of(s) order by s) as here from unnest(${students}::integer[]) s`,
    [{ here: students.map(partitionOf) }],
  );
  t.same(await byStudent(pool), log, 'each student has the same events in the same order');
  t.same(
    await sql(pool)`select projection, student_id, reason, parked_at from parked_events order by 1, 2, 3, 4`,
    parked,
    'what was parked is so for the same reason and since the same moment',
  );
  t.same(
    await sql(pool)`select from parked_events p left join events e
    using (partition, position, student_id) where e.id is null`,
    [],
  );
  t.same(await lag(), behind, 'as many events are to be projected');
  t.same(await sql(pool)`select from class_gatherings where partition <> partition_of(student_id)`, []);
  const epochs = column(await sql(pool)<{ epoch: string }>`select epoch from log_partitions`, 'epoch');
  t.equal(new Set(epochs).size, 128);
  t.notOk(
    epochs.some((epoch) => before.log_partitions!.includes(epoch)),
    'earlier positions are of another log',
  );

  await projectAll(pool);
  await replayParked(pool, { projections });
  t.same(await sql(pool)`select from parked_events`, []);
  t.same(await differences({ databaseUrl: url }), { count: 0, rows: [] });
  const { parked: none, ...plain } = await plainProjections(pool);
  t.same(none, []);
  t.same(await projectedRows(pool), plain);
});

t.test('SL-321 twice in a row, and the log of a school that has not begun', async (t) => {
  const { url, pool } = await createTestDatabase(t);
  await raised(pool, 32);
  await givenSchool(pool);
  await raised(pool, 64);
  await raised(pool, 256);
  t.ok(await isWhole(pool));
  await projectAll(pool);
  await replayParked(pool, { projections });
  t.same(await differences({ databaseUrl: url }), { count: 0, rows: [] });
  await migrate(url, projections, 256);
  t.equal(partitionCount(), 256);
});

t.test('SL-321 every column that names a partition or a position is known to follow', async (t) => {
  const { pool } = await createTestDatabase(t);
  const rows = await sql(pool)<{ table: string; columns: string[] }>`
    select c.relname as table, array_agg(attname::text order by attname) as columns
    from pg_attribute a join pg_class c on c.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm') and attnum > 0 and not attisdropped
      and (attname ~ 'partition|position|epoch' or attname = 'student_id')
    group by 1 having bool_or(attname ~ 'partition|position|epoch') order by 1`;
  const ofStudents = rows.filter(({ columns }) => columns.join() === 'partition,student_id');
  const others = rows.filter((row) => !ofStudents.includes(row));
  t.same(Object.fromEntries(others.map(({ table, columns }) => [table, columns.join()])), {
    card_answers: 'partition,positions,student_id',
    class_days: 'partition',
    cut_reviews: 'partition,position',
    events: 'partition,position,student_id',
    log_partitions: 'epoch,partition',
    parked_events: 'partition,position,student_id',
    projection_checkpoints: 'partition,position',
  });
});

t.test('SL-321 every read of a student, a teacher and the administrator is as before', async (t) => {
  const { url, pool } = await createTestDatabase(t, { ownClock: true });
  const NOW = '2026-03-08T08:00:00.000Z';
  const asked = new Map<string, unknown>();
  let callers: { token: string }[] = [];
  let params: Record<string, number> = {};
  let position = '';
  const reads = async (api: TestApi): Promise<Map<string, unknown>> => {
    const answers = new Map<string, unknown>();
    for (const [index, { token }] of callers.entries())
      for (const { method, url } of contracts) {
        const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name!);
        // Streams, the log's own figures, and the size of the database.
        const isOther = /\/(live|export)$|^\/api\/admin\/(log|home)$/.test(url);
        if (method !== 'GET' || isOther || names.some((name) => !(name in params))) continue;
        const path = url.replace(/:(\w+)/g, (_, name) => String(params[name]));
        const { status, body } = await api.raw('GET', path, { token });
        answers.set(`${index} ${path}`, { status, body });
      }
    return answers;
  };
  await t.test('before', async (t) => {
    const api = await startApi(t, { databaseUrl: url });
    api.clock.stopAt(NOW);
    await api.databaseClock.stopAt(NOW);
    const [teacher, admin] = [await api.register('teacher'), await api.register('admin')];
    const students = await Promise.all(Array.from({ length: 6 }, () => api.register()));
    const deck = await api.addDeck(teacher.id, 6);
    const classId = await newClass(teacher, deck.id, { students });
    const exam = await givenExam(teacher, [classId], examBody('ABCD'));
    for (const [index, student] of students.entries()) {
      const study = studyCalls(student);
      await study.settings(deck.id, { new_cards_per_day: 3 + index, max_cards_per_day: 200 + index });
      for (const card of deck.cards.slice(0, 1 + (index % 5)))
        position = (
          await study.progress(card, {
            status: 2,
            card_type: 'new',
            first_status: index % 3,
            tries: 1,
            time_spent: 9,
          })
        ).body.data.position;
      await study.mark(deck.cards[5]!, { flagged: true });
      const taking = takingCalls(exam.id, student);
      await taking.attempt();
      if (index % 2) await taking.submit(answersOf(exam, 'ABC-'));
      else await taking.save(1, answersOf(exam, 'AB'));
    }
    await api.project();
    callers = [...students, teacher, admin].map(({ token }) => ({ token }));
    params = {
      deckId: deck.id,
      classId,
      examId: exam.id,
      studentId: students[0]!.id,
      cardId: deck.cards[0]!,
    };
    for (const [path, answer] of await reads(api)) asked.set(path, answer);
    const good = [...asked.values()].filter((answer) => (answer as { status: number }).status === 200);
    t.ok(good.length > 100, `${good.length} of ${asked.size} reads answer`);
  });
  await raised(pool, 256);
  await t.test('after', async (t) => {
    const api = await startApi(t, { databaseUrl: url });
    api.clock.stopAt(NOW);
    const now = await reads(api);
    const wrong = [...asked].filter(([path, answer]) => !isDeepStrictEqual(now.get(path), answer));
    for (const [path, answer] of wrong) t.same(now.get(path), answer, path);
    t.equal(now.size, asked.size);
    const { status } = await api.raw('GET', `/api/decks/${params.deckId}/stats`, {
      token: callers[0]!.token,
      headers: { 'after-position': position },
    });
    t.equal(status, 200);
    t.same(await differences({ databaseUrl: url }), { count: 0, rows: [] });
  });
});

t.test('SL-321 killed while it runs, it leaves everything as it was, and can be run again', async (t) => {
  const { url, pool } = await createTestDatabase(t);
  await givenSchool(pool);
  const before = await wholeState(pool);
  await pool.query(`
    create function wait_here() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(321); return new; end $$;
    create trigger wait_here before update on review_schedule execute function wait_here()`);
  const holder = await pool.connect();
  t.teardown(() => holder.release(true));
  await holder.query('select pg_advisory_lock(321)');
  const own = openTestPool(t, { connectionString: url, max: 1, application_name: 'victim' });
  const running = t.rejects(raised(own, 256), { code: '57P01' });
  const victim = `from pg_stat_activity where application_name = 'victim' and datname = current_database()
    and wait_event = 'advisory'`;
  await until(async () => (await pool.query(`select ${victim}`)).rowCount === 1, 'it waits in the middle');
  await pool.query(`select pg_terminate_backend(pid) ${victim}`);
  await running;
  t.equal(partitionCount(), BEFORE);
  t.same(await wholeState(pool), before);
  await pool.query('drop function wait_here cascade');
  await raised(own, 256);
  t.ok(await isWhole(pool));
});

t.test('SL-321 what cannot be raised is refused by name, and nothing is changed', async (t) => {
  const { url, pool } = await createTestDatabase(t);
  await given(pool, [review(1), review(1), review(2)]);
  await projectAll(pool);
  const before = await wholeState(pool);
  const refused = async (partitions: number, name: string, message: RegExp): Promise<void> => {
    await t.rejects(raised(pool, partitions), { name, message });
    t.equal(partitionCount(), BEFORE);
    t.same(await wholeState(pool), before, name);
  };
  await refused(16, 'RepartitioningError', /has 16 partitions/);
  await refused(8, 'RepartitioningError', /has 16 partitions/);
  const program = new pg.Client({ connectionString: url, application_name: 'nho api 1' });
  await program.connect();
  await refused(32, 'ProgramsRunningError', /nho api 1/);
  await program.end();
  await until(
    async () =>
      (
        await pool.query(
          `select from pg_stat_activity where application_name = 'nho api 1' and datname = current_database()`,
        )
      ).rowCount === 0,
  );

  const isDistributed = (is: boolean) =>
    pool.query(
      `create or replace function is_distributed() returns boolean language sql immutable parallel safe return ${is}`,
    );
  await isDistributed(true);
  await t.rejects(raised(pool, 32), { name: 'RepartitioningError', message: /before it is distributed/ });
  await isDistributed(false);
  t.same(await wholeState(pool), before);

  await pool.query(`insert into migrations (name) values ('9999-of-tomorrow')`);
  await refused(32, 'NewerDatabaseError', /9999-of-tomorrow/);
  await pool.query(`delete from migrations where name = '9999-of-tomorrow'`);
  const last = await pool.query(
    `delete from migrations where name = (select max(name) from migrations) returning name`,
  );
  await refused(32, 'RepartitioningError', /not up to date/);
  await pool.query('insert into migrations (name) values ($1)', [last.rows[0].name]);

  await pool.query(`update log_partitions set head = head + 1 where partition = ${partitionOf(1)}`);
  await t.rejects(raised(pool, 32), { name: 'RepartitioningError', message: /damaged: partition/ });
  await pool.query(`update log_partitions set head = head - 1 where partition = ${partitionOf(1)}`);
  t.same(await wholeState(pool), before);
});

t.test('SL-321 the setting that a log no longer agrees with names the way to raise it', async (t) => {
  const { url, pool } = await createTestDatabase(t);
  await given(pool, [review(1)]);
  await t.rejects(migrate(url, projections, 256), { message: /nho repartition --partitions 256/ });
  await t.rejects(migrate(url, projections, 8), { message: /never lowered/ });
  await raised(pool, 256);
  await t.resolves(migrate(url, projections, 256));
  await t.rejects(migrate(url, projections, 16), { name: 'PartitionsError' });
});
