import pg from 'pg';
import { isDistributed } from '../../postgres/several-servers.ts';
import type { Db, Tx } from '../../postgres/transaction.ts';
import type { Projection } from '../projection.ts';

/** How the schemas are called that are removed when their process is gone. */
export const SHADOW_PREFIX = 'nho_rebuilding_';

/** Beside the projections' own, with the rows of each projection. */
const SHARED_TABLES = ['projection_checkpoints', 'parked_events'];

const quoted = pg.escapeIdentifier;

/**
 * Makes a schema with empty tables like the live ones, with their checkpoints at the beginning. Unlogged: they are
 * made durable when they are kept. What belongs to tables beside the log (foreign keys) comes with `swapTables`.
 */
export async function makeShadowTables(
  tx: Tx,
  schema: string,
  projections: readonly Projection[],
): Promise<void> {
  await tx.query(`create schema ${quoted(schema)}`);
  for (const table of [...projections.flatMap(({ tables }) => tables), ...SHARED_TABLES]) {
    const place = `${quoted(schema)}.${table}`;
    await tx.query(
      `create unlogged table ${place} (like public.${table} including all excluding indexes excluding statistics)`,
    );
    // Beside the live ones, so that each server fills and compares its own.
    if (isDistributed())
      await tx.query(
        `/* makeShadowTables */ select create_distributed_table($1::regclass, 'partition', colocate_with => 'public.log_partitions')`,
        [place],
      );
    for (const definition of await indexesOf(tx, table)) await tx.query(definition(place));
    for (const { name, columns } of await statisticsOf(tx, `public.${table}`))
      await tx.query(`create statistics ${quoted(schema)}.${name} ${columns} from ${place}`);
    const { rows } = await tx.query<{ options: string[] | null }>(
      '/* makeShadowTables */ select reloptions as options from pg_class where oid = $1::regclass',
      [`public.${table}`],
    );
    if (rows[0]?.options) await tx.query(`alter table ${place} set (${rows[0].options.join()})`);
  }
  await tx.query(
    `/* makeShadowTables */ insert into ${quoted(schema)}.projection_checkpoints (projection, partition)
     select projection, partition from public.projection_checkpoints where projection = any ($1)`,
    [projections.map(({ name }) => name)],
  );
  // Found before the live one: nothing is announced by what is computed in here.
  await tx.query(`create function ${quoted(schema)}.announce(text) returns void language sql as 'select'`);
}

/** Returns statements that make a live table's indexes, under their own names, for another table. */
async function indexesOf(tx: Tx, table: string): Promise<((place: string) => string)[]> {
  const { rows } = await tx.query<{ name: string; definition: string; constraint: string | null }>(
    `/* indexesOf */ select quote_ident(c.relname) as name, pg_get_indexdef(i.indexrelid) as definition,
       (select pg_get_constraintdef(oid) from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u'))
         as constraint
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1::regclass order by c.relname`,
    [`public.${table}`],
  );
  return rows.map(
    ({ name, definition, constraint }) =>
      (place) =>
        constraint
          ? `alter table ${place} add constraint ${name} ${constraint}`
          : definition.replace(` ON public.${table} `, ` ON ${place} `),
  );
}

/** Returns a table's statistics of several columns: their names, and what they are of, as `create statistics` says it. */
async function statisticsOf(tx: Tx, table: string): Promise<{ name: string; columns: string }[]> {
  const { rows } = await tx.query<{ name: string; columns: string }>(
    `/* statisticsOf */ select quote_ident(stxname) as name,
       substring(pg_get_statisticsobjdef(oid) from '^CREATE STATISTICS \\S+ (.*) FROM ') as columns
     from pg_statistic_ext where stxrelid = $1::regclass`,
    [table],
  );
  return rows;
}

/** Thrown, with a sentence for people, when live tables cannot be compared or replaced as things are. */
export class RebuildingError extends Error {
  override name = 'RebuildingError';
}

/** SQLSTATE of dropping what others depend on. */
const DEPENDENT_OBJECTS = '2BP01';

/**
 * Puts the schema's tables in the place of the live ones, with their foreign keys and rights. Does the same with what
 * is parked. The old ones are gone with the commit. Throws a RebuildingError when views of others hang on them.
 */
export async function swapTables(tx: Tx, schema: string, projections: readonly Projection[]): Promise<void> {
  const tables = projections.flatMap((projection) => projection.tables);
  // Readers of the live tables must not queue up behind us for long.
  await tx.query(`set local lock_timeout = '2s'`);
  await tx.query(`lock table ${tables.map((table) => `public.${table}`).join()} in access exclusive mode`);
  for (const table of tables) {
    const after = await belongings(tx, table);
    await tx.query(`drop table public.${table}`).catch((error: { code?: unknown; detail?: string }) => {
      if (error.code !== DEPENDENT_OBJECTS) throw error;
      throw new RebuildingError(
        `${table} cannot be replaced while others depend on it: ${error.detail}. Drop them, rebuild, and make them again.`,
      );
    });
    const statistics = await statisticsOf(tx, `${quoted(schema)}.${table}`);
    await tx.query(`alter table ${quoted(schema)}.${table} set schema public`);
    for (const { name } of statistics)
      await tx.query(`alter statistics ${quoted(schema)}.${name} set schema public`);
    for (const statement of after) await tx.query(statement);
  }
  for (const { name } of projections) {
    await tx.query('/* swapTables */ delete from public.parked_events where projection = $1', [name]);
    await tx.query(
      `/* swapTables */ insert into public.parked_events select * from ${quoted(schema)}.parked_events where projection = $1`,
      [name],
    );
  }
  // Programs that keep or show what they have read read it again.
  await tx.query(`/* swapTables */ select public.announce('everything')`);
}

/** Returns statements that give another table of this name the foreign keys and the rights of the live one. */
async function belongings(tx: Tx, table: string): Promise<string[]> {
  const { rows } = await tx.query<{ statement: string }>(
    `/* belongings */ select format('alter table public.%I add constraint %I %s', $2::text, conname, pg_get_constraintdef(oid)) as statement
     from pg_constraint where conrelid = $1::regclass and contype = 'f'
     union all
     select format('grant %s on public.%I to %s', a.privilege_type, $2::text,
       case when a.grantee = 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end)
     from pg_class c cross join aclexplode(c.relacl) a where c.oid = $1::regclass and a.grantee <> c.relowner`,
    [`public.${table}`, table],
  );
  return rows.map(({ statement }) => statement);
}

/** Thrown for a schema that holds something else than what was kept of a replay. */
export class SchemaExistsError extends Error {
  override name = 'SchemaExistsError';
}

const KEPT = 'Nhớ: tables computed from the log';

/** Returns whether a schema of this name is there: one that was kept, or another. */
export async function findSchema(client: Db, schema: string): Promise<'none' | 'kept' | 'other'> {
  const { rows } = await client.query<{ comment: string | null }>(
    `/* findSchema */ select obj_description(oid, 'pg_namespace') as comment from pg_namespace where nspname = $1`,
    [schema],
  );
  if (!rows[0]) return 'none';
  return rows[0].comment === KEPT ? 'kept' : 'other';
}

/** Makes the tables durable and gives their schema a name, in the place of one that was kept before. */
export async function keepSchema(tx: Tx, schema: string, name: string): Promise<void> {
  const { rows } = await tx.query<{ name: string }>(
    '/* keepSchema */ select tablename as name from pg_tables where schemaname = $1',
    [schema],
  );
  for (const table of rows) await tx.query(`alter table ${quoted(schema)}.${quoted(table.name)} set logged`);
  await tx.query(`drop function ${quoted(schema)}.announce`);
  if ((await findSchema(tx, name)) === 'kept') await dropSchema(tx, name);
  await tx.query(`alter schema ${quoted(schema)} rename to ${quoted(name)}`).catch((error: unknown) => {
    if ((error as { code?: unknown }).code === '42P06') throw new SchemaExistsError(name);
    throw error;
  });
  await tx.query(`comment on schema ${quoted(name)} is '${KEPT}'`);
}

/** Removes the schemas of processes that have died: those without a connection. */
export async function removeAbandoned(tx: Tx): Promise<void> {
  const { rows } = await tx.query<{ schema: string }>(
    `/* removeAbandoned */ select nspname as schema from pg_namespace where starts_with(nspname, $1) and not exists (
       select 1 from pg_stat_activity where application_name = 'nho rebuilding' and datname = current_database()
         and pid <> pg_backend_pid())`,
    [SHADOW_PREFIX],
  );
  for (const { schema } of rows) await dropSchema(tx, schema);
}

/** Removes a schema with all that is in it. */
export const dropSchema = async (client: Db, schema: string): Promise<void> =>
  void (await client.query(`drop schema if exists ${quoted(schema)} cascade`));
