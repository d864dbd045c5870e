import type { ClientBase, Pool } from 'pg';
import { isTransient } from './postgres-error.ts';

/** A connection on which a transaction is open. */
export type Tx = ClientBase;

/** Where a statement can be sent: in a transaction, or as one of its own. */
export type Db = Pool | Tx;

/** Runs `work` in one transaction of this connection; whatever it throws undoes everything. */
export async function transactionOn<T>(client: Tx, work: () => Promise<T>): Promise<T> {
  try {
    await client.query('begin');
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Runs `work` in one transaction, on a connection of its own. */
export async function inTransaction<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: unknown;
  try {
    return await transactionOn(client, () => work(client));
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    client.release(failure !== undefined && isTransient(failure));
  }
}

/** How often is tried what others' work can stand in the way of. */
const TRIES = 10;

/** SQLSTATE of a transaction stopped by a change after its snapshot, a deadlock, or a lock not had in time. */
const IN_THE_WAY = ['40001', '40P01', '55P03'];

/** Does work of whole transactions again, ten times at most, when others' transactions stood in its way. */
export async function triedAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let time = 1; ; time++)
    try {
      return await work();
    } catch (error) {
      if (!IN_THE_WAY.includes(String((error as { code?: unknown }).code)) || time === TRIES) throw error;
    }
}
