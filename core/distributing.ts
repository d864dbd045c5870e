import type { Pool } from 'pg';
import pg from 'pg';
import { requireProgramsStopped } from './log/timeline.ts';
import { requireKnownDatabase } from './postgres/newer-database.ts';
import { inTransaction, type Tx } from './postgres/transaction.ts';
import { projections } from './projections.ts';

/** Versions of Citus that this program has been tried with: their first number. */
const CITUS = '13';

/** Read beside every student's rows and seldom written: each server has all of them. */
const ON_EVERY_SERVER = [
  ...['users', 'decks', 'cards', 'deleted_cards', 'deck_shares'],
  ...['classes', 'class_decks', 'class_members', 'class_teachers', 'class_gatherings'],
  ...['exams', 'exam_questions', 'exam_classes', 'study_time_rule', 'migrations'],
];

/** What lies on the server of its partition: the log, what is projected from it, and what students have of their own. */
const BY_PARTITION = [
  ...['log_partitions', 'events', 'projection_checkpoints', 'parked_events'],
  ...projections.flatMap(({ tables }) => tables),
  ...['card_marks', 'extra_cards', 'deck_settings', 'exam_attempts'],
];

const APPEND =
  'append_events(smallint,smallint[],integer[],uuid[],text[],smallint[],jsonb,text[],timestamptz[],integer[],text,integer)';

/** Thrown, with a sentence for people, where a database cannot be distributed as it is. Nothing was changed. */
export class DistributingError extends Error {
  override name = 'DistributingError';
}

export interface Distribution {
  servers: number;
  partitions: number;
  shards: number;
}

export interface DistributingOptions {
  /** Pieces that servers hold: each has a few partitions. Default: an eighth of the partitions, four at least. */
  shards?: number | undefined;
  /** As the database knows this program. */
  ownName: string;
  appRole: string | undefined;
  /** Called before each table with its name, and the share that is done. */
  onProgress?: (table: string, share: number) => void;
}

/**
 * Lays the log, and what is projected from it, over the servers that a Citus database knows, by partition. Decks, cards,
 * classes and people are put on each of them. One transaction: whatever stops it leaves the database as it was. Throws a
 * DistributingError, a ProgramsRunningError or a NewerDatabaseError.
 */
export async function distribute(pool: Pool, options: DistributingOptions): Promise<Distribution> {
  return inTransaction(pool, async (tx) => {
    await tx.query('set local idle_in_transaction_session_timeout = 0');
    const servers = await requireCitus(tx);
    await requireKnownDatabase(tx);
    await requireUndistributed(tx);
    await requireProgramsStopped(tx, options);
    const { rows } = await tx.query<{ partitions: number }>(
      '/* distribute */ select count(*)::integer as partitions from log_partitions',
    );
    const { partitions } = rows[0]!;
    const { shards = Math.max(4, partitions / 8) } = options;
    await tx.query(`set local citus.multi_shard_modify_mode = 'sequential';
      set local citus.shard_replication_factor = 1; set local citus.enable_unsafe_triggers = on;
      set local client_min_messages = error`);
    await identifyRows(tx);
    await withoutForeignKeys(tx, () => moveTables(tx, shards, options));
    await countOn(tx);
    await spreadFunctions(tx);
    return { servers, partitions, shards };
  });
}

/** Returns how many servers rows can be put on. */
async function requireCitus(tx: Tx): Promise<number> {
  const { rows: found } = await tx.query<{ version: string }>(
    `/* requireCitus */ select extversion as version from pg_extension where extname = 'citus'`,
  );
  const version = found[0]?.version;
  if (version === undefined)
    throw new DistributingError(
      'This database has no Citus: install it on every server, then `create extension citus` and `citus_add_node` (docs/scaling.md).',
    );
  if (version.split('.')[0] !== CITUS)
    throw new DistributingError(`This database has Citus ${version}; this program works with ${CITUS}.`);
  const { rows } = await tx.query<{ servers: number; isLed: boolean; away: string | null }>(
    `/* requireCitus */ select (count(*) filter (where groupid <> 0 and shouldhaveshards and isactive))::integer as servers,
       coalesce(bool_or(groupid = 0), false) as "isLed",
       string_agg(nodename || ':' || nodeport, ', ') filter (where groupid <> 0 and not isactive) as away
     from pg_dist_node where noderole = 'primary'`,
  );
  const { servers, isLed, away } = rows[0]!;
  if (away) throw new DistributingError(`These servers of Citus are not active: ${away}.`);
  if (!isLed)
    throw new DistributingError(
      'Citus does not know its coordinator: call citus_set_coordinator_host with the name that the others reach it by.',
    );
  if (servers === 0)
    throw new DistributingError('Citus knows no server beside its coordinator: add them by citus_add_node.');
  return servers;
}

async function requireUndistributed(tx: Tx): Promise<void> {
  const { rows } = await tx.query<{ is: boolean }>(
    '/* requireUndistributed */ select is_distributed() as is',
  );
  if (rows[0]!.is) throw new DistributingError('The log is distributed already.');
}

/** Foreign keys among these tables form circles, and Citus takes a table only without what it does not know yet. */
async function withoutForeignKeys(tx: Tx, work: () => Promise<void>): Promise<void> {
  const { rows } = await tx.query<{ table: string; name: string; definition: string }>(
    `/* withoutForeignKeys */ select conrelid::regclass::text as table, quote_ident(conname) as name,
       pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of rows) await tx.query(`alter table ${table} drop constraint ${name}`);
  await work();
  for (const { table, name, definition } of rows)
    await tx.query(`alter table ${table} add constraint ${name} ${definition}`);
}

async function moveTables(
  tx: Tx,
  shards: number,
  { onProgress = () => {} }: DistributingOptions,
): Promise<void> {
  const all = [...ON_EVERY_SERVER, ...BY_PARTITION];
  for (const [index, table] of all.entries()) {
    onProgress(table, index / all.length);
    if (ON_EVERY_SERVER.includes(table))
      await tx.query('/* moveTables */ select create_reference_table($1::regclass)', [table]);
    else if (table === BY_PARTITION[0])
      await tx.query(
        `/* moveTables */ select create_distributed_table($1::regclass, 'partition', shard_count => $2, colocate_with => 'none')`,
        [table, shards],
      );
    else
      await tx.query(
        `/* moveTables */ select create_distributed_table($1::regclass, 'partition', colocate_with => $2)`,
        [table, BY_PARTITION[0]],
      );
  }
  onProgress('', 1);
}

/** A row that changes while it is copied to another server is found there by its key; without one, by all it says. */
async function identifyRows(tx: Tx): Promise<void> {
  const { rows } = await tx.query<{ table: string }>(
    `/* identifyRows */ select c.oid::regclass::text as table from pg_class c
     where c.oid = any ($1::regclass[])
       and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
    [[...ON_EVERY_SERVER, ...BY_PARTITION]],
  );
  for (const { table } of rows) await tx.query(`alter table ${table} replica identity full`);
}

/** A table that has moved has numbers in it which its sequence may not know of. */
async function countOn(tx: Tx): Promise<void> {
  const { rows } = await tx.query<{ table: string; column: string }>(
    `/* countOn */ select attrelid::regclass::text as table, quote_ident(attname) as column
     from pg_attribute join pg_class c on c.oid = attrelid
     where attidentity <> '' and c.relkind = 'r' and c.oid = any ($1::regclass[])`,
    [[...ON_EVERY_SERVER, ...BY_PARTITION]],
  );
  for (const { table, column } of rows)
    await tx.query(
      `/* countOn */ select setval(pg_get_serial_sequence(${pg.escapeLiteral(table)}, ${pg.escapeLiteral(column)}),
         greatest((select max(${column}) from ${table}), 1), (select max(${column}) from ${table}) is not null)`,
    );
}

/** Statements that run on a server call the product's functions there. */
async function spreadFunctions(tx: Tx): Promise<void> {
  await tx.query(
    'create or replace function is_distributed() returns boolean language sql immutable parallel safe return true',
  );
  // Servers are found by the partition's value: a plan for any value would ask all of them.
  await tx.query(`alter function ${APPEND} reset plan_cache_mode`);
  await tx.query(
    `/* spreadFunctions */ select create_distributed_function(p.oid::regprocedure)
    from pg_proc p where pronamespace = 'public'::regnamespace and prokind = 'f'
      and oid <> $1::regprocedure and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    [APPEND],
  );
  await tx.query(
    `/* spreadFunctions */ select create_distributed_function($1::regprocedure, 'only_in', colocate_with => 'events')`,
    [APPEND],
  );
}
