import type { Pool } from 'pg';
import { MIGRATING, missingMigrations } from './database.ts';
import { partitionCount, partitionOfMade, setPartitionCount } from './log/position.ts';
import { readLogLayout } from './log/read.ts';
import { requireProgramsStopped } from './log/timeline.ts';
import { requireKnownDatabase } from './postgres/newer-database.ts';
import { inTransaction, type Tx } from './postgres/transaction.ts';
import { projections } from './projections.ts';

/** Thrown, with a sentence for people, where a log cannot have so many partitions. Nothing was changed. */
export class RepartitioningError extends Error {
  override name = 'RepartitioningError';
}

export interface Repartitioning {
  before: number;
  partitions: number;
  events: number;
}

export interface RepartitioningOptions {
  /** A power of two up to 256. */
  partitions: number;
  /** As the database knows this program. */
  ownName: string;
  appRole: string | undefined;
  /** Called before each step with what it is of, and the share of the steps that is done. */
  onProgress?: (table: string, share: number) => void;
}

/** A table of which rows belong to a partition, by the columns that say where it lies or points to. */
interface PartitionedTable {
  name: string;
  hasStudent: boolean;
  hasPosition: boolean;
  hasPositions: boolean;
}

/**
 * Gives a log that has begun more partitions. Each falls apart by the next bits of the same hash; a student's events keep
 * their order. They get other positions, so every partition gets another epoch. All that carries a partition or a position
 * follows: nothing is projected again, and what is parked stays so.
 *
 * One transaction: whatever stops it leaves the log as it was. Throws a RepartitioningError, a ProgramsRunningError or a
 * NewerDatabaseError.
 */
export async function repartition(pool: Pool, options: RepartitioningOptions): Promise<Repartitioning> {
  const { partitions, onProgress = () => {} } = options;
  const before = partitionCount();
  try {
    const done = await inTransaction(pool, async (tx) => {
      await waitAsLongAsItTakes(tx);
      await tx.query(`/* repartition */ select pg_advisory_xact_lock(${MIGRATING})`);
      await requireThisShape(tx);
      await requireOneServer(tx);
      await readLogLayout(tx);
      const from = partitionCount();
      if (partitions <= from)
        throw new RepartitioningError(`The log has ${from} partitions: their number is only ever raised.`);
      await requireProgramsStopped(tx, options);
      const tables = await partitionedTables(tx);
      // A program that starts from now on waits for the number.
      await tx.query(
        `lock table log_partitions, events, projection_checkpoints, ${tables.map(({ name }) => name).join()} in access exclusive mode`,
      );
      await requireProgramsStopped(tx, options);
      const heads = await wholeLog(tx);
      const work = new Work(2 * from + tables.length, onProgress);
      await tx.query(partitionOfMade(partitions));
      await findPlaces(tx, from, partitions, work);
      await moveEvents(tx, from, partitions, work);
      await moveCheckpoints(tx, partitions / from);
      // What is added up goes through the new ones.
      await readLogLayout(tx);
      for (const table of tables) {
        work.next(table.name);
        await moveRows(tx, table);
      }
      for (const { addUp } of projections) await addUp?.(tx);
      work.end();
      const events = heads.reduce((sum, head) => sum + head, 0);
      return { before: from, partitions, events, tables };
    });
    // Half of what was written is rows of before. Where this fails, the database does it by itself.
    for (const table of ['events', ...done.tables.map(({ name }) => name)])
      await pool.query(`vacuum (analyze) ${table}`).catch(() => {});
    return { before: done.before, partitions, events: done.events };
  } catch (error) {
    setPartitionCount(before);
    throw error;
  }
}

/** Counts the steps of the work. */
class Work {
  #done = 0;
  readonly #steps: number;
  readonly #onProgress: (table: string, share: number) => void;

  constructor(steps: number, onProgress: (table: string, share: number) => void) {
    this.#steps = steps;
    this.#onProgress = onProgress;
  }

  next(table: string): void {
    this.#onProgress(table, this.#done++ / this.#steps);
  }

  end(): void {
    this.#onProgress('', 1);
  }
}

/** Not every version of the database has each of these limits. */
async function waitAsLongAsItTakes(tx: Tx): Promise<void> {
  await tx.query(
    `/* waitAsLongAsItTakes */ select set_config(name, '0', true) from pg_settings where name in
       ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`,
  );
}

async function requireThisShape(tx: Tx): Promise<void> {
  await requireKnownDatabase(tx);
  const missing = await missingMigrations(tx);
  if (missing.length)
    throw new RepartitioningError(
      `The database is not up to date (${missing.join(', ')}): start Nhớ of this version on it first.`,
    );
}

async function requireOneServer(tx: Tx): Promise<void> {
  const { rows } = await tx.query<{ is: boolean }>('/* requireOneServer */ select is_distributed() as is');
  if (rows[0]!.is)
    throw new RepartitioningError(
      'The log lies on several servers: the number is raised before it is distributed.',
    );
}

/** Returns the tables beside the log's own that have a column `partition`. */
async function partitionedTables(tx: Tx): Promise<PartitionedTable[]> {
  const { rows } = await tx.query<PartitionedTable>(
    `/* partitionedTables */ select c.oid::regclass::text as name, 'student_id' = any (a.names) as "hasStudent",
       'position' = any (a.names) as "hasPosition", 'positions' = any (a.names) as "hasPositions"
     from pg_class c cross join lateral (
       select array_agg(attname::text) as names from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) a
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and 'partition' = any (a.names)
       and c.relname not in ('log_partitions', 'events', 'projection_checkpoints')
     order by 1`,
  );
  return rows;
}

/** Returns where the partitions end. Throws a RepartitioningError for a log with holes: other numbers would hide them. */
async function wholeLog(tx: Tx): Promise<number[]> {
  const { rows } = await tx.query<{ partition: number; head: string; isWhole: boolean }>(
    `/* wholeLog */ select p.partition, p.head, count(e.position) = p.head and coalesce(max(e.position), 0) = p.head as "isWhole"
     from log_partitions p left join events e using (partition) group by p.partition order by p.partition`,
  );
  const damaged = rows.find(({ isWhole }) => !isWhole);
  if (damaged)
    throw new RepartitioningError(
      `The log is damaged: partition ${damaged.partition} does not have the positions 1 to ${damaged.head}.`,
    );
  return rows.map(({ head }) => Number(head));
}

/** Copies the log aside, with the place that each event gets. */
async function findPlaces(tx: Tx, from: number, to: number, work: Work): Promise<void> {
  await tx.query(`create temp table places on commit drop as
    select e.*, partition as new_partition, position as new_position from events e with no data`);
  for (let partition = 0; partition < from; partition++) {
    work.next('events');
    await tx.query(
      `/* findPlaces */ insert into places select e.*, n.partition,
         row_number() over (partition by n.partition order by e.position)
       from events e cross join lateral (select partition_of(e.student_id) as partition) n where e.partition = $1`,
      [partition],
    );
  }
  await tx.query(`create index on places (partition, new_partition, new_position);
    create index on places (student_id, position); analyze places`);
  const { rows } = await tx.query<{ student_id: number; partition: number }>(
    '/* findPlaces */ select student_id, partition from places where new_partition / $1 <> partition limit 1',
    [to / from],
  );
  if (rows[0])
    throw new RepartitioningError(
      `The log is damaged: partition ${rows[0].partition} has events of student ${rows[0].student_id}, who belongs to another.`,
    );
}

/** Writes the log in the order of its new places, so that no room is left between. */
async function moveEvents(tx: Tx, from: number, to: number, work: Work): Promise<void> {
  const { rows } = await tx.query<{ columns: string }>(
    `/* moveEvents */ select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = 'events'::regclass and attnum > 0 and not attisdropped and attname not in ('partition', 'position')`,
  );
  const { columns } = rows[0]!;
  await tx.query('truncate events');
  for (let partition = 0; partition < from; partition++) {
    work.next('events');
    await tx.query(
      `/* moveEvents */ insert into events (partition, position, ${columns})
       select new_partition, new_position, ${columns} from places where partition = $1 order by new_partition, new_position`,
      [partition],
    );
  }
  await tx.query(
    `/* moveEvents */ insert into log_partitions (partition) select generate_series($1::integer, $2::integer - 1)`,
    [from, to],
  );
  await tx.query(
    `/* moveEvents */ update log_partitions p set epoch = gen_random_uuid(), head = coalesce(
       (select max(position) from events e where e.partition = p.partition), 0)`,
  );
}

/** In each part of a partition a projection has come as far as in the whole: past the same events. */
async function moveCheckpoints(tx: Tx, parts: number): Promise<void> {
  await tx.query(`create temp table checkpoints on commit drop as
    with past as (
      select c.partition, c.position as until, e.new_partition, max(e.new_position) as position
      from (select distinct partition, position from projection_checkpoints) c
      join places e on e.partition = c.partition and e.position <= c.position group by 1, 2, 3)
    select c.projection, p.partition, coalesce(past.position, 0) as position
    from log_partitions p join projection_checkpoints c on c.partition = p.partition / ${parts}
    left join past on past.partition = c.partition and past.until = c.position and past.new_partition = p.partition`);
  await tx.query('/* moveCheckpoints */ delete from projection_checkpoints');
  await tx.query(
    `/* moveCheckpoints */ insert into projection_checkpoints (projection, partition, position)
     select projection, partition, position from checkpoints`,
  );
}

/** Gives the rows of a table their new partitions, and the positions that they point to. */
async function moveRows(tx: Tx, { name, hasStudent, hasPosition, hasPositions }: PartitionedTable) {
  if (hasPosition) {
    // Below zero first: a place that a row leaves only later is not free yet.
    await tx.query(`/* moveRows */ update ${name} r set partition = e.new_partition, position = -e.new_position
      from places e where e.partition = r.partition and e.position = r.position`);
    await tx.query(`/* moveRows */ update ${name} set position = -position where position < 0`);
    return;
  }
  if (!hasStudent) return;
  const positions = `, positions = array(select e.new_position from unnest(r.positions) with ordinality u (position, at)
    join places e on e.student_id = r.student_id and e.position = u.position order by u.at)`;
  await tx.query(
    `/* moveRows */ update ${name} r set partition = partition_of(student_id)${hasPositions ? positions : ''}
     ${hasPositions ? '' : 'where partition <> partition_of(student_id)'}`,
  );
}
