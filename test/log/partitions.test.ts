import t from 'tap';
import { MIGRATING, openDatabase } from '../../core/database.ts';
import { formatPosition, partitionCount, partitionOf, setPartitionCount } from '../../core/log/position.ts';
import { migrate } from '../../core/migrating.ts';
import { projections } from '../../core/projections.ts';
import { MIGRATION_NAMES } from '../../migrations/migration-names.ts';
import { startApi } from '../harness/api-harness.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { sql } from '../harness/sql.ts';
import { until } from '../harness/until.ts';
import { given, projectAll, review } from './given-events.ts';
import { plainProjections, tableRows } from './histories/plain-projections.ts';
import { differences } from './rebuilding/rebuilt.ts';

const BEFORE = partitionCount();
t.afterEach(() => setPartitionCount(BEFORE));

t.test('SL-320 a log of 256 partitions is counted in its database, and all of it works', async (t) => {
  const { url, pool } = await createTestDatabase(t);
  await migrate(url, projections, 256);
  const database = await openDatabase(url, { connections: 2, name: 'test' });
  t.teardown(() => database.close());
  t.equal(partitionCount(), 256);

  const students = Array.from({ length: 600 }, (_, index) => index + 1);
  const rows = await sql(pool)<{ here: number[] }>`
    select array_agg(partition_of(s) order by s) as here from unnest(${students}::integer[]) s`;
  t.same(rows[0]!.here, students.map(partitionOf), 'the database and the code say the same');
  t.ok(rows[0]!.here.some((partition) => partition > 99));

  await given(
    pool,
    students.slice(0, 300).map((student) => review(student)),
  );
  await projectAll(pool);
  const tables = projections.flatMap((projection) => projection.tables);
  const { parked, ...plain } = await plainProjections(pool);
  t.same(parked, []);
  t.same(await tableRows(pool, tables), plain);
  t.same(await differences({ databaseUrl: url }), { count: 0, rows: [] });
});

t.test('SL-320 a student of a high partition studies, and waits for what was answered', async (t) => {
  const { url } = await createTestDatabase(t, { ownClock: true });
  await migrate(url, projections, 256);
  const api = await startApi(t, { databaseUrl: url });
  t.equal(partitionCount(), 256);
  // Ids whose partition has three digits are rare among the first.
  const id = Array.from({ length: 1_000 }, (_, index) => 1_000 + index).find((one) => partitionOf(one) > 99)!;
  await api.sql`select setval(pg_get_serial_sequence('users', 'id'), ${id - 1}::integer)`;
  const student = await api.register();
  t.equal(student.id, id);
  const deck = await api.addDeck(student.id, 2);
  const { position } = await student.data('POST /api/cards/:cardId/progress', {
    params: { cardId: deck.cards[0]! },
    body: { status: 2, card_type: 'new', first_status: 2, tries: 1, time_spent: 5 },
  });
  t.match(position, new RegExp(`^${partitionOf(id)}-1-`));
  await api.project();
  const { status, body, headers } = await student.call('GET /api/decks/:deckId/stats', {
    params: { deckId: deck.id },
    headers: { 'after-position': position },
  });
  t.same([status, headers['projection-lag']], [200, undefined]);
  t.match(body, { data: { cards_studied: 1 } });
});

t.test('SL-320 a log that has begun keeps its partitions', async (t) => {
  const { url, pool } = await createTestDatabase(t);
  await migrate(url, projections, BEFORE);
  await given(pool, [review(1)]);
  // As the version before has left it: what is refused changes nothing of it.
  const last = MIGRATION_NAMES.at(-1)!;
  await sql(pool)`delete from migrations where name = ${last}`;
  await t.rejects(migrate(url, projections, 256), {
    name: 'PartitionsError',
    message: 'LOG_PARTITIONS is 256, and the log has 16 partitions',
  });
  t.same(await sql(pool)`select from migrations where name = ${last}`, []);
  await sql(pool)`insert into migrations (name) values (${last})`;
  await migrate(url, projections);
  t.equal((await sql(pool)`select from log_partitions`).length, BEFORE);
});

t.test(
  'SL-320 a process that begins before its database is migrated learns how many there are',
  async (t) => {
    const { url, pool } = await createTestDatabase(t);
    await migrate(url, projections, 64);
    await sql(pool)`alter table log_partitions rename to not_there`;
    const database = await openDatabase(url, { connections: 2, name: 'test' });
    t.teardown(() => database.close());
    t.equal(partitionCount(), BEFORE);
    const student = Array.from({ length: 100 }, (_, index) => index + 1).find((one) => partitionOf(one) > 4)!;
    await sql(pool)`alter table not_there rename to log_partitions`;
    await t.rejects(
      given(pool, [review(student)]),
      /events_partition_check/,
      'nothing goes to a wrong place',
    );
    await until(() => partitionCount() === 64);
    await given(pool, [review(student)]);
    t.match(await sql(pool)`select partition from events`, [{ partition: partitionOf(student) }]);
  },
);

t.test(
  'SL-320 a process that begins while a log is laid out learns how many it has in the end',
  async (t) => {
    const { url, pool } = await createTestDatabase(t);
    await migrate(url, projections);
    const migrating = await pool.connect();
    await migrating.query(`select pg_advisory_lock(${MIGRATING})`);
    const database = await openDatabase(url, { connections: 2, name: 'test' });
    t.teardown(() => database.close());
    t.equal(partitionCount(), BEFORE);
    const laidOut = migrate(url, projections, 64);
    migrating.release(true);
    await laidOut;
    await until(() => partitionCount() === 64);
  },
);

t.test('SL-320 what is no power of two is no number of partitions', async (t) => {
  for (const count of [0, 1, 3, 24, 512, Number.NaN, 2.5])
    t.throws(() => setPartitionCount(count), RangeError, String(count));
  t.equal(formatPosition({ partition: 255, position: 1 }), '255-1');
});
