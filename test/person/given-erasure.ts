import type { Pool } from 'pg';
import { eraseAccount } from '../../core/person/erase-account.ts';
import { sql } from '../harness/sql.ts';

/** Accounts that are made from now on have numbers that nothing else in the database has. */
export const setIdsApart = async (pool: Pool): Promise<void> =>
  void (await pool.query('alter table users alter column id restart with 70000001'));

/** Erases at once, as the administrator of no number. */
export const erase = (pool: Pool, personId: number): Promise<string[] | undefined> =>
  eraseAccount(pool, { personId, actorId: 0, reason: 'administrator' });

/** Every table that has a row in which one of these words stands by itself, in order. What has changed is kept for an hour. */
export async function tablesWith(pool: Pool, ...words: (string | number)[]): Promise<string[]> {
  const tables = await sql(pool)<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'changes' order by relname`;
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await pool.query(
      `select from ${name} x where x::text ~ ('\\m(' || $1 || ')\\M') limit 1`,
      [words.join('|')],
    );
    if (rowCount) found.push(name);
  }
  return found;
}
