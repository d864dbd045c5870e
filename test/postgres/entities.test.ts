import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import t from 'tap';
import { withOrm } from '../../core/migrating.ts';
import { projections } from '../../core/projections.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { sql } from '../harness/sql.ts';
import { readSource } from '../repository/module-graph.ts';
import { FILES, NAMED, plainStatements, sourceTexts } from './plain-statements.ts';

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

t.test('a table that nothing is in yet is not taken for small by the planner', async (t) => {
  // What was seen empty has no rows; what nobody has seen has -1.
  const seen = await sql(pool)`
    select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples = 0`;
  t.same(seen, []);
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
  changes: 'written by triggers and by a function',
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

const texts = sourceTexts().map(({ file, plain }) => ({ file, text: plain }));

t.test('transaction.ts alone begins and ends transactions and their parts', async (t) => {
  const sending = texts.filter(({ text }) =>
    /(^|;) ?(begin|commit|rollback|(release )?savepoint)( |;|$)/.test(text),
  );
  t.same(
    [...new Set(sending.map(({ file }) => file))],
    // The second is of SQLite: the file that Anki reads.
    ['core/postgres/transaction.ts', 'core/deck-export/deck-apkg.ts'].sort(),
  );
});

t.test('a statement names where it is sent as transaction.ts does: Tx, Connection or Db', async (t) => {
  t.same(
    FILES.filter((file) => /\b(ClientBase|PoolClient)\b/.test(readSource(file))).sort(),
    // The second lets go of a connection that may be at fault.
    ['core/postgres/transaction.ts', 'core/log/projecting/project-together.ts'].sort(),
  );
});

/** Why one row of an entity's table is written by plain SQL, by the beginning of its statement. */
const PLAIN_ROWS: Record<string, string> = {
  'update classes set teacher_id': 'the entity belongs to a feature that imports this one',
  'update deck_imports set $0': 'columns that one constant names for two statements',
  'update deck_imports set request': 'it is put together with what the row has',
  'update own_data_files set status': 'the end of a run, by what its status is',
  'update schedule_imports set status': 'the end of a run, by what its status is',
  'insert into extra_cards': 'prepared by name; it adds to what the row has',
};

t.test('one row of an entity, by its key, is written by a typed statement', async (t) => {
  const keys = new Map(
    entities.map(({ tableName, primaryKeys, props }) => [
      tableName,
      props.filter(({ name }) => primaryKeys.includes(name as never)).map(({ fieldNames }) => fieldNames[0]!),
    ]),
  );
  const single = texts.filter(({ text }) => {
    const inserted = /^insert into (\w+)( as \w+)? \([^()]*\) values \(/.exec(text);
    if (inserted) return keys.has(inserted[1]!);
    const written = /^(?:update (\w+)(?: \w+)? set .*?|delete from (\w+)) where ((?:(?! returning ).)*)/.exec(
      text,
    );
    const key = keys.get(written?.[1] ?? written?.[2] ?? '');
    const conditions = written?.[3]?.split(' and ').map((one) => /^(\w+) = \$\d+$/.exec(one)?.[1]);
    return key !== undefined && isDeepStrictEqual(conditions?.sort(), [...key].sort());
  });
  const isListed = ({ text }: { text: string }) =>
    Object.keys(PLAIN_ROWS).some((start) => text.startsWith(start));
  t.same(
    single.filter((one) => !isListed(one)),
    [],
  );
  const unused = Object.keys(PLAIN_ROWS).filter(
    (start) => !single.some(({ text }) => text.startsWith(start)),
  );
  t.same(unused, [], 'the list has nothing that is gone');
});

/** What is no reading and no writing of rows needs no name. */
const OF_ROWS = /^\s*(?:\/\* \w+ \*\/ )?(select|insert|update|delete|with)\b/;

t.test(
  'a plain statement is prepared by name, or begins with the name of the function that sends it',
  async (t) => {
    const statements = plainStatements().filter(({ text, isText }) => isText && OF_ROWS.test(text));
    const unnamed = statements.filter(({ text, sender }) => NAMED.exec(text)?.[1] !== sender);
    t.same(
      unnamed.map(({ file, line, sender }) => `${file}:${line} should begin with /* ${sender} */`),
      [],
    );
    t.ok(statements.length > 300);
  },
);
