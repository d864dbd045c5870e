import type { Pool } from 'pg';
import pg from 'pg';
import { requireProgramsStopped } from './log/timeline.ts';
import { CITUS_DOCUMENT, citusFault, citusVersions } from './postgres/citus-version.ts';
import { requireKnownDatabase } from './postgres/newer-database.ts';
import { isDatabaseFull, isTransient } from './postgres/postgres-error.ts';
import { type Connection, inTransaction, type Tx, transactionOn } from './postgres/transaction.ts';
import { projections } from './projections.ts';

/** Read beside every student's rows and seldom written: each server has all of them. */
export const ON_EVERY_SERVER: readonly string[] = [
  ...['users', 'decks', 'cards', 'deleted_cards', 'deck_shares'],
  ...['classes', 'class_decks', 'class_members', 'class_teachers', 'class_gatherings'],
  ...['exams', 'exam_questions', 'exam_classes', 'study_time_rule', 'migrations'],
];

/** What lies on the server of its partition: the log, what is projected from it, and what students have of their own. */
export const BY_PARTITION: readonly string[] = [
  ...['log_partitions', 'events', 'projection_checkpoints', 'parked_events'],
  ...projections.flatMap(({ tables }) => tables),
  ...['card_marks', 'extra_cards', 'deck_settings', 'exam_attempts'],
];

const APPEND =
  'append_events(smallint,smallint[],integer[],uuid[],text[],smallint[],jsonb,text[],timestamptz[],integer[],text,integer)';

/** Names of tables that lie on several servers, and how. */
interface Places {
  onEveryServer: readonly string[];
  byPartition: readonly string[];
}

const PLACES: Places = { onEveryServer: ON_EVERY_SERVER, byPartition: BY_PARTITION };

/** The table by which the others are laid out. */
const FIRST = BY_PARTITION[0]!;

/** Thrown, with a sentence for people, where a database cannot be distributed as it is, or a server failed meanwhile. */
export class DistributingError extends Error {
  override name = 'DistributingError';
  /** True when the connection was lost while all was being committed. Else nothing was changed. */
  readonly isUndecided: boolean;

  constructor(message: string, isUndecided = false) {
    super(message);
    this.isUndecided = isUndecided;
  }
}

export interface Distribution {
  servers: number;
  partitions: number;
  shards: number;
}

export interface DistributingOptions {
  /** A shard has a few partitions and lies on one server. Default: an eighth of the partitions, four at least. */
  shards?: number | undefined;
  /** As the database knows this program. */
  ownName: string;
  appRole: string | undefined;
  /** Called before each step with its name, its number from 1 on, and how many there are. */
  onStep?: (step: string, number: number, of: number) => void;
}

/** Servers are asked whether they are there before anything is changed: the usual 30 s are long for people who wait. */
const ANSWER_WITHIN = '5s';

/** How to have Citus at all. */
const BEGINNING = `install it on every server, then \`create extension citus\` and \`citus_add_node\` (${CITUS_DOCUMENT})`;

/**
 * Lays the log, and what is projected from it, over the servers that a Citus database knows, by partition. Decks, cards,
 * classes and people are put on each of them. One transaction: whatever stops it leaves the database as it was. Throws a
 * DistributingError, a ProgramsRunningError or a NewerDatabaseError.
 */
export async function distribute(pool: Pool, options: DistributingOptions): Promise<Distribution> {
  let isCommitting = false;
  try {
    return await inTransaction(pool, async (tx) => {
      await tx.query('set local idle_in_transaction_session_timeout = 0');
      const servers = await requireCitus(tx);
      await requireKnownDatabase(tx);
      await requireUndistributed(tx);
      await requireProgramsStopped(tx, options);
      const { rows } = await tx.query<{ partitions: number }>(
        '/* distribute */ select count(*)::integer as partitions from log_partitions',
      );
      const { partitions } = rows[0]!;
      const { shards = Math.max(4, partitions / 8), onStep = () => {} } = options;
      await moveAll(tx, shards, onStep);
      isCommitting = true;
      return { servers, partitions, shards };
    });
  } catch (error) {
    throw serverFault(error, isCommitting) ?? error;
  }
}

/** Returns how many servers rows can be put on. */
async function requireCitus(tx: Tx): Promise<number> {
  const versions = await citusVersions(tx);
  if (versions.extension === null) throw new DistributingError(`This database has no Citus: ${BEGINNING}.`);
  const fault = citusFault(versions);
  if (fault !== undefined) throw new DistributingError(`Citus cannot be used here: ${fault}.`);
  const { rows } = await tx.query<{ servers: number; isLed: boolean; away: string | null }>(
    `/* requireCitus */ select (count(*) filter (where groupid <> 0 and shouldhaveshards and isactive))::integer as servers,
       coalesce(bool_or(groupid = 0), false) as "isLed",
       string_agg(nodename || ':' || nodeport, ', ') filter (where groupid <> 0 and not isactive) as away
     from pg_dist_node where noderole = 'primary'`,
  );
  const { servers, isLed, away } = rows[0]!;
  if (away) throw new DistributingError(`These servers of Citus are not active: ${away}.`);
  if (servers === 0)
    throw new DistributingError(
      `Citus knows no server beside its coordinator: add them by citus_add_node (${CITUS_DOCUMENT}).`,
    );
  if (!isLed)
    throw new DistributingError(
      `Citus does not know its coordinator: call citus_set_coordinator_host with the name that the others reach it by (${CITUS_DOCUMENT}).`,
    );
  await requireServers(tx);
  return servers;
}

/** Throws a DistributingError for servers that do not answer, or have another version. */
async function requireServers(tx: Tx): Promise<void> {
  await tx.query(`set local citus.node_connection_timeout = '${ANSWER_WITHIN}'`);
  const { rows } = await tx.query<{ server: string; success: boolean; result: string }>(
    `/* requireServers */ select nodename || ':' || nodeport as server, success, result
     from run_command_on_workers($$select extversion from pg_extension where extname = 'citus'$$) order by 1`,
  );
  const silent = rows.filter(({ success }) => !success);
  if (silent.length)
    throw new DistributingError(
      `These servers of Citus do not answer: ${silent.map(({ server, result }) => `${server} (${result.trim().split('\n')[0]})`).join(', ')}.`,
    );
  for (const { server, result } of rows) {
    const fault = citusFault({ extension: result || null, loaded: result });
    if (fault !== undefined) throw new DistributingError(`Citus cannot be used on ${server}: ${fault}.`);
  }
}

/** Returns a sentence for a server that is full or failed meanwhile, with its name; undefined for any other error. */
function serverFault(error: unknown, isCommitting: boolean): DistributingError | undefined {
  if (error instanceof DistributingError || !isTransient(error)) return undefined;
  const { message, code = '', where = '', detail = '' } = error as Error & Record<string, string | undefined>;
  const named = /(?:command on|server|node|to) (?:\S+@)?([\w.-]+:\d+)/.exec(
    [where, message, detail].join('\n'),
  )?.[1];
  const server = named ? `The server ${named}` : 'The coordinator';
  const said = message.split('\n')[0]!;
  if (isDatabaseFull(error)) return new DistributingError(`${server} has no room: ${said}.`);
  // An answer of the database says that it was undone.
  const isUndecided = isCommitting && (!/^[0-9A-Z]{5}$/.test(code) || code.startsWith('57P'));
  return new DistributingError(`${server} has failed: ${said}.`, isUndecided);
}

async function requireUndistributed(tx: Tx): Promise<void> {
  const { rows } = await tx.query<{ is: boolean }>(
    '/* requireUndistributed */ select is_distributed() as is',
  );
  if (rows[0]!.is) throw new DistributingError('The log is distributed already.');
}

/** What every change of where tables lie begins with. */
const SETTINGS = `set local citus.multi_shard_modify_mode = 'sequential';
  set local citus.shard_replication_factor = 1; set local citus.enable_unsafe_triggers = on;
  set local client_min_messages = error`;

async function moveAll(
  tx: Tx,
  shards: number,
  onStep: NonNullable<DistributingOptions['onStep']>,
): Promise<void> {
  const tables = [...ON_EVERY_SERVER, ...BY_PARTITION];
  // Before and after the tables: foreign keys twice, numbers, functions, the commit.
  const count = tables.length + 5;
  let number = 0;
  const begin = (step: string): void => onStep(step, ++number, count);
  await tx.query(SETTINGS);
  begin('taking foreign keys away');
  await identifyRows(tx, tables);
  const keys = await foreignKeysOf(tx);
  await dropForeignKeys(tx, keys);
  for (const table of tables) {
    begin(table);
    await moveTable(tx, table, { places: PLACES, shards });
  }
  begin('putting foreign keys back');
  await addForeignKeys(tx, keys);
  begin('counting on');
  await countOn(tx, tables);
  begin('functions');
  await spreadFunctions(tx);
  begin('committing on every server');
}

interface ForeignKey {
  table: string;
  to: string;
  name: string;
  definition: string;
}

/** Foreign keys among these tables form circles, and Citus takes a table only without what it does not know yet. */
async function foreignKeysOf(tx: Tx): Promise<ForeignKey[]> {
  const { rows } = await tx.query<ForeignKey>(
    `/* foreignKeysOf */ select conrelid::regclass::text as table, confrelid::regclass::text as to,
       quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  return rows;
}

async function dropForeignKeys(tx: Tx, keys: ForeignKey[]): Promise<void> {
  for (const { table, name } of keys) await tx.query(`alter table ${table} drop constraint ${name}`);
}

async function addForeignKeys(tx: Tx, keys: ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await tx.query(`alter table ${table} add constraint ${name} ${definition}`);
}

async function moveTable(
  tx: Tx,
  table: string,
  { places, shards }: { places: Places; shards: number | undefined },
): Promise<void> {
  if (places.onEveryServer.includes(table))
    await tx.query('/* moveTable */ select create_reference_table($1::regclass)', [table]);
  else if (table === FIRST)
    await tx.query(
      `/* moveTable */ select create_distributed_table($1::regclass, 'partition', shard_count => $2, colocate_with => 'none')`,
      [table, shards],
    );
  else
    await tx.query(
      `/* moveTable */ select create_distributed_table($1::regclass, 'partition', colocate_with => $2)`,
      [table, FIRST],
    );
}

/**
 * Gives what a migration has made in a distributed database its place: new tables, and functions that servers call. Does
 * nothing where all have theirs. Call it after each migration, with `places` when tables are not the product's.
 */
export async function settleDistribution(client: Connection, places: Places = PLACES): Promise<void> {
  await transactionOn(client, async (tx) => {
    await tx.query(SETTINGS);
    const { rows } = await tx.query<{ table: string }>(
      `/* settleDistribution */ select name as table from unnest($1::text[]) with ordinality n (name, ordinal)
       where to_regclass(name) is not null and not exists (select 1 from pg_dist_partition p
         where p.logicalrelid = to_regclass(name) and (p.partmethod = 'h' or p.repmodel = 't'))
       order by ordinal`,
      [[...places.onEveryServer, ...places.byPartition]],
    );
    const tables = rows.map(({ table }) => table);
    if (tables.length) {
      await identifyRows(tx, tables);
      const among = (await foreignKeysOf(tx)).filter(
        ({ table, to }) => tables.includes(table) && tables.includes(to),
      );
      await dropForeignKeys(tx, among);
      for (const table of tables) await moveTable(tx, table, { places, shards: undefined });
      await addForeignKeys(tx, among);
      await countOn(tx, tables);
    }
    await spreadFunctions(tx);
  });
}

/** A row that changes while it is copied to another server is found there by its key; without one, by all it says. */
async function identifyRows(tx: Tx, tables: string[]): Promise<void> {
  const { rows } = await tx.query<{ table: string }>(
    `/* identifyRows */ select c.oid::regclass::text as table from pg_class c
     where c.oid = any ($1::regclass[])
       and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
    [tables],
  );
  for (const { table } of rows) await tx.query(`alter table ${table} replica identity full`);
}

/** A table that has moved has numbers in it which its sequence may not know of. */
async function countOn(tx: Tx, tables: string[]): Promise<void> {
  const { rows } = await tx.query<{ table: string; column: string }>(
    `/* countOn */ select attrelid::regclass::text as table, quote_ident(attname) as column
     from pg_attribute join pg_class c on c.oid = attrelid
     where attidentity <> '' and c.relkind = 'r' and c.oid = any ($1::regclass[])`,
    [tables],
  );
  for (const { table, column } of rows)
    await tx.query(
      `/* countOn */ select setval(pg_get_serial_sequence(${pg.escapeLiteral(table)}, ${pg.escapeLiteral(column)}),
         greatest((select max(${column}) from ${table}), 1), (select max(${column}) from ${table}) is not null)`,
    );
}

/** Statements that run on a server call the product's functions there. Does only what is not so yet. */
async function spreadFunctions(tx: Tx): Promise<void> {
  const { rows } = await tx.query<{ isSaid: boolean; isPlanned: boolean; isDelegated: boolean }>(
    `/* spreadFunctions */ select is_distributed() as "isSaid", p.proconfig is not null as "isPlanned",
       exists (select 1 from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid
         and o.distribution_argument_index is not null) as "isDelegated"
     from pg_proc p where p.oid = $1::regprocedure`,
    [APPEND],
  );
  const { isSaid, isPlanned, isDelegated } = rows[0]!;
  if (!isSaid)
    await tx.query(
      'create or replace function is_distributed() returns boolean language sql immutable parallel safe return true',
    );
  // Servers are found by the partition's value: a plan for any value would ask all of them.
  if (isPlanned) await tx.query(`alter function ${APPEND} reset plan_cache_mode`);
  await tx.query(
    `/* spreadFunctions */ select create_distributed_function(p.oid::regprocedure)
     from pg_proc p where pronamespace = 'public'::regnamespace and prokind = 'f' and oid <> $1::regprocedure
       and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
       and not exists (select 1 from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)`,
    [APPEND],
  );
  if (!isDelegated)
    await tx.query(
      `/* spreadFunctions */ select create_distributed_function($1::regprocedure, 'only_in', colocate_with => 'events')`,
      [APPEND],
    );
}
