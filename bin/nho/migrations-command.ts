import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntityMetadata, EntityProperty } from '@mikro-orm/core';
import { type Connection, transactionOn, undone } from '../../core/postgres/transaction.ts';
import { MIGRATION_NAMES } from '../../migrations/migration-names.ts';
import { StartError } from '../command/start-error.ts';
import type { NhoCommand, NhoContext } from './nho-command.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Writes the next migration from entities that were changed. What these do not describe is left alone: keys, checks,
 * indexes, triggers, and tables without an entity. Of keys, only that of a new table is written.
 */
export const migrationsCommand: NhoCommand = {
  usage: 'migrations NAME',
  summary:
    'Writes the next migration, such as 0099-NAME, from the entities that differ from the tables of the database; it changes no table itself.',
  options: {
    drop: { type: 'boolean', help: 'drop the columns that an entity has no longer' },
  },
  run,
};

/** A column of a table, as the database itself writes its parts. */
interface Column {
  name: string;
  type: string;
  isNullable: boolean;
  /** The expression of its default; null without one. */
  given: string | null;
  /** Always made by the database: a number that counts, or a value of other columns. */
  made: 'identity' | 'computed' | null;
}

/** What differs, table by table. */
interface Difference {
  table: string;
  isNew: boolean;
  /** The parts of its `create table` or `alter table`. */
  parts: string[];
  /** Columns that its entity has no longer. */
  lost: string[];
}

async function run({ database, databaseUrl, options, words, say, result }: NhoContext): Promise<number> {
  // The container has the programs alone.
  if (!existsSync(join(ROOT, 'tsconfig.json')))
    throw new StartError('This Nhớ is installed without its source: migrations are written in a checkout.');
  const [name, ...others] = words;
  if (!name || others.length || !/^[a-z][a-z\d]*(-[a-z\d]+)*$/.test(name))
    throw new StartError('migrations takes one name, such as "hints-of-cards".');
  if (MIGRATION_NAMES.some((known) => known.slice(5) === name))
    throw new StartError(`There is a migration "${name}" already.`);

  // Other commands need no entities.
  const { withOrm } = await import('../../core/migrating.ts');
  const entities = await withOrm(databaseUrl, async (orm) =>
    [...orm.getMetadata().getAll().values()].filter(({ tableName }) => tableName),
  );
  const client = await database.pool.connect();
  const differences = await differencesOf(client, entities, options.drop === true).finally(() =>
    client.release(),
  );
  const lost = differences.flatMap(({ table, lost }) => lost.map((column) => `${table}.${column}`));
  if (lost.length)
    say(
      options.drop
        ? `Dropped with what they hold: ${lost.join(', ')}.`
        : `No entity has these columns any longer: ${lost.join(', ')}. --drop writes that they are dropped.`,
    );
  const changed = differences.filter(({ parts }) => parts.length);
  const written = changed.length > 0 ? await write(name, changed) : null;
  result(
    written
      ? `Written: ${written}, and its name in migrations/migration-names.ts. Give it its reason, and by hand what entities do not say: foreign keys, checks, indexes and, of a new table, its rights.`
      : 'The tables are as the entities say: nothing was written.',
    { written, lost },
  );
  return lost.length > 0 && !options.drop ? 1 : 0;
}

async function columnsOf(client: Connection, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `/* columnsOf */ select quote_ident(attname) as name, format_type(atttypid, atttypmod) as type, not attnotnull as "isNullable",
        case when attgenerated = '' then pg_get_expr(adbin, adrelid) end as given,
        case when attidentity <> '' then 'identity' when attgenerated <> '' then 'computed' end as made
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );
  return rows;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Types by which entities name a number that counts. */
const COUNTING: Record<string, string> = { serial: 'integer', bigserial: 'bigint', smallserial: 'smallint' };

/** A default as SQL. MikroORM puts a text between quotes and leaves those within it. */
const expressionOf = ({ default: given, defaultRaw }: EntityProperty): string | undefined =>
  typeof given === 'string' && defaultRaw === `'${given}'` ? `'${given.replaceAll("'", "''")}'` : defaultRaw;

/** The columns of an entity, of which the database has made a table, so that both are written alike. */
async function declaredColumns(client: Connection, { tableName, props }: EntityMetadata): Promise<Column[]> {
  const columns = props.map((prop) => {
    const type = prop.columnTypes[0]!;
    const counts = prop.autoincrement === true;
    const given = counts || prop.defaultRaw === undefined ? '' : ` default ${expressionOf(prop)}`;
    return `${quoted(prop.fieldNames[0]!)} ${COUNTING[type] ?? type}${prop.nullable ? '' : ' not null'}${given}`;
  });
  await client.query(`create temporary table ${quoted(`declared ${tableName}`)} (${columns.join(', ')})`);
  const made = await columnsOf(client, `pg_temp.${quoted(`declared ${tableName}`)}`);
  return made.map((column, index) => {
    const { autoincrement, persist } = props[index]!;
    if (autoincrement) return { ...column, made: 'identity' };
    return persist === false ? { ...column, made: 'computed' } : column;
  });
}

const definitionOf = ({ name, type, isNullable, given, made }: Column): string =>
  [
    `${name} ${type}`,
    ...(made === 'identity' ? ['generated always as identity'] : []),
    ...(isNullable || made === 'identity' ? [] : ['not null']),
    ...(given === null ? [] : [`default ${given}`]),
  ].join(' ');

/** The parts of `alter table` that make a column of another one. */
function alterations(was: Column, is: Column): string[] {
  const alter = `alter column ${is.name}`;
  // What the database makes itself is made by an expression or a sequence, of which entities do not speak.
  if (was.made || is.made) return [];
  const isOfType = was.type === is.type;
  const keepsDefault = was.given === is.given && (isOfType || is.given === null);
  return [
    ...(was.given !== null && !keepsDefault ? [`${alter} drop default`] : []),
    ...(isOfType ? [] : [`${alter} type ${is.type} using ${is.name}::${is.type}`]),
    ...(is.given !== null && !keepsDefault ? [`${alter} set default ${is.given}`] : []),
    ...(was.isNullable === is.isNullable ? [] : [`${alter} ${is.isNullable ? 'drop' : 'set'} not null`]),
  ];
}

/** Compares in a transaction that is rolled back: what the database makes of the entities is in temporary tables. */
async function differencesOf(
  client: Connection,
  entities: readonly EntityMetadata[],
  drops: boolean,
): Promise<Difference[]> {
  return transactionOn<Difference[]>(client, async () => {
    const differences: Difference[] = [];
    for (const entity of entities) differences.push(await differenceOf(client, entity, drops));
    return undone(differences);
  });
}

async function differenceOf(client: Connection, entity: EntityMetadata, drops: boolean): Promise<Difference> {
  const { tableName } = entity;
  const declared = await declaredColumns(client, entity);
  const { rows } = await client.query<{ table: string; stands: boolean }>(
    '/* differenceOf */ select quote_ident($1) as table, to_regclass(quote_ident($1)) is not null as stands',
    [tableName],
  );
  const { table, stands } = rows[0]!;
  const standing = new Map(
    stands ? (await columnsOf(client, table)).map((column) => [column.name, column]) : [],
  );
  const fresh = declared.filter(({ name }) => !standing.has(name));
  for (const { name, isNullable, given, made } of fresh) {
    if (made === 'computed')
      throw new StartError(`The database is to compute ${table}.${name}: write that migration by hand.`);
    if (stands && !isNullable && given === null && !made)
      throw new StartError(
        `${table}.${name} has no default and is not nullable: rows that are there would have no value.`,
      );
  }
  const keys = entity.props
    .flatMap(({ primary }, index) => (primary ? [declared[index]!.name] : []))
    .join(', ');
  const lost = [...standing.keys()].filter((name) => declared.every((column) => column.name !== name));
  const parts = stands
    ? [
        ...fresh.map((column) => `add column ${definitionOf(column)}`),
        ...declared.flatMap((column) => {
          const was = standing.get(column.name);
          return was ? alterations(was, column) : [];
        }),
        ...(drops ? lost.map((name) => `drop column ${name}`) : []),
      ]
    : [...declared.map(definitionOf), `primary key (${keys})`];
  const difference = { table, isNew: !stands, parts, lost };
  if (stands && parts.length) await tryOnEmpty(client, difference);
  return difference;
}

const statementOf = ({ table, isNew, parts }: Difference, indent: string): string =>
  isNew
    ? `create table ${table} (\n${indent}  ${parts.join(`,\n${indent}  `)}\n${indent});`
    : `alter table ${table}\n${indent}  ${parts.join(`,\n${indent}  `)};`;

/** Throws where the statement does not run on an empty table of the same columns, checks and indexes. */
async function tryOnEmpty(client: Connection, difference: Difference): Promise<void> {
  const { table } = difference;
  await client.query(`create temporary table ${table} (like ${table} including all)`);
  try {
    await client.query(statementOf(difference, ''));
  } catch (error) {
    throw new StartError(
      `${table} cannot be changed so (${(error as Error).message}): write that migration by hand.`,
    );
  }
}

/** Writes the file and its line in the list. Returns the file. */
async function write(name: string, differences: readonly Difference[]): Promise<string> {
  const number = String(Number(MIGRATION_NAMES.at(-1)!.slice(0, 4)) + 1).padStart(4, '0');
  const file = `migrations/${number}-${name}.ts`;
  const className = name.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
  const statements = differences
    .map((difference) => `      ${statementOf(difference, '      ')}`)
    .join('\n\n')
    .replace(/[\\`]|\$\{/g, '\\$&');
  const tables = differences.map(({ table }) => table).join(', ');
  const list = join(ROOT, 'migrations/migration-names.ts');
  const names = await readFile(list, 'utf8');
  const withName = names.replace('\n] as const;', `\n  '${number}-${name}',\n] as const;`);
  if (withName === names)
    throw new StartError(`${list} does not end with \`] as const;\`: nothing was written.`);
  await writeFile(
    join(ROOT, file),
    `import { Migration } from '@mikro-orm/migrations';

/** What the entities have become; tables: ${tables}. */
export class ${className} extends Migration {
  override up(): void {
    this.addSql(\`
${statements}\`);
  }
}
`,
    { flag: 'wx' },
  );
  await writeFile(list, withName);
  return file;
}
