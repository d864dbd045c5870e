import type { Pool } from 'pg';
import { UNKNOWN_MIGRATIONS } from '../postgres/newer-database.ts';
import { type Connection, type Db, inTransaction, type Tx } from '../postgres/transaction.ts';
import type { RunEnd, RunFailure, RunKind, RunStore } from './run-kind.ts';

/** SQL that is true of a run that has not ended. */
export const IS_OPEN = `status in ('queued', 'running')`;

/** Processes of one run that may break off by themselves before it is given up, as when memory runs out. */
const ATTEMPTS_MAX = 3;

type Locked = Pick<RunKind, 'table' | 'lock'>;
type Waiting = Pick<RunKind, 'table' | 'lock' | 'owner'>;

/** SQL of the two keys of a run's lock. */
const lockKeys = ({ lock }: Locked, runId: string): [string, string] => [
  `hashtext('${lock.name}')`,
  lock.of === 'run' ? runId : '0',
];

/** SQL that is true of a row of the kind's table while a process is at the run. */
function isBeingPerformed(kind: Locked): string {
  const [first, second] = lockKeys(kind, `${kind.table}.id`);
  return `exists (
    select 1 from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
      and classid::bigint = ${first}::bigint & 4294967295 and objid::bigint = ${second}
      and database = (select oid from pg_database where datname = current_database()))`;
}

/**
 * Returns the runs that wait, or whose process has died, each owner's first before anybody's second, then oldest first;
 * not those that a process is at. None when a newer version has migrated the database: they are for that version's
 * workers.
 */
export async function waitingRuns(pool: Pool, kind: Waiting): Promise<number[]> {
  // Also what a process is at is somebody's turn.
  const turn = kind.owner ? `row_number() over (partition by ${kind.owner} order by id)` : '1';
  const { rows } = await pool.query<{ id: number }>({
    name: `waiting_${kind.table}`,
    text: `select id from (
             select id, ${turn} as turn, ${isBeingPerformed(kind)} as is_taken from ${kind.table} where ${IS_OPEN}
           ) open where not is_taken and ${UNKNOWN_MIGRATIONS} is null
           order by turn, id`,
  });
  return rows.map(({ id }) => id);
}

/**
 * Takes a run for the process of this connection and returns its row. Undefined when there is nothing to do: the run has
 * ended, or another process is at it. The lock goes with the connection.
 */
export async function takeRun<Row>(
  client: Connection,
  kind: RunKind<Row>,
  runId: number,
): Promise<(Row & { cancel_requested: boolean }) | undefined> {
  const { rows: locks } = await client.query<{ locked: boolean }>(
    `/* takeRun */ select pg_try_advisory_lock(${lockKeys(kind, '$1::integer').join(', ')}) as locked
     where $1::integer is not null`,
    [runId],
  );
  if (!locks[0]?.locked) return undefined;
  const { rows } = await client.query<Row & { cancel_requested: boolean }>(
    `/* takeRun */ update ${kind.table} set status = 'running', percent = 0, started_at = coalesce(started_at, (select now()))
     where id = $1 and ${IS_OPEN} returning ${['cancel_requested', ...kind.columns].join(', ')}`,
    [runId],
  );
  return rows[0];
}

/** Returns whether somebody has asked to stop a run that is not at its last step. */
export async function isToStop(
  pool: Pool,
  { table, isAtLastStep }: Pick<RunKind, 'table' | 'isAtLastStep'>,
  runId: number,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `/* isToStop */ select 1 from ${table} where id = $1 and status = 'running' and cancel_requested
       and (${isAtLastStep}) is not true`,
    [runId],
  );
  return rowCount === 1;
}

/** Locks a run that has not ended, and ends it. Returns false when it has ended already. For a transaction. */
export async function endIfOpen<Result>(
  tx: Tx,
  kind: RunKind<never, Result>,
  runId: number,
  end: RunEnd<Result>,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `/* endIfOpen */ select 1 from ${kind.table} where id = $1 and ${IS_OPEN} for update`,
    [runId],
  );
  if (rowCount) await kind.end(tx, runId, end);
  return rowCount === 1;
}

/** Ends a run whose process is gone, unless that has ended it. */
export async function endRun(store: RunStore, kind: RunKind, runId: number, end: RunEnd): Promise<void> {
  if (await inTransaction(store.pool, (tx) => endIfOpen(tx, kind, runId, end)))
    await kind.afterEnd?.(store.pool, store, runId);
}

/**
 * Counts a process that broke off without anybody having stopped it. Returns why the run has failed when there were too many;
 * writing that is the caller's business.
 */
export async function countBroken(
  db: Db,
  { table }: Pick<RunKind, 'table'>,
  runId: number,
  detail: string,
): Promise<RunFailure | undefined> {
  const { rows } = await db.query<{ attempts: number }>(
    `/* countBroken */ update ${table} set attempts = attempts + 1 where id = $1 and ${IS_OPEN} returning attempts`,
    [runId],
  );
  const [row] = rows;
  if (!row || row.attempts < ATTEMPTS_MAX) return undefined;
  return { reason: 'broke', attempts: row.attempts, detail };
}

/** Counts a process that has died; the run has failed when there were too many. */
export async function runBroke(store: RunStore, kind: RunKind, runId: number, detail: string): Promise<void> {
  const failure = await countBroken(store.pool, kind, runId, detail);
  if (failure) await endRun(store, kind, runId, { status: 'failed', failure });
}

/**
 * Stops a run, at once when no process is at it. Else it ends as soon as its process obeys, unless it is at its last
 * step. Returns `ended` when this ended it, `asked` when its process will end it, `over` when nothing was open. After
 * `ended` the caller does what the kind's afterEnd is. `note` writes down that somebody stops it, the first time only.
 */
export async function cancelRun(
  pool: Pool,
  kind: RunKind,
  runId: number,
  note?: (tx: Tx) => Promise<void>,
): Promise<'ended' | 'asked' | 'over'> {
  return inTransaction(pool, async (tx) => {
    // A process that takes it up meanwhile waits for this row.
    const { rows } = await tx.query<{ waits: boolean; cancel_requested: boolean }>(
      `/* cancelRun */ select status = 'queued' or not ${isBeingPerformed(kind)} as waits, cancel_requested from ${kind.table}
       where id = $1 and ${IS_OPEN} for update`,
      [runId],
    );
    if (!rows[0]) return 'over';
    if (!rows[0].cancel_requested) await note?.(tx);
    if (rows[0].waits) await kind.end(tx, runId, { status: 'cancelled' });
    else
      await tx.query(`/* cancelRun */ update ${kind.table} set cancel_requested = true where id = $1`, [
        runId,
      ]);
    return rows[0].waits ? 'ended' : 'asked';
  });
}

/** Forgets all but the latest runs. */
export async function forgetOldRuns(
  pool: Pool,
  { table }: Pick<RunKind, 'table'>,
  kept: number,
): Promise<void> {
  await pool.query(
    `/* forgetOldRuns */ delete from ${table} where not (${IS_OPEN})
       and id <= (select id from ${table} order by id desc offset ${kept} limit 1)`,
  );
}
