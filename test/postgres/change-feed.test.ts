import type { Pool } from 'pg';
import t, { type Test } from 'tap';
import { ChangeFeed, type ChangeWay, LOST_MS } from '../../core/postgres/change-feed.ts';
import { announce, inTransaction, undone } from '../../core/postgres/transaction.ts';
import { startApi } from '../harness/api-harness.ts';
import { becomes } from '../harness/becomes.ts';
import { column } from '../harness/columns.ts';
import { addressesOf, createTestDatabase } from '../harness/database-harness.ts';
import { until } from '../harness/until.ts';
import { studyCalls } from '../learning/study-calls.ts';

const WAYS: ChangeWay[] = ['listen', 'read'];

/** A feed with the rights of the API, and what it has heard since `start` or the last `all`. */
async function startFeed(t: Test, url: string, way: ChangeWay) {
  const feed = new ChangeFeed(addressesOf(url).DATABASE_URL, way);
  const state = { heard: [] as string[], resets: 0 };
  feed.listen({
    onChange: ({ table, id }) => state.heard.push(`${table}:${id}`),
    onReset: () => state.resets++,
  });
  await feed.start();
  t.teardown(() => feed.close());
  t.ok(feed.heardWithin(LOST_MS), `${way}: it hears`);
  return Object.assign(state, { way, feed });
}

type Feed = Awaited<ReturnType<typeof startFeed>>;

let markers = 0;

/** Returns what was heard of all that is committed by now, and forgets it. */
async function all(pool: Pool, feed: Feed): Promise<string[]> {
  const marker = `marker:${++markers}`;
  await pool.query('select announce($1)', [marker]);
  await until(() => feed.heard.includes(marker), `${feed.way}: ${marker} is heard`);
  return feed.heard.splice(0).filter((what) => !what.startsWith('marker:'));
}

async function start(t: Test) {
  const { url, pool } = await createTestDatabase(t);
  const feeds = [await startFeed(t, url, 'listen'), await startFeed(t, url, 'read')];
  return { url, pool, feeds };
}

/** What is there before, with ids that are known. */
const GIVEN = `
  insert into users (id, name, email, password_hash, role, time_zone) overriding system value
  select id, 'name ' || id, id || '@example.org', '-', case when id < 4 then 'teacher' else 'student' end, 'UTC'
  from generate_series(1, 6) id;
  insert into decks (id, user_id, title) overriding system value values (11, 1, 'one'), (12, 1, 'two');
  insert into cards (id, deck_id, ordinal, front, back) overriding system value
  select 20 + n, 11, n, 'front', 'back' from generate_series(1, 3) n;
  insert into classes (id, teacher_id, name) overriding system value values (31, 1, 'a'), (32, 1, 'b');
  insert into exams (id, teacher_id, title, duration_minutes, main_content_type) overriding system value
  values (41, 1, 'exam', 10, 'none');
  insert into deck_imports (id, user_id, check_only, request, files) overriding system value
  values (51, 1, false, '{}', '{}');
  insert into schedule_imports (id, import_id, user_id) overriding system value values (61, 51, 4)`;

/** Statements, by whatever program, in an order in which each finds its rows; with all that is to be heard of each. */
const CHANGES: [table: string, statement: string, heard: string[]][] = [
  ['users', `update users set time_zone = 'Asia/Tokyo' where id in (4, 5)`, ['users:4', 'users:5']],
  ['users', `update users set seen_at = now() where id = 4`, []],
  [
    'ended_tokens',
    `insert into ended_tokens (user_id, token_id, ends_at) values (4, 'token', now())`,
    ['users:4'],
  ],
  ['users', 'delete from users where id = 6', ['users:6']],
  ['decks', `update decks set title = 'three' where id = 11`, ['decks:11']],
  ['decks', 'delete from decks where id = 12', ['decks:12']],
  ['deck_shares', `insert into deck_shares (deck_id, teacher_id, may) values (11, 2, 'use')`, ['decks:11']],
  ['deck_shares', `update deck_shares set may = 'edit'`, ['decks:11']],
  ['deck_shares', 'delete from deck_shares', ['decks:11']],
  ['cards', `update cards set front = 'more'`, []],
  ['cards', 'update cards set meaning = 2 where id = 21', ['cards:21']],
  ['cards', 'delete from cards where id > 21', ['cards:22', 'cards:23']],
  ['classes', `update classes set name = 'c' where id = 31`, ['classes:31']],
  [
    'classes',
    'update classes set teacher_id = 2 where id = 31',
    ['class_members:1', 'class_members:2', 'classes:31'],
  ],
  ['classes', 'delete from classes where id = 32', ['classes:32']],
  [
    'class_teachers',
    'insert into class_teachers (class_id, teacher_id) values (31, 3)',
    ['class_members:3', 'classes:31'],
  ],
  ['class_teachers', 'delete from class_teachers', ['class_members:3', 'classes:31']],
  ['class_decks', 'insert into class_decks (class_id, deck_id) values (31, 11)', ['class_decks:31']],
  ['class_decks', 'delete from class_decks', ['class_decks:31']],
  ['class_members', 'insert into class_members (class_id, student_id) values (31, 4)', ['class_members:4']],
  ['class_members', `update class_members set status = 'approved', joined_at = now()`, ['class_members:4']],
  ['class_members', 'delete from class_members', ['class_members:4']],
  ['exams', `update exams set title = 'more' where id = 41`, ['exams:41']],
  ['exams', 'delete from exams where id = 41', ['exams:41']],
  ['schedule_imports', 'update schedule_imports set percent = 5', ['deck_imports:51']],
  ['deck_imports', 'update deck_imports set percent = 5', ['deck_imports:51']],
  ['deck_imports', 'delete from deck_imports', ['deck_imports:51']],
];

t.test('PRO-08 what changes a row is heard once, by who listens and by who reads', async (t) => {
  const { pool, feeds } = await start(t);
  await pool.query(GIVEN);
  for (const feed of feeds) await all(pool, feed);
  for (const [, statement, heard] of CHANGES) {
    await pool.query(statement);
    for (const feed of feeds) t.same((await all(pool, feed)).sort(), heard, `${feed.way}: ${statement}`);
  }
  const { rows } = await pool.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger join pg_proc p on p.oid = tgfoid
     where proname like 'announce%' order by 1`,
  );
  t.same([...new Set(CHANGES.map(([table]) => table))].sort(), column(rows, 'name'), 'of each table');
  for (const { way, resets } of feeds) t.equal(resets, 1, `${way}: nothing was missed`);
});

t.test('PRO-08 what was begun early and committed late is heard, and what is undone is not', async (t) => {
  const { pool, feeds } = await start(t);
  const [early, earliest] = [await pool.connect(), await pool.connect()];
  for (const [client, what] of [
    [earliest, 'decks:1'],
    [early, 'decks:2'],
  ] as const) {
    await client.query('begin');
    await client.query('select announce($1)', [what]);
  }
  await pool.query(`select announce('decks:3')`);
  await inTransaction(pool, async (tx) => {
    await tx.query(`select announce('decks:4')`);
    return undone(undefined);
  });
  for (const feed of feeds) t.same(await all(pool, feed), ['decks:3'], `${feed.way}: what is committed`);
  await early.query('commit');
  for (const feed of feeds) t.same(await all(pool, feed), ['decks:2'], `${feed.way}: now the second`);
  for (const feed of feeds) t.same(await all(pool, feed), [], `${feed.way}: each once`);
  await earliest.query('commit');
  for (const feed of feeds) t.same(await all(pool, feed), ['decks:1'], `${feed.way}: and the first`);
  early.release();
  earliest.release();
});

t.test('PRO-08 what a transaction changes a thousand times is heard once', async (t) => {
  const { pool, feeds } = await start(t);
  await pool.query(`do $$ begin for n in 1..1000 loop perform announce('decks:' || n % 2); end loop; end $$`);
  for (const feed of feeds) t.same((await all(pool, feed)).sort(), ['decks:0', 'decks:1'], feed.way);
  const { rows } = await pool.query(`select what from changes where what like 'decks:%' order by what`);
  t.same(column(rows, 'what'), ['decks:0', 'decks:1'], 'a row each');
});

t.test('PRO-08 everything is forgotten when everything has changed', async (t) => {
  const { pool, feeds } = await start(t);
  await inTransaction(pool, async (tx) => announce(tx, ['everything']));
  for (const feed of feeds) {
    await until(() => feed.resets === 2, `${feed.way}: it is heard`);
    t.same(await all(pool, feed), []);
  }
});

for (const way of WAYS)
  t.test(
    `PRO-08 a connection that is lost while somebody should ${way}: all is forgotten, then heard`,
    async (t) => {
      const { url, pool } = await createTestDatabase(t);
      const feed = await startFeed(t, url, way);
      await pool.query(`select announce('decks:1')`);
      t.same(await all(pool, feed), ['decks:1']);
      await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'nho change feed %'`,
      );
      await until(() => feed.resets >= 2, 'it is lost');
      await until(() => feed.resets === 3 && feed.feed.connected, 'it is connected again');
      feed.heard.length = 0;
      await pool.query(`select announce('decks:2')`);
      t.same(await all(pool, feed), ['decks:2'], 'what was heard before is not heard again');
    },
  );

t.test('PRO-08 a read is as old as its beginning', async (t) => {
  const { url, pool } = await createTestDatabase(t);
  const { feed } = await startFeed(t, url, 'read');
  // It holds reads of the table back.
  const locking = await pool.connect();
  await locking.query('begin; lock table changes');
  await until(() => !feed.heardWithin(1_000), 'it has not been able to read for a second');
  t.ok(feed.connected, 'what is older counts as heard');
  await locking.query('commit');
  locking.release();
  await until(() => feed.heardWithin(1_000), 'it reads on');
});

t.test('PRO-09 an API process that reads changes knows of them, and is ready', async (t) => {
  const api = await startApi(t, { env: { DATABASE_CHANGES: 'read' } });
  const listening = await api.sql<{ query: string }>`
    select query from pg_stat_activity where datname = current_database() and application_name like 'nho change feed %'`;
  t.match(listening, [{ query: /from changes/ }], 'it reads');
  const [teacher, student] = [await api.register('teacher'), await api.register()];
  const deck = await api.addDeck(teacher.id, 1, { official: true });
  const status = async () =>
    (await student.unchecked('GET /api/decks/:deckId', { params: { deckId: deck.id } })).status;
  t.equal(await status(), 200);
  const study = studyCalls(student);
  t.equal((await study.progress(deck.cards[0]!, { status: 2, time_spent: 1 })).status, 200);
  await api.pool.query('update decks set is_official = false, official_button_label = null where id = $1', [
    deck.id,
  ]);
  await becomes(t, status, 403, 'the change is known');
  t.equal((await api.raw('GET', '/readyz')).status, 200);
});
