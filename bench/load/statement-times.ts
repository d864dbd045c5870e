import type { Pool } from 'pg';

/** Settings of a Postgres that can count statements. It counts those of connections that ask for it. */
export const COUNTING_POSTGRES = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'none',
  'pg_stat_statements.max': '2000',
};

/** By which all connections of a process ask for it: also what functions call, and planning, which is rare. */
export const COUNTED = {
  PGOPTIONS: '-c pg_stat_statements.track=all -c pg_stat_statements.track_planning=on',
};

export interface StatementTimes {
  text: string;
  /** Called by a function of the database, in whose time it is counted as well. */
  isInner: boolean;
  calls: number;
  rows: number;
  /** Microseconds of planning and executing, on the clock: waiting for locks and for the processor is in it. */
  us: number;
  walBytes: number;
}

/** Forgets what was counted so far. */
export async function forgetStatements(pool: Pool): Promise<void> {
  await pool.query('create extension if not exists pg_stat_statements');
  await pool.query('select pg_stat_statements_reset()');
}

/** What was counted since, the most time first. */
export async function statementTimes(pool: Pool): Promise<StatementTimes[]> {
  const { rows } = await pool.query<StatementTimes>(
    `select query as text, not toplevel as "isInner", calls::float8, rows::float8,
       1000 * (total_exec_time + total_plan_time) as us, wal_bytes::float8 as "walBytes"
     from pg_stat_statements where calls > 0 order by us desc`,
  );
  return rows;
}
