import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { withOrm } from '../../core/migrating.ts';
import { projections } from '../../core/projections.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { sql } from '../harness/sql.ts';

const { url, pool } = await createTestDatabase(t);

interface Column {
  name: string;
  type: string;
  nullable: boolean;
  /** The database gives a value where a statement gives none. */
  given: boolean;
}

/** Types of columns as entities name them, where Postgres has another name. */
const TYPES: Record<string, string> = {
  int: 'integer',
  serial: 'integer',
  bigserial: 'bigint',
  'int[]': 'integer[]',
  timestamptz: 'timestamp with time zone',
};

const entities = await withOrm(url, async (orm) =>
  [...orm.getMetadata().getAll().values()].filter(({ tableName }) => tableName),
);

t.test('an entity has the columns of its table, with their types and defaults', async (t) => {
  for (const { tableName, props } of entities) {
    const rows = await sql(pool)<Column>`
      select attname as name, format_type(atttypid, null) as type, not attnotnull as nullable,
        (atthasdef or attidentity <> '') as given
      from pg_attribute where attrelid = ${tableName}::regclass and attnum > 0 and not attisdropped order by 1`;
    const declared = props
      .map((prop): Column => {
        const type = prop.columnTypes[0]!.replace(/\(\d+\)$/, '');
        return {
          name: prop.fieldNames[0]!,
          type: TYPES[type] ?? type,
          nullable: prop.nullable ?? false,
          given: prop.autoincrement === true || prop.defaultRaw !== undefined || prop.persist === false,
        };
      })
      .sort((one, other) => (one.name < other.name ? -1 : 1));
    t.same(declared, rows, tableName);
  }
});

/** Why a table has no entity: what is written in sets only, besides the tables of projections. */
const PLAIN: Record<string, string> = {
  events: 'the log: appended in sets, by one statement',
  log_partitions: 'the log: the heads, moved by the statement that appends',
  log_timeline: 'one row of the log, written by a function',
  log_runs: 'written by the mechanism of runs alone',
  parked_events: 'the log: moved in sets',
  projection_checkpoints: 'the log: moved with what was applied',
  study_time_rule: 'one row of the log, read by statements on sets',
  deleted_cards: 'ids alone, written by a trigger',
  class_gatherings: 'notes of students, in sets',
  deck_import_answers: 'staging of an import',
  deck_import_cards: 'what a check has read, in sets',
  deck_import_mends: 'what was mended in it, a row a line',
  deck_import_problems: 'staging of an import',
  deck_import_rows: 'staging of an import',
  schedule_import_cards: 'staging of an import',
  trashed_rows: 'rows of any table, as JSON',
  login_attempts: 'a counter',
  login_places: 'a counter: the places of logins, in sets',
  upload_days: 'a counter',
  unused_files: 'keys of files, in sets',
  write_probes: 'whether the database takes writes',
  migrations: 'written by what migrates',
};

t.test('every table has an entity, or is written in sets for a reason', async (t) => {
  const listed = [
    ...entities.map(({ tableName }) => tableName),
    ...Object.keys(PLAIN),
    ...projections.flatMap(({ tables }) => tables),
  ];
  const rows = await sql(pool)<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition`;
  t.same(listed.sort(), rows.map(({ name }) => name).sort());
});

t.test('nothing but what migrates loads MikroORM, entities aside', async (t) => {
  const sources = ['core', 'api', 'workers', 'bin'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const loading = sources.filter(
    (file) =>
      file.endsWith('.ts') &&
      /EntityManager|^import (?!type ).*from '@mikro-orm\/(?!core')/m.test(readFileSync(file, 'utf8')),
  );
  t.same(loading, ['core/migrating.ts']);
});
