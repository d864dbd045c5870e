import { randomUUID } from 'node:crypto';
import pg from 'pg';
import t, { type Test } from 'tap';
import { grantRights, RIGHTS } from '../../bin/postgres/database-roles.ts';
import { startApi } from '../harness/api-harness.ts';
import { addressesOf, openTestPool } from '../harness/database-harness.ts';
import { studyCalls } from '../learning/study-calls.ts';
import { replace } from '../log/rebuilding/rebuilt.ts';

const NO_RIGHT = '42501';

/** An API with one answer in its log, and each role's own connections. */
async function start(t: Test) {
  const api = await startApi(t);
  const [teacher, student] = [await api.register('teacher'), await api.register()];
  const deck = await api.addDeck(teacher.id, 2, { official: true });
  const answer = async (card: number) =>
    (await studyCalls(student).progress(card, { status: 2, time_spent: 1 })).status;
  t.equal(await answer(deck.cards[0]!), 200);
  const { DATABASE_URL, READ_DATABASE_URL } = addressesOf(api.databaseUrl);
  const app = openTestPool(t, { connectionString: DATABASE_URL, max: 1 });
  const read = openTestPool(t, { connectionString: READ_DATABASE_URL, max: 1 });
  return { api, deck, answer, app, read };
}

async function refused(t: Test, pool: pg.Pool, statements: string[]): Promise<void> {
  for (const statement of statements) await t.rejects(pool.query(statement), { code: NO_RIGHT }, statement);
}

t.test('S47 the role of the API appends to the log and can do nothing else to it', async (t) => {
  const { api, deck, answer, app } = await start(t);
  const { rows } = await app.query(
    'select current_user as name, rolsuper from pg_roles where rolname = current_user',
  );
  t.match(rows, [{ name: 'nho_app', rolsuper: false }]);
  await refused(t, app, [
    `update events set data = '{}'`,
    'delete from events',
    'truncate events',
    'select from events for update',
    'drop table events',
    'alter table events add column more text',
    'alter table events disable trigger all',
    'create index on events (recorded_at)',
    'create trigger t before insert on events for each row execute function announce_change()',
    `update log_partitions set epoch = gen_random_uuid()`,
    'delete from log_partitions',
    'delete from projection_checkpoints',
    `insert into migrations (name) values ('0099-mine')`,
  ]);
  t.equal(await answer(deck.cards[1]!), 200, 'and appends as before');
  t.equal((await api.pool.query('select from events')).rowCount, 2);
});

t.test('S47 the role of the API makes, changes and removes no table, and runs no program', async (t) => {
  const { app } = await start(t);
  await refused(t, app, [
    'create table mine (id integer)',
    'create table bullmq.mine (id integer)',
    'create schema mine',
    'create view mine as select 1',
    'create function mine() returns integer language sql return 1',
    'create or replace function announce_change() returns trigger language plpgsql as $$ begin return null; end $$',
    'create extension pg_trgm',
    'alter table users add column more text',
    'drop table cards',
    'truncate users cascade',
    'create role mine',
    'alter role nho_read superuser',
    `copy (select 1) to program 'true'`,
    `select pg_read_file('/etc/passwd')`,
  ]);
});

t.test('analysts read what students did, and no secret; they change nothing', async (t) => {
  const { read } = await start(t);
  t.equal((await read.query('select * from standing_reviews')).rowCount, 1);
  t.equal((await read.query('select id, name, role from users')).rowCount, 2);
  await refused(t, read, [
    'select * from users',
    'select password_hash from users',
    'select email from users',
    'select token_version from users',
    'select entry_code from site_settings',
    'select correct_option from exam_questions',
    'select * from login_places',
    'select * from login_attempts',
    'select * from ended_tokens',
    'select * from bullmq.job',
  ]);
  await t.rejects(read.query('delete from events'), { code: '25006' }, 'sessions only read');
  // That is a setting, which a session may change; rights are none.
  for (const statement of [
    'delete from events',
    'create table mine (id integer)',
    `update decks set title = ''`,
  ])
    await refused(t, read, [`begin; set transaction read write; ${statement}`]);
});

t.test('every table has a row in the list of rights, and every row a table', async (t) => {
  const { pool } = await startApi(t);
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')`,
  );
  t.same(Object.keys(RIGHTS).sort(), rows.map(({ name }) => name).sort());
});

t.test('a rebuild is the owner’s, and leaves the rights of the others as they were', async (t) => {
  const { api, deck, answer, app, read } = await start(t);
  await t.rejects(replace({ databaseUrl: addressesOf(api.databaseUrl).DATABASE_URL }), {
    name: 'RebuildingError',
    message: /MIGRATE_DATABASE_URL/,
  });
  await api.project();
  await replace(api);
  await app.query('update deck_stats set seconds = seconds');
  t.equal((await read.query('select from review_schedule')).rowCount, 1);
  t.equal(await answer(deck.cards[1]!), 200);
});

t.test('roles are made where they are missing, and given the password that their address has', async (t) => {
  const { api } = await start(t);
  const name = `app_${randomUUID().slice(0, 8)}`;
  const urlOf = (password: string, user = name) => {
    const url = new URL(api.databaseUrl);
    return `postgres://${user}:${encodeURIComponent(password)}@${url.host}${url.pathname}`;
  };
  const grant = (url: string) => grantRights(api.pool, { app: url, read: undefined });
  t.teardown(() => api.pool.query(`drop owned by ${name}; drop role ${name}`).catch(() => {}));
  const enters = async (url: string) => {
    const client = new pg.Client(url);
    await client.connect();
    await client.query('select from users');
    await client.end();
  };
  for (const password of ['một mật khẩu', 'another: /@?', 'another: /@?']) {
    await grant(urlOf(password));
    await enters(urlOf(password));
  }
  const { rows } = await api.pool.query('select rolpassword from pg_authid where rolname = $1', [name]);
  t.match(rows[0].rolpassword, /^SCRAM-SHA-256\$/);
  await api.pool.query(`drop owned by ${name}; drop role ${name}`);

  await t.rejects(grant(api.databaseUrl), { name: 'StartError', message: /owns the database/ });
  await t.rejects(grant(urlOf('', 'nobody')), { name: 'StartError', message: /a user and a password/ });
});
