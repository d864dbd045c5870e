import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Pool } from 'pg';
import t, { type Test } from 'tap';
import { grantRights } from '../../../bin/postgres/database-roles.ts';
import { migrate, withOrm } from '../../../core/migrating.ts';
import { projections } from '../../../core/projections.ts';
import { takingCalls } from '../../exam/attempt/taking-calls.ts';
import { startApi, type TestApi } from '../../harness/api-harness.ts';
import { addressesOf, createTestDatabase } from '../../harness/database-harness.ts';
import { exported } from '../export/export-harness.ts';
import { projectAll } from '../given-events.ts';
import { parkedRows, plainProjections, type Tables, tableRows } from '../histories/plain-projections.ts';
import { differences, replace } from '../rebuilding/rebuilt.ts';
import type { KeptLog, KeptRequest } from './write-kept-log.ts';

const FILES = readdirSync(import.meta.dirname).filter((name) => /^kept-log-.+\.json\.gz$/.test(name));

const TABLES = projections.flatMap(({ tables }) => tables);

/** A database as the version has left it: of the shape that it knew, with its rows. */
async function givenKept(t: Test, kept: KeptLog): Promise<{ pool: Pool; url: string }> {
  const { pool, url } = await createTestDatabase(t, { ownClock: true });
  await pool.query('drop schema public cascade; create schema public');
  await withOrm(url, (orm) => orm.migrator.up({ to: kept.migrations[0]! }));
  const client = await pool.connect();
  // The rows come in no order that foreign keys would allow, and nobody is told of them.
  await client.query('set session_replication_role = replica');
  const tables = Object.keys(kept.tables);
  await client.query(`truncate ${tables.join()}`);
  for (const table of tables) {
    const { rows } = await client.query<{ columns: string; identity: string | null }>(
      `select string_agg(quote_ident(column_name), ',') filter (where is_generated = 'NEVER') as columns,
         min(column_name) filter (where is_identity = 'YES') as identity
       from information_schema.columns where table_schema = 'public' and table_name = $1`,
      [table],
    );
    const { columns, identity } = rows[0]!;
    await client.query(
      `insert into ${table} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [kept.tables[table]],
    );
    if (identity)
      await client.query(
        `select setval(pg_get_serial_sequence('${table}', '${identity}'), greatest(1, max(${identity}))) from ${table}`,
      );
  }
  client.release(true);
  return { pool, url };
}

/** The product on such a database, migrated, at the moment at which it was left. */
async function givenApi(t: Test, kept: KeptLog): Promise<TestApi> {
  const { pool, url } = await givenKept(t, kept);
  await migrate(url, projections);
  await grantRights(pool, { app: addressesOf(url).DATABASE_URL, read: undefined });
  const api = await startApi(t, { databaseUrl: url });
  api.clock.stopAt(kept.running.now);
  await api.databaseClock.stopAt(kept.running.now);
  return api;
}

/** Logs a kept student in. */
async function tokenOf(api: TestApi, kept: KeptLog, id: number): Promise<string> {
  const { email, password } = kept.students.find((student) => student.id === id)!;
  const { body } = await api.call('POST /api/login', { body: { email, password } });
  return body.token;
}

/**
 * Versions before cards could come to mean something else knew of first meanings only, and rows of students had no
 * partition.
 */
const asThen = (tables: Tables): Tables =>
  Object.fromEntries(
    Object.entries(tables).map(([table, rows]) => [
      table,
      rows.map((row) =>
        (row.includes('"student_id"') ? row.replace(/"partition":\d+,/, '') : row).replace(
          '"meaning":1,',
          '',
        ),
      ),
    ]),
  );

t.ok(FILES.includes('kept-log-0.1.0.json.gz'), FILES.join());

for (const file of FILES) {
  const kept: KeptLog = JSON.parse(String(gunzipSync(readFileSync(join(import.meta.dirname, file)))));

  t.test(
    `${file}: migrated, its projections are what its log says, and stay so when they are rebuilt`,
    async (t) => {
      const { pool, url } = await givenKept(t, kept);
      const before = await exported(pool);
      const known = TABLES.filter((table) => Object.hasOwn(kept.tables, table));
      const taken = await tableRows(pool, known);
      await migrate(url, projections);
      const migrated = asThen(await tableRows(pool, known));
      t.same(migrated, asThen(taken), 'migrating changes no figure');
      t.same(await exported(pool), before, 'nor anything in the log');

      await projectAll(pool);
      t.same(await differences({ databaseUrl: url }), { count: 0, rows: [] }, 'verified');
      const live = await tableRows(pool, TABLES);
      await replace({ databaseUrl: url });
      t.same(await tableRows(pool, TABLES), live, 'rebuilt');
      const { parked, ...plain } = await plainProjections(pool);
      t.same(live, plain, 'counted plainly');
      t.same(await parkedRows(pool), parked);
      t.ok(before.length > 200 && parked!.length > 0, `${before.length} events, ${parked!.length} parked`);
    },
  );

  t.test(
    `${file}: what its clients send again is there already, whoever asks and however much they say`,
    async (t) => {
      const api = await givenApi(t, kept);
      const heads = () => api.sql`select partition, head from log_partitions order by 1`;
      const before = await heads();
      const tokens = new Map<number, string>();
      for (const { id } of kept.students) tokens.set(id, await tokenOf(api, kept, id));
      const again = async (
        { student, path, key, body, position }: KeptRequest,
        more: object,
      ): Promise<void> => {
        const answer = await api.raw<{ data: { position: string } }>('POST', path, {
          token: tokens.get(student),
          headers: key ? { 'idempotency-key': key } : {},
          body: { ...body, ...more },
        });
        t.same(
          // Versions before did not tell the log's epoch.
          [answer.status, answer.body.data?.position.split('-').slice(0, 2).join('-')],
          [200, position.split('-').slice(0, 2).join('-')],
          `${path} ${JSON.stringify(answer.body)}`,
        );
      };
      // Of cards that were deleted meanwhile no answer is taken, as ever. A student may send so many a minute.
      const cards = new Set(
        (JSON.parse(kept.tables.cards!) as { id: number }[]).map(({ id }) => `/api/cards/${id}/progress`),
      );
      const open = kept.requests.filter(({ path }) => cards.has(path) || !path.startsWith('/api/cards/'));
      const some = kept.students.flatMap(({ id }) => open.filter(({ student }) => student === id).slice(-25));
      for (const request of some) await again(request, {});
      const answers = some.filter(({ path }) => path.endsWith('/progress'));
      for (const request of answers) await again(request, { typed: 'right', asked: 'back', think_ms: 1_200 });
      for (const kind of ['progress', 'undo', 'submit'])
        t.ok(
          some.some(({ path }) => path.endsWith(kind)),
          `a ${kind} is among them`,
        );
      t.same(await heads(), before, 'nothing was appended');
    },
  );

  t.test(`${file}: a time that ran then goes on, once`, async (t) => {
    const api = await givenApi(t, kept);
    const { exam, student, answers } = kept.running;
    const calls = takingCalls(exam, api.as(await tokenOf(api, kept, student)));
    const attempt = await calls.attempt();
    t.match(attempt, { submitted: false, answers });
    t.equal((await calls.save(attempt.version, answers)).status, 200);
    t.equal((await calls.submit(answers)).status, 200);
    t.equal((await calls.submit(answers)).body.code, 'exam_already_submitted');
    const rows = await api.sql`select count(*) filter (where type = 'ExamStarted')::integer as started,
      count(*) filter (where type = 'ExamSubmitted')::integer as submitted
      from events where student_id = ${student} and (data->>'exam_id')::integer = ${exam}`;
    t.same(rows, [{ started: 1, submitted: 1 }]);
  });
}
