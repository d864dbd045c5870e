import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { BY_PARTITION, ON_EVERY_SERVER } from '../../core/distributing.ts';
import { MIGRATION_NAMES } from '../../migrations/migration-names.ts';
import { column } from '../harness/columns.ts';
import { createTestDatabase } from '../harness/database-harness.ts';

const { pool } = await createTestDatabase(t);

/** The last migration that no distributed database has had before it was one. */
const LAST_BEFORE = '0084-append-of-a-shard';

/** What waits is taken by class, of all partitions: every server has it. */
const BY_CLASS = ['class_gatherings'];

const tables = async (sql: string): Promise<string[]> =>
  column((await pool.query<{ table: string }>(sql, [BY_PARTITION])).rows, 'table');

t.test('PRO-12 a table with a partition lies by it, and no other one does', async (t) => {
  const found = await tables(`select distinct c.oid::regclass::text as table from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'partition' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and $1::text[] is not null order by 1`);
  t.same([...BY_PARTITION, ...BY_CLASS].sort(), found, 'BY_PARTITION of core/distributing.ts');
});

t.test('PRO-12 what a table by partition points to lies by partition or on every server', async (t) => {
  const found = await tables(`select distinct confrelid::regclass::text as table from pg_constraint
    where contype = 'f' and conrelid::regclass::text = any ($1)`);
  t.ok(found.includes('users'));
  t.same(
    found.filter((table) => ![...BY_PARTITION, ...ON_EVERY_SERVER].includes(table)),
    [],
    'ON_EVERY_SERVER of core/distributing.ts',
  );
});

t.test('PRO-12 what a table on every server points to is on every server', async (t) => {
  const { rows } = await pool.query<{ table: string }>(
    `select distinct confrelid::regclass::text as table from pg_constraint
     where contype = 'f' and conrelid::regclass::text = any ($1)`,
    [ON_EVERY_SERVER],
  );
  t.same(
    column(rows, 'table').filter((table) => !ON_EVERY_SERVER.includes(table)),
    [],
  );
});

t.test('PRO-12 the tables that are named are there, and none is named twice', async (t) => {
  const all = [...ON_EVERY_SERVER, ...BY_PARTITION];
  t.equal(new Set(all).size, all.length);
  const { rows } = await pool.query<{ table: string }>(
    'select name as table from unnest($1::text[]) name where to_regclass(name) is null',
    [all],
  );
  t.same(rows, []);
});

t.test(
  'PRO-12 keys of a table by partition have the partition, and it counts no rows of its own',
  async (t) => {
    // A unique key without it would be one on each server; numbers of a sequence are not given on the other servers.
    const found = await tables(`select i.indrelid::regclass::text || ' ' || i.indexrelid::regclass as table
    from pg_index i where i.indisunique and i.indrelid::regclass::text = any ($1) and not exists (
      select from pg_attribute a where a.attrelid = i.indrelid and a.attname = 'partition' and a.attnum = any (i.indkey))
    union all
    select attrelid::regclass::text || ' ' || attname from pg_attribute
    where attrelid::regclass::text = any ($1) and attidentity <> ''`);
    t.same(found, []);
  },
);

t.test('PRO-12 later migrations add a column by itself: Citus takes no check or key with it', async (t) => {
  const refused = /\balter table\b[^;`]*?\badd column\b[^;`]*?\b(?:check|references|unique|primary key)\b/i;
  t.match('alter table cards add column stars integer check (stars > 0)', refused);
  t.match('alter table cards add column stars integer, add constraint c check (stars > 0)', refused);
  t.notMatch('alter table cards add column stars integer; alter table cards add check (stars > 0)', refused);
  const later = MIGRATION_NAMES.slice(MIGRATION_NAMES.indexOf(LAST_BEFORE) + 1);
  for (const name of later) {
    const source = readFileSync(join(import.meta.dirname, `../../migrations/${name}.ts`), 'utf8');
    t.notMatch(source, refused, name);
  }
});
