import type { ClientBase, Pool, QueryResult } from 'pg';
import { announcing } from './changes.ts';
import { isTransient } from './postgres-error.ts';
import { againAfterDeadlock } from './tried-again.ts';

/** A connection that is kept for a while, such as by a run. A transaction may be open on it, or not. */
export type Connection = ClientBase;

declare const OPEN: unique symbol;

/** A connection on which a transaction is open: `transactionOn` alone makes one. */
export type Tx = Connection & { readonly [OPEN]: true };

/** Where a statement can be sent: in a transaction, or as one of its own. */
export type Db = Pool | Connection;

class Undone<T> {
  readonly result: T;

  constructor(result: T) {
    this.result = result;
  }
}

class CommittedWith<T> {
  readonly statement: string;
  readonly result: T;

  constructor(statement: string, result: T) {
    this.statement = statement;
    this.result = result;
  }
}

/** To be returned by the work of a transaction or of a part: undoes everything in it, which is no error. */
export const undone = <T>(result: T): Undone<T> => new Undone(result);

/** To be returned by the work of a transaction: sends this last statement in one message with the commit. */
export const committedWith = <T>(statement: string, result: T): CommittedWith<T> =>
  new CommittedWith(statement, result);

export interface TransactionOptions {
  /** Default: it reads and writes, and each statement sees what was committed before it. */
  mode?: 'read only' | 'isolation level repeatable read';
  /** Statements that travel in one message with the begin. */
  first?: string;
  /** True when parts of it are undone by `undoPart`: the first part begins after the statements of `first`. */
  isInParts?: boolean;
}

interface Announcements {
  what: string[];
  /** How many of them were there when the open part began. */
  before: number;
}

/** What open transactions will announce. */
const ANNOUNCEMENTS = new WeakMap<Connection, Announcements>();

const announcementsOf = (tx: Connection): Announcements =>
  ANNOUNCEMENTS.getOrInsertComputed(tx, () => ({ what: [], before: 0 }));

/**
 * Announces changes, such as `users:7`, when the transaction commits: programs that keep or show them hear of it. What is
 * undone is not announced. Sends no statement of its own.
 */
export const announce = (tx: Tx, what: readonly string[]): void =>
  void announcementsOf(tx).what.push(...what);

/** What a transaction or a part does: returns the result, also one that is to be undone. */
type Work<T, Args extends unknown[]> = (...args: Args) => Promise<T | Undone<T>>;

const SAVEPOINT = 'savepoint part';
const UNDO = 'rollback to savepoint part';
const RELEASE = 'release savepoint part';

/**
 * Runs `work` in one transaction of this connection, with the results of the statements `first`; whatever it throws undoes
 * everything.
 */
export async function transactionOn<T>(
  client: Connection,
  work: (tx: Tx, first: QueryResult[]) => Promise<T | Undone<T> | CommittedWith<T>>,
  { mode, first, isInParts }: TransactionOptions = {},
): Promise<T> {
  try {
    const message = [mode ? `begin ${mode}` : 'begin', first, isInParts && SAVEPOINT].filter(Boolean);
    // Of one statement the driver returns the result itself.
    const [, ...results] = [(await client.query(message.join('; '))) as QueryResult | QueryResult[]].flat();
    const ended = await work(client as Tx, results);
    if (ended instanceof Undone) {
      await client.query('rollback');
      return ended.result;
    }
    const isWith = ended instanceof CommittedWith;
    const last = [isWith && ended.statement, announcing(announcementsOf(client).what), 'commit'];
    await client.query(last.filter(Boolean).join('; '));
    return isWith ? ended.result : ended;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    ANNOUNCEMENTS.delete(client);
  }
}

export interface InTransactionOptions extends Pick<TransactionOptions, 'mode'> {
  /** True when the work cannot be done again, such as what reads a stream. */
  isOnce?: boolean;
}

/**
 * Runs `work` in one transaction, on a connection of its own. On several servers it is done again after a deadlock, unless
 * it can be done only once.
 */
export function inTransaction<T>(
  pool: Pool,
  work: Work<T, [tx: Tx]>,
  { isOnce, ...options }: InTransactionOptions = {},
): Promise<T> {
  const once = (): Promise<T> => onceInTransaction(pool, work, options);
  return isOnce ? once() : againAfterDeadlock(once);
}

async function onceInTransaction<T>(
  pool: Pool,
  work: Work<T, [tx: Tx]>,
  options: TransactionOptions,
): Promise<T> {
  const client = await pool.connect();
  let failure: unknown;
  try {
    return await transactionOn<T>(client, work, options);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    client.release(failure !== undefined && isTransient(failure));
  }
}

/** Returns when a transaction began, by the database's clock: as the connection reads any time of a row. */
export async function transactionTime(tx: Tx): Promise<string> {
  const { rows } = await tx.query<{ now: string }>('/* transactionTime */ select now() as now');
  return rows[0]!.now;
}

/** Yields what `read` yields, in one transaction of this connection that reads, such as by a cursor. */
export async function* yieldedInTransaction<T>(
  client: Connection,
  read: (tx: Tx) => AsyncIterable<T>,
): AsyncGenerator<T> {
  try {
    await client.query('begin read only');
    yield* read(client as Tx);
  } finally {
    // Also where nobody wants the rest.
    await client.query('rollback').catch(() => {});
  }
}

/** Runs `work` as a part of a transaction: whatever it throws undoes this part alone. */
export async function part<T>(tx: Tx, work: Work<T, []>): Promise<T> {
  await tx.query(SAVEPOINT);
  const { what } = announcementsOf(tx);
  const before = what.length;
  const undo = (): Promise<unknown> => {
    what.length = before;
    return tx.query(`${UNDO}; ${RELEASE}`);
  };
  try {
    const ended = await work();
    const isUndone = ended instanceof Undone;
    await (isUndone ? undo() : tx.query(RELEASE));
    return isUndone ? ended.result : ended;
  } catch (error) {
    await undo().catch(() => {});
    throw error;
  }
}

/** Begins the next part of a transaction that `isInParts`; the parts before are not undone by themselves any more. */
export async function beginPart(tx: Tx): Promise<void> {
  const announcements = announcementsOf(tx);
  announcements.before = announcements.what.length;
  await tx.query(`${RELEASE}; ${SAVEPOINT}`);
}

/** Undoes what was done since the part began, in a transaction that `isInParts`; the part begins again. */
export async function undoPart(tx: Tx): Promise<void> {
  const { what, before } = announcementsOf(tx);
  what.length = before;
  await tx.query(UNDO);
}
