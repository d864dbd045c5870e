import type { Pool, PoolClient } from 'pg';
import { isTransient } from './postgres-error.ts';

/** Runs `work` in one transaction; whatever it throws undoes everything. */
export async function inTransaction<T>(pool: Pool, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: unknown;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    failure = error;
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release(failure !== undefined && isTransient(failure));
  }
}
